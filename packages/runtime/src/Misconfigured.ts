/**
 * The program cannot start with its settings. The error names the variable and what it must be, never its value: a value may be a secret,
 * and errors are logged.
 */
import { Schema } from "effect"
import type { Language, Texts } from "@cauri/catalogue"
import { inBoth, wordingIn } from "@cauri/catalogue/tools"

const InBoth = Schema.Struct({ fr: Schema.String, en: Schema.String })
const Wording = Schema.Union([Schema.String, InBoth])

/** The program cannot start with its settings. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  variable: Schema.String,
  /** What it must be. */
  expected: Wording,
  /** What is wrong with it, where that is more exact. */
  problem: Schema.optionalKey(Wording),
  /** What else is wrong, a sentence for each. */
  also: Schema.optionalKey(Schema.Array(InBoth)),
}) {
  /** Everything that is wrong, in the order in which settings are read. */
  get sentences(): ReadonlyArray<Texts> {
    const { also = [], expected, problem, variable } = this
    const first = inBoth(({ settings }, language) =>
      problem === undefined
        ? settings.must_be(variable, wordingIn(expected, language))
        : `${variable} ${wordingIn(problem, language)}.`,
    )
    return [first, ...also]
  }

  /** The sentences in a language. */
  messageIn(language: Language): string {
    return this.sentences.map((each) => each[language]).join(" ")
  }

  override get message() {
    return this.messageIn("en")
  }
}

/** One refusal for everything that is wrong, so that one deployment can correct it all. */
export const allMisconfigured = (first: Misconfigured, others: ReadonlyArray<Misconfigured>): Misconfigured => {
  // Two readers may refuse for the same reason.
  const [, ...also] = new Map(
    [first, ...others].flatMap(({ sentences }) => sentences.map((each) => [each.en, each] as const)),
  ).values()
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

/** The refusal of a variable behind such an option. That package speaks English; in French the variable says what it must be. */
export const misconfiguredOption = (variable: string, expected: Texts, problem: string): Misconfigured =>
  new Misconfigured({
    variable,
    expected,
    problem: inBoth(({ settings }, language) => (language === "en" ? problem : settings.unfit(expected[language]))),
  })
