import { assert, describe, it } from "@effect/vitest"
import { run } from "../src/glass/run.ts"
import { shrink } from "../src/glass/shrink.ts"
import { wageLines } from "../src/glass/town.ts"
import { variants } from "../src/glass/variants.ts"

/** So many seeds are enough for each; the campaign has two thousand. */
const seeds = 20

/** Which seed shows it, where the first ones do not. When it does not any more, all are tried. */
const shownBy: Readonly<Record<string, number>> = {
  "claims without looking at the version": 8,
  "takes a backup for the newest state": 11,
  "pays wages after a restoration without reading the statement": 8,
  "counts as received what the host refused": 15,
  "takes a question without an answer for completed": 6,
  "takes a token that the service forgot for not completed": 36,
  "sends again what a dead worker was sending": 3,
  'takes a "not now" for final': 4,
}
/** The same, in the weather in which those who write of one payment often meet. */
const shownByMeeting: Readonly<Record<string, number>> = {
  "overlooks callbacks in saves and claims": 69,
  "claims again what a callback made stale": 69,
  "decides a round again without a token that came meanwhile": 96,
  "sends after the lease is over": 60,
  "settles without looking at the version": 3,
}

describe("a merchant whose programs break a promise is caught", () => {
  for (const [does, broken] of Object.entries(variants)) {
    it(`one that ${does}`, async () => {
      const meeting = shownByMeeting[does]
      const shown = meeting === undefined ? { seed: shownBy[does] ?? 1 } : { seed: meeting, meets: true }
      // Where writers meet, nothing is wrong unless it is broken.
      if (meeting !== undefined)
        assert.deepStrictEqual((await run({ ...shown, payments: 20, days: 3, store: "memory" })).wrong, [])
      for (const which of [shown, ...Array.from({ length: seeds }, (_, index) => ({ seed: index + 1 }))]) {
        const { wrong } = await run({ ...which, payments: 20, days: 3, broken })
        if (wrong.length > 0) return
      }
      assert.fail(`no purse and no order showed it in ${seeds} seeds`)
    })
  }
})

describe("a simulated town", () => {
  it("comes out the same over a file that is torn, when it is run again", async () => {
    const [first, second] = [await run({ seed: 7, store: "sqlite" }), await run({ seed: 7, store: "sqlite" })]
    assert.deepStrictEqual(first.wrong, [])
    assert.strictEqual(second.fingerprint, first.fingerprint)
  })

  it("loses nothing when a backup is put back on the way", async () => {
    for (const seed of [1, 2]) {
      const { story, wrong } = await run({ seed, payments: 4, days: 3, isRestored: true })
      assert.deepStrictEqual(wrong, [], story.join("\n"))
      assert.isTrue(story.some((line) => line.endsWith("the backup is put back")))
    }
  })

  it("that fails is made small: few orders show what was paid twice, and it comes out the same again", async () => {
    const broken = variants["counts a lost answer as not sent"] ?? {}
    const { options, run: found } = await shrink({ seed: 6, payments: 20, days: 3, store: "memory", broken })
    assert.match(found.wrong[0] ?? "", /^The (?:beneficiary of payout|customer of payin) .*\((?:S2|S15)\)\.$/)
    assert.isAtMost(20 + wageLines - (options.withoutOrders?.size ?? 0), 3)
    assert.deepStrictEqual(await run(options), found)
  })
})
