/**
 * What the customer must do, and how the payment stands, in French and English. Spec: page and modes (#72, #149 to #156, #167), fees
 * (#123, #124), and no technical text for end users (#240).
 *
 * An address is never part of a text: it is as good as the payment, and the merchant's interface opens it.
 */
import { formatMaskedPhone } from "./formatMaskedPhone.ts"
import { formatXof, typeset } from "./typeset.ts"
import type { CodeOrigin, CustomerStep, Language, PayinStatus } from "./words.ts"

export { formatMaskedPhone, formatXof }
export type { CodeOrigin, CustomerStep, Language, PayinStatus }

/** What makes the instructions more precise, where the merchant knows it. */
export interface InstructionDetails {
  /** The operator's name as its customers know it. */
  readonly operator?: string
  /** What this operator's customers dial to get a code. */
  readonly dialCode?: string
  /** The number that pays, full or masked; it is shown masked. */
  readonly phone?: string
}

type Texts = Readonly<Record<Language, string>>

const inLanguage = (texts: Texts, language: Language): string => (language === "fr" ? typeset(texts.fr) : texts.en)

/** What the customer must do next. */
export const instructions = (step: CustomerStep, language: Language, details: InstructionDetails = {}): string =>
  inLanguage(textsOf(step, details), language)

const textsOf = (step: CustomerStep, details: InstructionDetails): Texts => {
  const operator = operatorWords(details)
  const phone = phoneWords(details)
  switch (step.type) {
    case "open_url":
      return {
        fr: "Ouvrez la page de paiement et suivez ce qu'elle indique. Payez une seule fois, puis revenez ici.",
        en: "Open the payment page and do what it says. Pay only once, then come back here.",
      }
    case "dial_this_code_first":
      return dialTexts(step, details)
    case "confirm_on_phone":
      return step.how === "enter_pin"
        ? {
            fr: `Une demande de paiement s'affiche sur ${phone.fr}. Vérifiez le montant, puis entrez votre code secret sur le téléphone, et jamais ailleurs.`,
            en: `A payment request appears on ${phone.en}. Check the amount, then enter your PIN on the phone, and never anywhere else.`,
          }
        : {
            fr: `${capital(operator.fr)} envoie un SMS sur ${phone.fr}. Composez le code qu'il contient et suivez ce qu'il indique pour confirmer le paiement.`,
            en: `${capital(operator.en)} sends a text message to ${phone.en}. Dial the code in it and do what it says to confirm the payment.`,
          }
    case "enter_code":
      return codeTexts(step.from, details)
    case "wait_or_enter_code":
      return checkingTexts
    case "wait":
      return {
        fr: "Votre paiement est en cours. Vous n'avez rien à faire ; ne payez pas une deuxième fois.",
        en: "Your payment is under way. There is nothing to do; do not pay a second time.",
      }
    case "nothing":
      return {
        fr: "Ce paiement est terminé. Vous n'avez rien à faire.",
        en: "This payment is over. There is nothing to do.",
      }
  }
}

/** The amount is exact because another one would leave the payment waiting (#123, #125). */
const dialTexts = (
  step: Extract<CustomerStep, { readonly type: "dial_this_code_first" }>,
  details: InstructionDetails,
): Texts => {
  const operator = operatorWords(details)
  const amounts = (language: Language) => ({
    total: formatXof(step.total, language),
    amount: formatXof(step.amount, language),
    fees: formatXof(step.fees, language),
  })
  const fr = amounts("fr")
  const en = amounts("en")
  const sum = {
    fr: step.fees === 0 ? "" : ` (${fr.amount} plus ${fr.fees} de frais)`,
    en: step.fees === 0 ? "" : ` (${en.amount} plus ${en.fees} in fees)`,
  }
  return {
    fr: `Composez ${details.dialCode ?? `le code de paiement de ${operator.fr}`} sur votre téléphone. Entrez exactement ${fr.total}${sum.fr} : avec un autre montant, le paiement ne passerait pas. Vous recevez ensuite un code : entrez-le ici.`,
    en: `Dial ${details.dialCode ?? `the payment code of ${operator.en}`} on your phone. Enter exactly ${en.total}${sum.en}: with another amount the payment would not go through. You then receive a code: enter it here.`,
  }
}

