/**
 * What a process knows of its credentials: which the service denied, and for which projects it has none.
 *
 * Denied: a pause stops the creations of all processes, and a process with these credentials confirms nothing more. A process with other
 * credentials resumes at once. Each process remembers denied credentials for a while, so it does not pause the project again.
 *
 * Missing: a worker acts on no payment of such a project. It leaves them to workers that have credentials, and only delivers their events,
 * which needs none.
 */
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { keyText, type PaymentKey, ProjectId } from "../model/Identifiers.ts"
import { Credentials } from "../ports/Gateway.ts"
import { type Pause, SharedState, pausedByCauri } from "../ports/SharedState.ts"
import type { CallFailureTag } from "../model/CallFailure.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { later, Policy, type PolicyShape } from "../model/Policy.ts"

/** How long a process remembers that its credentials were denied; a person's resume takes effect for it after that. */
const remembered = 300_000

/** Why an answer pauses creations, and what a person does about it. */
const causes: Partial<Readonly<Record<CallFailureTag, readonly [why: string, remedy: string]>>> = {
  authentication_failed: ["the service refuses its credentials", "Correct the credentials of the project"],
  ip_denied: [
    "the service does not allow the IP address of this machine",
    "Have the service put the address on the project's whitelist",
  ],
  payin_not_enabled: ["the service has not enabled payins for it", "Have the service enable them"],
  payout_not_enabled: ["the service has not enabled payouts for it", "Have the service enable them"],
  balance_too_low: ["the merchant's balance at the operator is too low", "Top up the balance at the operator"],
}

const iso = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))

/**
 * When a pause ends by itself: a low balance may be topped up at any time, and only the next call shows it. Null: it does not.
 *
 * ```ts
 * const low = { by: pausedByCauri, reason: "balance_too_low", since: 0 }
 * pauseEndsAt(low, defaultPolicy.limits) // => 900_000
 * pauseEndsAt({ ...low, by: "The manager" }, defaultPolicy.limits) // => null
 * ```
 */
export const pauseEndsAt = (
  { by, reason, since }: Pick<Pause, "by" | "reason" | "since">,
  { lowBalancePause }: PolicyShape["limits"],
): number | null => {
  const end = by === pausedByCauri && reason === "balance_too_low" ? later(since, lowBalancePause) : Infinity
  return end === Infinity ? null : end
}

/** The log line of a new pause: what is paused, since when, why, and what resumes it. */
export const pauseNotice = (
  { credentials, scope, since }: Pick<Pause, "credentials" | "scope" | "since">,
  reason: CallFailureTag,
  met: string,
  { limits }: Pick<PolicyShape, "limits">,
): string => {
  const [why, remedy] = causes[reason] ?? ["the service refused a creation", "Settle it with the service"]
  const byOne = `then resume ${scope}; in code, \`Review.resume\``
  const retryAt = pauseEndsAt({ by: pausedByCauri, reason, since }, limits)
  const byTime =
    retryAt === null ? byOne : `and creations resume by themselves at ${iso(retryAt)}, or before that: ${byOne}`
  const ends = credentials === null ? byTime : "and creations resume by themselves"
  return `Creations of ${scope} are paused since ${iso(since)}: the service answered ${met} with ${reason}, because ${why}. ${remedy}, ${ends}. Callbacks are still taken, and the service is still asked.`
}

