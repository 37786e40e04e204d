/** The same in French. */
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/apiProblems.ts"

export const apiProblems: Translated<typeof en.apiProblems> = {
  unauthorized:
    "La requête n’a pas de clé valable. Envoyez-en une dans l’en-tête Authorization, après «\u00A0Bearer\u00A0»\u00A0; `cauri api key add` en crée une.",
  forbidden:
    "Cette clé n’autorise pas cette action, ou pas depuis cette adresse. `cauri api key list` montre ce qu’elle autorise\u00A0; prenez une clé qui convient.",
  too_many_requests:
    "Cette clé a fait trop d’appels\u00A0; rien n’a été enregistré ni envoyé. Réessayez après le nombre de secondes donné par Retry-After.",
  not_found: "L’API n’a pas cette adresse. /openapi.json donne la liste de celles qu’elle a.",
  method_not_allowed: "Cette adresse n’accepte pas cette méthode. L’en-tête Allow donne celles qu’elle accepte.",
  create_with: (call) =>
    `Cette adresse n’accepte pas cette méthode. Vous choisissez l’identifiant\u00A0: créez avec ${call}.`,
  unsupported_media_type:
    "Le corps doit être en JSON, en UTF-8 et sans compression, avec l’en-tête Content-Type\u00A0: application/json. Rien n’a été enregistré ni envoyé.",
  payload_too_large: "Le corps dépasse 64 Kio. Rien n’a été enregistré ni envoyé.",
  malformed_json:
    "Le corps doit être un seul objet JSON en UTF-8 ({} s’il est vide, pas []), avec 8 niveaux au plus. Rien n’a été enregistré ni envoyé.",
  unexpected:
    "Une erreur imprévue a mis fin à cette requête. Cherchez l’identifiant de la requête dans le journal de l’API, et vérifiez où en est le paiement avant de réessayer.",
}
