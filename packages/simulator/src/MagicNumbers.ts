/**
 * Magic numbers, like the test cards of card networks: the last two digits of a phone, or an amount of 7777nn XOF, choose an outcome, so
 * that a merchant's own tests need neither phones nor control calls. Every other number waits for a person to act on the phone. For
 * customers who act by themselves any OTP but `000000` is right.
 */
import type { CallFault, CallbackFault, PaymentFault, RecordFault } from "./Faults.ts"
import type { Options } from "./Options.ts"
import type { Behaviour } from "./Phone.ts"

/** What one ending does. */
export interface Magic {
  readonly ending: string
  readonly meaning: string
  readonly behaviour: Behaviour
  /** Strike at the creation call. */
  readonly call: ReadonlyArray<CallFault>
  /** Strike at every confirm. */
  readonly record: ReadonlyArray<RecordFault>
  /** Strike at the payment. */
  readonly payment: ReadonlyArray<PaymentFault | CallbackFault>
}

const hour = 60 * 60 * 1_000
const magic = (
  ending: string,
  meaning: string,
  behaviour: Behaviour,
  faults: Partial<Pick<Magic, "call" | "record" | "payment">> = {},
): Magic => ({ ending, meaning, behaviour, call: [], record: [], payment: [], ...faults })

/** The table. */
export const magicNumbers: ReadonlyArray<Magic> = [
  magic("90", "pays at once; payouts arrive at once", "PaysAtOnce"),
  magic("91", "pays after a minute; payouts arrive after a minute", "PaysInAMinute"),
  magic("92", "refuses: not completed", "Refuses"),
  magic("93", "never answers: pending for ever", "NeverAnswers"),
  magic("94", "has no money, or an account that takes none: not completed", "CannotPay"),
  magic("95", "has reached the daily limit: payins are refused with Code02", "OverDailyLimit"),
  magic("96", "pays after two days; payouts arrive after two days", "PaysInTwoDays"),
  magic("97", "pays at once, and no callback ever comes", "PaysAtOnce", { payment: [{ _tag: "CallbackLost" }] }),
  magic("98", "pays at once, and each callback comes four times", "PaysAtOnce", {
    payment: [{ _tag: "CallbackRepeated", times: 3, everyMillis: 60_000 }],
  }),
  magic("99", "pays at once, and the callback comes before the creation's answer", "PaysAtOnce", {
    payment: [{ _tag: "CallbackEarly" }],
  }),
  magic("80", "the creation is executed and its answer is lost; pays at once", "PaysAtOnce", {
    call: [{ _tag: "AnswerDropped" }],
  }),
  magic("81", "the connection is reset before anything is executed", "PaysAtOnce", {
    call: [{ _tag: "ConnectionReset", executed: false }],
  }),
  magic("82", "the connection is reset after the execution; pays at once", "PaysAtOnce", {
    call: [{ _tag: "ConnectionReset", executed: true }],
  }),
  magic("83", "an HTML page with status 503 after the execution; pays at once", "PaysAtOnce", {
    call: [{ _tag: "HtmlPage", status: 503, executed: true }],
  }),
  magic("84", "response code 00 with an empty token; pays at once", "PaysAtOnce", { call: [{ _tag: "EmptyToken" }] }),
  magic("85", "an unstated sub-code although it is executed; pays at once", "PaysAtOnce", {
    call: [{ _tag: "SubCode", code: "77", executed: true }],
  }),
  magic("86", "truncated JSON after the execution; pays at once", "PaysAtOnce", { call: [{ _tag: "TruncatedJson" }] }),
  magic("87", "completed, and not completed an hour later", "PaysAtOnce", {
    payment: [{ _tag: "FinalStatusMoves", afterMillis: hour }],
  }),
  magic("88", "the confirmed amount is one franc less", "PaysAtOnce", { record: [{ _tag: "OtherAmount", byXof: -1 }] }),
  magic("89", "the confirmed status is an unknown word", "PaysAtOnce", {
    record: [{ _tag: "OtherStatus", text: "nocompleted" }],
  }),
]

/** Amounts with these first digits are magic: 777790 is the amount of ending 90. */
export const magicAmountPrefix = "7777"

/** The outcome that a phone's ending chooses, or else an amount. */
export const magicOf = (options: Options, phone: string, amountXof: number): Magic | undefined => {
  if (!options.magicNumbers) return undefined
  const text = String(amountXof)
  const byAmount = text.length === magicAmountPrefix.length + 2 && text.startsWith(magicAmountPrefix)
  return magicNumbers.find(({ ending }) => phone.endsWith(ending) || (byAmount && text.endsWith(ending)))
}
