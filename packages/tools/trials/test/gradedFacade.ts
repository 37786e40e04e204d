/**
 * A merchant's small program on the facade, beside the receiver and the reconciler: it creates payments, leaves all that follows to the
 * reconciler, and believes the reconciler's webhook.
 */
import { type GradedPart, type GradedProgram, type Service, spawnReceiver, spawnReconciler } from "@cauri/programs"
import { createPayments, type PayinInput, type PayoutInput, readWebhook } from "cauri"
import { https } from "cauri/https"
import { sqlite } from "cauri/sqlite"
import { Effect } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"

const secret = "0123456789abcdefghijklmnopqrstuvwxyz"
const callbackKeys = `k1:${secret}`
const webhookSecret = `whsec_${btoa("a secret of thirty-two bytes....")}`

const methodOf = (kind: string, phone: string): PayinInput["method"] => {
  switch (kind) {
    case "ussd_push":
      return { type: "direct", mode: "ussd_push", phone }
    case "guided_ussd":
      return { type: "direct", mode: "guided_ussd", phone }
    case "ussd_otp":
      return { type: "direct", mode: "ussd_otp", phone }
    case "sms_otp":
      return { type: "direct", mode: "sms_otp", phone }
    case "wallet":
      return { type: "wallet", phone }
    default:
      return { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
  }
}

const payoutMethods: Readonly<Record<string, PayoutInput["method"]>> = {
  wallet_payout: { type: "wallet", funds: "keep_in_wallet" },
  mobile_money_payout: { type: "mobile_money" },
}

/** What an event makes of an order. */
const words: Readonly<Record<string, string>> = { completed: "paid", not_completed: "failed", refused: "failed" }

/** A refusal, such as "too soon", is an answer too. */
const asks = (act: Promise<unknown>) =>
  act.then(
    () => "done" as const,
    () => "done" as const,
  )

/** Starts the program with its receiver and its reconciler, on a store in this folder. */
export const startFacade = Effect.fnUntraced(function* (service: Service, file: string) {
  const says = new Map<string, { readonly state: string; readonly bookedXof: number }>()
  const received = new Set<string>()
  const receive = async (request: IncomingMessage) => {
    const { amount, id, payment, type } = await readWebhook(
      { headers: request.headers, body: await text(request) },
      webhookSecret,
    )
    const state = words[type.split(".")[1] ?? ""]
    const booked = says.get(payment.id)?.bookedXof ?? 0
    // An event may come twice, under the same id.
    if (state !== undefined && !received.has(id))
      says.set(payment.id, { state, bookedXof: state === "paid" ? booked + amount : booked })
    received.add(id)
  }
  const { port } = yield* Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        void receive(request).then(
          () => response.writeHead(204).end(),
          () => response.writeHead(400).end(),
        )
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ port: typeof address === "object" ? (address?.port ?? 0) : 0, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )
  const receiver = yield* spawnReceiver({ file, callbackKeys })
  const payments = yield* Effect.acquireRelease(
    Effect.promise(() =>
      createPayments({
        gateway: https({ baseUrl: service.url, apiKey: service.apiKey, apiToken: service.apiToken, project: "shop" }),
        store: sqlite(file),
        callbacks: { base: receiver.url, key: { id: "k1", secret } },
        shop: { name: "Boutique", siteUrl: "https://shop.example" },
        logger: () => {},
      }),
    ),
    (opened) => Effect.promise(() => opened.close()),
  )
  yield* spawnReconciler({ file, callbackKeys, callbackBase: receiver.url }, service, {
    environment: {
      OUTCOMES: "webhook",
      WEBHOOK_URL: `http://127.0.0.1:${port}/payment-events`,
      WEBHOOK_SECRET: webhookSecret,
    },
  })

  const creates = async ({ amountXof: amount, code, kind, phone, scenario }: GradedPart, id: string) => {
    const common = { id, amount, description: scenario }
    const method = payoutMethods[kind]
    if (method !== undefined) {
      await payments.review.resume("project/shop/payouts")
      // One leaves by the reconciler, which first leaves it to its caller for some seconds.
      await payments.payouts.create({ ...common, method, phone }, { sendLater: kind === "wallet_payout" })
      return
    }
    const input = { ...common, method: methodOf(kind, phone) }
    await payments.payins.create(input, kind === "ussd_otp" ? { otp: code ?? "" } : {})
  }

  const program: GradedProgram = {
    acts: async (part) => {
      const { code, does, scenario } = part
      switch (does) {
        case "creates":
          void creates(part, scenario)
          return "begun"
        case "creates_twin":
          return asks(creates(part, `${scenario}-twin`))
        case "submits_right_code":
          return asks(payments.payins.submitOtp(scenario, code ?? ""))
        case "submits_wrong_code":
          return asks(payments.payins.submitOtp(scenario, "000000"))
        case "tries_again":
          return asks(payments.payins.tryAgain(scenario))
        // The library does it by itself.
        case "calls_again":
          return "done"
        default:
          return "cannot"
      }
    },
    says: (order) => Promise.resolve(says.get(order) ?? { state: "open", bookedXof: 0 }),
  }
  return program
})
