/** A store carries the machine of the program that last replaced it, and programs of several versions may open it. */
import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { isOlderMachine, type StoredMachine, storedMachine, StoreRefused } from "@cauri/core/adapter"

/** The lists with which each version was released, by their digest. Written at a release, and never changed. */
const released: Readonly<Record<string, string>> = {}

const versionOf = ({ words }: StoredMachine) => words.find(([list]) => list === "version")?.[1] ?? ""

const ofVersion = (version: number | null): StoredMachine => ({
  ...storedMachine,
  words: storedMachine.words.flatMap(([list, word]) =>
    list !== "version" ? [[list, word] as const] : version === null ? [] : [["version", String(version)] as const],
  ),
})

const refusal = (found: StoredMachine) => {
  try {
    return isOlderMachine(found)
  } catch (thrown) {
    if (thrown instanceof StoreRefused) return [thrown.reason, thrown.detail]
    throw thrown
  }
}

describe("the machine in a store", () => {
  it("has each row once, and a state either open or closed", () => {
    const rows = [...storedMachine.words, ...storedMachine.moves].map((row) => row.join(" "))
    assert.lengthOf(new Set(rows), rows.length)
    assert.includeMembers(rows, ["payin open pending", "payout closed refused", "payout submitting accepted pending"])
  })

  it("stays as it is when it is core's, in any order", () =>
    assert.isFalse(isOlderMachine({ words: storedMachine.words, moves: storedMachine.moves.toReversed() })))

  it("is replaced when an older program wrote it, or none", () => {
    assert.isTrue(isOlderMachine({ words: [], moves: [] }))
    assert.isTrue(isOlderMachine(ofVersion(null)))
    assert.isTrue(isOlderMachine({ ...ofVersion(0), moves: [] }))
  })

  it("is refused when a newer program wrote it, whatever it says", () =>
    assert.deepStrictEqual(refusal(ofVersion(99)), [
      "newer_schema",
      `Its legal moves are of version 99, and this program knows versions up to ${versionOf(storedMachine)}.`,
    ]))

  it("is refused when it was changed under its version", () => {
    const moves = [...storedMachine.moves.slice(1), ["payin", "expired", "accepted", "pending"] as const]
    const [reason, detail] = [refusal({ ...storedMachine, moves })].flat()
    assert.strictEqual(reason, "broken_migration")
    assert.include(
      detail,
      `${storedMachine.moves[0]?.join(" ")} is missing, payin expired accepted pending is not core's.`,
    )
  })

  it("is that of its release: a change of the lists needs a higher version", () => {
    const digest = createHash("sha256").update(JSON.stringify(storedMachine)).digest("hex")
    assert.strictEqual(released[versionOf(storedMachine)] ?? digest, digest)
  })
})
