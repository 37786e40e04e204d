/** One place saves payments: of core's use cases only the writer uses the writing steps of a store. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { writesIn } from "../src/storeWrites.ts"
import { repository } from "./fixture.ts"

const useCases = "packages/core/src/services"

/** The use cases that save payments, by file name, with more files if wanted. */
const writers = (more: Readonly<Record<string, string>> = {}): ReadonlyArray<string> => {
  const read = readdirSync(join(repository, useCases)).map((name): [string, string] => [
    name,
    readFileSync(join(repository, useCases, name), "utf8"),
  ])
  return [...read, ...Object.entries(more)]
    .filter(([name, text]) => writesIn(name, text).length > 0)
    .map(([name]) => name)
}

describe("the writing steps of a store", () => {
  it("are used by the writer alone, through the store that counts what is done", () =>
    assert.deepStrictEqual(writers(), ["Activity.ts", "Writer.ts"]))

  it("are found in a use case that saves beside the writer", () => {
    const rogue = "export const close = (store) => (change, watch) => store.save(change, watch, { version: 1 })\n"
    assert.deepStrictEqual(writers({ "Rogue.ts": rogue }), ["Activity.ts", "Writer.ts", "Rogue.ts"])
  })

  it.each([
    ["const a = yield* store.claim(x)", "claim"],
    ['const a = store["insert"](x)', "insert"],
    ["const a = store?.save?.(x)", "save"],
    ["const { save } = yield* PaymentStore", "save"],
    ["const { claim: mine, find } = store", "claim"],
    ["const a = ({ insert }: Store) => insert(x)", "insert"],
    ["const a = Effect.flatMap(PaymentStore, (each) => each.save(x))", "save"],
    ["const a = [one].map(store.save)", "save"],
  ])("are found in %s", (source, step) =>
    assert.deepStrictEqual(writesIn("a.ts", `\n${source}`), [`a.ts:2 uses ${step}: only the writer saves payments`]),
  )

  it("are not found in words, in names of our own, or in reading steps", () => {
    for (const source of [
      "const insert = (content) => content\ninsert(x)",
      'const a = "store.save(x)" // store.claim(x)',
      "const a = store.find(x)",
      "const a = { save: 1, claim, insert() {} }",
      "const a = store[save]",
      "type A = Pick<Store, 'save'>",
    ])
      assert.deepStrictEqual(writesIn("a.ts", source), [])
  })

  it("cannot be looked for in what is no source", () =>
    assert.deepStrictEqual(writesIn("a.ts", "const const"), ["a.ts: cannot be read"]))
})
