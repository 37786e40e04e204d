/** `--grade` from the command line, against a shop on loopback: the verdict, the exit code, JSON and JUnit. */
import { assert, describe } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { it } from "@cauri/house/it"
import { spawnApp, temporaryFolder } from "@cauri/programs"
import { Grade, scenarios } from "@cauri/simulator"
import { type ShopManners, startShop } from "./gradedShop.ts"

const keys = { apiKey: "sandbox-key-of-the-shop", apiToken: "sandbox-token-of-the-shop" }

const Verdict = Schema.Struct({
  ...Grade.fields,
  leftOut: Schema.Array(Schema.Struct({ why: Schema.String, what: Schema.String })),
})

const graded = Effect.fnUntraced(function* (manners: ShopManners, scenario: ReadonlyArray<string>) {
  const shop = yield* startShop(manners)
  const folder = yield* temporaryFolder
  const junit = join(folder, "grade.xml")
  const program = yield* spawnApp({
    app: "sandbox",
    environment: { SANDBOX_PORT: "0", SANDBOX_API_KEY: keys.apiKey, SANDBOX_API_TOKEN: keys.apiToken },
    arguments: [
      "--grade",
      "--json",
      "--amount=2500",
      "--patience=3",
      `--junit=${junit}`,
      `--hook=${shop.url}/hook`,
      `--probe=${shop.url}/orders/{order}`,
      `--visit=${shop.url}/return/{order}?token={token}`,
      ...scenario,
    ],
  })
  yield* program.says("controlToken")
  const { url } = JSON.parse((yield* program.out).split("\n")[0] ?? "")
  shop.use({ url, ...keys })
  const exit = yield* program.ended
  const grade = Schema.decodeUnknownSync(Schema.fromJsonString(Verdict))((yield* program.out).trim().split("\n").at(-1))
  const red = grade.lines.filter(({ verdict }) => verdict === "Failed").map(({ code }) => code)
  return { exit, grade, red, junit: readFileSync(junit, "utf8"), err: yield* program.err }
}, Effect.scoped)

describe("cauri sandbox --grade", () => {
  it.live("passes a shop that asks, ends with 0, and writes the same for a build", function* () {
    const { exit, grade, junit, red } = yield* graded({}, ["scenario", "forged-then-refused"])
    assert.deepStrictEqual([exit, red, grade.points], [0, [], 48])
    assert.strictEqual(grade.lines.find(({ code }) => code === "forged_believed")?.verdict, "Passed")
    assert.include(junit, 'failures="0"')
    assert.include(junit, "<skipped/>")
  })

  it.live("fails a shop that believes a forged callback, ends with 1, and says how much was at risk", function* () {
    const { exit, grade, junit, red } = yield* graded({ believes: true }, ["scenario", "forged-then-refused"])
    assert.deepStrictEqual([exit, red], [1, ["forged_believed", "asked_after_callback"]])
    assert.strictEqual(grade.atRiskXof, 2 * 2_500)
    assert.match(junit, /<testcase classname="forged_believed"[^>]*><failure message="[^"]+">/)
  })

  it.live("judges a shop that sends no transaction_id as it judges one that does #60", function* () {
    const scenario = ["scenario", "forged-then-refused"]
    const careful = yield* graded({ nameless: true }, scenario)
    assert.deepStrictEqual([careful.exit, careful.red, careful.grade.points], [0, [], 48])
    assert.strictEqual(careful.grade.lines.find(({ code }) => code === "forged_believed")?.verdict, "Passed")
    const { red } = yield* graded({ nameless: true, believes: true }, scenario)
    assert.deepStrictEqual(red, ["forged_believed", "asked_after_callback"])
  })

  it.live(
    "plays scenarios of the payment page for a shop that has nothing else, and names what was left out",
    function* () {
      const { exit, grade, red } = yield* graded({ kinds: ["hosted"] }, [])
      assert.deepStrictEqual([exit, red, grade.points], [0, [], 48])
      const verdicts = new Map(grade.lines.map(({ code, verdict }) => [code, verdict]))
      for (const code of ["forged_believed", "completion_taken", "late_completion", "asked_after_callback"] as const) {
        assert.strictEqual(verdicts.get(code), "Passed", code)
      }
      const left = scenarios.filter(({ payment }) => payment.kind !== "hosted").map(({ name }) => name)
      assert.deepStrictEqual(grade.leftOut.map(({ what }) => what).toSorted(), left.toSorted())
    },
  )
})
