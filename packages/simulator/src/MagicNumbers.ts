/**
 * Magic numbers, like the test cards of card networks: the last two digits of a phone, or an amount of 7777nn XOF, choose an outcome, so
 * that a merchant's own tests need neither phones nor control calls. Every other number waits for a person to act on the phone. For
 * customers who act by themselves any OTP but `000000` is right.
 */
import type { Tools } from "@cauri/catalogue/tools"
import type { CallFault, CallbackFault, PaymentFault, RecordFault } from "./Faults.ts"
import type { Options } from "./Options.ts"
import type { Behaviour } from "./Phone.ts"

/** What one ending does. The catalogue says it in words. */
export interface Magic {
  readonly ending: keyof Tools["magicNumbers"]
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
  ending: Magic["ending"],
  behaviour: Behaviour,
  faults: Partial<Pick<Magic, "call" | "record" | "payment">> = {},
): Magic => ({ ending, behaviour, call: [], record: [], payment: [], ...faults })

/** The table. */
export const magicNumbers: ReadonlyArray<Magic> = [
  magic("90", "PaysAtOnce"),
  magic("91", "PaysInAMinute"),
  magic("92", "Refuses"),
  magic("93", "NeverAnswers"),
  magic("94", "CannotPay"),
  magic("95", "OverDailyLimit"),
  magic("96", "PaysInTwoDays"),
  magic("97", "PaysAtOnce", { payment: [{ _tag: "CallbackLost" }] }),
  magic("98", "PaysAtOnce", {
    payment: [{ _tag: "CallbackRepeated", times: 3, everyMillis: 60_000 }],
  }),
  magic("99", "PaysAtOnce", {
    payment: [{ _tag: "CallbackEarly" }],
  }),
  magic("80", "PaysAtOnce", {
    call: [{ _tag: "AnswerDropped" }],
  }),
  magic("81", "PaysAtOnce", {
    call: [{ _tag: "ConnectionReset", executed: false }],
  }),
  magic("82", "PaysAtOnce", {
    call: [{ _tag: "ConnectionReset", executed: true }],
  }),
  magic("83", "PaysAtOnce", {
    call: [{ _tag: "HtmlPage", status: 503, executed: true }],
  }),
  magic("84", "PaysAtOnce", { call: [{ _tag: "EmptyToken" }] }),
  magic("85", "PaysAtOnce", {
    call: [{ _tag: "SubCode", code: "77", executed: true }],
  }),
  magic("86", "PaysAtOnce", { call: [{ _tag: "TruncatedJson" }] }),
  magic("87", "PaysAtOnce", {
    payment: [{ _tag: "FinalStatusMoves", afterMillis: hour }],
  }),
  magic("88", "PaysAtOnce", { record: [{ _tag: "OtherAmount", byXof: -1 }] }),
  magic("89", "PaysAtOnce", {
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
