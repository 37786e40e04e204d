/**
 * Where the two credentials of each project come from. Their characters and length are checked when they are read, no message repeats them,
 * and they may be replaced while the program runs: a pause that `Code00` caused ends when they change.
 * Spec: authentication (#180 to #187, #192).
 */
import { Config, Context, Effect, Layer, Redacted, Ref, Schema, Semaphore } from "effect"
import { ProjectId } from "@cauri/core"
import { configured, Credentials } from "@cauri/core/adapter"
import { Credential } from "@cauri/wire"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"

/** The two credentials of a project. */
export interface ProjectCredentials {
  readonly apiKey: Redacted.Redacted
  readonly apiToken: Redacted.Redacted
}

/** Where the gateway finds the credentials of a project. */
export class CredentialsVault extends Context.Service<
  CredentialsVault,
  {
    /** The credentials of a project; null when it has none. */
    find(project: ProjectId): Effect.Effect<ProjectCredentials | null>
  }
>()("@cauri/gateway-http/CredentialsVault") {}

/** The credentials of every project, by the merchant's name for it. */
export type ProjectsCredentials = Readonly<Record<string, ProjectCredentials>>

/** Replaces credentials while the program runs. */
export class CredentialsKeeper extends Context.Service<
  CredentialsKeeper,
  {
    /** Puts these in force instead of all earlier ones. If any is unusable, it fails and the old ones stay. */
    replace(projects: ProjectsCredentials): Effect.Effect<void, GatewayMisconfigured>
  }
>()("@cauri/gateway-http/CredentialsKeeper") {}

const isCredential = Schema.is(Credential)

/** Can both be sent as headers? */
export const areUsable = ({ apiKey, apiToken }: ProjectCredentials): boolean =>
  isCredential(Redacted.value(apiKey)) && isCredential(Redacted.value(apiToken))

/** What is wrong with the credentials, without a character of them. */
const problemOf = (projects: ProjectsCredentials): GatewayMisconfigured | null => {
  const entries = Object.entries(projects)
  if (entries.length === 0)
    return new GatewayMisconfigured({
      setting: "credentials",
      problem: "name no project: give the apiKey and the apiToken of at least one",
    })
  for (const [project, given] of entries) {
    if (!Schema.is(ProjectId)(project)) {
      return new GatewayMisconfigured({
        setting: "credentials",
        problem: "hold a name that is no name of a project: use 1 to 64 letters, digits, hyphens and underscores",
      })
    }
    if (!areUsable(given)) {
      const problem = "are not 1 to 4096 printable characters without spaces each: copy them again from the service"
      return new GatewayMisconfigured({ setting: `the credentials of ${project}`, problem })
    }
  }
  return null
}

interface Kept {
  readonly credentials: ProjectCredentials
  readonly generation: string
}

/**
 * A name for two credentials: the same in every process that has them, because processes share the pauses, and useless for guessing them
 * unless both are guessed at once.
 */
const generationOf = ({ apiKey, apiToken }: ProjectCredentials) =>
  Effect.promise(async () => {
    const text = `cauri credentials\n${Redacted.value(apiKey)}\n${Redacted.value(apiToken)}`
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("")
  })

const kept = (credentials: ProjectCredentials) =>
  Effect.map(generationOf(credentials), (generation): Kept => ({ credentials, generation }))

/** The services over the credentials in force, for core and the gateway. */
const reading = (find: (project: ProjectId) => Effect.Effect<Kept | null>) =>
  Context.make(CredentialsVault, {
    find: (project) => Effect.map(find(project), (found) => found?.credentials ?? null),
  }).pipe(
    Context.add(Credentials, {
      generation: (project) => Effect.map(find(project), (found) => found?.generation ?? null),
    }),
  )

