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

/** The figures that pages may name. */
export const figures: Readonly<Record<string, Table>> = {
  ...measured,
  creationsPerSecond: (language) => number(calls.creationRate.perSecond, language),
  creationsPerDay: (language) => number(calls.creationRate.perSecond * 86_400, language),
  confirmsPerSecond: (language) => number(calls.confirmRate.perSecond, language),
  hostedMinutes: minutes("Hosted"),
  pageMinutes: minutes("OperatorRedirect"),
  pushMinutes: minutes("UssdPush"),
  notExecutedDays: () => String(Duration.toDays(Duration.fromInputUnsafe(limits.notExecutedAge))),
  matrixRows: () => String(read("packages/matrix/results.json").length),
}
