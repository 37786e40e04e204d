/**
 * A careful integration in one page, and the naive ones that public code shows, each as what it does differently. They know the service's
 * calls only; the sandbox drives them as customers and the network would.
 */
import { endpoints, type EndpointName, requestHeaders } from "@cauri/wire"
import { Schema } from "effect"
import { defaultProject, type GradeCode, type MerchantWord } from "../../src/index.ts"
import { directBody, payoutBody } from "../support.ts"
import { base } from "../http/client.ts"

/** An order of a shop, or a debt that it pays out. */
export interface Order {
  readonly id: string
  readonly kind: "payin" | "payout"
  readonly phone: string
  readonly amountXof: number
  readonly tokens: Array<string>
  state: MerchantWord["says"]
  bookedXof: number
}

type Answer = Readonly<Record<string, unknown>>

const answerOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** Asks with stored tokens, believes status and amount only, books once, creates once. */
export class Careful {
  readonly orders = new Map<string, Order>()
  readonly fetch: typeof globalThis.fetch
  /** Whether it sends its own reference, which the specification only recommends (#60). */
  readonly names: boolean = true

  constructor(fetch: typeof globalThis.fetch) {
    this.fetch = fetch
  }

  async call(endpoint: EndpointName, query = "", body?: unknown): Promise<Answer | undefined> {
    try {
      const response = await this.fetch(`${base}${endpoints[endpoint].path}${query}`, {
        method: endpoints[endpoint].method,
        headers: requestHeaders(endpoints[endpoint], defaultProject),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answerOf(await response.text())
    } catch {
      return undefined
    }
  }

  create(order: Order): Promise<void> {
    this.orders.set(order.id, order)
    return this.send(order)
  }

  async send(order: Order): Promise<void> {
    const answer = await this.post(order)
    if (answer?.["response_code"] === "00") order.tokens.push(String(answer["token"]))
  }

  post({ amountXof, id, kind, phone }: Order) {
    const custom_data = this.names ? { transaction_id: id } : {}
    const callback_url = `https://shop.example/callbacks/${id}`
    return kind === "payout"
      ? this.call(
          "createDirectPayout",
          "",
          payoutBody({ amount: amountXof, customer: phone, callback_url, custom_data }),
        )
      : this.call(
          "createDirectInvoice",
          "",
          directBody(
            { total_amount: amountXof, customer: phone },
            { actions: { cancel_url: "", return_url: "", callback_url }, custom_data },
          ),
        )
  }

  async receive(request: Request): Promise<Response> {
    const order = this.orders.get(new URL(request.url).pathname.split("/").at(-1) ?? "")
    if (order !== undefined) await this.ask(order)
    return new Response(null, { status: 200 })
  }

  confirm({ kind }: Order, token: string) {
    const [endpoint, parameter] =
      kind === "payin" ? (["confirmInvoice", "invoiceToken"] as const) : (["confirmPayout", "withdrawalToken"] as const)
    return this.call(endpoint, `?${parameter}=${encodeURIComponent(token)}`)
  }

  async ask(order: Order): Promise<void> {
    for (const token of order.tokens) this.decide(order, await this.confirm(order, token))
  }

  decide(order: Order, record: Answer | undefined): void {
    const status = record?.["status"]
    if (status === "completed" && Number(record?.["amount"] ?? order.amountXof) >= order.amountXof) this.book(order)
    if (status === "notcompleted" && order.state === "Open") order.state = "Failed"
  }

  book(order: Order): void {
    order.state = "Paid"
    order.bookedXof = order.amountXof
  }

  /** What the program does by itself from time to time. */
  async tick(): Promise<void> {
    for (const order of this.orders.values()) if (order.state !== "Paid") await this.ask(order)
  }

  /** A browser opens the return address. */
  async visit(order: Order, _token: string): Promise<void> {
    await this.ask(order)
  }
}

const fieldsOf = async (request: Request): Promise<Answer> => {
  const text = await request.text()
  return text.startsWith("{") ? answerOf(text) : Object.fromEntries(new URLSearchParams(text))
}

const orderOf = (merchant: Careful, request: Request) =>
  merchant.orders.get(new URL(request.url).pathname.split("/").at(-1) ?? "")

const ok = () => new Response(null, { status: 200 })

/** A naive integration, and the lines that it fails. */
export interface Naive {
  readonly does: string
  readonly fails: ReadonlyArray<GradeCode>
  readonly Merchant: new (fetch: typeof globalThis.fetch) => Careful
}

/** The mistakes. */
export const naive: ReadonlyArray<Naive> = [
  {
    does: "credits on the callback's word, without a question",
    fails: ["forged_believed", "asked_first", "asked_after_callback", "completion_taken"],
    Merchant: class extends Careful {
      // #region word
      override async receive(request: Request) {
        const order = orderOf(this, request)
        const { status } = await fieldsOf(request)
        if (order !== undefined) this.decide(order, { status })
        return ok()
      }
      override async tick() {}
      override async ask() {}
      // #endregion
    },
  },
  {
    does: "verifies, and falls back to the callback when the question fails",
    fails: ["forged_believed", "asked_first", "asked_again"],
    Merchant: class extends Careful {
      // #region fallback
      override async receive(request: Request) {
        const order = orderOf(this, request)
        const { status } = await fieldsOf(request)
        for (const token of order?.tokens ?? []) {
          if (order !== undefined) this.decide(order, (await this.confirm(order, token)) ?? { status })
        }
        return ok()
      }
      // #endregion
    },
  },
  {
    does: "answers from a stand-in",
    fails: ["stand_in"],
    Merchant: class extends Careful {
      // #region standIn
      override async send(order: Order) {
        if (order.id === "test-order") this.book(order)
        else await super.send(order)
      }
      // #endregion
    },
  },
  {
    does: "reads 00 as paid",
    fails: ["code_is_not_status", "amount_checked"],
    Merchant: class extends Careful {
      // #region zeroZero
      override decide(order: Order, record: Answer | undefined) {
        if (record?.["response_code"] === "00") this.book(order)
      }
      // #endregion
    },
  },
  {
    does: "credits by a token from the browser",
    fails: ["strangers_token"],
    Merchant: class extends Careful {
      // #region browser
      override async visit(order: Order, token: string) {
        const record = await this.confirm(order, token)
        if (record?.["status"] === "completed") this.book(order)
      }
      // #endregion
    },
  },
  {
    does: "sends a payout again after a time-out",
    fails: ["payout_once"],
    Merchant: class extends Careful {
      // #region payoutAgain
      override async send(order: Order) {
        await super.send(order)
        if (order.kind === "payout" && order.tokens.length === 0) await super.send(order)
      }
      // #endregion
    },
  },
  {
    does: "sends a payout again under another reference after a time-out",
    fails: ["payout_once"],
    Merchant: class extends Careful {
      override async send(order: Order) {
        await super.send(order)
        if (order.kind === "payout" && order.tokens.length === 0) await this.post({ ...order, id: `${order.id}-again` })
      }
    },
  },
  {
    does: "creates a payin again after a time-out",
    fails: ["one_creation"],
    Merchant: class extends Careful {
      // #region payinAgain
      override async send(order: Order) {
        await super.send(order)
        if (order.kind === "payin" && order.tokens.length === 0) await super.send(order)
      }
      // #endregion
    },
  },
  {
    does: "never compares the amount",
    fails: ["amount_checked"],
    Merchant: class extends Careful {
      // #region amount
      override decide(order: Order, record: Answer | undefined) {
        super.decide(order, record && { ...record, amount: order.amountXof })
      }
      // #endregion
    },
  },
  {
    does: "credits twice for the two POSTs",
    fails: ["booked_once"],
    Merchant: class extends Careful {
      // #region twice
      override book(order: Order) {
        order.state = "Paid"
        order.bookedXof += order.amountXof
      }
      // #endregion
    },
  },
  {
    does: "waits for callbacks only",
    fails: ["completion_taken", "asked_again"],
    Merchant: class extends Careful {
      // #region waits
      override async tick() {}
      // #endregion
    },
  },
  {
    does: "closes orders after a quarter of an hour, for ever",
    fails: ["late_completion", "not_failed_early"],
    Merchant: class extends Careful {
      // #region closes
      override decide(order: Order, record: Answer | undefined) {
        if (order.state === "Open") super.decide(order, record)
      }
      expire() {
        for (const order of this.orders.values()) if (order.state === "Open") order.state = "Failed"
      }
      // #endregion
    },
  },
  {
    does: "treats pending as failed until it hears better",
    fails: ["not_failed_early"],
    Merchant: class extends Careful {
      // #region pending
      override decide(order: Order, record: Answer | undefined) {
        super.decide(order, record)
        if (order.state === "Open" && record?.["status"] === "pending") order.state = "Failed"
      }
      // #endregion
    },
  },
  {
    does: "takes a refused question for a failed payment",
    fails: ["not_failed_early", "completion_taken", "asked_again"],
    Merchant: class extends Careful {
      // #region refused
      override async ask(order: Order) {
        if (order.state !== "Failed") await super.ask(order)
      }
      override decide(order: Order, record: Answer | undefined) {
        super.decide(order, record)
        if (record === undefined && order.state === "Open") order.state = "Failed"
      }
      // #endregion
    },
  },
  {
    does: "looks the payment up by the callback's token",
    fails: ["callbacks_taken", "callbacks_answered"],
    Merchant: class extends Careful {
      // #region lookup
      override async receive(request: Request) {
        const { token } = await fieldsOf(request)
        const order = [...this.orders.values()].find(({ tokens }) => tokens.includes(String(token)))
        if (order === undefined) return new Response(null, { status: 404 })
        await this.ask(order)
        return ok()
      }
      // #endregion
    },
  },
  {
    does: "asks with the callback's token",
    fails: ["own_token"],
    Merchant: class extends Careful {
      override async receive(request: Request) {
        const { token } = await fieldsOf(request)
        const order = orderOf(this, request)
        if (order !== undefined) this.decide(order, await this.confirm(order, String(token)))
        return ok()
      }
    },
  },
  {
    does: "demands a signature",
    fails: ["callbacks_taken", "callbacks_answered"],
    Merchant: class extends Careful {
      // #region signature
      override async receive(request: Request) {
        return request.headers.has("x-signature") ? super.receive(request) : new Response(null, { status: 401 })
      }
      // #endregion
    },
  },
  {
    does: "reads one encoding only",
    fails: ["callbacks_answered"],
    Merchant: class extends Careful {
      // #region encoding
      override async receive(request: Request) {
        JSON.parse(await request.clone().text())
        return super.receive(request)
      }
      // #endregion
    },
  },
  {
    does: "takes callbacks, and asks nothing after them",
    fails: ["asked_after_callback", "completion_taken"],
    Merchant: class extends Careful {
      override async receive() {
        return ok()
      }
      override async tick() {
        for (const order of this.orders.values()) if (order.id !== "plain") await this.ask(order)
      }
    },
  },
]
