/**
 * Magic numbers, like the test cards of card networks: an operator's first block of numbers (its prefix, three zeros or more, any digit, two
 * digits that choose), or an amount of 7777nn XOF, choose an outcome, so that a merchant's own tests need neither phones nor control calls.
 * The header `X-Sandbox-Fault: nn` asks for an ending's faults on one request. The header decides before the amount, the amount before the
 * phone. Every other number waits for a person to act on the phone. For customers who act by themselves any OTP but `000000` is right.
 */
import type { CallFault, CallbackFault, PaymentFault, RecordFault } from "./Faults.ts"
import { operatorOf } from "./Operator.ts"
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

/** The request header, in lower case, that asks for the faults of an ending. */
export const faultHeader = "x-sandbox-fault"

/** The outcome that an amount chooses, or else a phone. */
export const magicOf = (options: Options, phone: string, amountXof: number): Magic | undefined => {
  if (!options.magicNumbers) return undefined
  const [, byAmount] = new RegExp(`^${magicAmountPrefix}([0-9]{2})$`).exec(String(amountXof)) ?? []
  return magicOfEnding(byAmount) ?? magicOfEnding(endingOf(options, phone))
}

/** The outcome with this ending. */
export const magicOfEnding = (wanted: string | undefined): Magic | undefined =>
  magicNumbers.find(({ ending }) => ending === wanted)

/** The last two digits of a number in its operator's first block. */
const endingOf = ({ operators }: Options, phone: string): string | undefined => {
  const prefixes = operatorOf(operators, phone)?.prefixes.filter((prefix) => phone.startsWith(prefix)) ?? []
  const prefix = prefixes.reduce((longest, each) => Math.max(longest, each.length), 0)
  return prefix === 0 ? undefined : /^0{3,}[0-9]([0-9]{2})$/.exec(phone.slice(prefix))?.[1]
}
