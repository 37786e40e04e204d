/** A migration is written by hand and never changes once it was released: stores exist that it made. */
import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readCore } from "../src/generate.ts"
import { repository } from "./fixture.ts"

/** The digest of each released migration, by its path. Written at its release, and never changed. */
const released: Readonly<Record<string, string>> = {}

const migrations = globSync("packages/adapters/store-*/src/migrations/*.ts", { cwd: repository }).map((path) => ({
  path,
  text: readFileSync(join(repository, path), "utf8"),
}))

describe("the migrations of the stores", () => {
  it("hold no generated text and no list of states: a store gets them from the program that opens it", async () => {
    const { payinStates } = await readCore(repository)
    assert.isAtLeast(migrations.length, 2)
    for (const { path, text } of migrations) {
      assert.notMatch(text, /generated:/, path)
      assert.notMatch(text, new RegExp(`'${payinStates[0]}', '${payinStates[1]}'`), path)
    }
  })

  it("have the bytes with which they were released", () => {
    const found = migrations.map(({ path, text }) => [path, createHash("sha256").update(text).digest("hex")])
    assert.deepInclude(Object.fromEntries(found), released)
  })
})
