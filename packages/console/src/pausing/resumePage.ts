/** How a pause ends: one person ends it, or requests that, and another approves. */
import { DateTime, Effect } from "effect"
import {
  type DecisionRefused,
  isPauseScope,
  keyText,
  type PauseScope,
  Policy,
  ResumeRefused,
  Review,
} from "@cauri/core"
import {
  SharedState,
  type Pause,
  pausedByCauri,
  requireResumable,
  resumeApprovalRefusal,
  resumeNeedsSecondPerson,
} from "@cauri/core/adapter"
import { digestText } from "../words/digestText.ts"
import { refusedText } from "../words/refusedText.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { maskedPause, reasonText, resumeRefusalText, type ShownPause } from "./pauses.ts"
import { personText } from "../words/personText.ts"
import { maskedText } from "../words/masking.ts"
import { scopeText, setBy } from "./pauseParts.ts"
import { html, type Markup, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { said } from "../frame/parts.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

/** What a person does about a pause: end it, or request that, where two people must; approve the request; take it back. */
export type PauseAct = "resume" | "approve" | "withdraw"

/** Where to end a pause: exactly the one shown, none that was set since. */
export const liftAddress = ({ by, scope, since }: Pause, act: PauseAct = "resume"): string =>
  addressWith(`/pauses/${act}`, { scope, since: String(since), own: by === pausedByCauri ? "1" : null })

/** The name of what a person does about a pause. */
export const actText = (act: PauseAct, { texts }: Visit): string =>
  ({
    resume: texts.pauses.resume,
    approve: texts.words.approvals.approve_resume,
    withdraw: texts.words.approvals.withdraw,
  })[act]

/** Who requested the end of a pause, and why. */
export const requestText = ({ request }: ShownPause, { language, texts }: Visit): Markup =>
  request === null
    ? nothing
    : html`<p class="small">
        ${texts.words.approvals.title} · ${said(texts.words.approvals.requested(personText(request.by, language)))}
        ${said(request.reason)} <span class="mono">${request.digest}</span>
      </p>`

/** Who ends it, and why. */
interface Given {
  readonly by: string
  readonly reason: string
}

const liftPage = (
  act: PauseAct,
  pause: Pause,
  given: Given,
  problems: Problems,
  visit: Visit,
  refused: DecisionRefused | ResumeRefused | null = null,
  byTwo = false,
) => {
  const { language, texts } = visit
  const words = texts.pauses
  const wrong = refused !== null || Object.keys(problems).length > 0
  const shown = maskedPause(pause, language)
  const refusal = refused === null ? nothing : html`<p>${refusalText(refused, visit)}</p>`
  const name = byTwo ? texts.words.approvals.request : actText(act, visit)
  const lifts = act === "withdraw" ? texts.words.decisions.withdraw.operator : words.liftEffect
  const effect = byTwo ? texts.words.approvals.needs_two : lifts
  const body = html`<a class="back" href="/pauses">← ${words.title}</a>
    <div class="stack">
      <h1>${act === "resume" ? words.liftTitle : name}</h1>
      <p>${effect}</p>
      ${wrong ? problemSummary(texts.decision.problem, problems, refusal) : nothing}
      <div class="card about">
        <p><strong>${scopeText(pause.scope, texts)}</strong></p>
        <p>${said(reasonText(shown, language))}</p>
        <p class="small muted">${setBy(shown, visit)}</p>
        ${requestText(shown, visit)}
      </div>
      <form class="card" method="post" action="/pauses/${act}" novalidate>
        <input type="hidden" name="digest" value="${shown.request?.digest ?? ""}" />
        <input type="hidden" name="scope" value="${pause.scope}" />
        <input type="hidden" name="since" value="${String(pause.since)}" />
        <input type="hidden" name="own" value="${pause.by === pausedByCauri ? "1" : ""}" />
        ${personFields(given, problems, visit)}
        <p class="actions">
          <button class="button primary" type="submit">${name}</button>
          <a href="/pauses">${texts.decision.back}</a>
        </p>
      </form>
    </div>`
  // A posted form has no query, and the language link must lead to this page again.
  const at = { ...visit, address: liftAddress(pause, act) }
  return pageResponse(
    at,
    { title: act === "resume" ? words.liftTitle : name, section: "pauses", narrow: true, body },
    wrong ? 422 : 200,
  )
}

/** The pause that a page showed: a later one on the same scope is another. */
const pauseOf = Effect.fnUntraced(function* (given: URLSearchParams, mayBeTheOnlyOne = false) {
  const [scope, since, own] = ["scope", "since", "own"].map((name) => given.get(name) ?? "")
  const ofScope = (yield* (yield* SharedState).pauses()).filter((pause) => pause.scope === scope)
  if (since === "" && mayBeTheOnlyOne && ofScope.length === 1) return ofScope[0]
  return ofScope.find((pause) => String(pause.since) === since && (pause.by === pausedByCauri) === (own === "1"))
})

const gone = seeOther(addressWith("/pauses", { done: "gone" }))

const refusalText = (refused: DecisionRefused | ResumeRefused, { language }: Visit): string =>
  refused._tag === "ResumeRefused"
    ? resumeRefusalText(refused.because, language)
    : `${keyText(refused.key)}: ${refusedText(refused, language)}`

/** Asks who ends a pause, and why. */
export const askResume = (act: PauseAct) =>
  Effect.fn("Page.askResume")(function* (visit: Visit) {
    const pause = yield* pauseOf(visit.query, true)
    if (pause === undefined) return gone
    const byTwo = act === "resume" && resumeNeedsSecondPerson(pause, yield* Policy)
    return liftPage(act, pause, { by: visit.visitor.name, reason: "" }, {}, visit, null, byTwo)
  })

/** Ends a pause that one person may end, or that another person requested to end. */
const endPause = Effect.fnUntraced(function* (
  pause: Pause & { readonly scope: PauseScope },
  given: Given,
  from: string,
  digest: string | null,
) {
  yield* requireResumable(pause.scope)
  const { request, scope } = pause
  const kept = request !== undefined && digestText(request.digest) === digest ? request.digest : ""
  const approval = { by: given.by, digest: kept }
  const because = digest === null ? null : resumeApprovalRefusal(pause, approval, yield* Policy)
  if (because !== null) return yield* new ResumeRefused({ scope, because })
  // Ending a pause deletes it with its author: this record is what remains.
  const trace = {
    pausedBy: pause.by,
    pausedSince: DateTime.formatIso(DateTime.makeUnsafe(pause.since)),
    pausedBecause: maskedText(pause.reason),
    ...(request === undefined ? {} : { requestedBy: request.by, requestedBecause: maskedText(request.reason) }),
  }
  yield* Effect.catchTag(recordDeed("resume", { scope, from, ...given, ...trace }), "InvalidInput", Effect.die)
  const review = yield* Review
  if (digest === null) return yield* review.resume(scope, { seen: pause })
  yield* Effect.catchTag(review.approveResume(scope, { ...approval, seen: pause }), "InvalidInput", Effect.die)
  return true
})

/** Ends a pause, or requests it, approves the request, or takes it back. */
export const takeResume = (act: PauseAct) =>
  Effect.fn("Page.takeResume")(function* (visit: Visit) {
    const found = yield* pauseOf(visit.form)
    if (found === undefined || !isPauseScope(found.scope)) return gone
    const pause = { ...found, scope: found.scope }
    const given = { by: personIn(visit), reason: typed(visit.form, "reason") }
    const problems = personProblems(given, visit)
    const byTwo = act === "resume" && resumeNeedsSecondPerson(pause, yield* Policy)
    if (Object.keys(problems).length > 0) return liftPage(act, pause, given, problems, visit, null, byTwo)
    visit.visitor.name = given.by
    const { from } = visit.visitor
    const { scope } = pause
    return yield* Effect.gen(function* () {
      const review = yield* Review
      if (byTwo) {
        yield* Effect.catchTag(recordDeed("request", { scope, from, ...given }), "InvalidInput", Effect.die)
        yield* Effect.catchTag(review.requestResume(scope, { ...given, seen: pause }), "InvalidInput", Effect.die)
        return seeOther(addressWith("/pauses", { done: "requested" }))
      }
      if (act === "withdraw") {
        if (pause.request === undefined) return yield* new ResumeRefused({ scope, because: "Changed" })
        yield* Effect.catchTag(recordDeed("withdraw", { scope, from, ...given }), "InvalidInput", Effect.die)
        yield* Effect.catchTag(review.withdrawResume(scope, { by: given.by, seen: pause }), "InvalidInput", Effect.die)
        return seeOther(addressWith("/pauses", { done: "withdrawn" }))
      }
      const ended = yield* endPause(pause, given, from, act === "approve" ? typed(visit.form, "digest") : null)
      return ended ? seeOther(addressWith("/pauses", { done: "resumed" })) : gone
    }).pipe(
      Effect.catchTags({
        DecisionRefused: (refused) => Effect.succeed(liftPage(act, pause, given, {}, visit, refused)),
        ResumeRefused: (refused) => Effect.succeed(liftPage(act, pause, given, {}, visit, refused, byTwo)),
      }),
    )
  })
