/**
 * The whole service as one immutable value. Only the log of requests and the sockets are outside it: `save` writes this value as JSON,
 * `restore` reads it, and a run replays from it and its seed. The large tables are persistent maps, so that a change costs the same with
 * ten payments or a hundred thousand.
 */
import { HashMap, Schema } from "effect"
import { Agenda } from "./Agenda.ts"
import { CallbackLogLine, CallbackPost } from "./Callback.ts"
import { CallbackFault, FaultRuleCounts, FaultRule, PaymentFault } from "./Faults.ts"
import { Payin } from "./Payin.ts"
import { emptyLedger, Ledger } from "./Ledger.ts"
import { Operator } from "./Operator.ts"
import { Payout } from "./Payout.ts"
import { Phone } from "./Phone.ts"
import { Project } from "./Project.ts"

/** The whole service. */
export const State = Schema.Struct({
  /** Simulated time up to which everything due has happened, in epoch milliseconds. It never goes back. */
  now: Schema.Int,
  /** Last number given to a payment, a post, an agenda entry … */
  serial: Schema.Int,
  /** How much faster simulated time runs than the clock. */
  timeFactor: Schema.Finite,
  /** How much faster the time of a project runs than simulated time; 0: it stands still; absent: 1. */
  projectFactors: Schema.Record(Schema.String, Schema.Finite),
  /** Two random streams: codes, tokens and delays use the first, faults the second. */
  random: Schema.Struct({ codes: Schema.Int, faults: Schema.Int }),
  projects: Schema.Array(Project),
  operators: Schema.Array(Operator),
  phones: Schema.HashMap(Schema.String, Phone),
  invoices: Schema.HashMap(Schema.String, Payin),
  payouts: Schema.HashMap(Schema.String, Payout),
  /** Tokens of final payments in the order in which they ended: only these are evicted (D9 of the threat model). */
  finals: Schema.Struct({
    tokens: Schema.HashMap(Schema.Int, Schema.String),
    first: Schema.Int,
    next: Schema.Int,
  }),
  agenda: Agenda,
  /** Due posts that are not yet handed over to `CallbackSender`. */
  outbox: Schema.Array(CallbackPost),
  /** Posts that wait for a person, the oldest first; bounded by `limits.callbackLog`. */
  held: Schema.Array(CallbackPost),
  /** Targets of forwards, the newest first. */
  forwards: Schema.Array(Schema.String),
  /** The newest posts handed over; bounded by `limits.callbackLog`. */
  callbackLog: Schema.Array(CallbackLogLine),
  ledger: Ledger,
  faultRules: Schema.Array(FaultRule),
  faultCounts: Schema.Record(Schema.String, FaultRuleCounts),
  /** Payment and callback faults that struck at a creation, by token. */
  paymentFaults: Schema.HashMap(Schema.String, Schema.Array(Schema.Union([PaymentFault, CallbackFault]))),
  /** Calls in the current window, by project, for `rateLimit` (N15). */
  rateWindows: Schema.Record(Schema.String, Schema.Struct({ startedAt: Schema.Int, calls: Schema.Int })),
})

export type State = typeof State.Type

/** A service without projects, operators or payments. */
export const emptyState: State = {
  now: 0,
  serial: 0,
  timeFactor: 1,
  projectFactors: {},
  random: { codes: 1, faults: 2 },
  projects: [],
  operators: [],
  phones: HashMap.empty(),
  invoices: HashMap.empty(),
  payouts: HashMap.empty(),
  finals: { tokens: HashMap.empty(), first: 1, next: 1 },
  agenda: [],
  outbox: [],
  held: [],
  forwards: [],
  callbackLog: [],
  ledger: emptyLedger,
  faultRules: [],
  faultCounts: {},
  paymentFaults: HashMap.empty(),
  rateWindows: {},
}

/** The state as JSON and back. */
export const StateJson = Schema.toCodecJson(State)
