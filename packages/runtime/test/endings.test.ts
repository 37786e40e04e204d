import { assert, describe, vi } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger } from "effect"
import { it } from "@cauri/house/it"
import { PolicyRefused, StoreError } from "@cauri/core"
import { issuePage, type RefusalReason, StoreRefused } from "@cauri/core/adapter"
import { codeOf, type Ending, isEnding, warnIfStopped, sentenceOf, teardown, runProgram } from "../src/endings.ts"
import { unknownOption } from "../src/flags.ts"
import { Misconfigured } from "../src/Misconfigured.ts"
import { portRefused } from "../src/PortRefused.ts"

const refusedPort = (cause: unknown) => portRefused({ host: "HOST", port: "PORT" })({ cause })
const refused = (reason: RefusalReason) => new StoreRefused({ reason, detail: "Seen." })

const endings: ReadonlyArray<readonly [ending: Ending, code: number, word: string]> = [
  [unknownOption("--twice"), 64, "--twice"],
  [new Misconfigured({ variable: "OUTCOMES", expected: "set" }), 64, "OUTCOMES"],
  [new PolicyRefused({ problems: [{ key: "calls.lease", rule: "must be longer" }] }), 64, "calls.lease must be longer"],
  [refusedPort("canary"), 75, "Check that HOST names an address of this machine and PORT a free port"],
  [refusedPort(Object.assign(new Error("canary"), { port: 8081 })), 75, "port 8081"],
  [refusedPort({ code: "EADDRINUSE", port: 8081 }), 75, "another program uses it. End that program, or set PORT"],
  [refusedPort({ code: "EACCES", port: 80 }), 75, "Set PORT to a port from 1024"],
  [refusedPort({ code: "EADDRNOTAVAIL", port: 80 }), 75, "Set HOST to an address of this machine"],
  [new StoreError({ operation: "takeDue", cause: "canary" }), 75, "takeDue"],
  [refused("corrupt"), 74, "corrupt"],
  [refused("busy"), 75, "busy"],
  [refused("disk_low"), 75, "disk_low"],
  [refused("unavailable"), 75, "unavailable"],
  ...(
    [
      "missing",
      "invalid_name",
      "foreign",
      "restored",
      "newer_schema",
      "broken_migration",
      "durability",
      "network_file_system",
      "aliased",
      "permissions",
      "shared_session",
    ] as const
  ).map((reason) => [refused(reason), 64, reason] as const),
]

const logged = (program: Effect.Effect<number, Ending>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    const code = yield* Effect.provide(runProgram("receiver", program, "en"), Logger.layer([logger]))
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
      assert.include(sentenceOf("receiver", ending, "en"), word)
      for (const language of ["fr", "en"] as const)
        assert.notInclude(sentenceOf("receiver", ending, language), "canary")
      const result = yield* logged(Effect.fail(ending))
      assert.deepStrictEqual(result, { code, text: `Fatal ${sentenceOf("receiver", ending, "en")}` })
    }),
  )

  it("with a defect is 70, and tells where it was and not what it said", function* () {
    const { code, text } = yield* logged(Effect.die(new TypeError("canary 22670000000")))
    assert.strictEqual(code, 70)
    assert.include(text, "TypeError")
    assert.include(text, "endings.test.ts")
    assert.notInclude(text, "canary")
    const nameless = Object.assign(new RangeError("canary"), { stack: undefined })
    for (const [defect, place] of [
      ["canary", "unknown"],
      [nameless, "RangeError"],
    ] as const) {
      const { text } = yield* logged(Effect.die(defect))
      assert.match(text, /^Fatal The receiver ends because of a defect in it\. .* counts as in doubt, .* report it at /)
      assert.isTrue(text.endsWith(`${issuePage} with the version and this place: ${place}`), text)
    }
  })

  it("with an exception that nothing caught is 70 at once, and tells where it was and not what it said", function* () {
    const codes: Array<unknown> = []
    const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
      codes.push(code)
      throw new Error("ended")
    })
    const before = process.listeners("uncaughtException")
    const { text } = yield* logged(
      Effect.sync(() => {
        const own = process.listeners("uncaughtException").filter((each) => !before.includes(each))
        for (const listener of own) {
          assert.throws(() => listener(new TypeError("canary 22670000000"), "uncaughtException"), "ended")
        }
        return 0
      }),
    )
    exit.mockRestore()
    assert.deepStrictEqual(codes, [70])
    assert.include(text, "TypeError")
    assert.notInclude(text, "canary")
    assert.deepStrictEqual(process.listeners("uncaughtException"), before)
  })

  it("names the program that does not start", function* () {
    const { text } = yield* logged(Effect.fail(new Misconfigured({ variable: "OUTCOMES", expected: '"log"' })))
    assert.strictEqual(text, 'Fatal The receiver does not start: OUTCOMES must be "log".')
  })

  it("is said in French where the locale is French, with the same variables", () => {
    for (const [ending] of endings) {
      const [french, english] = [sentenceOf("receiver", ending, "fr"), sentenceOf("receiver", ending, "en")]
      assert.notStrictEqual(french, english)
      assert.isTrue(isEnding(ending))
      for (const [name] of english.matchAll(/\b[A-Z]{4,}(_[A-Z]+)*\b/g)) assert.include(french, name)
    }
  })

  it("is none of a program's own where it is any other error", () => assert.isFalse(isEnding(new Error("any"))))

  it("is what the program succeeded with, or 0 when it was told to stop", () => {
    assert.strictEqual(exitOf(Exit.succeed(1)), 1)
    assert.strictEqual(exitOf(Exit.void), 0)
    assert.strictEqual(exitOf(Exit.failCause(Cause.interrupt(1))), 0)
    assert.strictEqual(exitOf(Exit.die("defect")), 70)
  })

  it("is 75 when it was told to stop before it had finished, and says so in one line", function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    const ended = (program: Effect.Effect<number>) =>
      Effect.gen(function* () {
        const running = yield* Effect.forkChild(runProgram("console", warnIfStopped("console", program)), {
          startImmediately: true,
        })
        yield* Fiber.interrupt(running)
        return exitOf(yield* Fiber.await(running))
      }).pipe(Effect.provide(Logger.layer([logger])))
    assert.strictEqual(yield* ended(Effect.never), 75)
    assert.deepStrictEqual(lines, [
      "Fatal The console was stopped before it had finished: its work may be done in part. Check what was done, and run it again.",
    ])
    assert.strictEqual(yield* ended(Effect.succeed(1)), 1)
    assert.strictEqual(lines.length, 1)
  })
})