/** A keeper, with the two services that read from it. */
export const makeKeeper = Effect.fnUntraced(function* (initial: ProjectsCredentials) {
  const inForce = yield* Ref.make<ReadonlyMap<string, Kept>>(new Map())
  // Digests take time, and old credentials must not come into force after newer ones.
  const oneByOne = yield* Semaphore.make(1)
  const replace = Effect.fn("CredentialsKeeper.replace")(
    function* (projects: ProjectsCredentials) {
      const problem = problemOf(projects)
      if (problem !== null) return yield* problem
      const entries = yield* Effect.forEach(
        Object.entries(projects),
        ([project, given]) => Effect.map(kept(given), (each) => [project, each] as const),
        { concurrency: 1 },
      )
      yield* Ref.set(inForce, new Map(entries))
    },
    (work) => oneByOne.withPermit(work),
  )
  yield* replace(initial)
  const find = (project: ProjectId) => Effect.map(Ref.get(inForce), (map) => map.get(project) ?? null)
  return Context.add(reading(find), CredentialsKeeper, CredentialsKeeper.of({ replace }))
})

/** Credentials from values. `CredentialsKeeper` replaces them while the program runs. */
export const layerCredentials = (
  projects: ProjectsCredentials,
): Layer.Layer<Credentials | CredentialsVault | CredentialsKeeper, GatewayMisconfigured> =>
  Layer.effectContext(makeKeeper(projects))

/** The credentials of one project from `{prefix}_API_KEY` and `{prefix}_API_TOKEN`, for {@link layerCredentialsConfig}. */
export const credentialsConfig = (project: string, prefix = "CAURI"): Config.Config<ProjectsCredentials> =>
  Config.map(
    Config.all({ apiKey: Config.Redacted(`${prefix}_API_KEY`), apiToken: Config.Redacted(`${prefix}_API_TOKEN`) }),
    (found) => ({ [project]: found }),
  )

/** Credentials from configuration, usually the environment. `CredentialsKeeper` replaces them while the program runs. */
export const layerCredentialsConfig = configured(layerCredentials)

/** How long a vault may take, in milliseconds: a call that waits for it keeps a payment's lease. */
const patience = 5_000

/**
 * Credentials from the host's own vault, read at every call. While it fails, or gives unusable credentials, the last good ones stay in
 * force and one error is logged.
 */
export const layerCredentialsFrom = <E>(
  read: (project: ProjectId) => Effect.Effect<ProjectCredentials | null, E>,
): Layer.Layer<Credentials | CredentialsVault> =>
  Layer.effectContext(
    Effect.sync(() => {
      const last = new Map<string, Kept | null>()
      const alarmed = new Set<string>()
      const current = Effect.fnUntraced(function* (project: ProjectId) {
        const before = last.get(project) ?? null
        const found = yield* read(project).pipe(
          Effect.map((given) => (given === null || areUsable(given) ? given : "Unusable")),
          Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed("Failed" as const) }),
          Effect.catchCause(() => Effect.succeed("Failed" as const)),
        )
        if (found === "Unusable" || found === "Failed") {
          if (!alarmed.has(project)) {
            alarmed.add(project)
            const because =
              found === "Failed"
                ? "could not be read from your vault within 5 seconds: check that it answers"
                : "are not 1 to 4096 printable characters without spaces: correct them in your vault"
            const until = before === null ? "there are none until then" : "those read before stay in force"
            yield* Effect.logError(
              `The credentials of ${project} ${because}. They are read again by themselves; ${until}.`,
            )
          }
          return before
        }
        alarmed.delete(project)
        const same = before !== null && found !== null && areSame(before.credentials, found)
        const now = same ? before : found === null ? null : yield* kept(found)
        last.set(project, now)
        return now
      })
      return reading(current)
    }),
  )

const areSame = (one: ProjectCredentials, other: ProjectCredentials): boolean =>
  Redacted.value(one.apiKey) === Redacted.value(other.apiKey) &&
  Redacted.value(one.apiToken) === Redacted.value(other.apiToken)
