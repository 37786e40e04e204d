/**
 * Where a command writes, and what it comes to. Colours are for terminals; what is printed never moves a cursor or turns text around,
 * whatever somebody put into a payment.
 */
import type { EventEmitter } from "node:events"
import { Context, Effect, Layer, Ref } from "effect"
import { codes, survivesReaders } from "@cauri/runtime"

/** What a screen needs of an output of the process. */
interface Output extends Pick<EventEmitter, "on"> {
  readonly isTTY: boolean
  write(text: string, done: (error?: Error | null) => void): boolean
}

/** What a write meets whose reader has left: the first one, and those behind it. */
const goneReader: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"])

/** Writes, and gives the code of what kept it from being written, or null. */
const written = (stream: Output, text: string) =>
  Effect.callback<string | null>((resume) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) return resume(Effect.succeed(null))
      resume(Effect.succeed("code" in error && typeof error.code === "string" ? error.code : "unknown"))
    })
  })

/** Where a command writes. */
export class Screen extends Context.Service<
  Screen,
  {
    readonly colours: boolean
    readonly out: (text: string) => Effect.Effect<void>
    readonly err: (text: string) => Effect.Effect<void>
    /** The exit code so far. */
    readonly code: Ref.Ref<number>
  }
>()("@cauri/console/Screen") {
  /** The screen of a process. */
  static readonly layer = (streams: {
    readonly stdout: Output
    readonly stderr: Output
    readonly noColour: boolean
  }): Layer.Layer<Screen> =>
    Layer.effect(
      Screen,
      Effect.gen(function* () {
        // What was decided stays decided, whoever reads of it.
        survivesReaders(streams.stdout, streams.stderr)
        const code = yield* Ref.make<number>(codes.fine)
        const err = (text: string) => Effect.asVoid(written(streams.stderr, text))
        const out = Effect.fnUntraced(function* (text: string) {
          const failure = yield* written(streams.stdout, text)
          // A reader may leave when it has seen enough. A document that a full disk did not take is missing unseen.
          if (failure === null || goneReader.has(failure)) return
          yield* Ref.set(code, codes.again)
          yield* err(`What was printed is incomplete (${failure}). What was decided before stays decided.\n`)
        })
        return Screen.of({ colours: streams.stdout.isTTY && !streams.noColour, out, err, code })
      }),
    )
}

/** Something needs a person: the program ends with 1, unless something worse happens. */
export const needsPerson = Effect.gen(function* () {
  yield* Ref.set((yield* Screen).code, codes.person)
})

// Control characters and what turns the direction of writing; line breaks are for whoever lays lines out.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text that can be printed in one line: what moves a cursor or turns text around is written as its code. */
export const printable = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const escaped = (json: string): string =>
  json.replace(/[^\n\P{Cc}]|\p{Cf}|\p{Zl}|\p{Zp}/gu, (found) =>
    Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  )

/** JSON that can be printed: the same characters as JSON's own escapes, so that it still reads back as it was. */
export const printableJson = (value: unknown): string => `${escaped(JSON.stringify(value, null, 2))}\n`

/** The same in one line, for records. */
export const printableJsonLine = (value: unknown): string => `${escaped(JSON.stringify(value))}\n`

const escape = "\u001B["
const styles = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const

/** How words are set off on a terminal. */
export type Style = keyof typeof styles

/** The text in this style, where there are colours. */
export const styled = (colours: boolean, style: Style, text: string): string =>
  colours ? `${escape}${styles[style]}m${text}${escape}0m` : text
