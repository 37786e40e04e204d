/** Four eyes on the pages: the request with everything that was shown, its approval, and its withdrawal. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Payouts } from "@cauri/core"
import { shownDeeds } from "../../src/deeds/shownDeeds.ts"
import { layerDeedRecords } from "../../src/deeds/recordDeed.ts"
import { browserOf, hiddenIn, inWorld } from "../serving/browsing.ts"
import { payout, storedPayment } from "../serving/world.ts"

const approvals = { payoutsAbove: 100_000, afterRestore: true, approvers: ["Awa Exemple"] }
const policy = { approvals }
const path = "/payments/payout/shop/salary-1"
const asked = { by: "A colleague", reason: "The salaries of May <b>" }
const amount = { amount: "145 000" }

const held = Effect.flatMap(Payouts, (payouts) => payouts.create(payout("salary-1", 145_000)))
const state = Effect.map(storedPayment("payout", "salary-1"), (payment) => payment.state._tag)

describe("a large payout on the page", () => {
  it.effect("is requested, shown with all that an approval rests on, and approved by another person", () =>
    inWorld(
      (browser) =>
        Effect.gen(function* () {
          yield* held
          assert.include((yield* browser.get(`${path}/release`)).text, "The policy asks for two people here")
          const sent = yield* browser.submit(`${path}/release`, { ...asked, ...amount })
          assert.strictEqual(sent.headers.get("location"), `${path}?done=request`)
          assert.include((yield* browser.get(`${path}?done=request`)).text, "Another person must approve it.")
          assert.include((yield* browser.get("/?list=held")).text, "waits for a second person")
          const typed = yield* browser.get(`${path}/approve`)
          assert.strictEqual(typed.status, 403)
          assert.include(typed.text, "CONSOLE_DOOR")
          const [self, awa] = [yield* browserOf("a COLLEAGUE"), yield* browserOf("Awa Exemple")]
          const { text } = yield* awa.get(`${path}/approve`)
          for (const part of [
            "145,000",
            "A colleague",
            "&#60;b&#62;",
            "two people above 100,000",
            "may approve: Awa Exemple",
          ])
            assert.include(text.replaceAll("&lt;", "&#60;").replaceAll("&gt;", "&#62;").replaceAll("\u00A0", " "), part)
          const form = { asOf: hiddenIn(text, "asOf"), digest: hiddenIn(text, "digest"), ...amount }
          assert.match(form.digest, /^[0-9a-f]{16}$/)
          const own = yield* self.post(`${path}/approve`, form)
          assert.strictEqual(own.status, 409)
          assert.include(own.text, "another person must approve it")
          const other = yield* awa.post(`${path}/approve`, {
            ...form,
            digest: "0123456789abcdef",
          })
          assert.strictEqual(other.status, 409)
          assert.strictEqual(yield* state, "held")
          const done = yield* awa.post(`${path}/approve`, form)
          assert.strictEqual(done.headers.get("location"), `${path}?done=approve`)
          assert.strictEqual(yield* state, "intended")
          const deeds = yield* shownDeeds(10, "payout shop/salary-1")
          assert.deepStrictEqual(
            deeds.map(({ act, by }) => `${act} by ${by}`),
            ["approve by Awa Exemple", "request by A colleague"],
            "what was refused is no deed",
          )
        }).pipe(Effect.provide(layerDeedRecords)),
      true,
      policy,
    ),
  )

  it.effect("stays held when its request is withdrawn, and says so where no second person exists", () =>
    inWorld(
      (browser) =>
        Effect.gen(function* () {
          yield* held
          yield* browser.submit(`${path}/release`, { ...asked, ...amount })
          const sent = yield* browser.submit(`${path}/withdraw`, { by: "A colleague" })
          assert.strictEqual(sent.headers.get("location"), `${path}?done=withdraw`)
          assert.strictEqual((yield* (yield* browserOf("Awa Exemple")).get(`${path}/approve`)).status, 409)
        }),
      true,
      policy,
    ).pipe(
      Effect.andThen(
        inWorld(
          (browser) =>
            Effect.gen(function* () {
              yield* held
              assert.include((yield* browser.get(`${path}/release`)).text, "names no second person")
            }),
          true,
          { approvals: { ...approvals, approvers: [] } },
        ),
      ),
    ),
  )
})
