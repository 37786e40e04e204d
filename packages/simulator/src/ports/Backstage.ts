/**
 * The acts of the service's own team and of the operators, for tests and for the control API: projects, balances, operators' decisions,
 * faults. Merchants and customers have no access to any of it (#184, #247).
 */
import type { Status } from "@cauri/wire"
import { Context, type Effect } from "effect"
import type { CallbackLogLine } from "../model/Callback.ts"
import type { FaultRule } from "../model/Faults.ts"
import type { LedgerEntry } from "../model/Ledger.ts"
import type { Operator } from "../model/Operator.ts"
import type { Project } from "../model/Project.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"

/** The ledger, for comparison with a merchant's store. */
export interface LedgerView {
  /** Every account that was ever used. The values add up to zero. */
  readonly balances: Readonly<Record<string, number>>
  readonly entries: ReadonlyArray<LedgerEntry>
}

/** The fastest pace of simulated time: a day in less than a tenth of a second. */
export const maximumTimeFactor = 1_000_000

/** An act of the team or of an operator. */
export type Act =
  | { readonly _tag: "AddProject"; readonly project: Project }
  /** Anything but the credentials. At most three addresses on the whitelist (#246). */
  | {
      readonly _tag: "ChangeProject"
      readonly projectId: string
      readonly change: Partial<Omit<Project, "id" | "apiKey" | "apiToken">>
    }
  /** New credentials; the old ones die at once (#192). */
  | { readonly _tag: "ReissueCredentials"; readonly projectId: string }
  /** Sets a project's balance on one operator (#238). */
  | {
      readonly _tag: "SetBalance"
      readonly projectId: string
      readonly operatorId: string
      readonly balanceXof: number
    }
  | { readonly _tag: "PutOperator"; readonly operator: Operator }
  /** The operator ends a payment: completed, or a definite failure (#115). Pending payments only. */
  | { readonly _tag: "Decide"; readonly token: string; readonly completed: boolean }
  /** A dispute moves a final status; needs `finalStatusesMove` (N4). */
  | { readonly _tag: "Dispute"; readonly token: string }
  /** How much faster simulated time runs than the clock from now on; 0 stops it; at most `maximumTimeFactor`. */
  | { readonly _tag: "SetTimeFactor"; readonly factor: number }
  /** The same for one project, beside simulated time itself. */
  | { readonly _tag: "SetProjectTimeFactor"; readonly projectId: string; readonly factor: number }
  /** Moves the time of one project ahead, also where it stands still; nothing else feels it. */
  | { readonly _tag: "AdvanceProject"; readonly projectId: string; readonly millis: number }
  /** Moves a payment's own time ahead; nothing else feels it. */
  | { readonly _tag: "AdvancePayment"; readonly token: string; readonly millis: number }
  | { readonly _tag: "PutFaultRule"; readonly rule: FaultRule }
  | { readonly _tag: "RemoveFaultRule"; readonly ruleId: string }
  /** Sends the callbacks of a payment again, with its present status, even where its callbacks are lost. */
  | { readonly _tag: "RepeatCallbacks"; readonly token: string }
  /** Sends callbacks with a false status. */
  | { readonly _tag: "ForgeCallbacks"; readonly token: string; readonly status: Status }
  /** Loses the callbacks of a payment that are on their way, and all later ones. */
  | { readonly _tag: "LoseCallbacks"; readonly token: string }
  /** Holds back the callbacks of a payment that are on their way, and all later ones. */
  | { readonly _tag: "HoldCallbacks"; readonly token: string }
  /** Holds back no more, and sends those that waited, in their order. */
  | { readonly _tag: "ReleaseCallbacks"; readonly token: string }
  /** Sends one callback now: one that waits leaves its place, one that was sent goes out once more, byte for byte. */
  | { readonly _tag: "DeliverCallback"; readonly callback: string }
  /** Sends a copy of a callback with another body, marked as forged. */
  | { readonly _tag: "EditCallback"; readonly callback: string; readonly body: string }
  /** Forwards what is posted to a public-looking address, made from the target, to the target. */
  | { readonly _tag: "PutForward"; readonly target: string }
  | { readonly _tag: "RemoveForward"; readonly target: string }
  /** Delays those on their way by this much, and all later ones as well. */
  | { readonly _tag: "DelayCallbacks"; readonly token: string; readonly millis: number }

/** The team's and the operators' side. */
export class Backstage extends Context.Service<
  Backstage,
  {
    readonly act: (act: Act) => Effect.Effect<void, SimulatorRefusal>
    readonly project: (projectId: string) => Effect.Effect<Project, SimulatorRefusal>
    readonly ledger: Effect.Effect<LedgerView>
    /** Every POST that was handed over, and its result, the oldest first; bounded by `limits.callbackLog`. */
    readonly callbacks: Effect.Effect<ReadonlyArray<CallbackLogLine>>
  }
>()("@cauri/simulator/Backstage") {}
