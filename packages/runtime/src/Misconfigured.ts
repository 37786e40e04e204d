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
  /** What else is wrong, a sentence for each. */
  also: Schema.optionalKey(Schema.Array(Schema.String)),
}) {
  /** All that is wrong, in the order in which settings are read. */
  get sentences(): ReadonlyArray<string> {
    return [`${this.variable} ${this.problem ?? `must be ${this.expected}`}.`, ...(this.also ?? [])]
  }

  override get message() {
    return this.sentences.join(" ")
  }
}

/** One refusal for all that is wrong, so that a deployment is mended in one go. */
export const allMisconfigured = (first: Misconfigured, others: ReadonlyArray<Misconfigured>): Misconfigured => {
  // Two readers may refuse the same.
  const [, ...also] = new Set([first, ...others].flatMap(({ sentences }) => sentences))
  const { expected, problem, variable } = first
  return also.length === 0
    ? first
    : new Misconfigured({ variable, expected, ...(problem !== undefined && { problem }), also })
}

/** What another package says is wrong with one of its options; its own name of the option is nothing that an operator ever set. */
export interface OptionProblem {
  readonly setting: string
  readonly problem: string
}