const codeTexts = (from: CodeOrigin, details: InstructionDetails): Texts => {
  const phone = phoneWords(details)
  const again = {
    fr: "Si le code ne convient pas, vous pouvez en entrer un autre.",
    en: "If it does not work, you can enter another one.",
  }
  switch (from) {
    case "dialled_code":
      return {
        fr: `Entrez le code que vous avez reçu en composant celui de votre opérateur. ${again.fr}`,
        en: `Enter the code that you received by dialling your operator's. ${again.en}`,
      }
    case "sms":
      return {
        fr: `Entrez le code reçu par SMS sur ${phone.fr}. ${again.fr}`,
        en: `Enter the code that came by text message to ${phone.en}. ${again.en}`,
      }
    case "wallet_app_or_sms":
      return {
        fr: `Entrez le code reçu dans l'application de votre portefeuille ou par SMS sur ${phone.fr}. ${again.fr}`,
        en: `Enter the code that came in your wallet's app or by text message to ${phone.en}. ${again.en}`,
      }
  }
}

/** The service does not say that a code was wrong (#119), so whoever mistyped it must learn that another one is taken. */
const checkingTexts: Texts = {
  fr: "Votre code est en cours de vérification. S'il était faux, entrez-en un autre ; ne payez pas une deuxième fois.",
  en: "Your code is being checked. If it was wrong, enter another one; do not pay a second time.",
}

const operatorWords = ({ operator }: InstructionDetails): Texts => {
  const name = operator === undefined ? "" : ` (${operator})`
  return { fr: `votre opérateur${name}`, en: `your operator${name}` }
}

const phoneWords = ({ phone }: InstructionDetails): Texts =>
  phone === undefined
    ? { fr: "votre téléphone", en: "your phone" }
    : { fr: `le téléphone ${formatMaskedPhone(phone)}`, en: `the phone ${formatMaskedPhone(phone)}` }

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** How a payin stands, for its customer. Money may arrive after an end that was none, so no end sends anybody to pay twice. */
export const payinStatus = (state: PayinStatus, language: Language): string => inLanguage(statusTexts[state], language)

const waiting: Texts = {
  fr: "Votre paiement attend sa confirmation. Ne payez pas une deuxième fois.",
  en: "Your payment is waiting for its confirmation. Do not pay a second time.",
}
const starting: Texts = { fr: "Votre paiement se prépare.", en: "Your payment is being prepared." }
const unlessMoneyLeft: Texts = {
  fr: "Si de l'argent a quitté votre compte, ne payez pas une deuxième fois et contactez-nous ; sinon, vous pouvez recommencer.",
  en: "If money has left your account, do not pay a second time and contact us; otherwise you can start again.",
}

const statusTexts: Readonly<Record<PayinStatus, Texts>> = {
  intended: starting,
  submitting: starting,
  awaiting_otp: { fr: "Nous attendons votre code.", en: "We are waiting for your code." },
  pending: waiting,
  completed: { fr: "Votre paiement est reçu. Merci !", en: "Your payment has been received. Thank you!" },
  not_completed: {
    fr: `Le paiement n'a pas abouti. ${unlessMoneyLeft.fr}`,
    en: `The payment did not go through. ${unlessMoneyLeft.en}`,
  },
  refused: {
    fr: `Le paiement n'a pas été accepté. ${unlessMoneyLeft.fr}`,
    en: `The payment was not accepted. ${unlessMoneyLeft.en}`,
  },
  in_doubt: {
    fr: "Nous vérifions votre paiement. Ne payez pas une deuxième fois : nous vous dirons ce qu'il en est.",
    en: "We are checking your payment. Do not pay a second time: we will tell you what became of it.",
  },
  expired: {
    fr: "Le temps prévu pour ce paiement est écoulé. Si vous l'avez confirmé, ne payez pas une deuxième fois : il peut encore nous parvenir, et nous continuons de vérifier.",
    en: "The time for this payment is over. If you confirmed it, do not pay a second time: it may still reach us, and we keep checking.",
  },
  cancelled: {
    fr: "Ce paiement a été annulé avant de partir. Vous pouvez recommencer.",
    en: "This payment was cancelled before it left. You can start again.",
  },
}
