/** An input that cannot be used, and what it must be. */
import { Data } from "effect"
import { type Coded, say, type Tools, tools } from "@cauri/catalogue/tools"

/** What an input must be: a code of the catalogue with its parameters. */
export type Expected = Coded<Tools["expected"]>

/** The input cannot be used; nothing was done. `name` is the flag, the argument or the variable. */
export class WrongInput extends Data.TaggedError("WrongInput")<{
  readonly name: string
  readonly expected: Expected
}> {
  override get message() {
    return tools.en.usageErrors.wrong(this.name, say(tools.en.expected, this.expected))
  }
}
