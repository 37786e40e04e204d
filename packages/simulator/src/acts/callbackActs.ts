/**
 * What a person can do to callbacks: those of one payment can be repeated, forged, lost, delayed or held back, which lasts for this payment
 * (rules for future payments are faults); a single one can be sent now, or edited and sent by a forger.
 * Spec: Events (#196 #205 #206).
 */
import type { Status } from "@cauri/wire"
import { HashMap } from "effect"
import { plannedPosts, takenOut } from "../model/Agenda.ts"
import { type AnyPayment, planCallbacksAgain, faultsOf, forge } from "../life/callbacks.ts"
import { type SendCallback, speaks } from "../life/advance.ts"
import type { CallbackPost } from "../model/Callback.ts"
import type { CallbackFault } from "../model/Faults.ts"
import type { Options } from "../options/Options.ts"
import { type Acted, done, refusedAct } from "./phoneActs.ts"
import { plan } from "../life/plans.ts"
import { paymentOf } from "../service/serveCall.ts"
import type { State } from "../model/State.ts"
import { isSpan } from "./timeActs.ts"

export const repeatCallbacks = (state: State, options: Options, token: string): Acted<void> =>
  ofPayment(state, token, (found) => done(planCallbacksAgain(state, options, found)))

export const forgeCallbacks = (state: State, options: Options, token: string, status: Status): Acted<void> =>
  ofPayment(state, token, (found) => done(forge(state, options, found, status)))

export const loseCallbacks = (state: State, token: string): Acted<void> =>
  ofPayment(state, token, () => {
    const { rest } = takenOut(state.agenda, speaks(token))
    const ofOthers = ({ payment }: CallbackPost): boolean => payment !== token
    const [outbox, held] = [state.outbox.filter(ofOthers), state.held.filter(ofOthers)]
    return done(harmed({ ...state, agenda: rest, outbox, held }, token, { _tag: "CallbackLost" }))
  })

/** Holds back those on their way and all later ones: each waits from the time when it is due. */
export const holdCallbacks = (state: State, token: string): Acted<void> =>
  ofPayment(state, token, () => done(harmed(state, token, { _tag: "CallbackHeld" })))

export const releaseCallbacks = (state: State, token: string): Acted<void> =>
  ofPayment(state, token, () => {
    const isReleased = ({ payment }: CallbackPost): boolean => payment === token
    const held = state.held.filter((post) => !isReleased(post))
    const faults = faultsOf(state, token).filter(({ _tag }) => _tag !== "CallbackHeld")
    return done(
      sentNow(
        { ...state, held, paymentFaults: HashMap.set(state.paymentFaults, token, faults) },
        state.held.filter(isReleased),
      ),
    )
  })

export const deliverCallback = (state: State, callback: string): Acted<void> => {
  const isIt = ({ id }: CallbackPost): boolean => id === callback
  const { rest, taken } = takenOut(
    state.agenda,
    (event): event is SendCallback => event._tag === "SendCallback" && isIt(event.post),
  )
  const waiting = state.held.find(isIt) ?? taken[0]?.post
  if (waiting !== undefined) {
    const held = state.held.filter((post) => !isIt(post))
    return done(sentNow({ ...state, agenda: rest, held }, [{ ...waiting, at: state.now }]))
  }
  return ofCallback(state, callback, (post) => copied(state, post))
}

export const editCallback = (state: State, callback: string, body: string): Acted<void> =>
  ofCallback(state, callback, (post) => copied(state, { ...post, body, forged: true }))

/** A copy is an event of its own, so it has all its tries before it. */
const copied = (state: State, post: CallbackPost): State => {
  const serial = state.serial + 1
  const event = `${post.event.split(".")[0]}.${serial}`
  return sentNow({ ...state, serial }, [{ ...post, id: `${event}-${post.encoding}`, event, at: state.now, attempt: 1 }])
}

/** A person's order passes every hold. */
const sentNow = (state: State, posts: ReadonlyArray<CallbackPost>): State => ({
  ...state,
  outbox: [...state.outbox, ...posts],
})

const ofCallback = (state: State, callback: string, change: (post: CallbackPost) => State): Acted<void> => {
  const post = callbackOf(state, callback)
  return post === undefined ? refusedAct("no_callback", callback) : done(change(post))
}

/** A callback by its id, wherever it is: held back, planned, or sent. */
export const callbackOf = (state: State, callback: string): CallbackPost | undefined =>
  [...state.held, ...plannedPosts(state), ...state.callbackLog.map(({ post }) => post)].find(
    ({ id }) => id === callback,
  )

export const delayCallbacks = (state: State, token: string, millis: number): Acted<void> =>
  ofPayment(state, token, () => {
    if (!isSpan(millis)) return refusedAct("delay", millis)
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
  return found === undefined ? refusedAct("no_payment", token) : act(found)
}

// The newest act on a payment's callbacks replaces the earlier one.
const harmed = (state: State, token: string, fault: CallbackFault): State => ({
  ...state,
  paymentFaults: HashMap.set(state.paymentFaults, token, [
    fault,
    ...faultsOf(state, token).filter(({ _tag }) => _tag !== fault._tag),
  ]),
})
