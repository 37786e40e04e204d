/** The usual faults, to be switched on and off by one button each. */
import type { Catalogue } from "@cauri/catalogue"
import type { Fault } from "@cauri/simulator"

interface UsualFault {
  readonly id: keyof Catalogue["faults"]
  readonly fault: Fault
}

const second = 1_000
const minute = 60 * second

/** The usual faults, one of every kind and the variants that people ask for. */
export const usualFaults: ReadonlyArray<UsualFault> = [
  { id: "answer-dropped", fault: { _tag: "AnswerDropped" } },
  { id: "reset-before", fault: { _tag: "ConnectionReset", executed: false } },
  { id: "reset-after", fault: { _tag: "ConnectionReset", executed: true } },
  { id: "slow", fault: { _tag: "Delay", millis: 20 * second, executed: true } },
  { id: "page-503", fault: { _tag: "HtmlPage", status: 503, executed: true } },
  { id: "page-429", fault: { _tag: "HtmlPage", status: 429, executed: false } },
  { id: "truncated", fault: { _tag: "TruncatedJson" } },
  { id: "empty-token", fault: { _tag: "EmptyToken" } },
  { id: "failure-with-token", fault: { _tag: "FailureWithToken", responseCode: "01" } },
  { id: "code-00", fault: { _tag: "SubCode", code: "00", executed: false } },
  { id: "code-99", fault: { _tag: "SubCode", code: "99", executed: true } },
  { id: "odd-status", fault: { _tag: "OtherStatus", text: "COMPLETED" } },
  { id: "odd-amount", fault: { _tag: "OtherAmount", byXof: -1 } },
  { id: "confirm-refused", fault: { _tag: "ConfirmRefused", code: "04" } },
  { id: "final-moves", fault: { _tag: "FinalStatusMoves", afterMillis: 60 * minute } },
  { id: "token-expires", fault: { _tag: "TokenExpires", afterMillis: minute } },
  { id: "callback-lost", fault: { _tag: "CallbackLost" } },
  { id: "callback-early", fault: { _tag: "CallbackEarly" } },
  { id: "callback-single", fault: { _tag: "CallbackSingle", encoding: "Json" } },
  { id: "callback-repeated", fault: { _tag: "CallbackRepeated", times: 3, everyMillis: 10 * second } },
  { id: "callback-reordered", fault: { _tag: "CallbackReordered" } },
  { id: "callback-late", fault: { _tag: "CallbackLate", millis: 10 * minute } },
  { id: "callback-held", fault: { _tag: "CallbackHeld" } },
  { id: "callback-forged", fault: { _tag: "CallbackForged", status: "completed" } },
]
