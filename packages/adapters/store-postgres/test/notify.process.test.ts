/** What one process writes wakes those that sleep elsewhere. */
import { assert, describe } from "@effect/vitest"
import { type Ground, newGround, payoutIn, type Step } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { WakeSignal } from "@cauri/core/adapter"
import { Deferred, Effect, Fiber, Option, Queue, Stream } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { it } from "@cauri/house/it"
import { channel, dueTimes, layer } from "@cauri/store-postgres"
import { dueIn, payloadOf } from "../src/notify.ts"
import { inNewStore, scopedSchema, url, withClient } from "./support.ts"

/** What is heard of a store, after it is known that somebody listens. */
const heardOf = Effect.fnUntraced(function* (schema: string, name = `cauri ${schema}`) {
  const delivered = yield* Queue.unbounded<number>()
  const times = dueTimes({ url, schema, client: { application_name: name } })
  yield* Effect.forkScoped(Stream.runForEach(times, (time) => Queue.offer(delivered, time)))
  assert.strictEqual(yield* Queue.take(delivered), 0)
  return delivered
})

const insert = (step: Step) => Effect.flatMap(PaymentStore, (store) => store.insert(step.change, step.tracking))

const inStore = (schema: string) => Effect.provide(layer({ url, schema }))
const due = (ground: Ground, id: string, actAt: number | null) => payoutIn(ground, id, "pending", { actAt })

describe("what is due", () => {
  it.live("is heard elsewhere when it is written: by its time, and of its own store only", function* () {
    const [schema, other] = [yield* scopedSchema, yield* scopedSchema]
    const ground = yield* newGround
    yield* Effect.gen(function* () {
      const delivered = yield* heardOf(schema)
      yield* inStore(other)(insert(due(ground, "elsewhere", 11)))
      yield* insert(due(ground, "salary", 22))
      assert.strictEqual(yield* Queue.take(delivered), 22)
    }).pipe(inStore(schema))
  })

  it.live("is heard when a callback rings, and when a save says when to look again", () =>
    inNewStore(function* (schema) {
      const store = yield* PaymentStore
      const delivered = yield* heardOf(schema)
      const { change, tracking } = due(yield* newGround, "salary", null)
      yield* insert({ change, tracking })
      const note = { key: change.payment.key, attempt: 1, fingerprint: "print", body: null }
      yield* store.noteCallback({ ...note, receivedAt: 33 })
      assert.strictEqual(yield* Queue.take(delivered), 33)
      const terms = { version: 1, giveBack: null, now: 34 }
      yield* store.save({ payment: change.payment, entries: [] }, { ...tracking, actAt: 44, notesSeen: 1 }, terms)
      assert.strictEqual(yield* Queue.take(delivered), 44)
    }),
  )

  it.live("is heard when there is an event to deliver, by the time at which it happened", () =>
    inNewStore(function* (schema) {
      const delivered = yield* heardOf(schema)
      const ground = yield* newGround
      yield* insert(payoutIn(ground, "salary", "completed", { endedAt: ground.at + 77 }))
      assert.strictEqual(yield* Queue.take(delivered), ground.at + 77)
    }),
  )

  it.live("is heard again after the listener's connection was lost", () =>
    inNewStore(function* (schema) {
      const name = `cauri listener ${schema}`
      const delivered = yield* heardOf(schema, name)
      yield* Effect.promise(() =>
        withClient((client) =>
          client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name]),
        ),
      )
      // A write may have come meanwhile, so each program that sleeps is woken once.
      assert.strictEqual(yield* Queue.take(delivered), 0)
      yield* insert(due(yield* newGround, "salary", 55))
      assert.strictEqual(yield* Queue.take(delivered), 55)
    }),
  )

  it.live("wakes core's sleeping reconciler", function* () {
    const schema = yield* scopedSchema
    yield* Effect.gen(function* () {
      const wakeSignal = yield* WakeSignal
      const asleep = yield* Deferred.make<void>()
      yield* wakeSignal.listen
      // The first waking is that of the connection itself.
      yield* wakeSignal.wait
      const sleeper = yield* Effect.forkChild(Effect.andThen(Deferred.succeed(asleep, undefined), wakeSignal.wait))
      yield* Deferred.await(asleep)
      yield* insert(due(yield* newGround, "salary", 66))
      yield* Fiber.join(sleeper)
    }).pipe(Effect.provide(WakeSignal.layer), inStore(schema))
  })
})

/** A server that says what ours says until it is told to be silent, and never hangs up. */
const fallingSilent = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { hostname, port } = new URL(url)
      const sockets = new Set<Socket>()
      const state = { silent: false }
      const server = createServer({ allowHalfOpen: true }, (client) => {
        const upstream = connect(Number(port), hostname)
        client.on("data", (bytes) => void (state.silent || upstream.write(bytes)))
        upstream.on("data", (bytes) => client.write(bytes))
        for (const socket of [client, upstream]) sockets.add(socket.on("error", () => socket.destroy()))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return { server, sockets, state }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }),
  ),
  ({ server, sockets, state }) => {
    const address = server.address()
    const own = new URL(url)
    own.host = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
    return { url: own.href, sockets, state }
  },
)

const ends = (listener: Fiber.Fiber<unknown, unknown>) =>
  Effect.map(Effect.timeoutOption(Fiber.interrupt(listener), "5 seconds"), Option.isSome)

describe("a listener that has to end", () => {
  it.live("ends although its server says nothing any more", function* () {
    const server = yield* fallingSilent
    const delivered = yield* Deferred.make<number>()
    const listening = Stream.runForEach(dueTimes({ url: server.url }), (time) => Deferred.succeed(delivered, time))
    const listener = yield* Effect.forkDetach(listening)
    assert.strictEqual(yield* Deferred.await(delivered), 0)
    server.state.silent = true
    assert.isTrue(yield* ends(listener))
  })

  it.live("ends although its server never answered", function* () {
    const server = yield* fallingSilent
    server.state.silent = true
    const listener = yield* Effect.forkDetach(Stream.runDrain(dueTimes({ url: server.url })))
    while (server.sockets.size === 0) yield* Effect.sleep(5)
    assert.isTrue(yield* ends(listener))
  })
})

const told = (payload: string | undefined) => dueIn("cauri", payload)._tag

describe("what is said", () => {
  it("is the schema and a time, and nothing of a payment (S16)", () => {
    assert.strictEqual(channel, "cauri_due")
    assert.strictEqual(payloadOf("cauri", 1_700_000_000_000), "cauri 1700000000000")
  })

  it("is understood only where it is about this store", () => {
    assert.strictEqual(told("cauri 5"), "Some")
    for (const payload of ["cauri2 5", "cauri", "cauri x", "cauri 1e400", "", undefined]) {
      assert.strictEqual(told(payload), "None", payload)
    }
  })
})
