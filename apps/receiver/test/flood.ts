/**
 * Callbacks by the hundred thousand upon one payment within a minute of virtual time: forged, replayed, crossed, and new ones at an
 * address that somebody stole. The receiver, core's intake, the store and the sweep are the real ones; the service counts what it is
 * asked. Used by the tests and by the campaign, which does more of it.
 */
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type AnswerName, CallbackReceiver, type CallbackRequest, layerCallbackAddress } from "@cauri/callbacks"
import { defaultPolicy, layerCauri, Consumers, PaymentStore, Payouts, Policy, Worker } from "@cauri/core"
import { blankConfirmRecord, CallbackAddress, CreationAnswer, Credentials, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import * as Sqlite from "@cauri/store-sqlite"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { callbackKey } from "./serving.ts"
import { bodyOf } from "./world.ts"

/** How long the flood lasts, in seconds. */
const seconds = 60

interface Flood {
  /** How often the service was asked about the payment in that minute. */
  readonly confirms: number
  readonly answers: Readonly<Partial<Record<AnswerName, number>>>
  /** The payment's whole history before and after: its state, its attempts and its flags are what this adds up to. */
  readonly before: string
  readonly after: string
  /** Callbacks that are kept with their bodies. */
  readonly bodies: number
  /** All that are kept. */
  readonly notes: number
}

const requestOf = (path: string, content: string): CallbackRequest => {
  const bytes = new TextEncoder().encode(content)
  return {
    method: "POST",
    url: path,
    headers: { "content-type": "application/json", "content-length": String(bytes.length) },
    readBody: () => Effect.succeed({ _tag: "Whole", bytes }),
  }
}

/** Everything on a store in memory, with a service that counts. */
const layerWorld = (asked: () => void) => {
  const gateway = Layer.mock(Gateway)({
    create: () =>
      Effect.succeed(CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: null })),
    confirm: () => Effect.sync(() => (asked(), blankConfirmRecord)),
  })
  const addresses = layerCallbackAddress({
    base: "https://callbacks.shop.example",
    signing: { id: callbackKey.id, secret: Redacted.make(callbackKey.secret) },
  })
  const store = Sqlite.layer({ file: ":memory:", acceptDataLoss: "It is a test." })
  return CallbackReceiver.layerUsingDigest().pipe(
    Layer.provideMerge(layerCauri),
    Layer.provideMerge(store),
    Layer.provide([gateway, NodeCrypto.layerDigest]),
    Layer.provideMerge(addresses),
    Layer.provide(
      Layer.succeed(Credentials, {
        generation: () => Effect.succeed(""),
      }),
    ),
    Layer.provide(Layer.succeed(Consumers, [])),
    Layer.provideMerge(Layer.succeed(Policy, defaultPolicy)),
    Layer.provideMerge(Logger.layer([])),
  )
}

/** Lets so many callbacks come within a minute, while a reconciler sweeps. Needs the test's clock. */
export const flood = Effect.fnUntraced(function* (callbacks: number) {
  let confirms = 0
  const services = yield* Layer.build(layerWorld(() => confirms++))
  const payouts = Context.get(services, Payouts)
  const addresses = Context.get(services, CallbackAddress)
  const receiver = Context.get(services, CallbackReceiver)
  const { runOnce: sweep } = Context.get(services, Worker)
  const store = Context.get(services, PaymentStore)

  const {
    payment: { key },
  } = yield* payouts.create({
    project: "shop",
    id: "wage-17",
    amount: 7_000,
    method: { type: "mobile_money" },
    phone: "22660000017",
    description: "Wage",
  })
  const { pathname: path } = new URL(yield* addresses.make({ key, attempt: 1 }))
  const seen = Effect.map(store.history({ key, after: 0, limit: 100 }), (entries) => JSON.stringify(entries))
  const before = yield* seen
  const genuine = bodyOf(0)
  const crossed = JSON.stringify({ status: "completed", custom_data: { transaction_id: "wage-18" } })
  const requests = [
    (number: number) => requestOf(`${path.slice(0, -1)}${number % 2 === 0 ? "-" : "_"}`, bodyOf(number)),
    () => requestOf(path, genuine),
    () => requestOf(path, crossed),
    (number: number) => requestOf(path, bodyOf(number)),
  ]
  const answers: Partial<Record<AnswerName, number>> = {}
  const perTurn = Math.ceil(callbacks / seconds / 4)
  let number = 0
  // Four turns a second: callbacks, and a sweep like that of a reconciler that every note wakes.
  for (let turn = 0; turn < seconds * 4; turn++) {
    for (let each = 0; each < perTurn && number < callbacks; each++) {
      number += 1
      const request = requests[number % requests.length]?.(number)
      if (request === undefined) continue
      const answer = yield* receiver.answer(request)
      answers[answer] = (answers[answer] ?? 0) + 1
    }
    yield* sweep
    yield* TestClock.adjust("250 millis")
  }
  const { client } = Context.get(services, Sqlite.SqliteStore)
  const count = (what: string) =>
    Number(client.prepare(`SELECT count(${what}) FROM cauri_callback_notes`).pluck().get())
  const result: Flood = {
    confirms,
    answers,
    before,
    after: yield* seen,
    bodies: count("body"),
    notes: count("*"),
  }
  return result
}, Effect.scoped)
