import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger } from "effect"
import { HttpServerError } from "effect/http"
import { CallbacksMisconfigured } from "@cauri/callbacks"
import { StoreError } from "@cauri/core"
import { GatewayMisconfigured } from "@cauri/gateway-http"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import { BadUsage } from "../src/arguments.ts"
import { Misconfigured } from "../src/config.ts"
import { codeOf, type Ending, sentenceOf, teardown, told } from "../src/exits.ts"

const sqlite = (reason: Sqlite.RefusalReason) => new Sqlite.StoreRefused({ reason, detail: "Seen." })
const postgres = (reason: Postgres.RefusalReason) => new Postgres.StoreRefused({ reason, detail: "Seen." })
const gateway = (setting: string) => new GatewayMisconfigured({ setting, problem: "is wrong" })

const endings: ReadonlyArray<readonly [ending: Ending, code: number, word: string]> = [
  [new BadUsage({ argument: "--twice" }), 64, "--twice"],
  [new Misconfigured({ variable: "OUTCOMES", expected: "set" }), 64, "OUTCOMES"],
  [gateway("baseUrl"), 64, "SERVICE_URL"],
  [gateway("payoutProxy"), 64, "EGRESS_PROXY"],
  [gateway("the credentials file"), 64, "CREDENTIALS_FILE"],
  [gateway("credentials"), 64, "API_KEY_<PROJECT>"],
  [gateway("NODE_TLS_REJECT_UNAUTHORIZED"), 64, "NODE_TLS_REJECT_UNAUTHORIZED"],
  [new CallbacksMisconfigured({ setting: "base", problem: "is wrong" }), 64, "CALLBACK_BASE"],
  [new CallbacksMisconfigured({ setting: "verifying[0]", problem: "is wrong" }), 64, "CALLBACK_KEYS (verifying[0])"],
  [new HttpServerError.ServeError({ cause: "canary" }), 75, "OPERATIONS_PORT"],
  [new StoreError({ operation: "takeDue", cause: "canary" }), 75, "takeDue"],
  [sqlite("Corrupt"), 74, "Corrupt"],
  [postgres("Corrupt"), 74, "Corrupt"],
  [sqlite("Busy"), 75, "Busy"],
  [sqlite("DiskLow"), 75, "DiskLow"],
  [postgres("Unavailable"), 75, "Unavailable"],
  [sqlite("Missing"), 64, "Missing"],
  [sqlite("Restored"), 64, "Restored"],
  [postgres("Foreign"), 64, "Foreign"],
  [postgres("NewerSchema"), 64, "NewerSchema"],
]

/** The program with what it logged. */
const logged = (program: Effect.Effect<number, Ending>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    const code = yield* Effect.provide(told(program), Logger.layer([logger]))
    return { code, text: lines.join("\n") }
  })

const exitOf = (exit: Exit.Exit<unknown, unknown>) => {
  let code = -1
  teardown(exit, (given) => (code = given))
  return code
}

describe("the end of the program", () => {
  it.effect.each(endings)("has its code and one sentence that says what to look at (case %#)", ([ending, code, word]) =>
    Effect.gen(function* () {
      assert.strictEqual(codeOf(ending), code)
      assert.include(sentenceOf(ending), word)
      assert.notInclude(sentenceOf(ending), "canary")
      const result = yield* logged(Effect.fail(ending))
      assert.deepStrictEqual(result, { code, text: `Fatal ${sentenceOf(ending)}` })
    }),
  )

  it.effect("with a defect is 70, and tells where it was and not what it said", () =>
    Effect.gen(function* () {
      const { code, text } = yield* logged(Effect.die(new TypeError("canary 22670000000")))
      assert.strictEqual(code, 70)
      assert.include(text, "TypeError")
      assert.include(text, "exits.test.ts")
      assert.notInclude(text, "canary")
      assert.strictEqual(
        (yield* logged(Effect.die("canary"))).text,
        "Fatal The program ends because of a defect in it: unknown",
      )
    }),
  )

  it("is what the program succeeded with, or 0 when it was told to stop", () => {
    assert.strictEqual(exitOf(Exit.succeed(1)), 1)
    assert.strictEqual(exitOf(Exit.void), 0)
    assert.strictEqual(exitOf(Exit.failCause(Cause.interrupt(1))), 0)
    assert.strictEqual(exitOf(Exit.die("defect")), 70)
  })
})
