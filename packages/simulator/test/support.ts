/** What several tests share: right requests, the world around the engine, and readings of replies. */
import { type EndpointName, endpoints, requestHeaders } from "@cauri/wire"
import { Effect, Layer } from "effect"
import {
  asObserved,
  Backstage,
  type CallbackPost,
  CallbackSender,
  defaultProject,
  Engine,
  layer,
  type OptionsInput,
  type Reply,
  type ServiceRequest,
  strict,
} from "../src/index.ts"

/** Numbers of the opening operators, one per validation mode; none of them is magic. */
export const numbers = {
  ussdOtp: "22670000001",
  ussdPush: "22660000001",
  guidedUssd: "22650000001",
  smsOtp: "22640000001",
  wallet: "22699000001",
  unserved: "22611000001",
  /** As observed only. */
  operatorPage: "22507000001",
} as const

/** A right body of endpoint 1; `invoice` replaces fields. */
export const hostedBody = (invoice: Record<string, unknown> = {}, commande: Record<string, unknown> = {}) => ({
  commande: {
    invoice: {
      items: [{ name: "Book", description: "", quantity: 2, unit_price: 2_100, total_price: 4_200 }],
      total_amount: 4_200,
      devise: "XOF",
      description: "Order 1",
      customer: "",
      customer_firstname: "A",
      customer_lastname: "B",
      customer_email: "a@shop.example",
      external_id: "",
      otp: "",
      ...invoice,
    },
    store: { name: "Shop", website_url: "https://shop.example" },
    actions: {
      cancel_url: "https://shop.example/cancel",
      return_url: "https://shop.example/return",
      callback_url: "https://shop.example/callback",
    },
    custom_data: { transaction_id: "T1" },
    ...commande,
  },
})

/** A right body of endpoints 3 and 5. */
export const directBody = (invoice: Record<string, unknown>, commande: Record<string, unknown> = {}) =>
  hostedBody(
    { items: [], otp: "", customer: numbers.ussdPush, ...invoice },
    { actions: { cancel_url: "", return_url: "", callback_url: "https://shop.example/callback" }, ...commande },
  )

/** A right body of endpoint 7; `top_up_wallet` makes it one of endpoint 6. */
export const payoutBody = (fields: Record<string, unknown> = {}) => ({
  commande: {
    amount: 500,
    description: "Refund",
    customer: numbers.ussdPush,
    callback_url: "https://shop.example/callback",
    custom_data: { transaction_id: "W1" },
    ...fields,
  },
})

/** A right body of endpoint 6. */
export const walletPayoutBody = (fields: Record<string, unknown> = {}) =>
  payoutBody({ customer: numbers.wallet, top_up_wallet: 1, ...fields })

/** A right request; `change` replaces parts of it. */
export const request = (
  endpoint: EndpointName,
  parts: Partial<Omit<ServiceRequest, "endpoint">> = {},
): ServiceRequest => ({
  endpoint,
  headers: Object.fromEntries(
    Object.entries(requestHeaders(endpoints[endpoint], defaultProject)).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  ),
  parameters: {},
  body: undefined,
  ip: "127.0.0.1",
  ...parts,
})

export const call = (endpoint: EndpointName, parts: Partial<Omit<ServiceRequest, "endpoint">> = {}) =>
  Effect.flatMap(Engine, ({ handle }) => handle(request(endpoint, parts)))

/** The body of a JSON reply; anything else is no answer of the service. */
export const bodyOf = (reply: Reply): Readonly<Record<string, unknown>> =>
  reply._tag === "Json" ? reply.body : { no_json: reply._tag }

/** Creates a payment and gives its creation token. */
export const create = (endpoint: EndpointName, body: unknown) =>
  Effect.map(call(endpoint, { body }), (reply) => String(bodyOf(reply)["token"]))

export const payinRecordOf = (token: string) =>
  Effect.map(call("confirmInvoice", { parameters: { invoiceToken: token } }), bodyOf)

export const payoutRecordOf = (token: string) =>
  Effect.map(call("confirmPayout", { parameters: { withdrawalToken: token } }), bodyOf)

export const ledgerSum = Effect.gen(function* () {
  const { ledger } = yield* Backstage
  return Object.values((yield* ledger).balances).reduce((sum, each) => sum + each, 0)
})

/** The simulator with a receiver that keeps what it gets and answers 200. */
export const layerWith = (
  options: OptionsInput = {},
  received: Array<CallbackPost> = [],
  answer: (post: CallbackPost) => number = () => 200,
) =>
  layer(options).pipe(
    Layer.provide(
      CallbackSender.layerTo((post) =>
        Effect.sync(() => {
          received.push(post)
          return { _tag: "Answered", status: answer(post) }
        }),
      ),
    ),
  )

/** Runs a test's body in a simulator of its own, and keeps what was called back. */
export const receiving = <A>(
  body: (received: Array<CallbackPost>) => Effect.gen.Return<A, unknown, Layer.Success<ReturnType<typeof layerWith>>>,
  options: OptionsInput = {},
  answer?: (post: CallbackPost) => number,
) =>
  Effect.suspend(() => {
    const received: Array<CallbackPost> = []
    return Effect.provide(
      Effect.gen(() => body(received)),
      layerWith(options, received, answer),
    )
  })

/** Both faces, each with both HTTP statuses of errors. */
export const faces: ReadonlyArray<readonly [name: string, options: OptionsInput]> = [strict, asObserved].flatMap(
  (profile) =>
    (["Ok", "ClientError"] as const).map(
      (errorHttpStatus) =>
        [`${profile.name}, errors ${errorHttpStatus}`, { profile, assumptions: { errorHttpStatus } }] as const,
    ),
)
