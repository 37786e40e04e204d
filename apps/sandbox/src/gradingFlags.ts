/** The flags of `--grade`, and what each must look like. */
import type { GradingSettings } from "./grading.ts"

export interface GradingAsked extends GradingSettings {
  readonly junit: string | null
}

const phone = "[1-9][0-9]{7,14}"
const address = /^https?:\/\/\S+$/

const shapes = {
  amount: /^[1-9][0-9]{0,8}$/,
  phone: new RegExp(`^${phone}(,${phone})*$`),
  hook: address,
  probe: address,
  visit: address,
  patience: /^[1-9][0-9]{0,3}$/,
  junit: /./,
} as const

type Flag = keyof typeof shapes

const names: ReadonlyArray<Flag> = ["amount", "phone", "hook", "probe", "visit", "patience", "junit"]
const patienceSeconds = 30

/** Reads the flags; `null` without `--grade`, or the first flag that makes no sense. */
export const gradingOf = (values: Readonly<Record<string, unknown>>): GradingAsked | string | null => {
  const given = (name: Flag): string | null => {
    const value = values[name]
    return typeof value === "string" ? value : null
  }
  const wrong = names.find((name) => {
    const text = given(name)
    return text !== null && (values["grade"] !== true || !shapes[name].test(text))
  })
  if (wrong !== undefined) return `--${wrong}`
  if (values["grade"] !== true) return null
  const amount = given("amount")
  return {
    choice: {
      ...(amount !== null && { amountXof: Number(amount) }),
      phones: given("phone")?.split(",") ?? [],
    },
    hook: given("hook"),
    probe: given("probe"),
    visit: given("visit"),
    patienceMillis: Number(given("patience") ?? patienceSeconds) * 1_000,
    junit: given("junit"),
  }
}
