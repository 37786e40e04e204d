/**
 * The two credentials of each API project (#180 to #187). Core only asks whether they have changed; the gateway reads them.
 * Adapters fill the service from the environment, from a watched file, or from the host's own vault.
 */
import { Context, type Effect, type Redacted } from "effect"
import type { ProjectId } from "../model/Identifiers.ts"

/** What a project calls the service with. */
export interface ProjectCredentials {
  readonly apiKey: Redacted.Redacted
  readonly apiToken: Redacted.Redacted
}

/** Where credentials come from. They may be replaced while the program runs. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** The credentials of a project; null when it has none. */
    of(project: ProjectId): Effect.Effect<ProjectCredentials | null>
    /** A name for the credentials in force that changes when they do and tells nothing about them. */
    generation(project: ProjectId): Effect.Effect<string>
  }
>()("@cauri/core/Credentials") {}
