/** Figures, each read from the file of its measurement or from the policy. */
import { readFileSync } from "node:fs"
import { number } from "@cauri/catalogue"
import { defaultPolicy } from "@cauri/core"
import { Duration } from "effect"
import type { Table } from "./fill.ts"
import { measured } from "./measured.ts"

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"))

const { calls, limits, schedules } = defaultPolicy
const minutes = (rail: keyof typeof schedules) => () =>
  String(Duration.toMinutes(Duration.fromInputUnsafe(schedules[rail].deadline)))

/** How often a second, or in so many seconds. */
const perSecond =
  (rate: { readonly perSecond: number } | null, seconds = 1): Table =>
  (language) => {
    if (rate === null) throw new Error("The policy has no rate, and pages name it.")
    return number(rate.perSecond * seconds, language)
  }

export const figures: Readonly<Record<string, Table>> = {
  ...measured,
  creationsPerSecond: perSecond(calls.creationRate),
  creationsPerDay: perSecond(calls.creationRate, 86_400),
  confirmsPerSecond: perSecond(calls.confirmRate),
  hostedMinutes: minutes("hosted"),
  pageMinutes: minutes("operator_redirect"),
  pushMinutes: minutes("ussd_push"),
  notExecutedDays: () => String(Duration.toDays(Duration.fromInputUnsafe(limits.notExecutedAge))),
  matrixRows: () => String(read("packages/tools/matrix/results.json").length),
}
