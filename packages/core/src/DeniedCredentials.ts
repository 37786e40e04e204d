/**
 * Credentials that the service denied: the hold that they cause stops whoever has them, and ends when there are others. Processes may
 * have different ones for a while; if each lifted what the other set, those with the revoked ones would be denied again and again.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Credentials } from "./Credentials.ts"
import { DeskStore } from "./DeskStore.ts"
import { ProjectId } from "./Identifiers.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** How long a hold stands that other credentials caused than any that this process had. */
const othersHold = 300_000

/** Which credentials this process has and had, and which of them were denied. */
export class DeniedCredentials extends Context.Service<
  DeniedCredentials,
  {
    /** A name for the credentials of a project now; they are remembered as this process's own. */
    inForce(project: ProjectId): Effect.Effect<string>
    /** Is the project on hold because the service denied these? Another process may have found out, so this asks the store. */
    areDenied(project: ProjectId, generation: string): Effect.Effect<boolean, StoreError>
    /** Lifts what other credentials than those in force caused: at once where they were this process's own, or else after a while. */
    readonly lift: Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DeniedCredentials") {
  static readonly layer = Layer.effect(
    DeniedCredentials,
    Effect.gen(function* () {
      const desk = yield* DeskStore
      const credentials = yield* Credentials
      const had = new Set<string>()

      const inForce = Effect.fn("DeniedCredentials.inForce")(function* (project: ProjectId) {
        const generation = yield* credentials.generation(project)
        had.add(`${project} ${generation}`)
        return generation
      })

      const areDenied = Effect.fn("DeniedCredentials.areDenied")(function* (project: ProjectId, generation: string) {
        return (yield* desk.holds()).some(
          (hold) => hold.scope === `project/${project}` && hold.credentials === generation,
        )
      })

      const lift = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        for (const { scope, by, since, credentials: denied } of yield* desk.holds()) {
          const project = scope.split("/")[1]
          if (denied === null || project === undefined) continue
          const generation = yield* inForce(ProjectId.make(project))
          const mayLift = had.has(`${project} ${denied}`) || now - since >= othersHold
          if (generation !== denied && mayLift) yield* desk.lift(scope, { by, since })
        }
      })

      return DeniedCredentials.of({ inForce, areDenied, lift })
    }),
  )
}
