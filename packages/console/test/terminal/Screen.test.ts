import { assert, describe } from "@effect/vitest"
import { Writable } from "node:stream"
import { exitCodes } from "@cauri/runtime"
import { Effect, Ref, Schema } from "effect"
import { printable, printableJson, printableJsonLine } from "../../src/words/printable.ts"
import { Screen } from "../../src/terminal/Screen.ts"
import { tableOf } from "../../src/terminal/table.ts"
import { it } from "../it.ts"

/** What moves a cursor, ends a line, or turns the direction of writing. */
const hostile = ["\u001B]0;title\u0007", "\u202Egnp.exe", "a\r\nb", "\u009B31m", "\u2028", "\u0000", "\u200B"]

describe("what is printed", () => {
  it("writes out what would move the cursor or turn text around", () => {
    for (const text of hostile) assert.match(printable(text), /^[\x20-\x7E]*$/)
    assert.strictEqual(printable("a\u001Bb"), "a\\u001bb")
    assert.strictEqual(printable("Reçu – 5 000 •"), "Reçu – 5 000 •")
  })

  it.prop("is JSON that reads back as it was, without such characters", [Schema.Array(Schema.String)], ([texts]) => {
    const values = [...texts, ...hostile]
    for (const printed of [printableJson(values), printableJsonLine(values)]) {
      assert.deepStrictEqual(JSON.parse(printed), values)
      assert.notMatch(printed.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
    assert.strictEqual(printableJsonLine(values).indexOf("\n"), printableJsonLine(values).length - 1)
  })

  it("keeps columns aligned whatever is in them", () => {
    const table = tableOf(
      [{ title: "name" }, { title: "sum", right: true }],
      [
        ["a\nb", "5"],
        ["日本", "1 000"],
      ],
      false,
    )
    assert.strictEqual(table, "name        sum\na\\u000ab      5\n日本      1 000\n")
  })
})

const stream = (write: (text: string) => Error | null) =>
  Object.assign(new Writable({ write: (chunk, _, done) => done(write(String(chunk))) }), { isTTY: false })

/** What is on the screen after a command wrote where this happens. */
const writing = (code: string | null) => {
  const told: Array<string> = []
  const failure = code === null ? null : Object.assign(new Error("write"), { code })
  return Effect.gen(function* () {
    const screen = yield* Screen
    yield* screen.out("a document\n")
    yield* screen.out("and its end\n")
    return { code: yield* Ref.get(screen.code), told: told.join("") }
  }).pipe(
    Effect.provide(
      Screen.layer({
        stdout: stream(() => failure),
        stderr: stream((text) => (told.push(text), null)),
        noColour: true,
        language: "en",
      }),
    ),
  )
}

describe("where a command writes", () => {
  it("is not forgotten when it cannot be written, as on a full disk", function* () {
    const { code, told } = yield* writing("ENOSPC")
    assert.strictEqual(code, exitCodes.again)
    assert.strictEqual(
      told,
      "What was printed is incomplete (ENOSPC). What was decided before stays decided. Make room for the output, and run the command again.\n",
    )
  })

  it("may be left by its reader, as by head", function* () {
    assert.deepStrictEqual(yield* writing("EPIPE"), { code: exitCodes.fine, told: "" })
    assert.deepStrictEqual(yield* writing(null), { code: exitCodes.fine, told: "" })
  })
})
