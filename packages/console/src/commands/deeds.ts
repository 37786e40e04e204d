/** `deeds`: what people did, and from where, for an auditor. */
import { Effect, Option, Record, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { Evidence } from "@cauri/core/adapter"
import { maskedText } from "../masking.ts"
import { printableJson } from "../printable.ts"
import { Screen } from "../Screen.ts"
import { tableOf } from "../table.ts"
import { WrongInput } from "../who.ts"
import { json } from "./flags.ts"

const Line = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const decode = Schema.decodeOption(Line)

/** People write numbers and addresses into them. */
const wordsOfPeople: ReadonlyArray<string> = ["by", "reason", "pausedBy", "pausedBecause"]

const columns = ["at", "record", "by", "from", "about", "reason"] as const

/** `deeds`. */
export const deeds = Command.make(
  "deeds",
  { limit: Flag.Int("limit").pipe(Flag.withDefault(50)), json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    if (given.limit < 1 || given.limit > 1_000) {
      return yield* new WrongInput({ name: "--limit", expected: ["between", 1, 1_000] })
    }
    const found = yield* (yield* Evidence).deeds(given.limit)
    const lines = found.map(({ body }) =>
      Record.map(
        Option.getOrElse(decode(body), () => ({ record: "unreadable" })),
        (words, name) => (wordsOfPeople.includes(name) ? maskedText(words) : words),
      ),
    )
    if (given.json) return yield* screen.out(printableJson(lines))
    const words = tools[screen.language].deedsCommand
    if (lines.length === 0) return yield* screen.out(`${words.none}\n`)
    const rows = lines.map((line: Readonly<Record<string, string>>) => {
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
