/**
 * What is wrong with a phone number, for the program and for the person who typed it. The number itself is never repeated: it is
 * personal, and what is repeated ends up in a log.
 */
import type { Language } from "@cauri/core"
import { Schema } from "effect"
import { typeset } from "./typeset.ts"

/** What can be wrong. */
export const PhoneProblemCause = Schema.Literals([
  /** Nothing was typed. */
  "Empty",
  /** Letters, other signs, or a text around the number. */
  "NotANumber",
  /** A local number, and nobody said of which country. */
  "CountryNeeded",
  /** No country has this country code, or the default country is not one. */
  "CountryUnknown",
  "TooShort",
  "TooLong",
  /** Between two lengths that exist. */
  "WrongLength",
  /** The length is right, but no mobile number of the country begins like this. */
  "NotMobile",
])
/** What can be wrong. */
export type PhoneProblemCause = typeof PhoneProblemCause.Type

/** The typed text is not a mobile number. It says why, and never what was typed. */
export class PhoneProblem extends Schema.TaggedError<PhoneProblem>()("PhoneProblem", {
  because: PhoneProblemCause,
  /** The country by whose rules it was judged, where there was one. */
  country: Schema.NullOr(Schema.String),
}) {
  override get message() {
    const judged = this.country === null ? "" : `, judged as a number of ${this.country}`
    return `This is not a mobile number (${this.because}${judged}). Ask for it again; the text is not repeated here.`
  }
  /** What the person who typed it may be shown. */
  customerMessage(language: Language): string {
    return customerMessages[this.because][language]
  }
}

const customerMessages: Readonly<Record<PhoneProblemCause, Readonly<Record<Language, string>>>> = {
  Empty: { fr: "Entrez un numéro de téléphone.", en: "Enter a phone number." },
  NotANumber: {
    fr: typeset("Entrez le numéro seul, en chiffres : ni lettres, ni autre texte."),
    en: "Enter the number alone, in digits: no letters and no other text.",
  },
  CountryNeeded: {
    fr: "Ajoutez l'indicatif du pays devant le numéro, par exemple +226.",
    en: "Add the country code in front of the number, for example +226.",
  },
  CountryUnknown: {
    fr: "Cet indicatif de pays n'existe pas. Vérifiez le début du numéro.",
    en: "There is no such country code. Check how the number begins.",
  },
  TooShort: { fr: "Il manque des chiffres à ce numéro.", en: "Some digits of this number are missing." },
  TooLong: { fr: "Ce numéro a trop de chiffres.", en: "This number has too many digits." },
  WrongLength: {
    fr: "Ce numéro n'a pas le bon nombre de chiffres.",
    en: "This number does not have the right number of digits.",
  },
  NotMobile: {
    fr: "Ce n'est pas un numéro de mobile. Vérifiez chaque chiffre.",
    en: "This is not a mobile number. Check each digit.",
  },
}
