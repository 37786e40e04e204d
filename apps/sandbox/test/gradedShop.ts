/** A shop behind three addresses, for a sandbox that grades it: it asks with stored tokens and believes the answer; or it believes callbacks. */
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { Effect, Schema } from "effect"
import { type EndpointName, endpoints, requestHeaders } from "@cauri/wire"

interface Order {
  readonly isPayout: boolean
  readonly tokens: Array<string>
  state: "paid" | "failed" | "open"
}

export interface ShopKeys {
  readonly url: string
  readonly apiKey: string
  readonly apiToken: string
}

const anyObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const creationOf: Readonly<Record<string, EndpointName>> = {
  hosted: "createHostedInvoice",
  wallet_payout: "createWalletPayout",
  mobile_money_payout: "createDirectPayout",
}

export interface ShopManners {
  /** It takes a callback's word. */
  readonly believes?: boolean
  /** It sends no reference (#60), and knows an order by its own number or by its token. */
  readonly nameless?: boolean
  /** The kinds of payments that it makes; by default all three. */
  readonly kinds?: ReadonlyArray<string>
}

/** The shop as a server on loopback. */
export const startShop = ({
  believes = false,
  kinds = ["ussd_push", "hosted", "mobile_money_payout"],
  nameless = false,
}: ShopManners = {}) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly use: (keys: ShopKeys) => void; readonly close: () => void }>(
      (resume) => {
        const orders = new Map<string, Order>()
        let keys: ShopKeys = { url: "", apiKey: "", apiToken: "" }
        let own = ""

        const call = async (endpoint: EndpointName, query: string, body?: unknown) => {
          try {
            const response = await fetch(`${keys.url}${endpoints[endpoint].path}${query}`, {
              method: endpoints[endpoint].method,
              headers: requestHeaders(endpoints[endpoint], keys),
              signal: AbortSignal.timeout(1_000),
              ...(body !== undefined && { body: JSON.stringify(body) }),
            })
            return anyObject(await response.text())
          } catch {
            return {}
          }
        }

        const ask = async (order: Order) => {
          for (const token of order.tokens) {
            const [endpoint, name] = order.isPayout
              ? (["confirmPayout", "withdrawalToken"] as const)
              : (["confirmInvoice", "invoiceToken"] as const)
            const { amount, status } = await call(endpoint, `?${name}=${encodeURIComponent(token)}`)
            if (status === "completed" && (order.isPayout || Number(amount) >= 2_500)) order.state = "paid"
            if (status === "notcompleted" && order.state === "open") order.state = "failed"
          }
        }

        const create = async (asked: Readonly<Record<string, unknown>>) => {
          const { amountXof, does, kind, order: id, phone } = asked
          if (does !== "creates" || !kinds.includes(String(kind))) return 501
          const order: Order = { isPayout: kind === "mobile_money_payout", tokens: [], state: "open" }
          orders.set(String(id), order)
          const callback_url = `${own}/callback/${String(id)}`
          const custom_data = nameless ? {} : { transaction_id: id }
          const commande = order.isPayout
            ? { amount: amountXof, description: "Refund", customer: phone, callback_url, custom_data }
            : {
                invoice: {
                  items: [],
                  total_amount: amountXof,
                  devise: "XOF",
                  description: "Order",
                  customer: kind === "hosted" ? "" : phone,
                  customer_firstname: "",
                  customer_lastname: "",
                  customer_email: "",
                  external_id: "",
                  otp: "",
                },
                store: { name: "Shop", website_url: "https://shop.example" },
                actions: {
                  cancel_url: kind === "hosted" ? own : "",
                  return_url: kind === "hosted" ? own : "",
                  callback_url,
                },
                custom_data,
              }
          const { token } = await call(creationOf[String(kind)] ?? "createDirectInvoice", "", { commande })
          if (typeof token === "string" && token !== "") order.tokens.push(token)
          return 200
        }

        const served = async (request: IncomingMessage): Promise<readonly [number, string]> => {
          const [, what = "", id = ""] = (request.url ?? "").split("?")[0]?.split("/") ?? []
          const body = await text(request)
          if (what === "hook") return [await create(anyObject(body)), ""]
          const order = orders.get(id)
          if (order === undefined) return [404, ""]
          if (what === "callback" && believes && body.includes("completed")) order.state = "paid"
          else if (what !== "orders" || order.state !== "paid") await ask(order)
          return [200, JSON.stringify({ state: order.state })]
        }

        const server = createServer((request, response) => {
          void served(request).then(([status, answer]) => response.writeHead(status).end(answer))
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          own = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
          resume(
            Effect.succeed({
              url: own,
              use: (given) => {
                keys = given
              },
              close: () => {
                server.close()
                server.closeAllConnections()
              },
            }),
          )
        })
      },
    ),
    ({ close }) => Effect.sync(close),
  )
