/**
 * A program of its own on a store, for tests that need several or that kill one. It says line by line what it was told had been done.
 * Arguments: what it does, the server, the schema, its name, and how many.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { append, CreationToken, PaymentEvent, type PaymentRecord } from "@cauri/core/model"
import { Array, Effect, Result } from "effect"
import { readSync, writeSync } from "node:fs"
import { layer } from "@cauri/store-postgres"

const [, , role = "", url = "", schema = "", name = "", count = "0"] = process.argv

/** Written at once: what a killed program had said lies in no buffer. */
const say = (line: string) => Effect.sync(() => void writeSync(1, `${line}\n`))

/** Says that it is ready, and waits for a byte, so that all begin together. */
const together = Effect.andThen(
  say("ready"),
  Effect.sync(() => readSync(0, Buffer.alloc(1))),
)

const started = PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false })
const accepted = (token: string) =>
  PaymentEvent.cases.accepted.make({ attempt: 1, token: CreationToken.make(token), url: null, to: "pending" })
const next = (payment: PaymentRecord["payment"], event: PaymentEvent) => Result.getOrThrow(append(payment, [event], 1))
const free = { pauses: [], twin: null, refund: null }

/** Stores payments, claims them and stores their tokens, forty at a time, until it is killed. */
const works = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const one = Effect.fnUntraced(function* (index: number) {
    const id = `${name}-${index}`
    const { change, tracking } = payoutIn(ground, id)
    yield* store.insert(change, tracking)
    yield* say(`1 ${id}`)
    const claim = next(change.payment, started)
    yield* store.claim(claim, tracking, { version: 1, giveBack: null, now: 1, guards: free, leaseUntil: 2 })
    yield* say(`2 ${id}`)
    const answer = next(claim.payment, accepted(`token-${id}`))
    yield* store.save(answer, tracking, { version: 2, giveBack: 1, now: 1 })
    yield* say(`3 ${id}`)
  })
  yield* say("ready")
  const indexes = Array.makeBy(1_000_000, (index) => index)
  yield* Effect.forEach(indexes, one, { concurrency: 40, discard: true })
})

/** Claims what is listed, each payment from the version that was read, and tells what it got. Every 500 payments it waits for the others. */
const claims = Effect.gen(function* () {
  const store = yield* PaymentStore
  const records = yield* store.list({ limit: Number(count) })
  const one = Effect.fnUntraced(function* ({ payment, tracking }: PaymentRecord) {
    const terms = { version: 1, giveBack: null, now: 1 }
    const { _tag } = yield* store.claim(next(payment, started), tracking, { ...terms, guards: free, leaseUntil: 2 })
    if (_tag === "Claimed") yield* say(`claimed ${payment.content.id}`)
  })
  for (const part of Array.chunksOf(records, 500)) {
    yield* together
    yield* Effect.forEach(part, one, { concurrency: 100, discard: true })
  }
})

/** Takes what is due until nothing is. Before each of the first ten takings it waits for the others. */
const takes = Effect.gen(function* () {
  const store = yield* PaymentStore
  for (let taking = 0; ; taking++) {
    if (taking < 10) yield* together
    const { taken, nextDueAt } = yield* store.takeDue({ now: 1_000, limit: 25, until: 2_000 })
    for (const { payment } of taken) yield* say(`took ${payment.content.id}`)
    // What the other is taking at this moment is still told as due.
    if (taken.length === 0 && (nextDueAt ?? Infinity) > 1_000) return
  }
})

const roles: Readonly<Record<string, Effect.Effect<void, unknown, PaymentStore>>> = { works, claims, takes }

await Effect.runPromise(Effect.provide(roles[role] ?? Effect.die(`no role ${role}`), layer({ url, schema })))
