/** `pnpm start`, twice on one folder. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { contentOf, root, scriptOf, start } from "./process.ts"

const statusOf = (url: string) => Effect.promise(async () => (await fetch(url, { redirect: "manual" })).status)

/** What one enters with, in the order in which it is printed. The ports may be others when somebody took one meanwhile. */
const secretsIn = (text: string): ReadonlyArray<string> => {
  const secrets = [/password (\S+)/, /\?key=(\S+)/, /\/enter\/(\S+)/].map((pattern) => pattern.exec(text)?.[1] ?? "")
  assert.isTrue(secrets.every((secret) => secret.length >= 16))
  return secrets
}

const addressesIn = (text: string): ReadonlyArray<string> => text.match(/http:\/\/127\.0\.0\.1:\S+/g) ?? []

const everythingIsUp = "Ctrl-C stops everything"

// Three times five programs, on a machine that has much else to do.
const patience = 600_000

describe("pnpm start", () => {
  it("runs this package's start script", () => {
    // Not by way of another pnpm, which would make every exit code 1.
    assert.strictEqual(scriptOf("start", root), "node apps/demo/src/main.ts start")
    assert.strictEqual(scriptOf("start"), "node src/main.ts start")
  })

  it.live(
    "prints addresses that answer, stops with Ctrl-C, goes on where it was, and starts over with --fresh",
    () =>
      Effect.gen(function* () {
        const folder = join(yield* temporaryFolder, "house")
        const first = yield* start("start", [], { CAURI_HOUSE: folder })
        yield* first.says(everythingIsUp)
        const [shop = "", admin = "", sandbox = "", page = ""] = addressesIn(yield* first.out)
        assert.strictEqual(yield* statusOf(shop), 200)
        assert.strictEqual(yield* statusOf(admin), 401)
        assert.strictEqual(yield* statusOf(sandbox), 303)
        assert.strictEqual(yield* statusOf(page), 200)
        yield* first.kill("SIGINT")
        assert.strictEqual(yield* first.ended, 0, yield* first.err)
        assert.include(yield* first.out, "Everything has stopped.")
        assert.includeMembers([...contentOf(folder)], ["payments.db", "sandbox.db", "shop.db", "playground.json"])

        const second = yield* start("start", [], { CAURI_HOUSE: folder })
        yield* second.says(everythingIsUp)
        assert.include(yield* second.out, `Continuing with what ${folder} holds`)
        assert.notInclude(yield* second.out, ".cauri")
        const beside = yield* start("start", ["--fresh"], { CAURI_HOUSE: folder })
        assert.strictEqual(yield* beside.ended, 75)
        assert.strictEqual(
          yield* beside.err,
          `The folder ${folder} is in use by another start. End that program, or name another folder.\n`,
        )
        assert.deepStrictEqual(secretsIn(yield* second.out), secretsIn(yield* first.out))
        yield* second.kill("SIGTERM")
        assert.strictEqual(yield* second.ended, 0, yield* second.err)

        const third = yield* start("start", ["--fresh"], { CAURI_HOUSE: folder })
        yield* third.says(everythingIsUp)
        for (const [index, secret] of secretsIn(yield* third.out).entries()) {
          assert.notStrictEqual(secret, secretsIn(yield* first.out)[index])
        }
      }).pipe(Effect.scoped),
    patience,
  )
})
