/**
 * The commands that look at everything: `audit` and `doctor`.
 */
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { count } from "@cauri/catalogue"
import type { Environment } from "@cauri/runtime"
import { audit as auditStore, placeOf } from "../audit.ts"
import { findingData } from "../data.ts"
import { examine, type Health } from "../doctor.ts"
import { invariants } from "../faults.ts"
import { readDay } from "../report.ts"
import { needsPerson, printableJson, Screen, type Style } from "../Screen.ts"
import { tableOf } from "../table.ts"
import { json, readAs, text } from "./flags.ts"

/** `audit`. */
export const audit = Command.make(
  "audit",
  { from: text("from", "Only payments created on this day (UTC) or later", "day"), json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const from = Option.isNone(given.from) ? undefined : (yield* readAs("--from", readDay(given.from.value))).from
    const found = yield* auditStore(from)
    const { events, findings, payments } = found
    if (given.json) yield* screen.out(printableJson({ ...found, findings: findings.map(findingData), invariants }))
    else {
      const rows = findings.map((finding) => [
        finding.invariant,
        placeOf(finding),
        { text: finding.detail, style: "red" as const },
        invariants[finding.invariant],
      ])
      const columns = ["invariant", "where", "what", "the rule"].map((title) => ({ title }))
      if (rows.length > 0) yield* screen.out(tableOf(columns, rows, screen.colours))
      const words = rows.length === 0 ? "Nothing is wrong" : `Wrong: ${count(rows.length, "en", "thing")}`
      const asked = Object.keys(invariants).length
      yield* screen.out(
        `${words}, in ${count(payments, "en", "payment")} and ${count(events, "en", "event")}, against ${asked} invariants.\n`,
      )
    }
    if (findings.length > 0) yield* needsPerson
  }),
).pipe(
  Command.withDescription("Asks the store about every invariant that is a query; ends with 1 when one is broken"),
  Command.withExamples([{ command: "console audit", description: "After a restore, and once a day" }]),
)

const styles: Readonly<Record<Health, Style>> = { ok: "green", look: "yellow", ill: "red" }

/** `doctor`, which reads the environment itself, so it works when other commands cannot start. */
export const doctorIn = (environment: Environment) =>
  Command.make(
    "doctor",
    { json },
    Effect.fnUntraced(function* (given) {
      const screen = yield* Screen
      const checks = yield* examine(environment)
      const columns = ["", "what", "how it is"].map((title) => ({ title }))
      const rows = checks.map(({ detail, health, name }) => [{ text: health, style: styles[health] }, name, detail])
      yield* screen.out(given.json ? printableJson(checks) : tableOf(columns, rows, screen.colours))
      if (checks.some(({ health }) => health === "ill")) yield* needsPerson
    }),
  ).pipe(
    Command.withDescription(
      "Looks at settings, credentials, store, clock, workers and the receiver; ends with 1 when one is ill",
    ),
    Command.withExamples([{ command: "console doctor", description: "Before going live, and when something is odd" }]),
  )
