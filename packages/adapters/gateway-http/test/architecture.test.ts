/** What the entry for other runtimes may pull in, and that what sends creations holds nothing that repeats or follows. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const src = join(dirname(fileURLToPath(import.meta.url)), "..", "src")
const read = (name: string) => readFileSync(join(src, name), "utf8")
const importsOf = (name: string) =>
  [...read(name).matchAll(/^(?:import|export)\b[^"']*?from "([^"]+)"/gm)].flatMap(([, from]) => from ?? [])

const reachable = (entry: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const from of importsOf(name)) if (from.startsWith("./")) visit(from.slice(2))
    return
  }
  visit(entry)
  return found
}

describe("the sources", () => {
  it("of the entry for other runtimes pull in nothing of Node's and no undici", () => {
    const files = [...reachable("fetch.ts")]
    assert.isAbove(files.length, 8)
    const foreign = files.flatMap((name) => importsOf(name).filter((from) => /^node:|^undici/.test(from)))
    assert.deepStrictEqual(foreign, [])
    assert.include(importsOf("undiciTransport.ts"), "undici")
  })

  it("T8: name no operator that repeats, limits or follows by itself", () => {
    for (const name of readdirSync(src)) {
      assert.notMatch(
        read(name),
        /retryTransient|withRateLimiter|followRedirects|Effect\.retry|RetryAgent|interceptors/,
        name,
      )
    }
  })

  it("hold no way to turn the verification of certificates off (B8)", () => {
    for (const name of readdirSync(src)) {
      assert.notMatch(read(name), /rejectUnauthorized:(?! true)|checkServerIdentity|insecure/i, name)
    }
    assert.match(read("undiciTransport.ts"), /rejectUnauthorized: true/)
  })
})
