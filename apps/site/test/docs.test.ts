/** The pages of `docs`: the same in both languages, and nothing in them comes from nowhere. */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { figures } from "../src/figures.ts"
import { languages } from "../src/languages.ts"
import { prepare } from "../src/prepare.ts"
import { generatedNames } from "../src/reference/generated.ts"
import { stories } from "../src/stories.ts"
import { tables } from "../src/tables.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
// Making these takes a while; the build does.
const generated = Object.fromEntries(generatedNames.map((name) => [name, () => ""]))
const prepared = prepare({ root, tables: { ...tables, ...generated }, figures, stories })

describe("the pages", () => {
  it("have no fault", () => assert.deepStrictEqual(prepared.wrong, []))

  it("lead to no address that only the build knows, also where a runbook leads to a page", () =>
    assert.deepStrictEqual(
      prepared.pages.filter(({ text }) => text.includes("](repository:")).map(({ path }) => path),
      [],
    ))

  it("are the same in every language", () => {
    const [first, ...others] = languages.map((language) =>
      prepared.pages.filter((page) => page.language === language).map(({ path }) => path),
    )
    assert.isNotEmpty(first ?? [])
    for (const other of others) assert.deepStrictEqual(other, first)
  })
})
