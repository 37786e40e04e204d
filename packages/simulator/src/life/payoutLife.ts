/**
 * How a payout proceeds and ends, and the money that moves: out of the merchant's balance at creation, to the beneficiary or back at the
 * end. A wallet payout credits the wallet; the onward transfer follows separately.
 * Spec: States (#112-#114 #126 #127), `top_up_wallet` (#68 #69), U24.
 */
import { HashMap, Option } from "effect"
import type { Decision } from "../model/Agenda.ts"
import { walletOperatorId } from "../options/Assumptions.ts"
import { planCallbacks, faultsOf } from "./callbacks.ts"
import { drawDelay } from "../model/draws.ts"
import type { KeptStatus } from "../model/Payin.ts"
import { account } from "../model/Ledger.ts"
import { holds, move } from "./movements.ts"
import type { Options } from "../options/Options.ts"
import { withHistoryLine } from "./payinLife.ts"
import type { Payout } from "../model/Payout.ts"
import { seePhone } from "./phoneBook.ts"
import { plan } from "./plans.ts"
import { remembered } from "./retention.ts"
import type { State } from "../model/State.ts"
import { type Bilingual, bilingual } from "../model/Bilingual.ts"
import { decisionText } from "./decisionText.ts"

export const findPayout = (state: State, token: string): Payout | undefined =>
  Option.getOrUndefined(HashMap.get(state.payouts, token))

export const putPayout = (state: State, payout: Payout): State => ({
  ...state,
  payouts: HashMap.set(state.payouts, payout.token, payout),
})

/** Takes the money out of the merchant's balance (#239). The caller has checked that it is there. */
export const reserve = (state: State, options: Options, payout: Payout): State =>
  move(state, options, {
    from: account.merchant(payout.projectId, payout.operatorId),
    to: account.transit(payout.operatorId),
    amountXof: payout.amountXof + payout.feeXof,
    payment: payout.token,
    why: "a payout leaves the merchant's balance",
  })

/** The operator, or the wallet, decides about a pending payout. A final payout stays as it is (N3). */
export const decidePayout = (state: State, options: Options, token: string, decision: Decision): State => {
  const payout = findPayout(state, token)
  const to: KeptStatus = decision === "completed" ? "completed" : "notcompleted"
  if (payout === undefined || !options.assumptions.payoutTransitions[payout.status].includes(to)) return state
  return to === "completed" ? arrived(state, options, payout) : returned(state, options, payout, decision)
}

const arrived = (state: State, options: Options, payout: Payout): State => {
  const seen = seePhone(state, options, payout.beneficiary)
  const transit = account.transit(payout.operatorId)
  const paid = move(
    seen.state,
    options,
    {
      from: transit,
      to: destinationOf(payout),
      amountXof: payout.amountXof,
      payment: payout.token,
      why: "a payout reaches the beneficiary",
    },
    {
      from: transit,
      to: account.fees(payout.operatorId),
      amountXof: payout.feeXof,
      payment: payout.token,
      why: "a payout's fee",
    },
  )
  const done = finished(
    paid,
    options,
    ended(
      payout,
      "completed",
      options,
      state.now,
      bilingual(({ arrived }) => arrived),
    ),
  )
  if (payout.onward !== "UnderWay") return done
  // #69: the wallet is credited; now the money is transferred to the linked account.
  const operator = done.operators.find(({ id }) => id === seen.value.operatorId)
  const delay = drawDelay(done, operator?.payoutDelay ?? { fromMillis: 0, toMillis: 0 })
  return plan(delay.state, state.now + delay.value, { _tag: "TransferOnward", payout: payout.token })
}

const returned = (state: State, options: Options, payout: Payout, decision: Decision): State =>
  finished(
    move(state, options, {
      from: account.transit(payout.operatorId),
      to: account.merchant(payout.projectId, payout.operatorId),
      amountXof: payout.amountXof + payout.feeXof,
      payment: payout.token,
      why: "a failed payout goes back",
    }),
    options,
    ended({ ...payout, onward: "None" }, "notcompleted", options, state.now, decisionText("decided", decision)),
  )

const destinationOf = (payout: Payout): string =>
  payout.operatorId === walletOperatorId
    ? account.wallet(payout.beneficiary)
    : account.customer(payout.operatorId, payout.beneficiary)

/** The onward transfer ends (#69): the money is in the mobile money account, or stays in the wallet. */
export const transferOnward = (state: State, options: Options, token: string): State => {
  const payout = findPayout(state, token)
  if (payout === undefined || payout.onward !== "UnderWay") return state
  const seen = seePhone(state, options, payout.beneficiary)
  const { operatorId, behaviour } = seen.value
  const wallet = account.wallet(payout.beneficiary)
  const possible =
    operatorId !== null &&
    behaviour !== "refuses" &&
    behaviour !== "cannot_pay" &&
    holds(seen.state, wallet, payout.amountXof)
  if (!possible) return transferFailed(seen.state, options, payout)
  const moved = move(seen.state, options, {
    from: wallet,
    to: account.customer(operatorId, payout.beneficiary),
    amountXof: payout.amountXof,
    payment: payout.token,
    why: "an onward transfer",
  })
  const done = withHistoryLine(
    { ...payout, onward: "Arrived" as const },
    options,
    state.now,
    bilingual(({ onward_arrived }) => onward_arrived),
  )
  return remembered(putPayout(moved, done), token)
}

const transferFailed = (state: State, options: Options, payout: Payout): State => {
  const stays = withHistoryLine(
    { ...payout, onward: "Failed" as const },
    options,
    state.now,
    bilingual(({ onward_failed }) => onward_failed),
  )
  const status = options.assumptions.failedOnwardTransferStatus
  const kept = remembered(putPayout(state, stays), payout.token)
  if (status === payout.status) return kept
  const moved = ended(
    stays,
    status,
    options,
    state.now,
    bilingual(({ onward_ends }) => onward_ends),
  )
  return planCallbacks(putPayout(kept, moved), options, { kind: "payout", payment: moved })
}

const ended = (payout: Payout, status: KeptStatus, options: Options, now: number, cause: Bilingual): Payout =>
  withHistoryLine({ ...payout, status, finalAt: now }, options, now, cause)

const finished = (state: State, options: Options, payout: Payout): State => {
  const moves = faultsOf(state, payout.token).find((fault) => fault._tag === "FinalStatusMoves")
  // A payout whose money is still on its way is kept until it has arrived.
  const kept = payout.onward === "UnderWay" ? state : remembered(state, payout.token)
  const next = planCallbacks(putPayout(kept, payout), options, { kind: "payout", payment: payout })
  return moves === undefined
    ? next
    : plan(next, state.now + moves.afterMillis, { _tag: "MoveFinal", payment: payout.token })
}

/** N4: a final payout changes to the other final status. Money already spent by the beneficiary is the operator's loss. */
export const movePayout = (state: State, options: Options, payout: Payout): State => {
  const to = payout.status === "completed" ? "notcompleted" : "completed"
  const moved = ended(
    payout,
    to,
    options,
    state.now,
    bilingual(({ moved }) => moved),
  )
  const merchant = account.merchant(payout.projectId, payout.operatorId)
  const destination = holds(state, destinationOf(payout), payout.amountXof) ? destinationOf(payout) : account.world
  const [from, target] = to === "completed" ? [merchant, destinationOf(payout)] : [destination, merchant]
  const paid = move(state, options, {
    from,
    to: target,
    amountXof: payout.amountXof,
    payment: payout.token,
    why: "a reversal",
  })
  return planCallbacks(putPayout(paid, moved), options, { kind: "payout", payment: moved })
}
