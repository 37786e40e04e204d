/**
 * Credentials that the service denied: a hold stops everybody's creations, and whoever has these credentials asks nothing more. A process
 * with others lifts the hold at once. That the denied ones then do not knock again and set it anew is the work of each process's memory.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Credentials } from "../ports/Credentials.ts"
import { DeskStore, holdsByItself } from "../ports/DeskStore.ts"
import { ProjectId } from "../model/Identifiers.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"

/** How long a process remembers that its credentials were denied; a person who lifts the hold is heard after it. */
const remembered = 300_000

/** Which credentials were denied. */
export class DeniedCredentials extends Context.Service<
  DeniedCredentials,
  {
    /**
     * The service has denied these: remembers it and puts the project on hold. False: the library's hold was there, or this process has no
     * credentials for the project (null), which is no reason to stop others.
     */
    deny(project: ProjectId, generation: string | null): Effect.Effect<boolean, StoreError>
    /** Were these denied a while ago, or is the project on hold because of them? Another process may have found it out. */
    areDenied(project: ProjectId, generation: string | null): Effect.Effect<boolean, StoreError>
    /** Lifts what other credentials caused than those in force, unless there are none or those were denied too. */
    readonly lift: Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DeniedCredentials") {
  static readonly layer = Layer.effect(
    DeniedCredentials,
    Effect.gen(function* () {
      const desk = yield* DeskStore
      const credentials = yield* Credentials
      const denied = new Map<string, { readonly generation: string; readonly until: number }>()

      const remember = Effect.fnUntraced(function* (project: string, generation: string) {
        const now = yield* Clock.currentTimeMillis
        denied.set(project, { generation, until: now + remembered })
        return now
      })

      const isRemembered = (project: string, generation: string, now: number): boolean => {
        const found = denied.get(project)
        return found?.generation === generation && now < found.until
      }

      const deny = Effect.fn("DeniedCredentials.deny")(function* (project: ProjectId, generation: string | null) {
        if (generation === null) return false
        const since = yield* remember(project, generation)
        const hold = { reason: "AuthenticationFailed", by: holdsByItself, since, credentials: generation }
        const inForce = yield* desk.hold({ ...hold, scope: `project/${project}` })
        return inForce.credentials === generation && inForce.since === since
      })

      const areDenied = Effect.fn("DeniedCredentials.areDenied")(function* (
        project: ProjectId,
        generation: string | null,
      ) {
        if (generation === null) return false
        if (isRemembered(project, generation, yield* Clock.currentTimeMillis)) return true
        const holds = yield* desk.holds()
        const isOnHold = holds.some((hold) => hold.scope === `project/${project}` && hold.credentials === generation)
        if (isOnHold) yield* remember(project, generation)
        return isOnHold
      })

      const lift = Effect.gen(function* () {
        for (const { scope, by, since, credentials: caused } of yield* desk.holds()) {
          const project = scope.split("/")[1]
          if (caused === null || project === undefined) continue
          const generation = yield* credentials.generation(ProjectId.make(project))
          if (
            generation === null ||
            generation === caused ||
            isRemembered(project, generation, yield* Clock.currentTimeMillis)
          )
            continue
          yield* desk.lift(scope, { by, since })
        }
      })

      return DeniedCredentials.of({ deny, areDenied, lift })
    }),
  )
}
