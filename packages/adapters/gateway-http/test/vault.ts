import { Effect, Redacted } from "effect"
import { layerCredentialsFrom } from "@cauri/gateway-http"

/** The keys of a project, as your vault gives them; null when it has none. */
export type Read = (project: string) => Promise<{ readonly key: string; readonly token: string } | null>

/** Credentials that are asked for at every call. Keys that were issued again need no restart. */
export const fromVault = (read: Read) =>
  layerCredentialsFrom((project) =>
    Effect.tryPromise(() => read(project)).pipe(
      Effect.map((found) =>
        found === null ? null : { apiKey: Redacted.make(found.key), apiToken: Redacted.make(found.token) },
      ),
    ),
  )
