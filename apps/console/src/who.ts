/**
 * Who decides, and why. A decision is recorded under a name for ever, so the person gives the name; it is never guessed from the machine. A
 * text that cannot be recorded is refused before any other work.
 */
import { Context, Effect, Option, Schema } from "effect"
import { isPersonsText } from "@cauri/core/model"

/** The input cannot be used; nothing was done. */
export class WrongInput extends Schema.TaggedError<WrongInput>()("WrongInput", {
  name: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `${this.name} must be ${this.expected}. Nothing was done.`
  }
}

/** The name in CONSOLE_USER; null when it is not set. */
export const ConsoleUser = Context.Reference<string | null>("@cauri/console/ConsoleUser", { defaultValue: () => null })

/** The person who decides. A required reason and evidence must not be empty. */
export const whoDecides = Effect.fn("whoDecides")(function* (given: {
  readonly by: Option.Option<string>
  readonly reason?: string
  readonly evidence?: string
}) {
  // An empty name is a mistake; the default does not replace it.
  const name = (Option.isSome(given.by) ? given.by.value : ((yield* ConsoleUser) ?? "")).trim()
  if (!isPersonsText(name)) {
    return yield* new WrongInput({
      name: "--by",
      expected: "the name of the person who does it, left away only where CONSOLE_USER is set",
    })
  }
  for (const flag of ["reason", "evidence"] as const) {
    const text = given[flag]
    if (text !== undefined && !isPersonsText(text)) return yield* new WrongInput({ name: `--${flag}`, expected })
  }
  return name
})

const expected =
  "a text in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks"
