/** What README.md shows of the source is written by `pnpm generate`; here the example runs, and no row is missing. */
import { readFileSync } from "node:fs"
import { inOrder } from "@cauri/house/machineText"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { payinRows } from "../src/machine/payinRows.ts"
import { payoutRows } from "../src/machine/payoutRows.ts"
import { sell } from "./example.ts"
import { completed, layerScripted, newScript } from "./scripted.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const numbers = (table: ReadonlyArray<{ readonly row: string }>) => [...new Set(table.map(({ row }) => row))]
const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)

describe("README.md", () => {
  it.effect("shows an example that runs", () => {
    const script = newScript()
    return Effect.gen(function* () {
      const selling = yield* Effect.forkChild(sell)
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(selling.pollUnsafe())
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* Fiber.join(selling), "Completed")
    }).pipe(Effect.provide(layerScripted(script)))
  })

  it("names every row of both tables, in order and without a gap (P1 to P22, O1 to O18)", () => {
    assert.deepStrictEqual(numbers(inOrder(payinRows)), upTo("P", 22))
    assert.deepStrictEqual(numbers(inOrder(payoutRows)), upTo("O", 18))
  })

  const walks = (read("../README.md").split("<!-- walks -->")[1] ?? "").split("<!-- end -->")[0] ?? ""

  it.each(walks.split("### ").slice(1))(
    "walks only through functions that are there, and at most 20 files: %.40s",
    (walk) => {
      const hops = [...walk.matchAll(/`(\w+\/\w+\.ts):(\w+)`/g)].map(([, file = "", name = ""]) => ({ file, name }))
      assert.isAtLeast(hops.length, 5)
      assert.isAtMost(new Set(hops.map(({ file }) => file)).size, 20)
      const defines = ({ file, name }: (typeof hops)[number]) =>
        new RegExp(`(const|class|static|readonly) ${name}\\b|^\\s+${name}[:(]`, "m").test(read(`../src/${file}`))
      assert.deepStrictEqual(
        hops.filter((hop) => !defines(hop)),
        [],
      )
    },
  )
})
