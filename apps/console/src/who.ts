/**
 * Who does it, and why. A decision is recorded under a name for ever, so the name is said by the person and never guessed from the
 * machine. What cannot stand beside it for ever is refused before anything is looked at.
 */
import { Context, Effect, Option, Schema } from "effect"
import { isPersonsText } from "@cauri/core/model"

/** What was typed cannot be used; nothing was done. */
export class WrongInput extends Schema.TaggedError<WrongInput>()("WrongInput", {
  name: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `${this.name} must be ${this.expected}. Nothing was done.`
  }
}

/** The name in CONSOLE_USER; null: it is not set. */
export const ConsoleUser = Context.Reference<string | null>("@cauri/console/ConsoleUser", { defaultValue: () => null })

/** The person who decides. A reason and evidence, where the command takes them, have to say something. */
export const whoDecides = Effect.fn("whoDecides")(function* (given: {
  readonly by: Option.Option<string>
  readonly reason?: string
  readonly evidence?: string
}) {
  // A name that was given and is empty is a mistake, and nobody else stands in for it.
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
