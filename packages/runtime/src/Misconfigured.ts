/**
 * The program cannot start with its settings. The error names the variable and what it must be, never its value: a value may be a secret,
 * and errors are logged.
 */
import { Schema } from "effect"

/** The program cannot start with its settings. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  variable: Schema.String,
  /** What it must be. */
  expected: Schema.String,
  /** What another package says of it, where that is more exact. */
  problem: Schema.optionalKey(Schema.String),
  /** What else is wrong, a sentence for each. */
  also: Schema.optionalKey(Schema.Array(Schema.String)),
}) {
  /** Everything that is wrong, in the order in which settings are read. */
  get sentences(): ReadonlyArray<string> {
    return [`${this.variable} ${this.problem ?? `must be ${this.expected}`}.`, ...(this.also ?? [])]
  }

  override get message() {
    return this.sentences.join(" ")
  }
}

/** One refusal for everything that is wrong, so that one deployment can correct it all. */
export const allMisconfigured = (first: Misconfigured, others: ReadonlyArray<Misconfigured>): Misconfigured => {
  // Two readers may refuse for the same reason.
  const [, ...also] = new Set([first, ...others].flatMap(({ sentences }) => sentences))
  const { expected, problem, variable } = first
  return also.length === 0
    ? first
    : new Misconfigured({ variable, expected, ...(problem !== undefined && { problem }), also })
}

/** What another package says is wrong with one of its options; operators know only the variable, not the option's name. */
export interface OptionProblem {
  readonly setting: string
  readonly problem: string
}
