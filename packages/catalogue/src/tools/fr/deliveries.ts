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
  port_zero: "Le port 0 ne peut pas être appelé.",
  not_allowed: "L’hôte n’est ni cette machine ni sur la liste des hôtes permis.",
  port_not_allowed: (port) => `Le port ${port} de cet hôte n’est pas permis.`,
  without_address: "L’hôte n’a pas d’adresse.",
  range_refused: (range) => `L’hôte désigne une adresse qui ne peut pas être appelée (${range}).`,
  unresolved: "Le nom de l’hôte est introuvable.",
  unresolved_in_time: "Le nom de l’hôte n’a pas été trouvé à temps.",
  too_many_hosts: (most) => `Plus de ${most} hôtes sont appelés en même temps.`,
  too_often: (perSecond, burst) => `L’hôte est appelé plus de ${perSecond} fois par seconde (${burst} d’un coup).`,
  sent_too_often: (most) => `Ce POST est déjà parti ${most} fois.`,
  no_sender: "Rien n’est prévu pour l’envoyer.",
  not_made: (code) => `La requête n’a pas pu être faite (${code}).`,
  failed: (code) => `La connexion a échoué (${code}).`,
  closed: "La connexion a été fermée sans réponse.",
  host_silent: "L’hôte n’a pas répondu à temps.",
  handler_failed: "La fonction de réception a échoué.",
  handler_silent: "La fonction de réception n’a pas répondu à temps.",
}
