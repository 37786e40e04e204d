/**
 * How the pause of a scope ends: by a person, or by two where the policy asks for both (`approvals`). The request of the first person is
 * stored with the pause, and ends with it.
 */
import { Clock, type Context, Effect } from "effect"
import { approvalRefusal, digestOf, requestRefusal } from "../machine/approvals.ts"
import { isPersonsText } from "../model/Content.ts"
import { InvalidInput, readBy } from "../model/fields.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { type DecisionRefusal, ResumeRefused } from "../model/stimulus.ts"
import { type Pause, pausedByCauri, type PauseScope, type SeenPause, SharedState } from "../ports/SharedState.ts"
import type { PaymentStore } from "../ports/PaymentStore.ts"
import { requireResumable } from "./restoration.ts"

/** How a scope is resumed. */
export interface ResumeOptions {
  /** The person knows what became of the unreadable payouts. */
  readonly ignoreUnreadable?: boolean
  /** The pause that the person saw; one that was set since stays. Without it, all pauses of the scope end. */
  readonly seen?: SeenPause
}

/** Who requests that creations resume, why, and which pause that person saw. */
export interface ResumeRequest {
  readonly by: string
  readonly reason: string
  readonly seen: SeenPause
}

/** Who approves it, and what that person saw: the pause, and the `digest` of its request. */
export interface ResumeApproval {
  readonly by: string
  readonly seen: SeenPause
  readonly digest: string
  /** As in `ResumeOptions`. */
  readonly ignoreUnreadable?: boolean
}

/**
 * Does ending this pause need two people? After a restore every pause of `payouts` does: the restoration keeps a pause that was there
 * already. After a denial, what the library paused does.
 */
export const resumeNeedsSecondPerson = (
  { credentials, scope }: Pick<Pause, "credentials" | "scope">,
  { approvals }: PolicyShape,
): boolean => (approvals.afterRestore && scope === "payouts") || (approvals.afterDenial && credentials !== null)

const digestOfPause = ({ by, credentials, reason, scope, since }: Pause, policy: PolicyShape): string =>
  digestOf(["Resume", scope, by, since, reason, credentials !== null], policy)

/** Why this person may not end the pause whose end another requested, or null. */
export const resumeApprovalRefusal = (
  pause: Pause,
  { by, digest }: Pick<ResumeApproval, "by" | "digest">,
  policy: PolicyShape,
): DecisionRefusal | null => {
  const requested = pause.request
  if (requested === undefined) return "Changed"
  const because = approvalRefusal(by, requested.by, policy)
  if (because !== null) return because
  const shown = digestOfPause(pause, policy)
  return requested.digest === shown && digest === shown ? null : "Changed"
}

const isSeen = (pause: Pause, seen: SeenPause): boolean => pause.by === seen.by && pause.since === seen.since

const refuse = (scope: PauseScope, because: DecisionRefusal) => Effect.fail(new ResumeRefused({ scope, because }))

/** Ends pauses, and stores what was requested for it. */
export const resumingOn = (
  shared: SharedState["Service"],
  policy: PolicyShape,
  context: Context.Context<PaymentStore | SharedState>,
) => {
  const checkResumable = (scope: PauseScope, ignoreUnreadable?: boolean) =>
    Effect.provideContext(requireResumable(scope, ignoreUnreadable), context)

  const pausesOf = (scope: PauseScope) =>
    Effect.map(shared.pauses(), (pauses) => pauses.filter((pause) => pause.scope === scope))

  /** The pause that a person saw; refused when it is there no more. */
  const find = Effect.fnUntraced(function* (scope: PauseScope, seen: SeenPause) {
    const found = (yield* pausesOf(scope)).find((pause) => isSeen(pause, seen))
    return found ?? (yield* refuse(scope, "Changed"))
  })

  const resume = Effect.fnUntraced(function* (scope: PauseScope, { ignoreUnreadable, seen }: ResumeOptions = {}) {
    yield* checkResumable(scope, ignoreUnreadable)
    const ending = (yield* pausesOf(scope)).filter((pause) => seen === undefined || isSeen(pause, seen))
    if (ending.some((pause) => resumeNeedsSecondPerson(pause, policy))) {
      return yield* refuse(scope, "NeedsSecondPerson")
    }
    const ended = yield* Effect.forEach(ending, ({ by, since }) => shared.resume(scope, { by, since }), {
      concurrency: 1,
    })
    return ended.includes(true)
  })

  const request = Effect.fnUntraced(function* (scope: PauseScope, { by, reason, seen }: ResumeRequest) {
    yield* checkTexts(by, reason)
    const pause = yield* find(scope, seen)
    if (!resumeNeedsSecondPerson(pause, policy)) return yield* refuse(scope, "OneIsEnough")
    const because = requestRefusal(by, policy)
    if (because !== null) return yield* refuse(scope, because)
    const at = yield* Clock.currentTimeMillis
    const requested = { by, reason, at, digest: digestOfPause(pause, policy) }
    if (!(yield* shared.requestResume(scope, pause, requested))) return yield* refuse(scope, "Changed")
    return { ...pause, request: requested }
  })

  const approve = Effect.fnUntraced(function* (
    scope: PauseScope,
    { by, digest, ignoreUnreadable, seen }: ResumeApproval,
  ) {
    yield* Effect.fromResult(readBy(by))
    yield* checkResumable(scope, ignoreUnreadable)
    const pause = yield* find(scope, seen)
    const because = resumeApprovalRefusal(pause, { by, digest }, policy)
    if (because !== null) return yield* refuse(scope, because)
    // Names the request too: a pause whose request was withdrawn meanwhile stays.
    if (!(yield* shared.resume(scope, pause))) return yield* refuse(scope, "Changed")
  })

  const withdraw = Effect.fnUntraced(function* (scope: PauseScope, by: string, seen: SeenPause) {
    yield* Effect.fromResult(readBy(by))
    const pause = yield* find(scope, seen)
    const withdrawn = pause.request !== undefined && (yield* shared.requestResume(scope, pause, null))
    if (!withdrawn) return yield* refuse(scope, "Changed")
  })

  return { resume, request, approve, withdraw }
}

const lengths =
  "in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks (\\n)"

/** Fails unless these are a person's name and reason. */
export const checkTexts = Effect.fnUntraced(function* (by: string, reason: string) {
  if (!isPersonsText(by)) return yield* new InvalidInput({ field: "by", expected: `a name, ${lengths}` })
  if (by === pausedByCauri) return yield* new InvalidInput({ field: "by", expected: "the name of a person" })
  if (!isPersonsText(reason)) return yield* new InvalidInput({ field: "reason", expected: `a text, ${lengths}` })
})
