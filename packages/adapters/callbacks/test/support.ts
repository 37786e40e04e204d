/** What several tests share: keys, targets, a scripted intake, the samples, and requests. */
import { readFileSync } from "node:fs"
import { inspect } from "node:util"
import { Deferred, Effect, Layer, Logger, Option, Redacted, References, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { PaymentKey, StoreError } from "@cauri/core"
import {
  CallbackAddress,
  CallbackIntake,
  type CallbackNote,
  type CallbackTarget,
  type NoteResult,
} from "@cauri/core/adapter"
import {
  type CallbackAddressOptions,
  type CallbackKey,
  CallbackReceiver,
  CallbackVerifier,
  layerCallbackAddress,
  type ReceiverLimits,
} from "../src/index.ts"

/** A key with a secret that only tests have. */
export const keyNamed = (id: string, seed = id): CallbackKey => ({
  id,
  secret: Redacted.make(`${seed}-0123456789abcdefghijklmnopqrstuvwxyz`),
})

export const base = "https://shop.example"

export const options = (changes: Partial<CallbackAddressOptions> = {}): CallbackAddressOptions => ({
  base,
  signing: keyNamed("k1"),
  ...changes,
})

export const keyOf = (kind: "payin" | "payout" = "payin", id = "order-17", project = "shop"): PaymentKey =>
  Schema.decodeSync(PaymentKey)({ kind, project, id })

export const target: CallbackTarget = { key: keyOf(), attempt: 1 }

export const addressFor = (to: CallbackTarget = target, changes: Partial<CallbackAddressOptions> = {}) =>
  CallbackAddress.use((address) => address.make(to)).pipe(Effect.provide(layerCallbackAddress(options(changes))))

export const verified = (address: string, changes: Partial<CallbackAddressOptions> = {}) =>
  CallbackVerifier.use(({ verify }) => verify(lastSegment(address))).pipe(
    Effect.provide(layerCallbackAddress(options(changes))),
  )

export const lastSegment = (address: string): string => address.slice(address.lastIndexOf("/") + 1)

/** An intake that a test may steer; it keeps what it was given. */
export interface Desk {
  readonly notes: Array<CallbackNote>
  answer: (note: CallbackNote) => Effect.Effect<NoteResult, StoreError>
}

/** An intake that knows repetitions by attempt and fingerprint, as stores do. */
export const newDesk = (): Desk => {
  const notes: Array<CallbackNote> = []
  return {
    notes,
    answer: (note) =>
      Effect.sync(() => {
        const known = notes.some((each) => each.attempt === note.attempt && each.fingerprint === note.fingerprint)
        notes.push(note)
        return known ? "Repeat" : "First"
      }),
  }
}

export const layerReceiver = (desk: Desk, limits: Partial<ReceiverLimits> = {}) =>
  CallbackReceiver.layer(limits).pipe(
    Layer.provideMerge(layerCallbackAddress(options({ verifying: [keyNamed("k0")] }))),
    Layer.provide(Layer.succeed(CallbackIntake, { receive: (note) => Effect.suspend(() => desk.answer(note)) })),
  )

/** Runs a test's body against a receiver of its own, and keeps what was logged. */
export const received = <A>(
  body: (desk: Desk, logged: Array<string>) => Effect.gen.Return<A, unknown, CallbackReceiver | CallbackAddress>,
  limits: Parameters<typeof layerReceiver>[1] = {},
) =>
  Effect.suspend(() => {
    const desk = newDesk()
    const logged: Array<string> = []
    const keep = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      logged.push(`${logLevel} ${inspect([message, fiber.getRef(References.CurrentLogAnnotations)], { depth: 9 })}`)
    })
    return Effect.provide(
      Effect.gen(() => body(desk, logged)),
      Layer.merge(layerReceiver(desk, limits), Logger.layer([keep])),
    )
  })

/** What came back of a request. */
export interface Delivered {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export const ask = Effect.fnUntraced(function* (request: Request) {
  const receiver = yield* CallbackReceiver
  const response = HttpServerResponse.toWeb(yield* receiver.receive(HttpServerRequest.fromWeb(request)))
  return yield* heard(response)
})

export const heard = (response: Response): Effect.Effect<Delivered> =>
  Effect.promise(async () => ({
    status: response.status,
    body: await response.text(),
    headers: Object.fromEntries(response.headers),
  }))

export const json = "application/json"
export const form = "application/x-www-form-urlencoded"

/** How a POST differs from the ordinary one. */
interface PostChanges {
  readonly to?: CallbackTarget
  readonly headers?: Record<string, string>
  readonly suffix?: string
}

/** A POST to the target's address, which may be changed. */
export const post = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  contentType: string | null = json,
  { headers, suffix = "", to = target }: PostChanges = {},
): Effect.Effect<Request, never, CallbackAddress> =>
  Effect.map(
    CallbackAddress.use((addresses) => addresses.make(to)),
    (address) =>
      new Request(address + suffix, {
        method: "POST",
        headers: { ...(contentType !== null && { "content-type": contentType }), ...headers },
        body,
        ...half,
      }),
  )

const half = { duplex: "half" } as const

/** A POST whose body comes piece by piece. */
export const streamed = (url: string, body: ReadableStream<Uint8Array>): Request =>
  new Request(url, { method: "POST", body, headers: { "content-type": json }, ...half })

/** Sends a body and gives what was answered. */
export const send = (...args: Parameters<typeof post>) => Effect.flatMap(post(...args), ask)

/** A callback about the target, in both encodings. */
export const mine = '{"status":"completed","custom_data":{"transaction_id":"order-17"}}'
export const mineAsForm = "status=completed&custom_data%5Btransaction_id%5D=order-17"

/** A POST to an address that is nobody's. */
export const stray = (path: string): Request => new Request(`${base}${path}`, { method: "POST" })

export const storeDown = new StoreError({
  operation: "noteCallback",
  cause: new Error("CANARY in the store's own words"),
})

/** Waits until the machine has done what is under way outside of Effect's clock, such as a digest. */
export const soon = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** Waits until it is so, however long the machine takes. */
export const until = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.whileLoop({ while: () => !isSo(), body: () => soon, step: () => {} })

/** Lets every note wait before the desk until it is opened. */
export const closed = Effect.fnUntraced(function* (desk: Desk) {
  const gate = yield* Deferred.make<void>()
  const kept = desk.answer
  let waiting = 0
  desk.answer = (note) =>
    Effect.suspend(() => {
      waiting++
      return Effect.andThen(Deferred.await(gate), kept(note))
    })
  return { open: Deferred.succeed(gate, undefined), wait: (count: number) => until(() => waiting >= count) }
})

export const bytes = (count: number) => new TextEncoder().encode("x".repeat(count))

/** A body whose length is not announced, in pieces of this size. */
export const pieces = (count: number, size: number, onPull: () => void = () => {}) => {
  let left = count
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      onPull()
      if (left <= 0) return controller.close()
      controller.enqueue(bytes(Math.min(size, left)))
      left -= size
    },
  })
}

export const sample = (name: string): object => {
  const path = new URL(`../../wire/test/samples/${name}.json`, import.meta.url)
  return Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Record(Schema.String, Schema.Unknown) }))(
    JSON.parse(readFileSync(path, "utf8")),
  ).body
}

/** The target that was found, or null. */
export const targetOf = (found: Option.Option<CallbackTarget>): CallbackTarget | null => Option.getOrNull(found)
