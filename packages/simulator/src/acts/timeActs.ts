/** Time of one project, or of one payment: its pace, and leaps ahead that nothing else feels. */
import { HashMap } from "effect"
import { leap } from "../life/advance.ts"
import { maximumTimeFactor } from "../ports/Backstage.ts"
import type { Options } from "../options/Options.ts"
import { type Acted, done, refusedAct } from "./phoneActs.ts"
import { atPace, factorOf, isOfPayment, isOfProject } from "../life/plans.ts"
import type { AnyPayment } from "../life/callbacks.ts"
import { paymentOf } from "../service/serveCall.ts"
import type { State } from "../model/State.ts"

export const isTimeFactor = (factor: number): boolean => factor >= 0 && factor <= maximumTimeFactor

/** Lets the time of a project run faster or slower than the simulator's, or stand still. */
export const setProjectTimeFactor = (state: State, projectId: string, factor: number): Acted<void> => {
  if (!state.projects.some(({ id }) => id === projectId)) return refusedAct("no_project", projectId)
  return isTimeFactor(factor) ? done(atPace(state, projectId, factor)) : refusedAct("time_factor", factor)
}

/** Moves a project's time ahead, also where it stands still. */
export const advanceProject = (state: State, options: Options, projectId: string, millis: number): Acted<void> => {
  if (!state.projects.some(({ id }) => id === projectId)) return refusedAct("no_project", projectId)
  return isSpan(millis)
    ? done(inOwnTime(state, projectId, (own) => leap(own, options, millis, isOfProject(projectId))))
    : refusedAct("delay", millis)
}

/** Moves a payment's own time ahead: it is older by as much, and everything due on the way happens. */
export const advancePayment = (state: State, options: Options, token: string, millis: number): Acted<void> => {
  const found = paymentOf(state, token)
  if (found === undefined) return refusedAct("no_payment", token)
  return isSpan(millis)
    ? done(
        inOwnTime(aged(state, found, millis), found.payment.projectId, (own) =>
          leap(own, options, millis, isOfPayment(token)),
        ),
      )
    : refusedAct("delay", millis)
}

/** The longest span that time moves by at once, and that a callback is delayed by: ten years. */
export const maximumSpan = 3_660 * 86_400_000

export const isSpan = (millis: number): boolean => Number.isSafeInteger(millis) && millis > 0 && millis <= maximumSpan

const inOwnTime = (state: State, projectId: string, act: (state: State) => State): State =>
  atPace(act(atPace(state, projectId, 1)), projectId, factorOf(state, projectId))

const aged = (state: State, { kind, payment: { token } }: AnyPayment, millis: number): State =>
  kind === "payin"
    ? { ...state, invoices: HashMap.modify(state.invoices, token, (payin) => ({ ...payin, ...older(payin, millis) })) }
    : { ...state, payouts: HashMap.modify(state.payouts, token, (payout) => ({ ...payout, ...older(payout, millis) })) }

const older = <H extends { readonly at: number }>(
  {
    createdAt,
    history,
    tokenExpiresAt,
  }: { readonly createdAt: number; readonly history: ReadonlyArray<H>; readonly tokenExpiresAt: number | null },
  by: number,
) => ({
  createdAt: createdAt - by,
  tokenExpiresAt: tokenExpiresAt === null ? null : tokenExpiresAt - by,
  history: history.map((line) => ({ ...line, at: line.at - by })),
})
