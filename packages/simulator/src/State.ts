/**
 * The whole service as one immutable value. Nothing of the simulator lives anywhere else, but for the log of requests and the
 * sockets of the HTTP room: `save` writes this value as JSON, `restore` puts it back, and a run replays from it and its seed.
 * The large tables are persistent maps, so that a change costs the same whether there are ten payments or a hundred thousand.
 */
import { HashMap, Schema } from "effect"
import { Agenda } from "./Agenda.ts"
import { CallbackLogLine, CallbackPost } from "./Callback.ts"
import { CallbackFault, FaultCount, FaultRule, PaymentFault } from "./Faults.ts"
import { Invoice } from "./Invoice.ts"
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
  /** Two streams of randomness: codes, tokens and delays draw on the first, faults on the second. */
  random: Schema.Struct({ codes: Schema.Int, faults: Schema.Int }),
  projects: Schema.Array(Project),
  operators: Schema.Array(Operator),
  phones: Schema.HashMap(Schema.String, Phone),
  invoices: Schema.HashMap(Schema.String, Invoice),
  payouts: Schema.HashMap(Schema.String, Payout),
  /** Tokens of final payments in the order in which they ended: the only ones that are evicted (D9 of the threat model). */
  finals: Schema.Struct({
    tokens: Schema.HashMap(Schema.Int, Schema.String),
    first: Schema.Int,
    next: Schema.Int,
  }),
  agenda: Agenda,
  /** Posts that are due and not yet handed over to `CallbackSender`. */
  outbox: Schema.Array(CallbackPost),
  /** The newest posts that were handed over; bounded by `limits.callbackLog`. */
  callbackLog: Schema.Array(CallbackLogLine),
  ledger: Ledger,
  faultRules: Schema.Array(FaultRule),
  faultCounts: Schema.Record(Schema.String, FaultCount),
  /** Payment and callback faults that struck at a creation, by token. */
  paymentFaults: Schema.HashMap(Schema.String, Schema.Array(Schema.Union([PaymentFault, CallbackFault]))),
  /** Calls in the current window, by project, for `rateLimit` (N15). */
  rateWindows: Schema.Record(Schema.String, Schema.Struct({ startedAt: Schema.Int, calls: Schema.Int })),
})

/** The whole service. */
export type State = typeof State.Type

/** A service without anybody in it. */
export const emptyState: State = {
  now: 0,
  serial: 0,
  timeFactor: 1,
  random: { codes: 1, faults: 2 },
  projects: [],
  operators: [],
  phones: HashMap.empty(),
  invoices: HashMap.empty(),
  payouts: HashMap.empty(),
  finals: { tokens: HashMap.empty(), first: 1, next: 1 },
  agenda: [],
  outbox: [],
  callbackLog: [],
  ledger: emptyLedger,
  faultRules: [],
  faultCounts: {},
  paymentFaults: HashMap.empty(),
  rateWindows: {},
}

/** The state as JSON and back. */
export const StateJson = Schema.toCodecJson(State)
