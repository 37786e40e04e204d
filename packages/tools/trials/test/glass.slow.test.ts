import { assert, describe, it } from "@effect/vitest"
import type { Broken } from "../src/glass/merchant.ts"
import { run, type Run, type RunOptions } from "../src/glass/run.ts"
import { shrink } from "../src/glass/shrink.ts"
import { wageLines } from "../src/glass/town.ts"
import { variants } from "../src/glass/variants.ts"

const town = { payments: 20, days: 3 }
/** So many seeds are enough for each; the campaign has two thousand. */
const seeds = 20
/** A seed, and whether those who write of one payment often meet in it. */
type Which = Pick<RunOptions, "seed" | "meets">

/** Which seed shows it, where the first ones do not. When it does not any more, all are tried. */
const shownBy: Readonly<Record<string, Which>> = {
  "claims without looking at the version": { seed: 8 },
  "takes a backup for the newest state": { seed: 11 },
  "pays wages after a restoration without reading the statement": { seed: 8 },
  "counts as received what the host refused": { seed: 15 },
  "takes a question without an answer for completed": { seed: 6 },
  "takes a token that the service forgot for not completed": { seed: 36 },
  "sends again what a dead worker was sending": { seed: 3 },
  'takes a "not now" for final': { seed: 4 },
  "overlooks callbacks in saves and claims": { seed: 69, meets: true },
  "claims again what a callback made stale": { seed: 69, meets: true },
  "decides a round again without a token that came meanwhile": { seed: 96, meets: true },
  "sends after the lease is over": { seed: 60, meets: true },
  "settles without looking at the version": { seed: 3, meets: true },
}

const sound = new Map<string, Promise<Run>>()
/** What goes wrong in the same town when nothing is broken. */
const soundIn = async (which: Which, { restores }: Broken) => {
  const options = {
    ...which,
    ...town,
    ...(restores === undefined ? { store: "memory" as const } : { isRestored: true }),
  }
  const name = JSON.stringify(options)
  const made = sound.get(name) ?? run(options)
  sound.set(name, made)
  return (await made).wrong
}

describe("a merchant whose programs break a promise is caught", () => {
  for (const [does, broken] of Object.entries(variants)) {
    it(`one that ${does}`, async () => {
      for (const which of [shownBy[does] ?? { seed: 1 }, ...Array.from({ length: seeds }, (_, seed) => ({ seed }))]) {
        const { wrong } = await run({ ...which, ...town, broken })
        if (wrong.length > 0) return assert.deepStrictEqual(await soundIn(which, broken), [])
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
