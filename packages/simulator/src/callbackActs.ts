/**
 * What a person can do to the callbacks of one payment: repeat, forge, lose or delay them. A loss or delay lasts for this payment; rules
 * for future payments are faults.
 * Spec: Events (#196 #205 #206).
 */
import type { Status } from "@cauri/wire"
import { HashMap } from "effect"
import { takenOut } from "./Agenda.ts"
import { type AnyPayment, announceAgain, faultsOf, forge } from "./callbacks.ts"
import { speaks } from "./advance.ts"
import type { CallbackFault } from "./Faults.ts"
import type { Options } from "./Options.ts"
import { type Acted, done, senseless } from "./phoneActs.ts"
import { plan } from "./plans.ts"
import { paymentOf } from "./serveCall.ts"
import type { State } from "./State.ts"

/** Sends them again, with the present status. */
export const repeatCallbacks = (state: State, options: Options, token: string): Acted<void> =>
  ofPayment(state, token, (found) => done(announceAgain(state, options, found)))

/** Sends callbacks with another status. */
export const forgeCallbacks = (state: State, options: Options, token: string, status: Status): Acted<void> =>
  ofPayment(state, token, (found) => done(forge(state, options, found, status)))

/** Loses those on their way and all later ones. */
export const loseCallbacks = (state: State, token: string): Acted<void> =>
  ofPayment(state, token, () => {
    const { rest } = takenOut(state.agenda, speaks(token))
    const outbox = state.outbox.filter(({ payment }) => payment !== token)
    return done(harmed({ ...state, agenda: rest, outbox }, token, { _tag: "CallbackLost" }))
  })

/** Delays those on their way and all later ones. */
export const delayCallbacks = (state: State, token: string, millis: number): Acted<void> =>
  ofPayment(state, token, () => {
    if (!Number.isSafeInteger(millis) || millis <= 0) return senseless("delay")
    const { rest, taken } = takenOut(state.agenda, speaks(token))
    const waiting = taken.reduce<State>(
      (current, { post }) =>
        plan(current, post.at + millis, { _tag: "SendCallback", post: { ...post, at: post.at + millis } }),
      { ...state, agenda: rest },
    )
    return done(harmed(waiting, token, { _tag: "CallbackLate", millis }))
  })

const ofPayment = (state: State, token: string, act: (found: AnyPayment) => Acted<void>): Acted<void> => {
  const found = paymentOf(state, token)
  return found === undefined ? senseless("no_payment") : act(found)
}

// The newest act on a payment's callbacks replaces the earlier one.
const harmed = (state: State, token: string, fault: CallbackFault): State => ({
  ...state,
  paymentFaults: HashMap.set(state.paymentFaults, token, [
    fault,
    ...faultsOf(state, token).filter(({ _tag }) => _tag !== fault._tag),
  ]),
})
