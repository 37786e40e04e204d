/**
 * What the examples of core's doc comments may use: the exports of the three entries, a few of effect, and the services over a store in
 * memory. Its gateway answers by the last digits of the number, as the simulator does: 82 loses the answer, 90 pays at once, 92 refuses.
 */
import * as root from "@cauri/core"
import * as adapter from "@cauri/core/adapter"
import * as model from "@cauri/core/model"
import { Cause, Config, Duration, Effect, Fiber, Layer, Option, Redacted, Result, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"

const effects = { Cause, Config, Duration, Effect, Fiber, Layer, Option, Redacted, Result, Schema, Stream, TestClock }

const phoneOf = ({ content }: model.Payment): string =>
  content.kind === "payout" ? content.phone : (content.method.phone ?? "")

const accepted = ({ attempt, payment }: adapter.CreationCall) =>
  adapter.CreationAnswer.cases.accepted.make({
    token: model.CreationToken.make(`token-${payment.content.id}-${attempt}`),
    url: payment.content.method.type === "hosted" ? "https://pay.example/1" : null,
  })

const statusOf = (phone: string): model.Status =>
  phone.endsWith("90") ? "completed" : phone.endsWith("92") ? "not_completed" : "pending"

/** The answer of a creation, and what the service says of its token later. */
const gateway = adapter.Gateway.of({
  create: (call) =>
    Effect.succeed(phoneOf(call.payment).endsWith("82") ? adapter.noAnswer("timed_out") : accepted(call)),
  requestCode: (call) =>
    Effect.succeed(
      call.payment.content.method.type === "wallet" ? adapter.CreationAnswer.cases.otp_sent.make({}) : accepted(call),
    ),
  confirm: ({ payment }) =>
    Effect.succeed({
      ...adapter.blankConfirmRecord,
      status: statusOf(phoneOf(payment)),
      amount: payment.content.amount,
      payer: phoneOf(payment),
    }),
})

const ports = Layer.mergeAll(
  Layer.succeed(adapter.Gateway, gateway),
  Layer.succeed(adapter.Credentials, { generation: () => Effect.succeed("one") }),
  Layer.succeed(adapter.CallbackAddress, {
    base: "https://shop.example",
    make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${key.id}.${attempt}`),
  }),
)

const policy = root.Policy.layer({
  merchant: { project: "shop", shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } },
  approvals: { payoutsAbove: 100_000, approvers: ["The manager", "The accountant"] },
})

/** The services that an example runs over. */
export const layerWorld = root.layerCauri.pipe(
  Layer.provideMerge(adapter.layerActivity),
  Layer.provideMerge(root.memoryStore),
  Layer.provideMerge(ports),
  Layer.provideMerge(policy),
)

/** A payin and a payout to create. */
const payin = {
  id: "order-17",
  amount: 500,
  method: { type: "direct", mode: "ussd_push", phone: "22670000001" },
  description: "Two loaves",
} as const satisfies root.PayinInput
const payout = {
  id: "salary-7",
  amount: 500,
  method: { type: "mobile_money" },
  phone: "22670000001",
  description: "Salary",
} as const satisfies root.PayoutInput

/** Everything that an example may use. */
export const makeScope = Effect.gen(function* () {
  return {
    ...effects,
    ...root,
    ...adapter,
    ...model,
    payins: yield* root.Payins,
    payouts: yield* root.Payouts,
    review: yield* root.Review,
    worker: yield* root.Worker,
    store: yield* root.PaymentStore,
    policy: yield* root.Policy,
    payin,
    payout,
  }
})
