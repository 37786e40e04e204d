/** The credentials of the service. */
import { Effect } from "effect"
import { ProjectId } from "@cauri/core"
import { Credentials } from "@cauri/core/adapter"
import * as Gateway from "@cauri/gateway-http"
import { credentialSettings, type Environment, readersOf, type ServiceSettings, serviceVariables } from "@cauri/runtime"

export const layerCredentialsOf = (credentials: ServiceSettings["credentials"]) =>
  credentials._tag === "File"
    ? Gateway.layerCredentialsFile(credentials)
    : Gateway.layerCredentials(credentials.projects)

/** Do these settings have usable credentials of a project? */
export const hasCredentials = (environment: Environment, project: string): Effect.Effect<boolean> =>
  credentialSettings(readersOf(environment, serviceVariables)).pipe(
    Effect.flatMap((credentials) =>
      Effect.flatMap(Credentials, (held) => held.generation(ProjectId.make(project))).pipe(
        Effect.provide(layerCredentialsOf(credentials)),
      ),
    ),
    Effect.match({ onFailure: () => false, onSuccess: (generation) => generation !== null }),
  )
