/** One place saves payments: of core's use cases only the writer uses the writing steps of a store. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { writesIn } from "../src/storeWrites.ts"
import { repository } from "./fixture.ts"

const useCases = "packages/core/src/services"

/** The use cases that save payments, by file name. */
const writers = (): ReadonlyArray<string> =>
  readdirSync(join(repository, useCases)).filter(
    (name) => writesIn(name, readFileSync(join(repository, useCases, name), "utf8")).length > 0,
  )

describe("the writing steps of a store", () => {
  it("are used by the writer alone, through the stores that count what is done and wake calls that wait", () =>
    assert.deepStrictEqual(writers(), ["Activity.ts", "WakeSignal.ts", "Writer.ts"]))

  it.each([
    ["const a = yield* store.claim(x)", "claim"],
    ['const a = store["insert"](x)', "insert"],
    ["const { save } = yield* PaymentStore", "save"],
    ["const a = Effect.flatMap(PaymentStore, (each) => each.save(x))", "save"],
  ])("are found in %s", (source, step) =>
    assert.deepStrictEqual(writesIn("a.ts", `\n${source}`), [`a.ts:2 uses ${step}: only the writer saves payments`]),
  )
})
