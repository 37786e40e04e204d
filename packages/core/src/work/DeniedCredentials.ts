/**
 * What a process knows of its credentials: which the service denied, and for which projects it has none.
 *
 * Denied: a hold stops everybody's creations, and a process with these credentials asks nothing more. A process with others lifts the
 * hold at once. That the denied ones then do not knock again and set it again is the work of each process's memory.
 *
 * Missing: a worker acts on no payment of such a project. It leaves them to workers that can call the service for them, and only
 * delivers what became of them, which needs no credentials.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { keyText, type PaymentKey, ProjectId } from "../model/Identifiers.ts"
import { Credentials } from "../ports/Gateway.ts"
import { DeskStore, holdsByItself } from "../ports/DeskStore.ts"
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
    /**
     * A confirm of this payment was denied. A second payment in a row is the project's trouble, which a hold tells; one alone is its
     * own. True: it is the project's.
     */
    denyConfirm(key: PaymentKey, generation: string | null): Effect.Effect<boolean, StoreError>
    /** A confirm of the project was answered: what was denied before it was the trouble of its payment alone. */
    answered(project: ProjectId): void
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

      // The payment of each project that was last denied, and under which credentials, until a confirm of the project is answered.
      const lastDenied = new Map<string, { readonly key: string; readonly generation: string | null }>()

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

      const denyConfirm = Effect.fnUntraced(function* (key: PaymentKey, generation: string | null) {
        const { project } = key
        const before = lastDenied.get(project)
        lastDenied.set(project, { key: keyText(key), generation })
        const isAlone = before?.generation !== generation || before.key === keyText(key)
        if (isAlone && !(yield* areDenied(project, generation))) return false
        const isNew = yield* deny(project, generation)
        if (isNew) yield* Effect.logError(`project/${project} is on hold: confirms were denied.`)
        return true
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

      const answered = (project: ProjectId) => void lastDenied.delete(project)

      return DeniedCredentials.of({ deny, denyConfirm, answered, areDenied, lift })
    }),
  )
}

/** How soon a project without credentials is looked at again: it costs a look at a file, so no merchant sets it. */
const askedAgainAfter = 30_000

/** Remembers the projects without credentials that this process met, and notices when credentials come. */
export const makeUnserved = Effect.gen(function* () {
  const credentials = yield* Credentials
  const askAgainAt = new Map<ProjectId, number>()

  /** Can this process call the service for the project? */
  const serves = Effect.fnUntraced(function* (project: ProjectId) {
    if ((yield* credentials.generation(project)) !== null) {
      if (askAgainAt.delete(project))
        yield* Effect.logInfo(`The credentials of the project ${project} have come: this worker acts on its payments.`)
      return true
    }
    if (!askAgainAt.has(project))
      yield* Effect.logError(
        `There are no credentials for the project ${project}: this worker leaves its payments to others. Give it the credentials, or see that another worker has them.`,
      )
    askAgainAt.set(project, (yield* Clock.currentTimeMillis) + askedAgainAfter)
    return false
  })

  /** The projects that were met without credentials and have none yet. */
  const current = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const [project, at] of askAgainAt) if (now >= at) yield* serves(project)
    return [...askAgainAt.keys()]
  })

  return { serves, current }
})
