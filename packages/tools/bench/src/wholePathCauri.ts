/** Our side of the whole path: a program that embeds `cauri`, with its defaults, but for what keeps a merchant from calling too often. */
import { createPayments, type Host, type PaymentsOptions } from "cauri"
import { https } from "cauri/https"
import { postgres } from "cauri/postgres"
import { sqlite } from "cauri/sqlite"
import { isPostgres, runSide } from "./wholePathSide.ts"

const rate = { perSecond: 100_000, burst: 100_000 }
const calls = { creationRate: rate, confirmRate: rate, callbackConfirmRate: rate }

await runSide(async (plan, callbackBase, delivered) => {
  const options: Omit<PaymentsOptions<Host>, "store"> = {
    gateway: https({
      baseUrl: `http://127.0.0.1:${plan.service}`,
      apiKey: "bench-api-key",
      apiToken: "bench.api.token",
      creations: { atOnce: 64 },
      confirms: { atOnce: 64 },
    }),
    callbacks: { base: callbackBase, key: { id: "k1", secret: "a-key-of-thirty-two-bytes-or-more!" } },
    policy: { calls, worker: { concurrency: 64 } },
    shop: { name: "Shop", siteUrl: "https://shop.example" },
    logger: ({ fields, level, message }) => {
      if (level !== "info") process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
    },
  }
  const payments = isPostgres(plan)
    ? await createPayments({ ...options, store: postgres(plan.store) })
    : await createPayments({ ...options, store: sqlite(plan.store) })
  payments.on("payin.completed", ({ payment }) => delivered(payment.id))
  payments.on("payout.completed", ({ payment }) => delivered(payment.id))
  payments.start()
  return {
    create: ({ amount, id, phone }) =>
      plan.kind === "payin"
        ? payments.payins.create({
            id,
            amount,
            description: "Order",
            method: { type: "direct", mode: "ussd_push", phone },
          })
        : payments.payouts.create({ id, amount, description: "Salary", phone, method: { type: "mobile_money" } }),
    listener: payments.nodeCallbackHandler,
    close: () => payments.close(),
  }
})
