/** The walks of the architecture's page lead through names that are there, by the same way in both languages. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { tables } from "../src/tables.ts"

const root = new URL("../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

const hopsOf = (language: string) =>
  [...read(`docs/${language}/architecture.md`).matchAll(/\[`(\w+)`\]\(\.\.\/\.\.\/([\w/-]+\.ts)\)/g)].map(
    ([, name = "", file = ""]) => ({ name, file }),
  )

describe("the architecture", () => {
  it("walks only through names that are there", () => {
    const hops = hopsOf("en")
    assert.isAtLeast(hops.length, 20)
    const isThere = ({ file, name }: (typeof hops)[number]) =>
      existsSync(new URL(file, root)) &&
      new RegExp(`(const|class|static|readonly) ${name}\\b|^\\s+${name}[:(]`, "m").test(read(file))
    assert.deepStrictEqual(
      hops.filter((hop) => !isThere(hop)),
      [],
    )
  })

  it("takes the same way in both languages", () => assert.deepStrictEqual(hopsOf("fr"), hopsOf("en")))

  it("draws core on the ground, and no floor above the apps", () => {
    const drawn = tables["house"]?.("en") ?? ""
    const at = (name: string) => drawn.indexOf(`>${name}</text>`)
    assert.isAbove(at("core"), at("store-sqlite"))
    assert.isAbove(at("store-sqlite"), at("cauri"))
    assert.isAbove(at("cauri"), at("receiver"))
  })
})
