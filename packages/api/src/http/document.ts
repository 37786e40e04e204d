/**
 * The OpenAPI 3.1 document: what the framework makes of the operations, with the key and its scopes, every status, examples, and the
 * reconciler's webhooks.
 */
import { tools } from "@cauri/catalogue/tools"
import { invalidInput } from "@cauri/plain"
import type { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { api, endpoints, natures } from "./operations.ts"
import { ofPayments } from "./problems.ts"
import { events } from "./schemas.ts"

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Schema.Json }

const json = "application/json"
const problem = "application/problem+json"

// The framework makes JSON by construction; this narrows the type.
const asObject = (value: object): JsonObject =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  value as JsonObject

const refTo = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` })

/** The statuses of problems, and what each means. */
const problems = {
  "400": "A field, a parameter or the body is not valid: `field` and `expected` say what it must be.",
  "401": tools.en.apiProblems.unauthorized,
  "403": tools.en.apiProblems.forbidden,
  "404": "There is no such payment or batch in the key's project.",
  "409": "The id belongs to another payment, or the payment does not allow this now: `code` and `reason` say why.",
  "413": tools.en.apiProblems.payload_too_large,
  "415": tools.en.apiProblems.unsupported_media_type,
  "429": "Too many calls of this key, or too soon: `retryAt` says when.",
  "500": "An unexpected failure, or a store that must not be used: the log has it under the id of the request.",
  "503": "The store did not answer, or the program is stopping. Try again.",
} as const

const bodies = ["413", "415"] as const

const batchPath = "/v1/payout-batches"

/** Which problems an operation is answered with. */
const statusesOf = (method: string, path: string): ReadonlyArray<keyof typeof problems> => [
  "400",
  "401",
  "403",
  ...(path.includes("{id}") ? (["404"] as const) : []),
  ...(method !== "get" && (path.includes("{id}") || path === batchPath) ? (["409"] as const) : []),
  ...(method === "get" ? [] : bodies),
  ...(path === "/v1/events/ack" ? [] : (["429"] as const)),
  "500",
  "503",
]

const direct = { type: "direct", mode: "ussd_push", phone: "22660000001" }
const order = { amount: 7_500, description: "Two loaves", shop: { name: "Boutique", siteUrl: "https://shop.example" } }
const pages = { returnUrl: "https://shop.example/paid", cancelUrl: "https://shop.example/cart" }

/** Bodies that work, by their names. */
const examples: Readonly<Record<string, JsonObject>> = {
  createPayin: {
    push: { ...order, method: direct, orderRef: "17" },
    hosted: { ...order, method: { type: "hosted", ...pages }, orderRef: "17" },
    ussd_otp: { ...order, method: { ...direct, mode: "ussd_otp" }, otp: "123456" },
  },
  createPayout: {
    salary: { amount: 7_500, method: { type: "mobile_money" }, phone: "22660000001", description: "Salary of May" },
  },
  createBatch: {
    salaries: {
      id: "salaries-05",
      description: "Salary of May",
      lines: [{ id: "1", phone: "22660000001", amount: 7_500 }],
    },
  },
  refundPayin: { part: { amount: 2_500 } },
  submitCode: { code: { otp: "123456" } },
  tryAgain: { with_a_code: { otp: "123456" } },
  requestForPayin: {
    send_again: { decision: "send_again", reason: "It never arrived", evidence: "Ticket 12", asOf: 2 },
  },
  requestForPayout: { release: { decision: "release", reason: "The rent of May", asOf: 2 } },
  ackEvents: { one: { acks: ["3.1.2.payin.order-17"] } },
}

const preferHeader: JsonObject = {
  name: "Prefer",
  in: "header",
  description:
    "`respond-async`: answer 202 as soon as the payment is stored. `wait=10`: answer 202 after so many seconds, 1 to 60. The call goes on.",
  schema: { type: "string" },
}

type Spec = ReturnType<typeof OpenApi.fromApi>
type Operation = NonNullable<Spec["paths"][string]["get"]>

const methods = ["get", "put", "post"] as const

const operationOf = (operation: Operation, method: string, path: string): JsonObject => {
  const id = endpoints.find(({ identifier }) => identifier === operation.operationId)?.identifier ?? "getHealth"
  const [scope, summary, description] = natures[id]
  const creates = method === "put" || id === "refundPayin"
  const { "200": success, ...others } = operation.responses
  const content = id.startsWith("stream")
    ? { "text/event-stream": { schema: { type: "string" } } }
    : (success?.content ?? {})
  const answers = {
    "200": { description: creates ? "It was there already, with this content" : "Done", content },
    ...(creates && {
      "201": { description: "Created, and the service was asked", content },
      "202": { description: "Created; the call to the service goes on", content },
    }),
  }
  const refused = statusesOf(method, path).map((status) => [status, { $ref: `#/components/responses/${status}` }])
  const given = Object.entries(examples[id] ?? {}).map(([name, value]) => [name, { value }])
  const body = operation.requestBody?.content[json]
  return asObject({
    ...operation,
    summary,
    ...(description !== undefined && { description }),
    parameters: [...operation.parameters, ...(creates ? [preferHeader] : [])],
    security: scope === null ? [] : [{ key: [scope] }],
    ...(body !== undefined && {
      requestBody: {
        required: method === "put" || id === "createBatch",
        content: { [json]: { ...body, ...(given.length > 0 && { examples: Object.fromEntries(given) }) } },
      },
    }),
    responses: { ...answers, ...others, ...(scope === null ? {} : Object.fromEntries(refused)) },
  })
}

