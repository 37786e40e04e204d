/**
 * Magic numbers, like the test cards of card networks: an operator's first block of numbers (its prefix, three zeros or more, any digit, two
 * digits that choose), or an amount of 7777nn XOF, choose an outcome, so that a merchant's own tests need neither phones nor control calls.
 * The header `X-Sandbox-Fault: nn` asks for an ending's faults on one request. The header decides before the amount, the amount before the
 * phone. Every other number waits for a person to act on the phone. For customers who act by themselves any OTP but `000000` is right.
 */
import type { Tools } from "@cauri/catalogue/tools"
import type { CallFault, CallbackFault, PaymentFault, RecordFault } from "../model/Faults.ts"
import { operatorOf } from "../model/Operator.ts"
import type { Options } from "./Options.ts"
import type { Behaviour } from "../model/Phone.ts"

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
  magic("90", "pays_at_once"),
  magic("91", "pays_in_a_minute"),
  magic("92", "refuses"),
  magic("93", "never_answers"),
  magic("94", "cannot_pay"),
  magic("95", "over_daily_limit"),
  magic("96", "pays_in_two_days"),
  magic("97", "pays_at_once", { payment: [{ _tag: "CallbackLost" }] }),
  magic("98", "pays_at_once", { payment: [{ _tag: "CallbackRepeated", times: 3, everyMillis: 60_000 }] }),
  magic("99", "pays_at_once", { payment: [{ _tag: "CallbackEarly" }] }),
  magic("80", "pays_at_once", { call: [{ _tag: "AnswerDropped" }] }),
  magic("81", "pays_at_once", { call: [{ _tag: "ConnectionReset", executed: false }] }),
  magic("82", "pays_at_once", { call: [{ _tag: "ConnectionReset", executed: true }] }),
  magic("83", "pays_at_once", { call: [{ _tag: "HtmlPage", status: 503, executed: true }] }),
  magic("84", "pays_at_once", { call: [{ _tag: "EmptyToken" }] }),
  magic("85", "pays_at_once", { call: [{ _tag: "SubCode", code: "77", executed: true }] }),
  magic("86", "pays_at_once", { call: [{ _tag: "TruncatedJson" }] }),
  magic("87", "pays_at_once", { payment: [{ _tag: "FinalStatusMoves", afterMillis: hour }] }),
  magic("88", "pays_at_once", { record: [{ _tag: "OtherAmount", byXof: -1 }] }),
  magic("89", "pays_at_once", { record: [{ _tag: "OtherStatus", text: "nocompleted" }] }),
]

/** Amounts with these first digits are magic: 777790 is the amount of ending 90. */
export const magicAmountPrefix = "7777"

/** The request header, in lower case, that asks for the faults of an ending. */
export const faultHeader = "x-sandbox-fault"

/** The outcome that an amount chooses, or else a phone. */
export const magicOf = (options: Options, phone: string, amountXof: number): Magic | undefined => {
  if (!options.magicNumbers) return undefined
  const [, byAmount] = new RegExp(`^${magicAmountPrefix}([0-9]{2})$`).exec(String(amountXof)) ?? []
  return magicOfEnding(byAmount) ?? magicOfPhone(options, phone)
}

/** The outcome that a phone chooses. */
export const magicOfPhone = (options: Options, phone: string): Magic | undefined =>
  options.magicNumbers ? magicOfEnding(endingOf(options, phone)) : undefined

export const magicOfEnding = (wanted: string | undefined): Magic | undefined =>
  magicNumbers.find(({ ending }) => ending === wanted)

/** The last two digits of a number in its operator's first block. */
const endingOf = ({ operators }: Options, phone: string): string | undefined => {
  const prefixes = operatorOf(operators, phone)?.prefixes.filter((prefix) => phone.startsWith(prefix)) ?? []
  const prefix = prefixes.reduce((longest, each) => Math.max(longest, each.length), 0)
  return prefix === 0 ? undefined : /^0{3,}[0-9]([0-9]{2})$/.exec(phone.slice(prefix))?.[1]
}
