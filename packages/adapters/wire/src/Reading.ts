/**
 * The results of the lenient readers: plain data that repeats a body and decides nothing about money. The words that carry meaning
 * (`response_code`, `status`, `token`) are kept exactly as they were written; descriptive fields may come in any known form; unreadable
 * ones are marked, never guessed and never rounded.
 * Spec: Common response envelope (#22-#26), status records (#79-#110), Events (#197-#204).
 */
import type { Option } from "effect"
import type { Status } from "./Texts.ts"

/** The reading of `status`. Only the three words count, letter for letter (#80, #108). */
export type StatusReading =
  /** One of the three words. */
  | { readonly _tag: "Stated"; readonly status: Status }
  /** Another text, kept as it was written: never final, never failed. */
  | { readonly _tag: "Unknown"; readonly text: string }
  /** Absent, null, or the empty string that an error promises (#81). */
  | { readonly _tag: "Empty" }
  /** There, but not a text. */
  | { readonly _tag: "Unreadable" }

/** The reading of `amount` or `montant`. */
export type AmountReading =
  /** An exact integer of any size: the caller must compare it with the order. */
  | { readonly _tag: "Read"; readonly xof: number }
  /** Absent, null or an empty text. */
  | { readonly _tag: "Absent" }
  /** There, but not exactly an integer: a fraction, too large, or no number at all. */
  | { readonly _tag: "Unreadable" }

/** One entry of `custom_data`. Keys are data: they never become properties of an object. */
export interface EntryReading {
  readonly key: string
  readonly value: string
  readonly createdAt: Option.Option<string>
}

/** The reading of `custom_data`, in any form. */
export interface CustomDataReading {
  readonly entries: ReadonlyArray<EntryReading>
  /** How many parts were unreadable, or beyond the limit. */
  readonly unreadable: number
}

/** The fields of every envelope and record. */
export interface EnvelopeReading {
  /** `response_code`, letter for letter (#22, #23). */
  readonly responseCode: string
  /** `token`, letter for letter or digit for digit; none when absent, empty or neither text nor whole number (#25). */
  readonly token: Option.Option<string>
  /** `response_text`: a message, a sub-code, or an address that the customer must open (#26). */
  readonly responseText: Option.Option<string>
  /** The code inside `Echec (CodeXX)`, if `response_text` is one (#216). */
  readonly subCode: Option.Option<string>
  /** `description`; it may give the real reason of a failure. */
  readonly description: Option.Option<string>
  /** `response_text_details`, which the specification does not know. */
  readonly responseTextDetails: Option.Option<string>
  readonly wiki: Option.Option<string>
  readonly customData: CustomDataReading
}

/** The fields of a status record beside its envelope, payin or payout. */
export interface RecordReading extends EnvelopeReading {
  readonly status: StatusReading
  /** A text, also when it came as a number; open data (#111). */
  readonly operatorId: Option.Option<string>
  readonly operatorName: Option.Option<string>
}

/** Who paid, as the service wrote it (#100); empty where a text is missing. */
export interface CustomerDetailsReading {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly details: string
}

/** The reading of a payin's confirm (#79-#102). */
export interface PayinRecordReading extends RecordReading {
  readonly customer: Option.Option<string>
  readonly amount: AmountReading
  readonly montant: AmountReading
  /** `date`, as it was written. */
  readonly date: Option.Option<string>
  readonly externalId: Option.Option<string>
  readonly transactionId: Option.Option<string>
  readonly operatorReference: Option.Option<string>
  readonly requestId: Option.Option<string>
  readonly customerDetails: Option.Option<CustomerDetailsReading>
}

/** What a payout's confirm said (#103-#110). */
export interface PayoutRecordReading extends RecordReading {
  /** The specification promises none ; read in case one is there. */
  readonly amount: AmountReading
  readonly montant: AmountReading
}

/** What an OTP request's answer said (#163, #164). */
export interface OtpReading {
  /** `error`; none unless it is a boolean, for a guess here would prompt for a code that was never sent (#165). */
  readonly error: Option.Option<boolean>
  readonly message: Option.Option<string>
  /** U1: the common envelope, if the answer is one. */
  readonly envelope: Option.Option<EnvelopeReading>
}
