/** The package in its place: core creates a payin at an address of ours, and callbacks reach core's store through the receiver. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { keyText, layerCauri, Payins, PaymentStore } from "@cauri/core"
import {
  type CreationCall,
  CreationAnswer,
  Credentials,
  SharedState,
  emptyMemory,
  Gateway,
  type MemoryCell,
  memoryShared,
  memoryDriver,
} from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { callbackForm, formEncodings, PayinCallback } from "@cauri/simulator"
import { CallbackReceiver, layerCallbackAddress } from "../src/index.ts"
import { ask, form, json, options } from "./support.ts"

/** What the service was told, and what it does before it answers. */
interface Service {
  callbackUrl: string
  beforeAnswer: Effect.Effect<unknown>
}

const noted = ({ current }: MemoryCell) =>
  [...current.payments].flatMap(([name, { notes }]) => (notes.length > 0 ? [name] : []))

const world = () => {
  const cell: MemoryCell = { current: emptyMemory }
  const service: Service = { callbackUrl: "", beforeAnswer: Effect.void }
  const gateway = Layer.mock(Gateway)({
    create: ({ callbackUrl }: CreationCall) =>
      Effect.gen(function* () {
        service.callbackUrl = callbackUrl
        yield* service.beforeAnswer
        return CreationAnswer.cases.accepted.make({
          token: CreationToken.make("token-1"),
          url: "https://pay.example/1",
        })
      }),
  })
  const layer = CallbackReceiver.layer().pipe(
    Layer.provideMerge(layerCauri),
    Layer.provideMerge(Layer.succeed(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell)))),
    Layer.provide([
      gateway,
      Layer.succeed(SharedState, memoryShared(cell, "test")),
      Layer.succeed(Credentials, {
        generation: () => Effect.succeed("one"),
      }),
    ]),
    Layer.provide(layerCallbackAddress(options())),
  )
  return { cell, layer, service }
}

const create = Effect.gen(function* () {
  const payins = yield* Payins
  return yield* payins.create({
    project: "shop",
    id: "order-17",
    amount: 4200,
    method: { type: "hosted", returnUrl: "https://shop.example/back", cancelUrl: "https://shop.example/cancel" },
    description: "Two loaves",
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
  })
})

const event = (changes: Partial<PayinCallback> = {}): PayinCallback =>
  Schema.decodeSync(PayinCallback)({
    status: "completed",
    token: "another token",
    amount: 4200,
    montant: 4200,
    custom_data: [
      { keyof_customdata: "transaction_id", valueof_customdata: "order-17" },
      { keyof_customdata: "hash", valueof_customdata: "h" },
    ],
    ...changes,
  })

const tell = (url: string, body: string, contentType: string) =>
  ask(new Request(url, { method: "POST", body, headers: { "content-type": contentType } }))

describe("the receiver with core", () => {
  it.effect(
    "is where core sends the service: at an address below the merchant's base, which takes POSTs and no more #9",
    () => {
      const { cell, layer, service } = world()
      return Effect.gen(function* () {
        yield* create
        assert.match(
          service.callbackUrl,
          /^https:\/\/shop\.example\/callbacks\/k1\.payin\.shop\.order-17\.1\.[\w-]{22}$/,
        )
        assert.strictEqual((yield* ask(new Request(service.callbackUrl))).status, 405)
        assert.strictEqual(noted(cell).length, 0)
        assert.strictEqual((yield* tell(service.callbackUrl, JSON.stringify(event()), json)).status, 200)
        assert.strictEqual(noted(cell).length, 1)
      }).pipe(Effect.provide(layer))
    },
  )

  it.effect(
    "makes one note of both POSTs in every encoding, and the payin due at once; its state stays #199 #202 #205",
    () => {
      const { cell, layer, service } = world()
      return Effect.gen(function* () {
        const { payment: payin } = yield* create
        const key = keyText(payin.key)
        yield* TestClock.adjust("1 second")
        assert.isAbove(cell.current.payments.get(key)?.row?.actAt ?? 0, 1_000)
        assert.strictEqual((yield* tell(service.callbackUrl, JSON.stringify(event()), json)).status, 200)
        for (const encoding of formEncodings)
          assert.strictEqual((yield* tell(service.callbackUrl, callbackForm(event(), encoding), form)).status, 200)
        assert.strictEqual(cell.current.payments.get(key)?.notes?.length, 1)
        assert.strictEqual(cell.current.payments.get(key)?.row?.actAt, 1_000)
        const payins = yield* Payins
        assert.strictEqual((yield* payins.get(payin.key)).payment.state._tag, "pending")
      }).pipe(Effect.provide(layer))
    },
  )

  it.effect("lets no forged body reach a state or another payin, whatever it claims (A1, A2, A23) #201 #205", () => {
    const { cell, layer, service } = world()
    return Effect.gen(function* () {
      const { payment: payin } = yield* create
      const before = (yield* (yield* Payins).get(payin.key)).payment
      for (const forged of [
        event({ status: "notcompleted" }),
        event({ amount: 1, montant: 1 }),
        event({ token: "token-1" }),
        event({ custom_data: [{ keyof_customdata: "transaction_id", valueof_customdata: "order-18" }] }),
      ])
        assert.strictEqual((yield* tell(service.callbackUrl, JSON.stringify(forged), json)).status, 200)
      assert.deepStrictEqual((yield* (yield* Payins).get(payin.key)).payment, before)
      assert.deepStrictEqual(noted(cell), [keyText(payin.key)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("takes a callback that comes before the creation's answer (A22)", () => {
    const { cell, layer, service } = world()
    return Effect.gen(function* () {
      const receiver = yield* CallbackReceiver
      const answers: Array<number> = []
      service.beforeAnswer = Effect.suspend(() => tell(service.callbackUrl, JSON.stringify(event()), json)).pipe(
        Effect.map(({ status }) => answers.push(status)),
        Effect.provideService(CallbackReceiver, receiver),
      )
      const { payment: payin } = yield* create
      assert.deepStrictEqual(answers, [200])
      assert.strictEqual(cell.current.payments.get(keyText(payin.key))?.notes?.length, 1)
      assert.isNotNull(yield* (yield* PaymentStore).find(payin.key))
    }).pipe(Effect.provide(layer))
  })

  it.effect("answers 404 for a payin that the store lost, though the address is right", () => {
    const { cell, layer, service } = world()
    return Effect.gen(function* () {
      yield* create
      cell.current = emptyMemory
      assert.strictEqual((yield* tell(service.callbackUrl, JSON.stringify(event()), json)).status, 404)
    }).pipe(Effect.provide(layer))
  })
})
