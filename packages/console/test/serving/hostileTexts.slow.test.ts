import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payins } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { DeedRecords } from "../../src/deeds/recordDeed.ts"
import { inWorld, valueOf } from "./browsing.ts"
import { hostileBatches } from "@cauri/house/hostileTexts"
import { doubtful, payin, payout, storedPayment } from "./world.ts"

/** The tags that our own pages use; a text that was obeyed would bring others, or attributes that we never write. */
const ownTags = new Set(
  "html head meta title link body a header div svg rect ellipse path line text nav ul ol li form input textarea button label span strong p h1 h2 h3 main footer bdi dl dt dd time section figure figcaption details summary select option table caption thead tbody tfoot tr th td fieldset legend br".split(
    " ",
  ),
)

/** Several in each, as much as what is kept of a text; what no store keeps, NUL and half characters, is left out. */
const hostile = hostileBatches(200).map((text) => text.toWellFormed().replaceAll("\0", ""))

const assertHarmless = (page: string, text: string) => {
  const tags = [...page.matchAll(/<\/?([a-z][a-z0-9-]*)((?:\s+[^\s"<>=/]+(?:="[^"]*")?)*)\s*\/?>/gi)]
  assert.strictEqual(tags.length, [...page.matchAll(/<[a-z/]/gi)].length, `every tag is whole: ${text}`)
  for (const [tag, name, attributes] of tags) {
    assert.isTrue(ownTags.has(name?.toLowerCase() ?? ""), `${tag} for ${text}`)
    const names = (attributes ?? "").replaceAll(/"[^"]*"/g, "")
    assert.notMatch(names, /\s(on[a-z]+|style|src|srcdoc|formaction)\b/i, text)
  }
}

describe("hostile texts", () => {
  it.effect("stand in every place where a text can stand, and are shown, not obeyed (E5)", () =>
    inWorld((browser, script) =>
      Effect.gen(function* () {
        yield* doubtful(script, payout("salary-1", 145_000))
        for (const text of hostile) {
          const back = yield* browser.submit("/payments/payout/shop/salary-1/completed", {
            by: text,
            reason: text,
            evidence: text,
            amount: text,
          })
          assert.strictEqual(back.status, 422)
          assert.strictEqual(valueOf(back, "reason"), text.trim(), text)
          assert.strictEqual(valueOf(back, "by"), text.trim(), text)
          assertHarmless(back.text, text)
        }
        for (const [index, text] of hostile.entries()) {
          const id = `order-${index}`
          const evidence = { status: 502, contentType: text.slice(0, 200), text: text.slice(0, 2_048) }
          script.creations.push({ ...noAnswer("WebPage"), evidence })
          // So many calls without an answer would open the breaker, if they came at once.
          yield* TestClock.adjust("2 minutes")
          const named = { description: text.slice(0, 500), customer: { firstName: text.slice(0, 100) } }
          yield* (yield* Payins).create(payin(id, 5_000, { ...named, customData: { note: text.slice(0, 500) } }))
          // A decision has to say something.
          const said = /[\p{L}\p{N}]/u.test(text) ? text : `${text}1`
          yield* browser.submit(`/payments/payin/shop/${id}/completed`, {
            by: said,
            reason: said,
            evidence: said,
            amount: "5000",
          })
          const payment = yield* storedPayment("payin", id)
          assert.strictEqual(payment.state._tag, "Completed", text)
          assertHarmless((yield* browser.get(`/payments/payin/shop/${id}`)).text, text)
          const reveal = yield* browser
            .submit(`/payments/payin/shop/${id}/reveal`, { by: text, reason: text })
            .pipe(Effect.provideService(DeedRecords, { write: () => Effect.void }))
          assertHarmless(reveal.text, text)
          assertHarmless((yield* browser.get(`/find?id=${encodeURIComponent(text)}`)).text, text)
          const query = new URLSearchParams({
            operator: text,
            project: text,
            after: text,
            day: text,
            list: text,
            done: text,
          })
          assertHarmless((yield* browser.get(`/?${query.toString()}`)).text, text)
          assertHarmless((yield* browser.get(`/day?${query.toString()}`)).text, text)
        }
      }),
    ),
  )
})
