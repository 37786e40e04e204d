/** The policy as people write it, in the facade's option and in a file: core's, with rails by their words. */
import { expectedWord, namesByWord, wordOf } from "./codes.ts"

/** A key of the policy, and what is wrong with it. */
export interface PolicyProblem {
  readonly key: string
  readonly rule: string
}

type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The overrides as core's `makePolicy` takes them. `explain` adds its problems to those of the words, with keys as they were written. Core's
 * own name of a rail is refused, so that all files spell it alike.
 */
export const policyFromWords = (rails: ReadonlyArray<string>, written: unknown) => {
  const names = namesByWord(rails)
  const problems: Array<PolicyProblem> = []
  const named = (key: string, word: unknown): ReadonlyArray<string> => {
    const name = typeof word === "string" ? names.get(word) : undefined
    if (name !== undefined) return [name]
    problems.push({ key, rule: `must be ${expectedWord(names, word)}` })
    return []
  }
  const schedulesOf = (given: Table): Table =>
    Object.fromEntries(
      Object.entries(given).flatMap(([word, schedule]) =>
        named(`schedules.${word}`, word).map((name) => [name, schedule] as const),
      ),
    )
  const feeOf = (given: unknown, index: number): unknown => {
    if (!isTable(given) || given["rail"] === undefined) return given
    const { rail: word, ...fee } = given
    const [rail] = named(`merchant.fees.${index}.rail`, word)
    return rail === undefined ? fee : { rail, ...fee }
  }
  if (!isTable(written)) problems.push({ key: "the whole", rule: "must be an object" })
  const { merchant, schedules } = isTable(written) ? written : {}
  const overrides: Table = {
    ...(isTable(written) ? written : {}),
    ...(isTable(schedules) ? { schedules: schedulesOf(schedules) } : {}),
    ...(isTable(merchant) && Array.isArray(merchant["fees"])
      ? { merchant: { ...merchant, fees: merchant["fees"].map(feeOf) } }
      : {}),
  }
  const inWords = ({ key, rule }: PolicyProblem): PolicyProblem => ({
    key: key.replace(/^(schedules\.)([^.]+)/, (_, group: string, rail: string) => `${group}${wordOf(rail)}`),
    rule,
  })
  const explain = (ofCore: ReadonlyArray<PolicyProblem>): ReadonlyArray<PolicyProblem> => [
    ...problems,
    ...ofCore.map(inWords),
  ]
  return { overrides, explain }
}
