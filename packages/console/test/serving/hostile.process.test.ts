/** Two hundred hostile texts in every field of the console, in a real browser: no script of theirs runs, and no markup comes of them. */
import { assert, describe, it } from "@effect/vitest"
import { foreignMarkup, hasBrowser, startBrowser, whySkipped } from "@cauri/house/browser"
import { hostileBatches } from "@cauri/house/hostileTexts"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { opened } from "./chromium.ts"
import { served } from "./browsing.ts"
import { doubtful, layerWorld, newScript, paidIn, payin, payout } from "./world.ts"

/** A text as the store and a browser can hold it. */
const held = (text: string): string => text.toWellFormed().replaceAll(/[\0\uFFFD]/g, "")

/** What a merchant's program may write about a customer is at most a hundred characters long. */
const short = hostileBatches(100).map(held)
const long = hostileBatches(400).map(held)

/** Two of them for each payment. */
const pairs = short.flatMap((first, index) => (index % 2 === 0 ? [[first, short[index + 1] ?? first] as const] : []))

/** Fills in every text field of a form, as somebody whom no limit binds, and sends it. */
const sendsEverywhere = async (page: Page, text: string) => {
  const filled = page.evaluate(`(() => {
    const form = [...document.forms].find((each) => each.querySelector("main textarea, main input[type=text]"))
    for (const field of form.querySelectorAll("textarea, input[type=text]")) field.value = ${JSON.stringify(text)}
    form.submit()
  })()`)
  await Promise.all([page.waitForEvent("load"), filled])
}

describe.skipIf(!hasBrowser)(`hostile texts in a browser${whySkipped}`, () => {
  it.live("are shown as texts on every page, written by a program or a person (E5)", () => {
    const script = newScript()
    return Effect.gen(function* () {
      yield* doubtful(script, payout("salary-1", 145_000, { description: short[0] ?? "" }))
      for (const [index, [first, last]] of pairs.entries()) {
        const text = `${first} ${last}`
        const customer = { firstName: first.slice(0, 100), lastName: last.slice(0, 100) }
        const named = { description: text, customer, customData: { note: text } }
        yield* paidIn(script, payin(`order-${index}`, 5_000, named))
      }
      const address = yield* served
      const { faults, page } = yield* opened(yield* startBrowser)
      const look = async (path: string) => {
        await page.goto(`${new URL(address).origin}${path}`)
        assert.deepStrictEqual(await foreignMarkup(page, { scripts: 0 }), [], path)
      }
      yield* Effect.promise(async () => {
        await page.goto(address)
        await page.getByRole("button").first().click()
        // The door has a heading as well.
        await page.waitForURL(`${new URL(address).origin}/`)
        for (const [index, [first, last]] of pairs.entries()) {
          await page.goto(`${new URL(address).origin}/payments/payin/shop/order-${index}/reveal`)
          await sendsEverywhere(page, first.slice(0, 100))
          assert.deepStrictEqual(await foreignMarkup(page, { scripts: 0 }), [], first)
          assert.include(held((await page.textContent("main")) ?? ""), `${first} ${last}`.trim(), `order-${index}`)
        }
        for (const text of long) {
          await look("/payments/payout/shop/salary-1/completed")
          await sendsEverywhere(page, text)
          await page.getByRole("alert").waitFor()
          assert.deepStrictEqual(await foreignMarkup(page, { scripts: 0 }), [], text)
          const query = ["id", "operator", "project", "from", "to", "after", "day", "list", "done", "scope"]
          const asked = new URLSearchParams(query.map((name) => [name, text])).toString()
          for (const path of ["/", "/find", "/day", "/statements", "/statements/compare", "/pauses", "/pauses/resume"])
            await look(`${path}?${asked}`)
        }
      })
      assert.deepStrictEqual(faults, [])
    }).pipe(Effect.scoped, Effect.provide(layerWorld(script)))
  })
})
