/** The simulator's refusals in French; in English it speaks for itself. */
import type { Language } from "@cauri/simulator/pages"

/** What is told when something was refused. */
export const refusalText = (language: Language, because: string): string =>
  language === "fr" ? (french[because] ?? because) : because

/** Every sentence whose words do not change. */
export const french: Readonly<Record<string, string>> = {
  "That is no phone number: country code and local number, digits only.":
    "Ce n'est pas un numéro : indicatif et numéro, en chiffres seulement.",
  "This phone's operator has no menu that gives codes.":
    "L'opérateur de ce téléphone n'a pas de menu qui donne des codes.",
  "The menu takes whole francs only.": "Le menu n'accepte que des francs entiers.",
  "The menu says that the PIN is wrong.": "Le menu dit que le code secret est faux.",
  "The operator does not know this code.": "L'opérateur ne connaît pas ce code.",
  "Nothing on this phone waits for an answer.": "Rien sur ce téléphone n'attend de réponse.",
  "A balance is zero or more whole francs.": "Un solde est de zéro franc ou plus, en francs entiers.",
  "No operator serves this phone.": "Aucun opérateur ne sert ce téléphone.",
  "There is a project with this id already.": "Il y a déjà un projet avec cet identifiant.",
  "That is no operator.": "Ce n'est pas un opérateur.",
  "That is no project; at most three addresses fit on a whitelist.":
    "Ce n'est pas un projet ; trois adresses au plus sont admises.",
  "There is no such project.": "Ce projet n'existe pas.",
  "There is no such project or operator, or the balance is not zero or more whole francs.":
    "Ce projet ou cet opérateur n'existe pas, ou le solde n'est pas de zéro franc ou plus.",
  "No such payment is pending.": "Ce paiement n'est pas en attente.",
  "No customer has chosen an operator yet.": "Aucun client n'a encore choisi d'opérateur.",
  "finalStatusesMove is off.": "L'hypothèse finalStatusesMove ne le permet pas.",
  "No such payment is final.": "Ce paiement n'est pas terminé.",
  "That is no fault rule.": "Ce n'est pas une règle de panne.",
  "There are too many fault rules; remove some.": "Il y a trop de règles ; enlevez-en.",
  "There is no such payment.": "Ce paiement n'existe pas.",
  "A delay is one millisecond or more.": "Un retard est d'une milliseconde ou plus.",
  "There is no such scenario.": "Ce scénario n'existe pas.",
  "No such scenario is being played.": "Aucun scénario de ce numéro n'est en cours.",
  "The payment of this scenario is not there: the merchant did something else.":
    "Le paiement de ce scénario n'est pas là : le commerçant a fait autre chose.",
  "The form is not filled in properly.": "Le formulaire n'est pas bien rempli.",
}
