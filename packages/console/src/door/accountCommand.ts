/** `account`: asks for a person's password and prints their entry for the file of people, with the password's hash. */
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { Context, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { hashOf } from "./passwords.ts"
import { type Permission, permissions } from "../frame/Visitor.ts"
import { printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { json, text } from "../terminal/flags.ts"

/** Shorter ones are guessed. */
const length = { least: 12, most: 200 } as const

/** One line of standard input. On a terminal it is not shown as it is typed. */
const lineFrom = (input: NodeJS.ReadStream): Effect.Effect<string> =>
  Effect.callback<string>((resume) => {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input, output: silent, terminal: input.isTTY })
    let line = ""
    lines.once("line", (typed) => {
      line = typed
      lines.close()
    })
    lines.once("SIGINT", () => lines.close())
    lines.once("close", () => resume(Effect.succeed(line)))
    return Effect.sync(() => lines.close())
  })

/** Where passwords come from; `confirms`: a person types them, and so types them twice. */
export const PasswordInput = Context.Reference<{ readonly confirms: boolean; readonly line: Effect.Effect<string> }>(
  "@cauri/console/PasswordInput",
  { defaultValue: () => ({ confirms: process.stdin.isTTY, line: lineFrom(process.stdin) }) },
)

const asked = Effect.fnUntraced(function* (name: string) {
  const { err, language } = yield* Screen
  const { confirms, line } = yield* PasswordInput
  const words = tools[language].accountCommand
  const typed = Effect.fnUntraced(function* (question: string) {
    if (confirms) yield* err(question)
    const password = yield* line
    if (confirms) yield* err("\n")
    return password
  })
  const password = yield* typed(words.ask(name))
  if (password.length < length.least || password.length > length.most) {
    return yield* new WrongInput({ name: "<password>", expected: ["password", length.least, length.most] })
  }
  if (confirms && (yield* typed(words.again)) !== password) {
    return yield* new WrongInput({ name: "<password>", expected: ["password_again"] })
  }
  return password
})

const isPermission = (word: string): word is Permission => permissions.some((each) => each === word)

export const account = Command.make(
  "account",
  // The output is always JSON; `--json` is accepted for people who always pass it.
  { name: Argument.String("name"), may: text("may"), json },
  Effect.fnUntraced(function* (given) {
    const may = Option.getOrElse(given.may, () => "look").split(",")
    if (!may.every(isPermission)) {
      return yield* new WrongInput({ name: "--may", expected: ["one_of", permissions.join(", ")] })
    }
    const password = yield* hashOf(yield* asked(given.name))
    yield* (yield* Screen).out(printableJson({ [given.name]: { may, password } }))
  }),
).pipe(Command.withExamples([{ command: 'cauri console account "A. Colleague" --may look,decide' }]))
