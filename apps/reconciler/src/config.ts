/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two.
 */
import { Effect, Redacted, Schema } from "effect"
import { inBoth, variableTexts } from "@cauri/catalogue/tools"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariablesOf,
  type Environment,
  Misconfigured,
  policyVariables,
  readAll,
  type Readers,
  readersOf,
  readPolicy,
  serviceSettings,
  serviceVariables,
  shapes,
} from "@cauri/runtime"
import { fetchAllowsPort } from "./fetchAllowsPort.ts"
import { stores } from "./stores.ts"

/** The variables of deliveries, with what each must be. */
const outcomesVariables = variableTexts("OUTCOMES", "WEBHOOK_URL", "WEBHOOK_SECRET", "WEBHOOK_SECRET_PREVIOUS")

/** The variables, with what each must be. */
export const variables = {
  ...commonVariablesOf(stores),
  ...serviceVariables,
  ...callbackVariables,
  ...outcomesVariables,
  ...policyVariables,
} as const

export type DeliverySettings = Effect.Success<ReturnType<typeof outcomesOf>>

export type Settings = Effect.Success<ReturnType<typeof readSettings>>

const bytesOf = (secret: string): Uint8Array => Buffer.from(secret.slice("whsec_".length), "base64")

const Secret = Schema.String.check(
  Schema.isPattern(/^whsec_[A-Za-z0-9+/]+={0,2}$/),
  Schema.makeFilter((text) => {
    const { length } = bytesOf(text)
    return length >= 24 && length <= 64
  }),
)

/** A port that fetch refuses would fail every delivery, for ever. */
const refuseBadPort = Effect.fnUntraced(function* (url: string) {
  if (yield* fetchAllowsPort(url)) return url
  const problem = inBoth(({ settings }) => settings.port_refused_by_fetch)
  return yield* new Misconfigured({ variable: "WEBHOOK_URL", expected: outcomesVariables.WEBHOOK_URL, problem })
})

const outcomesOf = Effect.fnUntraced(function* ({ optional, required }: Readers<keyof typeof outcomesVariables>) {
  const kind = yield* required("OUTCOMES", Schema.Literals(["webhook", "log"]))
  if (kind === "log") return { _tag: "Log" as const }
  const { previous, secret, url } = yield* readAll({
    url: Effect.flatMap(required("WEBHOOK_URL", shapes.PlainAddress), refuseBadPort),
    secret: required("WEBHOOK_SECRET", Secret),
    previous: optional("WEBHOOK_SECRET_PREVIOUS", Secret),
  })
  // The newest first. All of them sign.
  const secrets = [secret, ...(previous === null ? [] : [previous])].map((each) => Redacted.make(bytesOf(each)))
  return { _tag: "Webhook" as const, url: Redacted.make(url), secrets }
})

export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const readers = readersOf(environment, variables)
  const { common, ...own } = yield* readAll({
    common: commonSettings(readers, stores, "reconciler", 9_464),
    service: serviceSettings(readers),
    callbacks: callbackSettings(readers),
    outcomes: outcomesOf(readers),
    policy: Effect.flatMap(readers.optional("POLICY_FILE", shapes.Text), readPolicy),
  })
  return { ...common, ...own }
})
