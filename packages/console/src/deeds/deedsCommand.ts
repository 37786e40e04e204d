/** `deeds`: what people did, and from where, for an auditor. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { shownDeeds } from "./shownDeeds.ts"
import { printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { tableOf } from "../terminal/table.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { json } from "../terminal/flags.ts"

const columns = ["at", "record", "by", "from", "about", "reason"] as const

export const deeds = Command.make(
  "deeds",
  { limit: Flag.Int("limit").pipe(Flag.withDefault(50)), json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    if (given.limit < 1 || given.limit > 1_000) {
      return yield* new WrongInput({ name: "--limit", expected: ["between", 1, 1_000] })
    }
    const lines = yield* shownDeeds(given.limit)
    if (given.json) return yield* screen.out(printableJson(lines))
    const words = tools[screen.language].deedsCommand
    if (lines.length === 0) return yield* screen.out(`${words.none}\n`)
    const rows = lines.map((line) => {
      const about = line["payment"] ?? line["scope"] ?? ""
      return columns.map((name) => (name === "about" ? about : (line[name] ?? "")))
    })
    yield* screen.out(
      tableOf(
        columns.map((name) => ({ title: words[name] })),
        rows,
        screen.colours,
      ),
    )
  }),
).pipe(Command.withExamples([{ command: "cauri console deeds --limit 200" }]))
