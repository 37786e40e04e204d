/**
 * The credentials of each API project (#180 to #187), as far as core needs them: whether there are any, and whether they have changed.
 * The gateway's adapter keeps them and reads them.
 */
import { Context, type Effect } from "effect"
import type { ProjectId } from "../model/Identifiers.ts"

/** Tells when the credentials of a project change. They may be replaced while the program runs. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** A name for the credentials in force that changes when they do and tells nothing about them; null when there are none. */
    generation(project: ProjectId): Effect.Effect<string | null>
  }
>()("@cauri/core/Credentials") {}
