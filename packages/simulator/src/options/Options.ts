/** Every option of the simulator, with its default. `resolveOptions` fills in the defaults; the pure functions take the result. */
import { type FormEncoding } from "../spec/callbackForm.ts"
import { payoutTokenParameter } from "@cauri/wire"
import { Schema } from "effect"
import type { Assumptions } from "../model/AssumptionKinds.ts"
import { amountFirst, assumptions, redirectOperators } from "./Assumptions.ts"
import type { FaultRule } from "../model/Faults.ts"
import type { Operator } from "../model/Operator.ts"
import { type Profile, strict } from "../model/Profile.ts"
import { maximumWhitelistedIps, type Project, Whitelist } from "../model/Project.ts"

/** The limits of the simulator. */
export interface Limits {
  /** The most payments kept; beyond it the oldest final ones are deleted, and with none final a creation answers 503 (D9). */
  readonly payments: number
  /** A final payment is deleted after this time. */
  readonly finalPaymentMillis: number
  readonly phones: number
  readonly messagesPerPhone: number
  readonly promptsPerPhone: number
  readonly codesPerPhone: number
  readonly callbackLog: number
  readonly ledgerEntries: number
  readonly historyLines: number
  readonly faultRules: number
  /** The greatest depth and number of values of a request's body; beyond it a field is wrong (U9). */
  readonly bodyDepth: number
  readonly bodyValues: number
  /** The most events in one step through time; the rest waits for the next step. */
  readonly eventsPerStep: number
  /** The most callbacks being sent at the same time. */
  readonly callbacksUnderWay: number
}

/** Defaults of the limits. */
export const defaultLimits: Limits = {
  payments: 100_000,
  finalPaymentMillis: 400 * 24 * 60 * 60 * 1_000,
  phones: 200_000,
  messagesPerPhone: 50,
  promptsPerPhone: 20,
  codesPerPhone: 20,
  callbackLog: 1_000,
  ledgerEntries: 100_000,
  historyLines: 20,
  faultRules: 1_000,
  bodyDepth: 32,
  bodyValues: 20_000,
  eventsPerStep: 100_000,
  callbacksUnderWay: 16,
}

/** The project that exists from the start: everything on, calls from loopback only. */
export const defaultProject: Project = {
  id: "project-1",
  name: "Test project",
  enabled: true,
  apiKey: "sandbox-key-1",
  apiToken: "sandbox-token-1",
  credentialsExpireAt: null,
  payinsEnabled: true,
  payoutsEnabled: true,
  whitelist: ["127.0.0.1", "::1"],
  customerPaysFees: false,
  bounds: {},
}

/** Every option. */
export interface Options {
  readonly profile: Profile
  readonly assumptions: Assumptions
  readonly limits: Limits
  /** Codes, tokens and delays are drawn from it; faults from a stream of their own. */
  readonly seed: number
  /** `{base_url}`: the hosted page's address and, by default, the wiki's begin with it. */
  readonly baseUrl: string
  readonly projects: ReadonlyArray<Project>
  readonly operators: ReadonlyArray<Operator>
  /** Numbers with a wallet from the start, beside those of the wallet's own prefix. */
  readonly wallets: ReadonlyArray<string>
  /** Each project's balance on each operator. */
  readonly merchantBalanceXof: number
  /** The opening balance of a phone or a wallet. */
  readonly customerBalanceXof: number
  /** The PIN of every phone. */
  readonly pin: string
  /** Whether phone endings and amounts choose outcomes (MagicNumbers.ts). */
  readonly magicNumbers: boolean
  readonly faultRules: ReadonlyArray<FaultRule>
  readonly formEncoding: FormEncoding
  /** Query parameter of endpoint 8, whose name is not shown (N5). */
  readonly payoutTokenParameter: string
  /** The delay between a customer's or operator's act and its effect on the payin. */
  readonly operatorDelayMillis: number
  /** The least delay between a creation and a callback caused within it, so that the answer usually comes first. */
  readonly callbackHeadStartMillis: number
  /** How long codes and prompts live. The service itself has no time window (#117); an operator's code has. */
  readonly codeLifetimeMillis: number
  readonly promptLifetimeMillis: number
  /** How much faster simulated time runs than the clock. */
  readonly timeFactor: number
  /** Whether it runs where `NODE_ENV` is `production` (D8). For tests of code that looks at `NODE_ENV` itself, and for nothing else. */
  readonly runsInProduction: boolean
}

/** The options of a caller: any of them, and parts of the grouped ones. */
export interface OptionsInput extends Partial<Omit<Options, "assumptions" | "limits">> {
  readonly assumptions?: Partial<Assumptions>
  readonly limits?: Partial<Limits>
}

const isWhitelist = Schema.is(Whitelist)

/** Fills in the defaults. A whitelist that the service would not take is refused (#246): a wrong option is a defect. */
export const resolveOptions = (input: OptionsInput = {}): Options => {
  const profile = input.profile ?? strict
  const decided = {
    ...assumptions,
    ...(profile.checksAmountFirst && { checkOrder: amountFirst }),
    ...input.assumptions,
  }
  const projects = input.projects ?? [defaultProject]
  const wrong = projects.find(({ whitelist }) => !isWhitelist(whitelist))
  if (wrong !== undefined) {
    throw new RangeError(
      `The whitelist of project ${wrong.id} must hold at most ${maximumWhitelistedIps} IP addresses, CIDR ranges or "any"; correct it.`,
    )
  }
  return {
    seed: 1,
    baseUrl: "http://127.0.0.1:4010",
    wallets: [],
    merchantBalanceXof: 10_000_000,
    customerBalanceXof: 5_000_000,
    pin: "1234",
    magicNumbers: true,
    faultRules: [],
    formEncoding: "JsonString",
    payoutTokenParameter,
    operatorDelayMillis: 2_000,
    callbackHeadStartMillis: 500,
    codeLifetimeMillis: 15 * 60 * 1_000,
    promptLifetimeMillis: 5 * 60 * 1_000,
    timeFactor: 1,
    runsInProduction: false,
    ...input,
    profile,
    projects,
    operators: input.operators ?? [...decided.operators, ...(profile.redirectModes ? redirectOperators : [])],
    assumptions: decided,
    limits: { ...defaultLimits, ...input.limits },
  }
}
