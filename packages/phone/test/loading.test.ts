/** What a page or a program loads for the sentences alone. */
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"

/** The files that Node loads for an entry of this package. */
const loadedFor = (entry: string): ReadonlyArray<string> => {
  const program = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(${JSON.stringify(entry)})
    console.log(JSON.stringify(loaded))`
  const cwd = new URL("..", import.meta.url)
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" }))
}

describe("what is loaded", () => {
  it("for the sentences is no numbering plan, nothing of core and nothing of Effect", () => {
    const loaded = loadedFor("@cauri/phone/instructions")
    assert.isTrue(loaded.some((file) => file.endsWith("/instructions.ts")))
    assert.deepStrictEqual(
      loaded.filter((file) => file.includes("/node_modules/") || file.includes("/packages/core/")),
      [],
    )
  })

  it("for numbers are the numbering plans, and nothing of Effect either", () => {
    const loaded = loadedFor("@cauri/phone")
    assert.isTrue(loaded.some((file) => file.includes("/libphonenumber-js/")))
    assert.deepStrictEqual(
      loaded.filter((file) => file.includes("/node_modules/effect/") || file.includes("/packages/core/")),
      [],
    )
  })
})
