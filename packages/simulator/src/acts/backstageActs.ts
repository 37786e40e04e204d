/**
 * The acts of the service's team and of the operators, as pure steps.
 * Spec: projects and credentials (#184 #192), whitelist (#246 #247), balances (#238), operators' decisions (#115), disputes (N4).
 */
import { HashMap, Result, Schema } from "effect"
import { moveFinal } from "../life/advance.ts"
import { type Act, type LedgerView } from "../ports/Backstage.ts"
import {
  delayCallbacks,
  deliverCallback,
  editCallback,
  forgeCallbacks,
  holdCallbacks,
  loseCallbacks,
  releaseCallbacks,
  repeatCallbacks,
} from "./callbackActs.ts"
import { drawText } from "../model/draws.ts"
import { FaultRule } from "../model/Faults.ts"
import { putForward, removeForward } from "./forwards.ts"
import { account } from "../model/Ledger.ts"
import { setBalance } from "../life/movements.ts"
import { Operator } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { decidePayin } from "../life/payinLife.ts"
import { decidePayout } from "../life/payoutLife.ts"
import { type Acted, done, refusedAct } from "./phoneActs.ts"
import { Project } from "../model/Project.ts"
import { paymentOf } from "../service/serveCall.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"
import { givenIn, wrongFieldsOf } from "../options/wrongInput.ts"
import { advancePayment, advanceProject, isTimeFactor, setProjectTimeFactor } from "./timeActs.ts"

export const performed = (state: State, options: Options, act: Act): Acted<void> => {
  switch (act._tag) {
    case "AddProject":
      return state.projects.some(({ id }) => id === act.project.id)
        ? refusedAct("project_exists", act.project.id)
        : checked(Project, act.project, "not_a_project", () =>
            done({ ...funded(state, options, act.project), projects: [...state.projects, act.project] }),
          )
    case "ChangeProject":
      return changed(state, act.projectId, (project) => ({
        ...project,
        ...act.change,
        id: project.id,
        apiKey: project.apiKey,
        apiToken: project.apiToken,
      }))
    case "ReissueCredentials": {
      const drawn = drawText(state, 48, "abcdefghijklmnopqrstuvwxyz0123456789")
      const { credentialLifetime } = options.assumptions
      return changed(drawn.state, act.projectId, (project) => ({
        ...project,
        apiKey: `sandbox-key-${drawn.value.slice(0, 24)}`,
        apiToken: `sandbox-token-${drawn.value.slice(24)}`,
        credentialsExpireAt: credentialLifetime === null ? null : state.now + credentialLifetime,
      }))
    }
    case "SetBalance":
      return balanced(state, options, act.projectId, act.operatorId, act.balanceXof)
    case "PutOperator":
      return checked(Operator, act.operator, "not_an_operator", (operator) =>
        done({ ...state, operators: [...state.operators.filter(({ id }) => id !== operator.id), operator] }),
      )
    case "Decide":
      return decided(state, options, act.token, act.completed)
    case "Dispute":
      return disputed(state, options, act.token)
    case "SetTimeFactor":
      return isTimeFactor(act.factor)
        ? done({ ...state, timeFactor: act.factor })
        : refusedAct("time_factor", act.factor)
    case "SetProjectTimeFactor":
      return setProjectTimeFactor(state, act.projectId, act.factor)
    case "AdvanceProject":
      return advanceProject(state, options, act.projectId, act.millis)
    case "AdvancePayment":
      return advancePayment(state, options, act.token, act.millis)
    case "PutFaultRule":
      return withRule(state, options, act.rule)
    case "RemoveFaultRule": {
      // Its count goes too: a later rule with the same id is a new one.
      const { [act.ruleId]: _, ...faultCounts } = state.faultCounts
      return done({ ...state, faultRules: state.faultRules.filter(({ id }) => id !== act.ruleId), faultCounts })
    }
    case "RepeatCallbacks":
      return repeatCallbacks(state, options, act.token)
    case "ForgeCallbacks":
      return forgeCallbacks(state, options, act.token, act.status)
    case "LoseCallbacks":
      return loseCallbacks(state, act.token)
    case "HoldCallbacks":
      return holdCallbacks(state, act.token)
    case "ReleaseCallbacks":
      return releaseCallbacks(state, act.token)
    case "DeliverCallback":
      return deliverCallback(state, act.callback)
    case "EditCallback":
      return editCallback(state, act.callback, act.body)
    case "PutForward":
      return putForward(state, act.target)
    case "RemoveForward":
      return removeForward(state, act.target)
    case "DelayCallbacks":
      return delayCallbacks(state, act.token, act.millis)
  }
}

