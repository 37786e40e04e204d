/**
 * The commands that look at everything: `audit` and `doctor`.
 */
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { say, tools } from "@cauri/catalogue/tools"
import type { Language } from "@cauri/catalogue"
import { keyText } from "@cauri/core"
import type { Origins } from "../settings/config.ts"
import { audit as auditStore, type Finding, findingData, findingStep } from "./audit.ts"
import { checkData, DoctorLanguage, examine, type Health } from "./doctor.ts"
import { readDay } from "../words/days.ts"
import { printable, printableJson } from "../words/printable.ts"
import { needsPerson, Screen, type Style } from "../terminal/Screen.ts"
import { tableOf } from "../terminal/table.ts"
import { json, readAs, text } from "../terminal/flags.ts"

/** What to do about a finding, and to which payment. */
const stepText = (finding: Finding, language: Language): string => {
  const { audit: words } = tools[language]
  const where = finding.key === null ? words.store : keyText(finding.key)
  return printable(words.step(where, findingStep(finding, language)))
}

/** `audit`. */
export const audit = Command.make(
  "audit",
  { from: text("from"), json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const from = Option.isNone(given.from) ? undefined : (yield* readAs("--from", readDay(given.from.value))).from
    const found = yield* auditStore(from)
    const { events, findings, payments } = found
    if (given.json) yield* screen.out(printableJson({ ...found, findings: findings.map(findingData) }))
    else {
      const { audit: words, findings: sentences, invariants } = tools[screen.language]
      const rows = findings.map(({ found: what, invariant, key }) => [
        invariant,
        key === null ? words.store : keyText(key),
        { text: say(sentences, what), style: "red" as const },
        invariants[invariant],
      ])
      const columns = [words.invariant, words.where, words.what, words.rule].map((title) => ({ title }))
      if (rows.length > 0) {
        const steps = new Set(findings.map((finding) => stepText(finding, screen.language)))
        yield* screen.out(tableOf(columns, rows, screen.colours))
        yield* screen.out(`\n${words.steps}\n${[...steps].map((step) => `  ${step}\n`).join("")}\n`)
      }
      yield* screen.out(`${words.found(rows.length, payments, events, Object.keys(invariants).length)}\n`)
    }
    if (findings.length > 0) yield* needsPerson
  }),
).pipe(Command.withExamples([{ command: "cauri console audit" }]))

const styles: Readonly<Record<Health, Style>> = { ok: "green", look: "yellow", ill: "red" }

/** `doctor`, which reads the environment itself, so it works when other commands cannot start. */
export const doctorIn = (origins: Origins) =>
  Command.make(
    "doctor",
    { json },
    Effect.fnUntraced(function* (given) {
      const screen = yield* Screen
      const language = given.json ? "en" : screen.language
      const checks = yield* Effect.provideService(examine(origins), DoctorLanguage, language)
      const { checks: names, doctor, doctorWords, healths } = tools[screen.language]
      const columns = ["", doctorWords.what, doctorWords.result].map((title) => ({ title }))
      const rows = checks.map(({ found, health, name }) => [
        { text: healths[health], style: styles[health] },
        names[name],
        say(doctor, found),
      ])
      yield* screen.out(given.json ? printableJson(checks.map(checkData)) : tableOf(columns, rows, screen.colours))
      if (checks.some(({ health }) => health === "ill")) yield* needsPerson
    }),
  ).pipe(Command.withExamples([{ command: "cauri console doctor" }]))
