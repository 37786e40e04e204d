/** The policy as the options take it: core's, with rails by the words that payments have. */
import { policyFromWords, type Word, wordOf } from "@cauri/catalogue"
import {
  defaultPolicy as coreDefaults,
  makePolicy,
  type PolicyInput as CoreInput,
  PolicyRefused,
  type PolicyShape,
} from "@cauri/core"
import { type FeeRule, Rail, type RailSchedule } from "@cauri/core/model"
import { Record, Result } from "effect"
import { PaymentsError } from "../words/PaymentsError.ts"

type InWords<Schedules> = {
  readonly [Name in keyof Schedules as Name extends string ? Word<Name> : never]: Schedules[Name]
}
type Fee = Omit<FeeRule, "rail"> & { readonly rail?: Word<Rail> }
type Merchant = NonNullable<CoreInput["merchant"]>

/** What a policy is made of: what is left out keeps its default. */
export type PolicyInput = Omit<CoreInput, "schedules" | "merchant"> & {
  /** When the payments of a rail are confirmed, such as `{ ussd_push: { deadline: "10 minutes" } }`. */
  readonly schedules?: InWords<NonNullable<CoreInput["schedules"]>>
  /** The fees and the shops of your projects. */
  readonly merchant?: Omit<Merchant, "fees"> & { readonly fees?: ReadonlyArray<Fee> }
}

/** The default of every limit, schedule and deadline. It knows no fees. */
export const defaultPolicy: Omit<PolicyShape, "schedules" | "merchant"> & {
  readonly schedules: Readonly<Record<Word<Rail>, RailSchedule>>
  readonly merchant: Omit<PolicyShape["merchant"], "fees"> & { readonly fees: ReadonlyArray<Fee> }
} = {
  ...coreDefaults,
  schedules: Record.mapKeys(coreDefaults.schedules, wordOf),
  merchant: { ...coreDefaults.merchant, fees: [] },
}

/** The policy with these overrides. Throws what is wrong with it, under the first wrong key. */
export const policyOf = (overrides: PolicyInput = {}): PolicyShape => {
  const inWords = policyFromWords(Rail.literals, overrides)
  const made = makePolicy(Object(inWords.overrides))
  const problems = inWords.explain(Result.isSuccess(made) ? [] : made.failure.problems)
  if (Result.isSuccess(made) && problems.length === 0) return made.success
  const [field = "policy"] = problems.map(({ key }) => `policy.${key}`)
  const { message } = new PolicyRefused({ problems })
  throw new PaymentsError({ code: "invalid_input", message: `${message} Nothing was stored or sent.`, field })
}
