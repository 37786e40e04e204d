/** The three entries: how many names each has, and that no name stands in two of them. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

/** Every name that an entry exports, types too. An entry holds lists of names and nothing else. */
const namesOf = (entry: string): ReadonlyArray<string> => {
  const text = readFileSync(new URL(`../src/${entry}.ts`, import.meta.url), "utf8")
  const lists = [...text.matchAll(/^export \{([^}]*)\} from "\.\/[^"]+"$/gm)]
  assert.strictEqual(lists.length, text.match(/\bexport\b/g)?.length, `${entry} holds something else than lists`)
  return lists.flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .filter((name) => name !== "")
      .map((name) => name.replace(/^.* as /, "")),
  )
}

const entries = { index: namesOf("index"), adapter: namesOf("adapter"), model: namesOf("model") }

describe("the entries of core", () => {
  it("hold so many names, at most 55 of them for who embeds core", () => {
    const counts = Object.entries(entries).map(([entry, names]) => [entry, names.length])
    assert.deepStrictEqual(counts, [
      ["index", 55],
      ["adapter", 164],
      ["model", 100],
    ])
    assert.isAtMost(entries.index.length, 55)
  })

  it("hold each name once", () => {
    const all = Object.values(entries).flat()
    const twice = all.filter((name, at) => all.indexOf(name) !== at)
    assert.deepStrictEqual(twice, [])
  })

  it("give who embeds core nothing of the machine and of the stores' drivers", () => {
    for (const name of [
      "decide",
      "fold",
      "append",
      "PaymentStoreDriver",
      "Submission",
      "Confirmation",
      "IllegalTransition",
    ]) {
      assert.notInclude(entries.index, name)
    }
  })
})
