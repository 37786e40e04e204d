/**
 * The variables of the programs that call the service. This package does not build the gateway: the receiver uses this package too, and
 * must have neither credentials nor a way out.
 */
import { Effect, Redacted } from "effect"
import { inBoth, variableTexts } from "@cauri/catalogue/tools"
import { Misconfigured, misconfiguredOption, type OptionProblem } from "./Misconfigured.ts"
import { refuseBrowser, readAll, type Readers } from "./readers.ts"
import { shapes } from "./shapes.ts"

/** The variables of the service, with what each must be. `<PROJECT>` stands for the name of each project. */
export const serviceVariables = variableTexts(
  "SERVICE_URL",
  "CREDENTIALS_FILE",
  "API_KEY_<PROJECT>",
  "API_TOKEN_<PROJECT>",
  "EGRESS_PROXY",
)

interface ProjectCredentials {
  readonly apiKey: Redacted.Redacted
  readonly apiToken: Redacted.Redacted
}

/** How the service is reached. */
export interface ServiceSettings {
  readonly url: string
  /** The proxy for payouts; null: they go directly. */
  readonly egressProxy: Redacted.Redacted | null
  readonly credentials:
    | { readonly _tag: "File"; readonly path: string }
    | { readonly _tag: "Values"; readonly projects: Readonly<Record<string, ProjectCredentials>> }
}

type ServiceReaders = Readers<keyof typeof serviceVariables>

/** What stands in the examples instead of a secret. */
const example = "replace-me"

/** One pair of credentials per project whose name follows `API_KEY_`. */
const projectsOf = Effect.fnUntraced(function* ({ env }: ServiceReaders) {
  const names = (prefix: string) =>
    Object.keys(env).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  const half = (prefix: "API_KEY_" | "API_TOKEN_", project: string) => {
    const variable = `${prefix}${project}`
    const value = env[variable]
    return value === undefined || value.includes(example)
      ? new Misconfigured({ variable, expected: serviceVariables[`${prefix}<PROJECT>`] })
      : Effect.succeed(Redacted.make(value))
  }
  const projects = new Set([...names("API_KEY_"), ...names("API_TOKEN_")])
  return yield* readAll(
    Object.fromEntries(
      Array.from(projects, (project): [string, Effect.Effect<ProjectCredentials, Misconfigured>] => [
        project,
        readAll({ apiKey: half("API_KEY_", project), apiToken: half("API_TOKEN_", project) }),
      ]),
    ),
  )
})

/** The credentials alone. */
export const credentialSettings = Effect.fnUntraced(function* (
  readers: ServiceReaders,
): Effect.fn.Return<ServiceSettings["credentials"], Misconfigured> {
  const { path, projects } = yield* readAll({
    path: readers.optional("CREDENTIALS_FILE", shapes.Text),
    projects: projectsOf(readers),
  })
  const none = Object.keys(projects).length === 0
  if (path === null) return none ? yield* readers.wrong("CREDENTIALS_FILE") : { _tag: "Values", projects }
  return none
    ? { _tag: "File", path }
    : yield* readers.wrong(
        "CREDENTIALS_FILE",
        inBoth(({ settings }) => settings.unset_beside_keys),
      )
})

/** What the variables say. */
export const serviceSettings = Effect.fnUntraced(function* (
  readers: ServiceReaders,
): Effect.fn.Return<ServiceSettings, Misconfigured> {
  yield* refuseBrowser
  const { credentials, proxy, url } = yield* readAll({
    url: readers.required("SERVICE_URL", shapes.PlainAddress),
    proxy: readers.optional("EGRESS_PROXY", shapes.Address),
    credentials: credentialSettings(readers),
  })
  return { url, egressProxy: proxy === null ? null : Redacted.make(proxy), credentials }
})

/** The variable behind what the gateway calls its option. */
const variableOf: ReadonlyMap<string, keyof typeof serviceVariables> = new Map([
  ["baseUrl", "SERVICE_URL"],
  ["proxy", "EGRESS_PROXY"],
  ["the credentials file", "CREDENTIALS_FILE"],
  ["credentials", "API_KEY_<PROJECT>"],
])

/** A setting that the gateway refuses, reported by its variable. It stands once for all programs with a gateway. */
export const serviceMisconfigured = ({ problem, setting }: OptionProblem): Misconfigured => {
  const name = variableOf.get(setting)
  if (name === undefined) return new Misconfigured({ variable: setting, expected: "as the gateway needs it", problem })
  const variable = setting === "credentials" ? "API_KEY_<PROJECT> and API_TOKEN_<PROJECT>" : name
  return misconfiguredOption(variable, serviceVariables[name], problem)
}
