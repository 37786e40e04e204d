/**
 * The use cases that run in these worlds. Each is the real one of core, with its arguments.
 */
import { Effect, Redacted, Schema } from "effect"
import {
  Review,
  keyText,
  Payins,
  type PayinInput,
  PaymentKey,
  Payouts,
  type PayoutInput,
  Worker,
  type DecisionOutcome,
} from "@cauri/core"
import { CallbackIntake } from "@cauri/core/adapter"
import type { Program } from "./machine.ts"
import { attemptText, type Transaction, transactionsOf } from "./service.ts"
import { notExecutedAge } from "./policy.ts"
import { rightCode } from "./tape.ts"
import type { View } from "./views.ts"
import type { World } from "./world.ts"

const programs = new Map<string, Program>()
/** Programs are known by name, so a name says everything about its program's arguments. */
const program = (name: string, effect: () => Program["effect"]): Program => {
  const known = programs.get(name)
  if (known !== undefined) return known
  const made = { name, effect: effect() }
  programs.set(name, made)
  return made
}

export const send = (input: PayoutInput): Program =>
  program(`send ${input.id}`, () => Effect.flatMap(Payouts, (payouts) => payouts.create(input)))

export const create = (input: PayinInput): Program =>
  program(`create ${input.id}`, () => Effect.flatMap(Payins, (payins) => payins.create(input)))

/** The customer submits a code, the right one or a wrong one. */
export const submitCode = (key: PaymentKey, right: boolean): Program =>
  program(`submit a ${right ? "right" : "wrong"} code for ${key.id}`, () =>
    Effect.flatMap(Payins, (payins) => payins.submitOtp(key, Redacted.make(right ? rightCode : "0000"))),
  )

/** The customer tries again after a call without an answer. */
export const tryAgain = (key: PaymentKey): Program =>
  program(`try ${key.id} again`, () => Effect.flatMap(Payins, (payins) => payins.tryAgain(key)))

/** A person requests a confirm now. */
export const recheck = (key: PaymentKey): Program =>
  program(`recheck ${key.id}`, () => Effect.flatMap(Review, (review) => review.recheck(key)))

export const runOnce: Program = { name: "run", effect: Effect.flatMap(Worker, (each) => each.runOnce) }

const callback = (name: string, key: PaymentKey, attempt: number, fingerprint: string, body: string, now: number) =>
  program(`${name} @${now}`, () =>
    Effect.flatMap(CallbackIntake, (intake) =>
      intake.receive({ key, attempt, fingerprint, receivedAt: now, body: new TextEncoder().encode(body) }),
    ),
  )

/** The key behind a payment's name, `payout shop/p`. */
export const keyFrom = (name: string): PaymentKey => {
  const [kind, project, id] = name.split(/[ /]/)
  return Schema.decodeUnknownSync(PaymentKey)({ kind, project, id })
}

/** One POST of the event of a transaction. The service sends two of them, and they count as one. */
export const genuineCallback = (of: Transaction, now: number): Program =>
  callback(
    `callback (${of.status}) for ${attemptText(of.payment, of.attempt)}`,
    keyFrom(of.payment),
    of.attempt,
    `${of.token} ${of.status}`,
    of.status,
    now,
  )

/** A POST that the service never sent, which claims that the money moved. */
export const forgedCallback = (key: PaymentKey, attempt: number, now: number): Program =>
  callback(`forged callback for ${attemptText(keyText(key), attempt)}`, key, attempt, "forged", "completed", now)

const resolve = (key: PaymentKey, to: DecisionOutcome, asOf: number): Program =>
  program(`rule ${key.id} ${to} as of ${asOf}`, () =>
    Effect.flatMap(Review, (review) =>
      review.resolve(key, { to, by: "A colleague", reason: "asked the service", evidence: "statement 1", asOf }),
    ),
  )

const release = (key: PaymentKey, asOf: number): Program =>
  program(`release ${key.id} as of ${asOf}`, () =>
    Effect.flatMap(Review, (review) => review.release(key, { by: "A colleague", reason: "looked at it", asOf })),
  )

/**
 * What a person may decide: about what is stored now, or about what they saw before it changed. They call a payment completed only
 * when the service did complete it; "not executed" they may get wrong.
 */
export const decisions = (views: ReadonlyArray<View>, world: World): ReadonlyArray<Program> =>
  views.flatMap(({ name, record, history }) => {
    const { payment } = record
    const { key, seq } = payment
    const state = payment.state._tag
    const executed = transactionsOf(world.ledger, name).some(({ status }) => status === "completed")
    if (state === "held") return [release(key, seq)]
    const doubt = history.findLast(({ event }) => event._tag === "in_doubt")?.seq
    if (doubt === undefined) return []
    if (state !== "in_doubt") return [resolve(key, payment._tag === "Payout" ? "send_again" : "not_completed", doubt)]
    const started = payment.attempts.at(-1)?.startedAt ?? 0
    const outcomes: ReadonlyArray<DecisionOutcome> = [
      ...(executed ? (["completed"] as const) : []),
      ...(payment._tag === "Payin" ? (["not_completed"] as const) : []),
      ...(payment._tag === "Payout" && world.now - started >= notExecutedAge
        ? (["not_completed", "send_again"] as const)
        : []),
    ]
    return outcomes.map((to) => resolve(key, to, seq))
  })
