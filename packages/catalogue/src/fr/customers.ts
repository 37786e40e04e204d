/** What customers read while they pay, in French. */
import type * as en from "../en/customers.ts"
import type { Translated } from "../Catalogue.ts"
import { money } from "../format.ts"

const operatorOf = ({ operator }: en.StepDetails): string =>
  operator === undefined ? "votre opérateur" : `votre opérateur (${operator})`
const phoneOf = ({ phone }: en.StepDetails): string =>
  phone === undefined ? "votre téléphone" : `votre téléphone (${phone})`
const another = "Si ce code ne fonctionne pas, vous pouvez en entrer un autre."
const feesIn = ({ amount, fees }: en.DialledAmount): string =>
  fees === 0 ? "" : ` (${money(amount, "fr")} plus ${money(fees, "fr")} de frais)`

const unlessPaid = "Si votre compte a été débité, ne payez pas une seconde fois"
const nothingLeft = "S’il n’a pas été débité et que vous n’avez rien confirmé,"

/** What the customer does next. */
export const steps: Translated<typeof en.steps> = {
  open_url: "Ouvrez la page de paiement et suivez les instructions. Payez une seule fois, puis revenez ici.",
  dial_this_code_first: (dialled, details) =>
    `${details.dialCode === undefined ? `Ouvrez le menu de paiement de ${operatorOf(details)}` : `Composez ${details.dialCode}`} sur votre téléphone. Entrez exactement ${money(dialled.total, "fr")}${feesIn(dialled)}\u00A0: avec un autre montant, le paiement ne passerait pas. Vous recevrez ensuite un code\u00A0: entrez-le ici.`,
  confirm_on_phone: {
    enter_pin: (details) =>
      `Une demande de paiement s’affiche sur ${phoneOf(details)}. Vérifiez le montant, puis entrez votre code secret sur le téléphone, jamais ailleurs.`,
    follow_sms: (details) =>
      `V${operatorOf(details).slice(1)} vous envoie un SMS sur ${phoneOf(details)}. Composez le code qu’il contient et suivez les instructions pour confirmer le paiement.`,
  },
  enter_code: {
    dialled_code: () => `Entrez le code de paiement obtenu dans le menu de votre opérateur. ${another}`,
    sms: (details) => `Entrez le code reçu par SMS sur ${phoneOf(details)}. ${another}`,
    wallet_app_or_sms: (details) =>
      `Entrez le code reçu dans l’application de votre portefeuille ou par SMS sur ${phoneOf(details)}. ${another}`,
  },
  wait_or_enter_code:
    "Nous vérifions votre code. S’il était incorrect, entrez-en un autre\u00A0; ne payez pas une seconde fois.",
  wait: "Votre paiement est en cours. Vous n’avez rien à faire\u00A0; ne payez pas une seconde fois.",
  nothing: "Ce paiement est terminé. Vous n’avez rien à faire.",
}

/** How a customer pays. */
export const ways: Translated<typeof en.ways> = {
  hosted: "Page de paiement, tous les opérateurs",
  ussd_otp: "un code à composer d’abord",
  ussd_push: "une demande à valider sur votre téléphone",
  guided_ussd: "un code à composer, reçu par SMS",
  sms_otp: "un code de paiement reçu par SMS",
  operator_redirect: "la page de l’opérateur",
  service_redirect: "une page à ouvrir",
  wallet: "Portefeuille, en deux étapes, avec un code",
}