const wrongAmount = invalidInput("amount", "a whole number of francs (XOF) from 9 to 2,000,000")

/** The event of a webhook, in the envelope of Standard Webhooks. */
const webhookOf = (type: string): JsonObject => ({
  post: {
    operationId: `webhook.${type}`,
    summary: `The reconciler sends ${type}`,
    description:
      "Signed after Standard Webhooks by WEBHOOK_SECRET: verify `webhook-signature` over `webhook-id`, `webhook-timestamp` and the body. An answer other than 2xx is a refusal, and the event comes again under the same id.",
    security: [],
    requestBody: {
      required: true,
      content: {
        [json]: {
          schema: {
            type: "object",
            properties: {
              type: { const: type },
              timestamp: { type: "string", format: "date-time" },
              data: refTo(type),
            },
            required: ["type", "timestamp", "data"],
          },
        },
      },
    },
    responses: { "204": { description: "Received" } },
  },
})

let made: JsonObject | undefined

/** The OpenAPI 3.1 document of the API, made when it is first asked for: it takes a moment. */
export const openApi = (): JsonObject => (made ??= make())

const make = (): JsonObject => {
  const spec = OpenApi.fromApi(api)
  const paths = Object.entries(spec.paths).map(([path, item]) => {
    const operations = methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [[method, operationOf(operation, method, path)] as const]
    })
    return [path, Object.fromEntries(operations)]
  })
  const responses = Object.entries(problems).map(([status, description]) => [
    status,
    {
      description,
      ...((status === "429" || status === "503") && {
        headers: { "Retry-After": { description: "In seconds", schema: { type: "integer" } } },
      }),
      content: {
        [problem]: {
          schema: refTo("Problem"),
          ...(status === "400" && { example: ofPayments(wrongAmount, "web-17") }),
        },
      },
    },
  ])
  return asObject({
    openapi: "3.1.0",
    info: {
      title: "Cauri",
      version: "1",
      description:
        "Payments by mobile money: collect, pay out, refund. Amounts are whole francs (XOF). The id in the address is yours, and repeating a creation is always safe. A key opens one project; no browser may call this API.",
    },
    servers: [{ url: "/" }],
    tags: spec.tags,
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries(events.map(({ type }) => [type, webhookOf(type)])),
    components: {
      schemas: spec.components.schemas,
      responses: Object.fromEntries(responses),
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key of `cauri api key add`. Each operation names the scope that the key needs.",
        },
      },
    },
  })
}
