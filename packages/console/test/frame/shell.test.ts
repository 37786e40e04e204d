/** What every page weighs on a first visit, when nothing of it is in the browser yet. */
import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { assets } from "../../src/frame/shell.ts"
import { partsOf, weightOf, inWorld } from "../serving/browsing.ts"
import { busyWeek, payout, doubtful } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const pages = [
  "/enter",
  "/",
  "/?list=all",
  "/?list=held",
  "/day",
  "/pauses",
  "/pauses/resume?scope=operator%2Fshop%2FSanza",
  "/payments/payout/shop/salary-2026-w46-003",
  "/payments/payout/shop/salary-2026-w46-003/completed",
  "/payments/payin/shop/order-1046",
  "/payments/payin/shop/order-1046/close_flag",
  "/payments/payin/shop/order-1041/reveal",
]

describe("a page with everything that it loads", () => {
  it("is below 60 KB on a first visit, in both languages, in a busy week", function* (browser, script) {
    yield* busyWeek(script, TestClock.adjust)
    // Nobody's session lasts so long.
    yield* browser.enter
    for (const page of pages) {
      for (const language of ["en", "fr"]) {
        const path = `${page}${page.includes("?") ? "&" : "?"}language=${language}`
        assert.isBelow(yield* weightOf(browser, path), 60 * 1_024, path)
      }
    }
  })

  it("is so with the longest list that a page shows, of references as long as they may be", function* (browser, script) {
    for (let index = 0; index < 60; index++) {
      yield* doubtful(script, payout(`${index}`.padStart(64, "r"), 145_000 + index))
    }
    assert.isBelow(yield* weightOf(browser, "/?list=all"), 60 * 1_024)
  })

  it("loads the style sheet and the icon, and nothing else", function* (browser) {
    const parts = yield* partsOf(browser, "/")
    assert.sameMembers([...parts.keys()], ["/", ...assets.map(({ path }) => path)])
    for (const { path, text } of assets) assert.strictEqual(parts.get(path), Buffer.byteLength(text))
  })
})
