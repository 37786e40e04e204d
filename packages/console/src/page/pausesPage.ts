/** Pauses: which are in force, and the forms to pause and resume. */
import { DateTime, Effect, Schema } from "effect"
import {
  type DecisionRefused,
  isPauseScope,
  keyText,
  type PauseScope,
  Policy,
  type PolicyShape,
  ProjectId,
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
import { digestText } from "../payments/digestText.ts"
import { Operator } from "@cauri/core/model"
import { refusedText } from "../payments/refused.ts"
import { recordDeed } from "../payments/reveal.ts"
import { maskedPause, reasonText, resumeRefusalText, type ShownPause } from "../payments/pauses.ts"
import { personText } from "../payments/sentences.ts"
import { maskedText } from "../payments/masking.ts"
import { scopeText, setBy } from "./pauseParts.ts"
import { choices, field, html, type Markup, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { emptyState, nameIn, said } from "./parts.ts"
import { personFields, personIn, personProblems } from "./person.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import type { Texts } from "../frame/texts.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

/** What stands in the form. */
interface Typed {
  readonly scope: string
  readonly project: string
  readonly operator: string
  readonly by: string
  readonly reason: string
}

type Scope = keyof Texts["pauses"]["scopes"]

const scopeOf = (scope: Scope, { operator, project }: Typed): PauseScope => {
  switch (scope) {
    case "payouts":
      return "payouts"
    case "project":
      return `project/${project}`
    case "payins":
      return `project/${project}/payins`
    case "projectPayouts":
      return `project/${project}/payouts`
    case "operator":
      return `operator/${project}/${operator}`
  }
}

/** What a person does about a pause: end it, or request that, where two people must; approve the request; take it back. */
export type PauseAct = "resume" | "approve" | "withdraw"

/** Where to end a pause: exactly the one shown, none that was set since. */
const liftAddress = ({ by, scope, since }: Pause, act: PauseAct = "resume"): string =>
  addressWith(`/pauses/${act}`, { scope, since: String(since), own: by === pausedByCauri ? "1" : null })

/** The name of what a person does about a pause. */
const actText = (act: PauseAct, { texts }: Visit): string =>
  ({
    resume: texts.pauses.resume,
    approve: texts.words.approvals.approve_resume,
    withdraw: texts.words.approvals.withdraw,
  })[act]

/** Who requested the end of a pause, and why. */
const requestText = ({ request }: ShownPause, { language, texts }: Visit): Markup =>
  request === null
    ? nothing
    : html`<p class="small">
        ${texts.words.approvals.title} · ${said(texts.words.approvals.requested(personText(request.by, language)))}
        ${said(request.reason)} <span class="mono">${request.digest}</span>
      </p>`

const pauseItem = (pause: Pause, { approvals }: PolicyShape, visit: Visit): Markup => {
  const { language, texts, visitor } = visit
  const acts: ReadonlyArray<readonly [PauseAct, boolean]> = [
    ["approve", pause.request !== undefined && visitor.may("approve")],
    ["withdraw", pause.request !== undefined && visitor.may("decide")],
    ["resume", pause.request === undefined && visitor.may("release")],
  ]
  const words = texts.pauses
  const shown = maskedPause(pause, language)
  return html`<li class="pause">
    <div>
      <h3>${scopeText(pause.scope, texts)}</h3>
      <p>${said(reasonText(shown, language))}</p>
      <p class="small muted">
        ${setBy(shown, visit)}
        ${pause.credentials === null || approvals.afterDenial ? nothing : html`<br />${words.byItself}`}
      </p>
      ${requestText(shown, visit)}
    </div>
    <div class="row">
      ${acts
        .filter(([, isOffered]) => isOffered)
        .map(
          ([act]) =>
            html`<a class="button" href="${liftAddress(pause, act)}"
              >${actText(act, visit)}<span class="unseen"> ${scopeText(pause.scope, texts)}</span></a
            >`,
        )}
    </div>
  </li>`
}

const setForm = (given: Typed, problems: Problems, visit: Visit): Markup => {
  const { pauses } = visit.texts
  const offered = Object.entries(pauses.scopes).map(([value, [label, hint]]) => ({ value, label, hint }))
  const text = (name: "project" | "operator", label: string, hint: string) =>
    field({ name, label, hint, value: given[name], problems })
  return html`<section class="card" aria-labelledby="set">
    <h2 id="set">${pauses.setTitle}</h2>
    <form method="post" action="/pauses" novalidate>
      ${choices({ name: "scope", label: pauses.scope, value: given.scope, problems }, offered)}
      ${text("project", pauses.project, pauses.projectHint)} ${text("operator", pauses.operator, pauses.operatorHint)}
      ${personFields(given, problems, visit)}
      <p class="actions"><button class="button primary" type="submit">${pauses.set}</button></p>
    </form>
  </section>`
}

const page = Effect.fnUntraced(function* (given: Typed, problems: Problems, visit: Visit) {
  const { query, texts } = visit
  const words = texts.pauses
  const current = yield* (yield* SharedState).pauses()
  const wrong = Object.keys(problems).length > 0
  const policy = yield* Policy
  const { pause_requested: requested, pause_withdrawn: withdrawn } = texts.words.approvals
  const done: Readonly<Record<string, string>> = {
    set: words.done,
    resumed: words.resumed,
    gone: words.gone,
    requested,
    withdrawn,
  }
  const told = query.get("done") ?? ""
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        <p>${words.explained}</p>
      </div>
    </div>
    ${nameIn(done, told) ? html`<div class="notice good" role="status"><p>${done[told] ?? ""}</p></div>` : nothing}
    ${wrong ? problemSummary(texts.decision.problem, problems) : nothing}
    <div class="halves">
      <section class="card" aria-labelledby="current">
        <h2 id="current">${words.current}</h2>
        ${
          current.length === 0
            ? emptyState(words.empty)
            : html`<ul class="pauses" role="list">
                ${current.map((pause) => pauseItem(pause, policy, visit))}
              </ul>`
        }
      </section>
      ${visit.visitor.may("decide") ? setForm(given, problems, visit) : nothing}
    </div>`
  return pageResponse(visit, { title: words.title, section: "pauses", body }, wrong ? 422 : 200)
})

/** The pauses, with the form for another one. */
export const pausesPage = Effect.fn("Page.pauses")(function* (visit: Visit) {
  return yield* page({ scope: "", project: "", operator: "", by: visit.visitor.name, reason: "" }, {}, visit)
})

const problemsOf = (given: Typed, visit: Visit): Problems => {
  const { pauses } = visit.texts
  const known = nameIn(pauses.scopes, given.scope)
  const needsProject = known && given.scope !== "payouts"
  return {
    ...(known ? {} : { scope: pauses.needScope }),
    ...(needsProject && !Schema.is(ProjectId)(given.project) ? { project: pauses.needProject } : {}),
    ...(given.scope === "operator" && !Schema.is(Operator)(given.operator) ? { operator: pauses.needOperator } : {}),
    ...personProblems(given, visit),
  }
}

/** Pauses a scope. */
export const setPause = Effect.fn("Page.setHold")(function* (visit: Visit) {
  const read = (name: string) => typed(visit.form, name)
  const given: Typed = {
    scope: read("scope"),
    project: read("project"),
    operator: read("operator"),
    by: personIn(visit),
    reason: read("reason"),
  }
  const problems = problemsOf(given, visit)
  const { scopes } = visit.texts.pauses
  if (Object.keys(problems).length > 0 || !nameIn(scopes, given.scope)) return yield* page(given, problems, visit)
  visit.visitor.name = given.by
  const { needScope, standing } = visit.texts.pauses
  const scope = scopeOf(given.scope, given)
  const { by, reason } = given
  return yield* recordDeed("pause", { scope, by, from: visit.visitor.from, reason }).pipe(
    Effect.andThen((yield* Review).pause(scope, by, reason)),
    Effect.flatMap((inForce) =>
      inForce.by === by && inForce.reason === reason
        ? Effect.succeed(seeOther(addressWith("/pauses", { done: "set" })))
        : page(given, { scope: standing(maskedText(inForce.by, visit.language)) }, visit),
    ),
    Effect.catchTag("InvalidInput", ({ field: wrong }) =>
      page(given, wrong === "by" ? { by: visit.texts.decision.needName } : { scope: needScope }, visit),
    ),
  )
})

const liftPage = (
  act: PauseAct,
  pause: Pause,
  given: Pick<Typed, "by" | "reason">,
  problems: Problems,
  visit: Visit,
  refused: DecisionRefused | ResumeRefused | null = null,
  byTwo = false,
) => {
  const { language, texts } = visit
  const words = texts.pauses
  const wrong = refused !== null || Object.keys(problems).length > 0
  const shown = maskedPause(pause, language)
  const told = refused === null ? nothing : html`<p>${refusalText(refused, visit)}</p>`
  const name = byTwo ? texts.words.approvals.request : actText(act, visit)
  const lifts = act === "withdraw" ? texts.words.decisions.withdraw.operator : words.liftEffect
  const effect = byTwo ? texts.words.approvals.needs_two : lifts
  const body = html`<a class="back" href="/pauses">← ${words.title}</a>
    <div class="stack">
      <h1>${act === "resume" ? words.liftTitle : name}</h1>
      <p>${effect}</p>
      ${wrong ? problemSummary(texts.decision.problem, problems, told) : nothing}
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
  given: Pick<Typed, "by" | "reason">,
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