/** Gives a project its opening balance on every operator. */
export const funded = (state: State, options: Options, project: Project): State =>
  state.operators.reduce<State>(
    (current, { id }) =>
      setBalance(
        current,
        options,
        account.merchant(project.id, id),
        options.merchantBalanceXof,
        "a merchant's opening balance",
      ),
    state,
  )

/** The other projects stay where they are, and so does this one: pages and scenarios use the first. */
const changed = (state: State, projectId: string, change: (project: Project) => Project): Acted<void> => {
  const project = state.projects.find(({ id }) => id === projectId)
  if (project === undefined) return refusedAct("no_project", projectId)
  return checked(Project, change(project), "not_a_project", (next) =>
    done({ ...state, projects: state.projects.map((each) => (each.id === projectId ? next : each)) }),
  )
}

const balanced = (
  state: State,
  options: Options,
  projectId: string,
  operatorId: string,
  balanceXof: number,
): Acted<void> => {
  const known = state.projects.some(({ id }) => id === projectId) && state.operators.some(({ id }) => id === operatorId)
  return known && Number.isSafeInteger(balanceXof) && balanceXof >= 0
    ? done(
        setBalance(state, options, account.merchant(projectId, operatorId), balanceXof, "a merchant's balance was set"),
      )
    : refusedAct("no_project_or_balance", projectId, operatorId, balanceXof)
}

const decided = (state: State, options: Options, token: string, completed: boolean): Acted<void> => {
  const found = paymentOf(state, token)
  if (found === undefined || found.payment.status !== "pending") return refusedAct("not_pending")
  const decision = completed ? "completed" : "failed"
  if (found.kind === "payout") return done(decidePayout(state, options, token, decision))
  return completed && found.payment.operatorId === null
    ? refusedAct("no_operator_yet")
    : done(decidePayin(state, options, token, decision))
}

const disputed = (state: State, options: Options, token: string): Acted<void> => {
  const found = paymentOf(state, token)
  if (!options.assumptions.finalStatusesMove) return refusedAct("final_stays")
  return found === undefined || found.payment.status === "pending"
    ? refusedAct("not_final")
    : done(moveFinal(state, options, token))
}

const withRule = (state: State, options: Options, rule: FaultRule): Acted<void> => {
  const others = state.faultRules.filter(({ id }) => id !== rule.id)
  return checked(FaultRule, rule, "not_a_rule", () =>
    others.length >= options.limits.faultRules
      ? refusedAct("too_many_rules")
      : done({ ...state, faultRules: [...others, rule] }),
  )
}

/** The ledger as plain values, in a stable order. */
export const ledgerView = ({ ledger }: State): LedgerView => ({
  balances: Object.fromEntries(HashMap.toEntries(ledger.balances).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  entries: HashMap.toValues(ledger.entries).toSorted((one, other) => one.number - other.number),
})

/** Acts on a value that fits its schema, or says which of its fields do not, and what was given there. */
const checked = <A>(
  schema: Schema.Codec<A, unknown>,
  value: A,
  because: SimulatorRefusal["because"],
  act: (value: A) => Acted<void>,
): Acted<void> => {
  const read = Schema.decodeUnknownResult(Schema.toType(schema), { errors: "all" })(value)
  return Result.isSuccess(read)
    ? act(read.success)
    : refusedAct(because, ...givenIn(wrongFieldsOf(read.failure.issue, value)))
}
