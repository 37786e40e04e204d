/** Why a callback was not sent, or got no answer, in French. */
import type * as en from "../en/deliveries.ts"
import type { Translated } from "../../Catalogue.ts"

export const deliveries: Translated<typeof en.deliveries> = {
  no_address:
    "L’adresse de notification n’est pas une adresse http ou https. Envoyez par exemple https://shop.example/paiements, sans nom d’utilisateur.",
  not_allowed:
    "L’hôte n’est ni cette machine ni sur la liste des hôtes permis. Ajoutez-le à la liste (SANDBOX_CALLBACK_HOSTS), ou envoyez une adresse de cette machine.",
  too_often: (perSecond, burst) =>
    `Trop d’envois vers ce serveur\u00A0: la limite est de ${perSecond} par seconde, ou de ${burst} en rafale. Renvoyez cette notification plus tard.`,
  no_sender: "Rien n’est prévu pour l’envoyer.",
  not_made: (code) => `La requête n’a pas pu être faite (${code}).`,
  failed: (code) =>
    `La connexion a échoué (${code}). Vérifiez que votre programme est lancé et écoute à cette adresse.`,
  closed: "La connexion a été fermée sans réponse. Consultez le journal de votre programme.",
  host_silent: "L’hôte n’a pas répondu à temps. Répondez d’abord, et travaillez ensuite.",
  handler_failed: "La fonction de réception a échoué.",
  handler_silent: "La fonction de réception n’a pas répondu à temps.",
}
