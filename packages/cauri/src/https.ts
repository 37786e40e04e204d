/** The service over HTTPS, for one project or several. Credentials may be replaced while the program runs, or come from a vault. */
import "./requireNode.ts"
import type { ProjectId } from "@cauri/core"
import { Credentials } from "@cauri/core/adapter"
import * as Gateway from "@cauri/gateway-http"
import { layer as layerFetch } from "@cauri/gateway-http/fetch"
import { Effect, Layer, Redacted } from "effect"
import { type GatewayChoice, makeGateway } from "./choices/choices.ts"
import { errorFrom, invalidInput } from "@cauri/plain"

/** The two credentials of a project. */
export interface ProjectKeys {
  /** As the service gave it. */
  readonly apiKey: string
  /** As the service gave it. */
  readonly apiToken: string
}

interface Common extends Omit<Gateway.NodeGatewayOptions, "proxy"> {
  /**
   * `node` (the default) knows whether a request left this machine. `fetch` is for Bun and Deno, the only ones where it starts, and does not
   * know it: a failed connection leaves a payment in doubt, where `node` sends it again. It supports neither `ca` nor `proxy`.
   */
  readonly transport?: "node" | "fetch"
  /** A proxy for payins, codes and payouts, so that they come from a whitelisted address; confirms need none. */
  readonly proxy?: string
}

/** One project. */
export interface OneProject extends Common, ProjectKeys {
  /** Your name for it, which keeps: over payments of another name, the same credentials do not open. Default: `default`. */
  readonly project?: string
}

/** Several projects, by your names for them. */
export interface SeveralProjects extends Common {
  /** The credentials of each, by your name for it. */
  readonly projects: Readonly<Record<string, ProjectKeys>>
}

/** Credentials from your own vault, read at every call; while it fails, the last good ones stay in force. */
export interface FromVault extends Common {
  /** Returns the credentials of a project; null: there are none. */
  readonly vault: (project: string) => Promise<ProjectKeys | null>
}

/** The way to the service. */
export interface HttpsGateway extends GatewayChoice {
  /**
   * Replaces all credentials, for keys that were issued again. When the new ones are wrong in any way, the old ones stay.
   *
   * ```ts
   * const gateway = https({ baseUrl: "https://service.example", apiKey: "key", apiToken: "token" })
   * await gateway.replaceCredentials({ default: { apiKey: "new key", apiToken: "new token" } })
   * const half = JSON.parse(`{ "default": { "apiKey": "new key" } }`)
   * await gateway.replaceCredentials(half).catch(({ field }) => field) // => "projects.default"
   * ```
   */
  replaceCredentials(projects: Readonly<Record<string, ProjectKeys>>): Promise<void>
}

const pairOf = (keys: ProjectKeys | null | undefined, field: string) => {
  if (typeof keys?.apiKey !== "string" || typeof keys.apiToken !== "string") {
    throw invalidInput(field, "{ apiKey, apiToken } as the service gave them")
  }
  return { apiKey: Redacted.make(keys.apiKey), apiToken: Redacted.make(keys.apiToken) }
}

const pairsOf = (projects: Readonly<Record<string, ProjectKeys>>): Gateway.ProjectsCredentials =>
  Object.fromEntries(Object.entries(projects).map(([name, keys]) => [name, pairOf(keys, `projects.${name}`)]))

const vaultLayer = (vault: FromVault["vault"]): Layer.Layer<Credentials | Gateway.CredentialsVault> =>
  Gateway.layerCredentialsFrom((project: ProjectId) =>
    Effect.tryPromise(async () => {
      const keys = await vault(project)
      return keys === null ? null : pairOf(keys, "vault")
    }),
  )

const gatewayLayer = (options: Common) => {
  if (options.transport !== "fetch") return Gateway.layer(options)
  for (const field of ["ca", "proxy"] as const) {
    if (options[field] !== undefined) throw invalidInput(field, 'left out with transport: "fetch"')
  }
  return layerFetch(options)
}

/**
 * The way to the service over HTTPS. Certificates are always verified.
 *
 * ```ts
 * const gateway = https({ baseUrl: "https://service.example", apiKey: "key", apiToken: "token" })
 * await using payments = await createPayments({ ...options, gateway, store: memory() })
 * await payments.payins.list().then(({ next }) => next) // => null
 * ```
 */
export const https = (options: OneProject | SeveralProjects | FromVault): HttpsGateway => {
  if (!["node", "fetch", undefined].includes(options.transport)) throw invalidInput("transport", "node or fetch")
  const keepers = new Set<Gateway.CredentialsKeeper["Service"]>()
  const several = "projects" in options ? options.projects : null
  const { apiKey, apiToken, project = "default" } = "apiKey" in options ? options : { apiKey: "", apiToken: "" }
  const vault = "vault" in options ? options.vault : null
  let projects = pairsOf(several ?? (vault === null ? { [project]: { apiKey, apiToken } } : {}))

  /** Counts the keepers that are open. */
  const layerKept = Layer.effectDiscard(
    Effect.gen(function* () {
      const keeper = yield* Gateway.CredentialsKeeper
      yield* Effect.acquireRelease(
        Effect.sync(() => keepers.add(keeper)),
        () => Effect.sync(() => keepers.delete(keeper)),
      )
    }),
  )
  const credentials =
    vault === null
      ? Layer.provideMerge(
          layerKept,
          Layer.suspend(() => Gateway.layerCredentials(projects)),
        )
      : vaultLayer(vault)
  const names = Object.keys(projects)
  const [only = null] = names.length === 1 ? names : []

  const replaceCredentials = async (given: Readonly<Record<string, ProjectKeys>>): Promise<void> => {
    if (vault !== null)
      throw invalidInput(
        "projects",
        "absent where `vault` is given: change the credentials in the vault, which is asked at every call",
      )
    const next = pairsOf(given)
    for (const keeper of keepers) {
      await Effect.runPromise(keeper.replace(next)).catch((failure: unknown) => {
        throw errorFrom(failure, false)
      })
    }
    projects = next
  }
  return makeGateway<HttpsGateway>(
    { replaceCredentials },
    {
      layer: Layer.provideMerge(gatewayLayer(options), credentials),
      project: only,
      needsDurable: process.env["NODE_ENV"] === "production",
    },
  )
}
