/** Why a callback was not sent, or got no answer, in French. */
import type * as en from "../en/deliveries.ts"
import type { Translated } from "../../Catalogue.ts"

/** Why a callback was not sent, or got no answer. */
export const deliveries: Translated<typeof en.deliveries> = {
  too_long: (most) => `L’adresse de notification dépasse ${most} caractères. Raccourcissez-la.`,
  invisible: "L’adresse de notification contient une espace, une barre inverse ou un caractère invisible. Retirez-le.",
  no_scheme:
    "L’adresse de notification ne commence pas par http:// ou https://. Envoyez l’adresse entière, comme https://shop.example/paiements.",
  user_name: "L’adresse de notification contient un nom d’utilisateur. Retirez ce qui précède @.",
  no_address: "L’adresse de notification n’en est pas une. Envoyez par exemple https://shop.example/paiements.",
  dot: "L’hôte de l’adresse de notification finit par un point. Retirez-le.",
  port_zero: "Le port 0 ne peut pas être appelé. Indiquez le port qu’écoute votre programme.",
  not_allowed:
    "L’hôte n’est ni cette machine ni sur la liste des hôtes permis. Ajoutez-le à la liste (SANDBOX_CALLBACK_HOSTS), ou envoyez une adresse de cette machine.",
  port_not_allowed: (port) =>
    `Le port ${port} de cet hôte n’est pas permis. Indiquez-le après l’hôte dans la liste (SANDBOX_CALLBACK_HOSTS).`,
  without_address: "L’hôte n’a pas d’adresse. Vérifiez son nom et son DNS.",
  range_refused: (range) =>
    `L’hôte désigne une adresse qui ne peut pas être appelée (${range}). Envoyez une adresse de cette machine, ou une adresse publique.`,
  unresolved: "Le nom de l’hôte est introuvable. Vérifiez son orthographe et son DNS.",
  unresolved_in_time: "Le nom de l’hôte n’a pas été trouvé à temps.",
  too_many_hosts: (most) => `Plus de ${most} hôtes sont appelés en même temps.`,
  too_often: (perSecond, burst) =>
    `Trop d’envois vers ce serveur\u00A0: la limite est de ${perSecond} par seconde, ou de ${burst} en rafale. Renvoyez cette notification plus tard.`,
  sent_too_often: (most) =>
    `Ce POST est déjà parti ${most} fois. Pour en recevoir d’autres, créez un nouveau paiement.`,
  no_sender: "Rien n’est prévu pour l’envoyer.",
  not_made: (code) => `La requête n’a pas pu être faite (${code}).`,
  failed: (code) =>
    `La connexion a échoué (${code}). Vérifiez que votre programme est lancé et écoute à cette adresse.`,
  closed: "La connexion a été fermée sans réponse. Consultez le journal de votre programme.",
  host_silent: "L’hôte n’a pas répondu à temps. Répondez d’abord, et travaillez ensuite.",
  handler_failed: "La fonction de réception a échoué.",
  handler_silent: "La fonction de réception n’a pas répondu à temps.",
}
