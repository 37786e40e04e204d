/**
 * The API over core, a store in memory and a gateway that answers by the last digits of the number, as the simulator does: 82 loses the
 * answer, 90 pays at once, 190 without a word of who paid, 92 refuses. Its answer can be kept back.
 */
import { NodeCrypto } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { layerCauri, memoryStore, Policy, type Worker } from "@cauri/core"
import * as adapter from "@cauri/core/adapter"
import { CallFailure, CreationToken, type Payment } from "@cauri/core/model"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, Effect, Latch, Layer, Redacted, Schema, type Scope } from "effect"
import {
  addKey,
  type ApiHandler,
  type ApiOptions,
  type ApiServices,
  type KeyInput,
  makeApiHandler,
  openApi,
  scopes,
} from "../src/index.ts"

/** What a test steers and sees of the gateway. */
export interface Steering {
  /** While it is closed, the service does not answer creations. */
  readonly answers: Latch.Latch
  readonly created: Array<string>
}
export class Steered extends Context.Service<Steered, Steering>()("test/Steered") {}

const phoneOf = ({ content }: Payment): string =>
  content.kind === "payout" ? content.phone : (content.method.phone ?? "")

const layerGateway = Layer.effect(
  adapter.Gateway,
  Effect.map(Steered, ({ answers, created }) => {
    const create = ({ attempt, payment }: adapter.CreationCall) =>
      Effect.gen(function* () {
        created.push(`${payment.key.kind} ${payment.key.id} ${phoneOf(payment)}`)
        yield* answers.await
        if (phoneOf(payment).endsWith("82")) return adapter.noAnswer("timed_out")
        if (phoneOf(payment).endsWith("84") && attempt === 3) return adapter.notSent("connect_timeout")
        if (phoneOf(payment).endsWith("92"))
          return adapter.CreationAnswer.cases.refused.make({
            reason: CallFailure.cases.amount_refused.make({ code: "Code05" }),
          })
        return adapter.CreationAnswer.cases.accepted.make({
          token: CreationToken.make(`token-${payment.content.id}-${attempt}`),
          url: payment.content.method.type === "hosted" ? "https://pay.example/1" : null,
        })
      })
    return adapter.Gateway.of({
      create,
      requestCode: create,
      confirm: ({ payment }) =>
        Effect.succeed({
          ...adapter.blankConfirmRecord,
          status: phoneOf(payment).endsWith("90") || phoneOf(payment) === "" ? "completed" : "pending",
          amount: payment.content.amount,
          payer: phoneOf(payment) === "" || phoneOf(payment).endsWith("190") ? null : phoneOf(payment),
        }),
    })
  }),
)

const policy = Policy.layer({
  merchant: { project: "shop" },
  approvals: { payoutsAbove: 100_000, approvers: ["The manager", "The accountant"] },
  calls: { creationRate: { perSecond: 1_000, burst: 1_000 }, confirmRate: { perSecond: 1_000, burst: 1_000 } },
})

const layerWorld = layerCauri.pipe(
  Layer.provideMerge(memoryStore),
  Layer.provideMerge(layerGateway),
  Layer.provideMerge(Layer.succeed(adapter.Credentials, { generation: () => Effect.succeed("one") })),
  Layer.provideMerge(
    Layer.succeed(adapter.CallbackAddress, {
      base: "https://shop.example",
      make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${key.id}.${attempt}`),
    }),
  ),
  Layer.provideMerge(policy),
  // At once, where WebCrypto would ask another thread, which no test clock moves.
  Layer.provideMerge(NodeCrypto.layerDigest),
  Layer.provideMerge(Layer.sync(Steered, () => ({ answers: Latch.makeUnsafe(true), created: [] }))),
)

/** What came back. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- compared with the document when it came
  readonly body: any
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Effect.Effect<Got>

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { "date-time": true } })
const whole = openApi()
ajv.addSchema(whole, "document")

const Paths = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Struct({ operationId: Schema.String })))
const operations = Object.entries(Schema.decodeUnknownSync(Paths)(whole["paths"])).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace("{id}", "[^/]+")}$`)
    return { path, method, operationId, pattern }
  }),
)

const pointer = (...parts: ReadonlyArray<string>): string =>
  `document#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`

/** Compares an answer with the document: of a status that the operation names, and with all that its schema says. */
const check = (method: string, path: string, { body, headers, status }: Got): void => {
  const [address = ""] = path.split("?")
  const type = headers.get("content-type") ?? ""
  const found = operations.find((each) => each.pattern.test(address) && each.method === method.toLowerCase())
  const own = found === undefined ? [] : ["paths", found.path, found.method, "responses", String(status)]
  const isProblem = type === "application/problem+json"
  const at = isProblem ? ["components", "schemas", "Problem"] : [...own, "content", type, "schema"]
  const validate = ajv.compile({ $ref: pointer(...at) })
  assert.isTrue(validate(body), `${method} ${path} ${status}: ${JSON.stringify(validate.errors)}`)
  const isNamed = found === undefined || ajv.compile({ $ref: pointer(...own) }) !== undefined
  assert.isTrue(isNamed, `${method} ${path} ${status}`)
}

/** A request, with the body as it is or as JSON. */
export const requestOf = (
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Request =>
  new Request(`https://api.example${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && {
      body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  })

/** Sends a request, and compares its answer with the document. */
export const send = (handler: ApiHandler, request: Request, from?: string): Effect.Effect<Got> =>
  Effect.promise(async () => {
    const response = await handler(request, from)
    const { headers, status } = response
    const { pathname, search } = new URL(request.url)
    const got: Got = { status, headers, body: await response.json() }
    check(request.method, pathname + search, got)
    return got
  })

export const clientOf =
  (handler: ApiHandler, secret: string): Send =>
  (method, path, body, headers = {}) =>
    send(handler, requestOf(method, path, body, { authorization: `Bearer ${secret}`, ...headers }))

let keys = 0

/** The secret of a new key; it may do everything in the shop, unless it is said otherwise. */
export const newKey = (input: Partial<KeyInput> = {}) =>
  Effect.map(addKey({ name: `key-${++keys}`, project: "shop", may: scopes, ...input }), ({ secret }) =>
    Redacted.value(secret),
  )

/** The API and a client of it. */
export const opened = Effect.fnUntraced(function* (options?: ApiOptions) {
  const handler = yield* makeApiHandler(options)
  return { handler, call: clientOf(handler, yield* newKey()) }
})

/** A test over a world of its own. */
export const test = (
  name: string,
  body: () => Effect.fn.Return<void, unknown, ApiServices | adapter.Ports | Steered | Scope.Scope | Worker>,
) => it.effect(name, () => Effect.gen(body).pipe(Effect.scoped, Effect.provide(layerWorld), Effect.orDie))

/** Waits until requests under way have come so far. */
export const reached = (isThere: () => boolean | Promise<boolean>) =>
  Effect.promise(async () => {
    do await new Promise((resolve) => setImmediate(resolve))
    while (!(await isThere()))
  })

export const direct = (phone = "22660000001") => ({ type: "direct", mode: "ussd_push", phone })
const shop = { name: "Boutique", siteUrl: "https://shop.example" }
export const payin = (more: object = {}) => ({ amount: 500, method: direct(), description: "Loaves", shop, ...more })
export const payout = (more: object = {}) => ({
  amount: 500,
  method: { type: "mobile_money" },
  phone: "22660000001",
  description: "Salary",
  ...more,
})
export const paid = payin({ method: direct("22660000090") })
