/**
 * Where a command writes, and its exit code. Colours are for terminals only; user text in the output can neither move a cursor nor change
 * the text direction.
 */
import type { EventEmitter } from "node:events"
import { Context, Effect, Layer, Ref } from "effect"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { exitCodes, ignoreClosedOutputs } from "@cauri/runtime"

/** What a screen needs of an output of the process. */
interface Output extends Pick<EventEmitter, "on"> {
  readonly isTTY: boolean
  write(text: string, done: (error?: Error | null) => void): boolean
}

/** The error codes of a write after the reader has left: the first write's, and the later ones'. */
const goneReader: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"])

/** Writes; returns the error code when the write failed, else null. */
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
    /** The language of what people read here. */
    readonly language: Language
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
    readonly language: Language
  }): Layer.Layer<Screen> =>
    Layer.effect(
      Screen,
      Effect.gen(function* () {
        // A decision stays made even when the reader of the output goes away.
        ignoreClosedOutputs(streams.stdout, streams.stderr)
        const code = yield* Ref.make<number>(exitCodes.fine)
        const err = (text: string) => Effect.asVoid(written(streams.stderr, text))
        const out = Effect.fnUntraced(function* (text: string) {
          const failure = yield* written(streams.stdout, text)
          // A reader may leave when it has seen enough. But on a full disk a document would be cut off unnoticed.
          if (failure === null || goneReader.has(failure)) return
          yield* Ref.set(code, exitCodes.again)
          yield* err(`${tools[streams.language].decisionCommands.incomplete(failure)}\n`)
        })
        return Screen.of({
          colours: streams.stdout.isTTY && !streams.noColour,
          language: streams.language,
          out,
          err,
          code,
        })
      }),
    )
}

/** Something needs a person: the program ends with 1, unless something worse happens. */
export const needsPerson = Effect.gen(function* () {
  yield* Ref.set((yield* Screen).code, exitCodes.person)
})

const escape = "\u001B["
const styles = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const

/** The styles of words on a terminal. */
export type Style = keyof typeof styles

/** The text in this style, if colours are on. */
export const styled = (colours: boolean, style: Style, text: string): string =>
  colours ? `${escape}${styles[style]}m${text}${escape}0m` : text