export class DeniedCredentials extends Context.Service<
  DeniedCredentials,
  {
    /**
     * Remembers that the service denied these credentials and pauses the project. Null: the library's pause was there already, or this
     * process has no credentials for the project (null), which is no reason to stop others.
     */
    deny(project: ProjectId, generation: string | null): Effect.Effect<Pause | null, StoreError>
    /**
     * Records that a confirm of this payment was denied. A second payment in a row means that the project is denied, and pauses it; one
     * alone concerns itself. Returns true when it is the project.
     */
    denyConfirm(key: PaymentKey, generation: string | null): Effect.Effect<boolean, StoreError>
    /** Records an answered confirm of the project: an earlier denial concerned its payment alone. */
    answered(project: ProjectId): void
    /** Were these denied recently, or is the project paused because of them? Another process may have noticed it. */
    areDenied(project: ProjectId, generation: string | null): Effect.Effect<boolean, StoreError>
    /**
     * Resumes what other credentials than those in force caused, unless there are none or those were denied too; and what a low balance
     * caused, after the time of the policy.
     */
    readonly resume: Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DeniedCredentials") {
  static readonly layer = Layer.effect(
    DeniedCredentials,
    Effect.gen(function* () {
      const shared = yield* SharedState
      const credentials = yield* Credentials
      const policy = yield* Policy
      const denied = new Map<string, { readonly generation: string; readonly until: number }>()

      // The last denied payment of each project, with its credentials, until a confirm of the project is answered.
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
        if (generation === null) return null
        const since = yield* remember(project, generation)
        const pause = { reason: "authentication_failed", by: pausedByCauri, since, credentials: generation }
        const inForce = yield* shared.pause({ ...pause, scope: `project/${project}` })
        return inForce.credentials === generation && inForce.since === since ? inForce : null
      })

      const areDenied = Effect.fn("DeniedCredentials.areDenied")(function* (
        project: ProjectId,
        generation: string | null,
      ) {
        if (generation === null) return false
        if (isRemembered(project, generation, yield* Clock.currentTimeMillis)) return true
        const pauses = yield* shared.pauses()
        const isPaused = pauses.some(
          (pause) => pause.scope === `project/${project}` && pause.credentials === generation,
        )
        if (isPaused) yield* remember(project, generation)
        return isPaused
      })

      const denyConfirm = Effect.fnUntraced(function* (key: PaymentKey, generation: string | null) {
        const { project } = key
        const before = lastDenied.get(project)
        lastDenied.set(project, { key: keyText(key), generation })
        const isAlone = before?.generation !== generation || before.key === keyText(key)
        if (isAlone && !(yield* areDenied(project, generation))) return false
        const pause = yield* deny(project, generation)
        const payments = [before?.key, keyText(key)].filter((each) => each !== undefined)
        const met = `confirms of the ${[...new Set(payments)].join(" and the ")}`
        if (pause !== null) yield* Effect.logError(pauseNotice(pause, "authentication_failed", met, policy))
        return true
      })

      /** Have other credentials come than those that caused the pause? */
      const isOutdated = Effect.fnUntraced(function* ({ credentials: caused, scope }: Pause, now: number) {
        const project = scope.split("/")[1]
        if (caused === null || project === undefined) return false
        const generation = yield* credentials.generation(ProjectId.make(project))
        return generation !== null && generation !== caused && !isRemembered(project, generation, now)
      })

      const resume = Effect.gen(function* () {
        for (const pause of yield* shared.pauses()) {
          const { by, scope, since } = pause
          const now = yield* Clock.currentTimeMillis
          const isOver = now >= (pauseEndsAt(pause, policy.limits) ?? Infinity) || (yield* isOutdated(pause, now))
          if (isOver) yield* shared.resume(scope, { by, since })
        }
      })

      const answered = (project: ProjectId) => void lastDenied.delete(project)

      return DeniedCredentials.of({ deny, denyConfirm, answered, areDenied, resume })
    }),
  )
}

/** How soon a project without credentials is checked again: it costs a look at a file, so no merchant sets it. */
const askedAgainAfter = 30_000

/** Remembers the projects without credentials that this process met, and notices new credentials. */
export const makeMissingCredentials = Effect.gen(function* () {
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

  /** The projects that this process met without credentials and that still have none. */
  const current = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const [project, at] of askAgainAt) if (now >= at) yield* serves(project)
    return [...askAgainAt.keys()]
  })

  return { serves, current }
})
