/**
 * Endpoints 6 and 7: executes a payout request that passed the checks.
 * Spec: Endpoints (#138 #139 #172-#174), balances (#233 #237-#239), wallet accounts (#232), `top_up_wallet` (#65-#69).
 */
import { Option } from "effect"
import { walletOperatorId } from "../options/Assumptions.ts"
import { behaviourOf, reaction } from "../life/attempts.ts"
import { drawDelay, drawHex, drawToken, nextNumber, type Step, step } from "../model/draws.ts"
import { account } from "../model/Ledger.ts"
import { holds } from "../life/movements.ts"
import { feeOn, type Operator, operatorOf } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { fitsOperator, type Executed } from "./payinRequests.ts"
import type { Payout } from "../model/Payout.ts"
import { decidePayout, findPayout, putPayout, reserve } from "../life/payoutLife.ts"
import { hasWallet, seePhone } from "../life/phoneBook.ts"
import { plan } from "../life/plans.ts"
import type { Project } from "../model/Project.ts"
import { entriesOf } from "../life/records.ts"
import { payoutCreated } from "./replies.ts"
import { type PayoutCommand, readPayoutBody } from "./requestBodies.ts"
import { stated, unstated } from "./requestChecks.ts"
import type { State } from "../model/State.ts"
import { digitsOfTime } from "../model/times.ts"
import { bilingual } from "../model/Bilingual.ts"

type PayoutEndpoint = Payout["origin"]

/** Serves endpoint 6 or 7. */
export const createPayout = (
  state: State,
  options: Options,
  endpoint: PayoutEndpoint,
  project: Project,
  body: unknown,
): Step<Executed> => {
  const command = Option.getOrUndefined(readPayoutBody(options, endpoint, body))
  if (command === undefined) return step(state, { reply: unstated(options, endpoint, "field") })
  const wallet = endpoint === "createWalletPayout"
  // #174, #232
  if (wallet && !hasWallet(state, options, command.customer)) {
    return step(state, { reply: stated(options, endpoint, "beneficiary_without_wallet", "NotFound") })
  }
  const operator = wallet
    ? state.operators.find(({ id }) => id === walletOperatorId)
    : operatorOf(state.operators, command.customer)
  if (operator === undefined) return step(state, { reply: unstated(options, endpoint, "operator") })
  if (!fitsOperator(options, project, operator, command.amount)) {
    return step(state, { reply: unstated(options, endpoint, "payout_amount") })
  }
  // #238, #239: only the balance of this operator counts.
  const owed = command.amount + feeOn(operator.payoutFee, command.amount)
  if (!holds(state, account.merchant(project.id, operator.id), owed)) {
    return step(state, { reply: stated(options, endpoint, "balance_too_low", "Forbidden") })
  }
  const made = newPayout(state, options, endpoint, project, command, operator)
  const reserved = reserve(made.state, options, made.value)
  const begun = wallet
    ? creditWallet(reserved, options, made.value)
    : sendToOperator(reserved, options, made.value, operator)
  return step(begun, {
    reply: payoutCreated(options, findPayout(begun, made.value.token) ?? made.value),
    created: made.value.token,
  })
}

// #127: the wallet is credited instantly. Only magic numbers and behaviours delay or refuse it.
const creditWallet = (state: State, options: Options, payout: Payout): State => {
  const seen = seePhone(state, options, payout.beneficiary)
  const behaviour = behaviourOf(options, seen.value, payout.amountXof)
  const automatic = reaction(options, behaviour)
  if (automatic === "Nothing") return seen.state
  return automatic === undefined || behaviour === "pays_at_once"
    ? decidePayout(seen.state, options, payout.token, "completed")
    : plan(seen.state, state.now + automatic.afterMillis, {
        _tag: "DecidePayout",
        payout: payout.token,
        decision: automatic.decision,
      })
}

// #126: seconds to several days.
const sendToOperator = (state: State, options: Options, payout: Payout, operator: Operator): State => {
  const seen = seePhone(state, options, payout.beneficiary)
  const automatic = reaction(options, behaviourOf(options, seen.value, payout.amountXof))
  if (automatic === "Nothing") return seen.state
  const delay = drawDelay(seen.state, operator.payoutDelay)
  return plan(delay.state, state.now + (automatic?.afterMillis ?? delay.value), {
    _tag: "DecidePayout",
    payout: payout.token,
    decision: automatic?.decision ?? "completed",
  })
}

const newPayout = (
  state: State,
  options: Options,
  origin: PayoutEndpoint,
  project: Project,
  command: PayoutCommand,
  operator: Operator,
): Step<Payout> => {
  const numbered = nextNumber(state)
  const token = drawToken(numbered.state, options.profile.tokenShape)
  const callbackToken = drawToken(token.state, options.profile.tokenShape)
  const suffix = drawHex(callbackToken.state, 13)
  const { now } = state
  const topUpWallet = origin === "createWalletPayout" ? (command.top_up_wallet ?? 1) : null
  const made: Payout = {
    token: token.value,
    callbackToken: callbackToken.value,
    number: numbered.value,
    requestId: `W${numbered.value}${digitsOfTime(now).slice(0, 8)}`,
    projectId: project.id,
    origin,
    status: options.assumptions.initialStatus,
    amountXof: command.amount,
    feeXof: feeOn(operator.payoutFee, command.amount),
    description: command.description,
    beneficiary: command.customer,
    operatorId: operator.id,
    topUpWallet,
    onward: topUpWallet === 0 ? "UnderWay" : "None",
    callbackUrl: command.callback_url,
    entries: entriesOf(command.custom_data ?? {}, `${digitsOfTime(now)}${suffix.value}`, now),
    createdAt: now,
    finalAt: null,
    tokenExpiresAt: null,
    history: [{ at: now, status: options.assumptions.initialStatus, cause: bilingual(({ created }) => created) }],
  }
  return step(putPayout(suffix.state, made), made)
}
