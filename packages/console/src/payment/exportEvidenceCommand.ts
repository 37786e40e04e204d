/**
 * `export-evidence`: everything that is kept of one payment, as one JSON document.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { evidenceOf } from "./evidence.ts"
import { printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { json } from "../terminal/flags.ts"
import { payment, paymentOf, reveal, revealOf } from "./paymentFlags.ts"

export const exportEvidence = Command.make(
  "export-evidence",
  // The output is always JSON; `--json` is accepted for people who always pass it.
  { ...payment, ...reveal, json },
  Effect.fnUntraced(function* (given) {
    const key = yield* paymentOf(given)
    const revealed = yield* revealOf(key, given)
    yield* (yield* Screen).out(printableJson(yield* evidenceOf(key, revealed)))
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console export-evidence shop/order-17 > order-17.json" },
    {
      command: 'cauri console export-evidence shop/order-17 --reveal --reason "police request 7" > order-17.json',
    },
  ]),
)