/** The words of pages on which customers pay. */
export const pages: Translated<typeof en.pages> = {
  pay: "Payer",
  cancel: "Annuler",
  confirm: "Valider",
  way_to_pay: "Moyen de paiement",
  choose_way: "Choisissez un moyen de paiement.",
  paying_number: "Numéro à débiter (inutile avec la page de paiement)",
  numbers_of: (countryCode) =>
    `Rien n’a été envoyé\u00A0: ce moyen de paiement n’accepte que les numéros en +${countryCode}. Vérifiez le numéro ou choisissez un autre moyen.`,
  open_page: "Ouvrir la page de paiement",
  code: "Code",
  code_if_any: "si vous en avez déjà un",
  code_received: "Code reçu",
  code_sent: "Nous venons de vous envoyer un code par SMS.",
  check_code: "Vérifiez le code.",
  another_code: "Recevoir un autre code",
  wrong_code: "Code incorrect\u00A0?",
  dial_first: (total) =>
    `Sur votre téléphone, dans le menu de votre opérateur, demandez un code de paiement pour ${money(total, "fr")} exactement, puis entrez-le ici.`,
  request: "Recevoir la demande",
  try_once_more: `${unlessPaid} et contactez-nous. Si la demande n’est pas arrivée sur votre téléphone, vous pouvez la redemander.`,
  pay_unconfirmed: `${unlessPaid} et contactez-nous. ${nothingLeft} vous pouvez payer autrement.`,
  no_page:
    "La page de paiement ne s’est pas ouverte. Si votre téléphone vous demande de confirmer ce paiement, refusez.",
  nothing_confirmed: `${unlessPaid}\u00A0: patientez sur cette page. ${nothingLeft} choisissez un autre moyen de paiement`,
  nothing_happens: `${unlessPaid}\u00A0: patientez sur cette page. ${nothingLeft} entrez un autre code ou choisissez un autre moyen de paiement`,
  item: "Article",
  quantity: "Quantité",
  price: "Prix (F CFA)",
  operator: "Opérateur",
  phone: "Numéro de téléphone",
  with_country_code: "avec l’indicatif du pays",
  waiting: (operator, todo) => `${operator}\u00A0: paiement en attente. ${todo}`,
  paid: "Paiement effectué.",
  not_paid: `Le paiement n’a pas abouti. ${unlessPaid} et contactez la boutique.`,
  cancelled:
    "Vous avez abandonné ce paiement. Si vous l’aviez confirmé, il peut encore aboutir\u00A0: ne payez pas une seconde fois et contactez la boutique.",
  back_to: (host) => `Retour à ${host}`,
  unknown: "Facture introuvable",
  unknown_address:
    "Aucun paiement ne correspond à cette adresse. Retournez sur le site ou l’application de la boutique pour voir où en est le vôtre\u00A0; ne payez pas une seconde fois.",
  unreadable_form: `${unlessPaid}. Sinon, remplissez de nouveau ce formulaire\u00A0: nous n’avons pas pu le lire.`,
  expired_form: `${unlessPaid}. Sinon, remplissez de nouveau ce formulaire\u00A0: la page avait expiré.`,
  not_begun: "Rien n’a été envoyé\u00A0: l’un des champs n’est pas valide. Vérifiez votre saisie.",
}

/** Why a payment page does not begin a payment. */
export const pageProblems: Translated<typeof en.pageProblems> = {
  payment_over: "Ce paiement est terminé. Retournez à la boutique pour en connaître le résultat.",
  no_choice: "Choisissez un opérateur et entrez un numéro avec l’indicatif du pays, uniquement en chiffres.",
  no_wallet:
    "Rien n’a été envoyé\u00A0: ce numéro n’a pas de compte mobile money chez cet opérateur. Vérifiez-le ou choisissez un autre opérateur.",
  other_operator:
    "Rien n’a été envoyé\u00A0: ce numéro appartient à un autre opérateur. Vérifiez-le ou choisissez l’opérateur de ce numéro.",
  out_of_bounds: "Rien n’a été envoyé\u00A0: cet opérateur n’accepte pas ce montant. Choisissez un autre opérateur.",
  daily_limit:
    "Rien n’a été envoyé\u00A0: vous avez atteint votre plafond journalier chez cet opérateur. Choisissez un autre opérateur ou revenez demain.",
}

/** What a payment page says while the customer confirms. */
export const pageSteps: Translated<typeof en.pageSteps> = {
  ussd_otp: "Votre code a été transmis à l’opérateur.",
  ussd_push: "Confirmez avec votre code secret sur votre téléphone.",
  guided_ussd: "Suivez les instructions reçues par SMS.",
  sms_otp: "Votre code a été transmis à l’opérateur.",
  wallet: "Votre code a été transmis au portefeuille.",
  service_redirect: "Confirmez sur la page de l’opérateur.",
  operator_redirect: "Confirmez sur la page de l’opérateur.",
}
