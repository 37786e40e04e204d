/**
 * Who does it. A decision is recorded under a name for ever, so the name is said by the person and never guessed from the machine.
 */
import { Context, Effect, Option, Schema } from "effect"

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

/** The person who decides. */
export const whoDecides = Effect.fn("whoDecides")(function* (by: Option.Option<string>) {
  const name = Option.getOrElse(by, () => "").trim() || (yield* ConsoleUser)?.trim()
  if (name) return name
  return yield* new WrongInput({
    name: "--by",
    expected: "the name of the person who does it, unless CONSOLE_USER is set",
  })
})
