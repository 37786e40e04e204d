/**
 * A program does not start as it was configured. What is wrong is told by the name of the variable and by what was expected of it,
 * never by its value: a value may be a secret, and errors are logged.
 */
import { Schema } from "effect"

/** The program does not start as it was configured. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  variable: Schema.String,
  /** What it must be. */
  expected: Schema.String,
  /** What another package says of it, where that is more exact. */
  problem: Schema.optionalKey(Schema.String),
}) {
  override get message() {
    return `${this.variable} ${this.problem ?? `must be ${this.expected}`}.`
  }
}

/** What another package says is wrong with one of its options; its own name of the option is nothing that an operator ever set. */
export interface OptionProblem {
  readonly setting: string
  readonly problem: string
}
