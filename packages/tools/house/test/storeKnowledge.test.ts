/**
 * The runtime and the apps work on any store that fills core's ports: they hold no SQL over a store's tables, and the runtime knows no
 * store by the scheme of its address.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { knowledgeIn, listedUnder, tablesIn } from "../src/storeKnowledge.ts"
import { repository } from "./fixture.ts"

const read = (path: string) => readFileSync(join(repository, path), "utf8")

const sourcesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))

const stores = readdirSync(join(repository, "packages/adapters")).filter((name) => name.startsWith("store-"))
const tables = stores
  .flatMap((store) => [`packages/adapters/${store}/src/migrations`, `packages/adapters/${store}/src`])
  .filter((folder) => existsSync(join(repository, folder)))
  .flatMap((folder) => sourcesIn(folder).filter((path) => /\/migrat\w+[/.]/.test(path)))
  .flatMap((path) => tablesIn(read(path).replaceAll("`", "\n")))

const apps = readdirSync(join(repository, "apps")).map((name) => `apps/${name}/src`)
const lists = apps.map((folder) => join(folder, "stores.ts")).filter((path) => existsSync(join(repository, path)))
const schemes = [...new Set(lists.flatMap((path) => listedUnder("schemes", path, read(path))))]

/** Sources that may hold SQL, and why. */
const excepted: Readonly<Record<string, string>> = {
  "apps/demo/src/ourBooks.ts": "the demo's proof reads the tables past the library, because it judges the library",
  "apps/sandbox/src/keep.ts": "the sandbox keeps itself in a table of its own",
  "apps/shop/src/orders.ts": "the shop's own orders",
}

describe("what is looked for", () => {
  it("is all tables of both stores, and every scheme that an app lists", () => {
    assert.includeMembers([...tables], ["cauri_payments", "cauri_documents", '"cauri".payments', '"cauri".documents'])
    assert.includeMembers([...schemes], ["sqlite:", "postgres:"])
  })
})

describe("the runtime and the apps", () => {
  it("hold no SQL and no table of a store, but for what is excepted with its reason", () => {
    const found = ["packages/runtime/src", ...apps]
      .flatMap(sourcesIn)
      .map((path) => ({ path, knows: knowledgeIn(path, read(path), { tables, schemes: [] }) }))
      .filter(({ knows }) => knows.length > 0)
    assert.deepStrictEqual(
      found.filter(({ path }) => excepted[path] === undefined),
      [],
    )
    assert.sameMembers(
      found.map(({ path }) => path),
      Object.keys(excepted),
      "an exception that nothing needs any more must go",
    )
  })

  it("share a runtime that names no scheme of a store", () =>
    assert.deepStrictEqual(
      sourcesIn("packages/runtime/src").flatMap((path) => knowledgeIn(path, read(path), { schemes, tables })),
      [],
    ))
})
