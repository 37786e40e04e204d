import { assert, describe, it } from "@effect/vitest"
import { pendingMigrations, requireParts, requireStore, StoreRefused, takeToken } from "@cauri/core/adapter"

/** The reason and the detail of the refusal that is thrown; null: none. */
const refusal = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (thrown) {
    if (thrown instanceof StoreRefused) return [thrown.reason, thrown.detail]
    throw thrown
  }
}

describe("the token bucket", () => {
  const rate = { perSecond: 2, burst: 3 }

  it("gives a whole burst at once, then one token per interval", () => {
    let next: number | undefined
    const waits = [10_000, 10_000, 10_000, 10_000, 10_499, 10_500, 10_500].map((now) => {
      const { nextAt, wait } = takeToken(next, rate, now)
      if (wait === 0) next = nextAt
      return wait
    })
    assert.deepStrictEqual(waits, [0, 0, 0, 500, 1, 0, 500])
  })

  it("tells a wait in whole milliseconds, never too short", () =>
    assert.strictEqual(takeToken(1_000.25, { perSecond: 3, burst: 1 }, 1_000).wait, 1))

  it("gives no more than a burst after a rest, however long", () =>
    assert.deepStrictEqual(takeToken(0, rate, 60_000), { wait: 0, nextAt: 59_500 }))

  it("forgets a time that lies further ahead than two hosts may be apart", () => {
    assert.deepStrictEqual(takeToken(120_501, rate, 60_000), { wait: 0, nextAt: 60_500 })
    assert.deepStrictEqual(takeToken(120_500, rate, 60_000), { wait: 60_500, nextAt: 120_500 })
  })
})

describe("a store that is opened", () => {
  const found = { id: "mine", highWater: 7 }

  it("is taken when nothing is known of it, or when it is the same and lost nothing", () => {
    for (const seen of [undefined, { id: "mine" }, { id: "mine", highWater: 7 }])
      assert.isNull(refusal(() => requireStore(found, seen)))
  })

  it("is refused when it is another (C12), even for a program that restores", () => {
    const foreign = ["foreign", "It is the store mine, and yours was expected."]
    for (const restoring of [false, true])
      assert.deepStrictEqual(
        refusal(() => requireStore(found, { id: "yours" }, restoring)),
        foreign,
      )
  })

  it("is refused when it has less history than was seen (C13), but for a program that restores", () => {
    const seen = { id: "mine", highWater: 8 }
    assert.deepStrictEqual(
      refusal(() => requireStore(found, seen)),
      ["restored", "It holds 7 events, and had 8 before."],
    )
    assert.isNull(refusal(() => requireStore(found, seen, true)))
  })

  it("goes through the migrations that it lacks", () => {
    const all = [1, 2, 3].map((number) => ({ number, name: `step ${number}`, sql: "" }))
    assert.deepStrictEqual(pendingMigrations([], []), [])
    assert.deepStrictEqual(pendingMigrations([], all), all)
    assert.deepStrictEqual(pendingMigrations(all.slice(0, 2), all), all.slice(2))
    assert.deepStrictEqual(pendingMigrations(all, all), [])
    assert.deepStrictEqual(
      refusal(() => pendingMigrations(all, all.slice(0, 2))),
      ["newer_schema", "Its tables are of version 3, and this program knows versions up to 2."],
    )
    const unknown =
      "It was made by the migration 1 (other), which this program does not know. Use the program that made it, or a new store."
    assert.deepStrictEqual(
      refusal(() => pendingMigrations([{ number: 1, name: "other" }], all)),
      ["broken_migration", unknown],
    )
    assert.strictEqual(refusal(() => pendingMigrations([{ number: 2, name: "step 1" }], all))?.[0], "broken_migration")
  })

  it("is refused when a part of its tables is missing, by the name of the part", () => {
    assert.isNull(refusal(() => requireParts([])))
    const detail = "Of what the migrations made, this is missing, changed or switched off: index a, trigger b."
    assert.deepStrictEqual(
      refusal(() => requireParts(["index a", "trigger b"])),
      ["broken_migration", detail],
    )
  })
})
