/** The webhooks of the shops in other languages: what they take, what they turn away, and how often an order is paid. */
import { assert, describe, it } from "@effect/vitest"
import { freePort, temporaryFolder } from "@cauri/programs"
import { Clock, Effect } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { isThere, shopLanguages, startShop, stateIn } from "./shops.ts"

const signed = fileURLToPath(new URL("../../../../apps/site/examples/shops/signed.sh", import.meta.url))
const secretOf = (text: string) => `whsec_${btoa(text)}`
const secret = secretOf("a secret of thirty-two bytes....")

describe("the webhook of a shop", () => {
  for (const language of shopLanguages)
    it.live(`in ${language.name} pays an order once, and takes nothing that is not signed`, (context) =>
      Effect.gen(function* () {
        if (!isThere(language)) return context.skip(`${language.name} is not on this machine`)
        const started = Effect.fnUntraced(function* (webhookSecret: string) {
          const folder = yield* temporaryFolder
          const port = yield* freePort()
          // No API answers there: a webhook is taken by its signature alone.
          const api = { url: "http://127.0.0.1:9", shopKey: "none", staffKey: "none" }
          const shop = yield* startShop(language, { api, folder, port, webhookSecret })
          return (environment: Readonly<Record<string, string>>) =>
            Effect.promise(async () => {
              const env = { PATH: process.env["PATH"] ?? "", ...environment }
              const { stdout } = await promisify(execFile)("sh", [signed, `${shop.url}/webhook`, "order-1", "2500"], {
                env,
              })
              const { bookedXof, state } = stateIn(await shop.staff("books"), "payin", "order-1")
              return [stdout.startsWith("2"), state, bookedXof]
            })
        })
        const posted = yield* started(secret)
        const minutesAgo = String(Math.floor((yield* Clock.currentTimeMillis) / 1_000) - 6 * 60)
        for (const wrong of [secretOf("another secret of 32 bytes......"), "", "whsec_"])
          assert.deepStrictEqual(yield* posted({ WEBHOOK_SECRET: wrong }), [false, "open", 0])
        assert.deepStrictEqual(yield* posted({ WEBHOOK_SECRET: secret, SIGNED_AT: minutesAgo }), [false, "open", 0])
        assert.deepStrictEqual(yield* posted({ WEBHOOK_SECRET: secret }), [true, "paid", 2_500])
        assert.deepStrictEqual(yield* posted({ WEBHOOK_SECRET: secret }), [true, "paid", 2_500])
        const careless = yield* started("")
        assert.deepStrictEqual(yield* careless({ WEBHOOK_SECRET: "" }), [false, "open", 0])
      }),
    )
})
