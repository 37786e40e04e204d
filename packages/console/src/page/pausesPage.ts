/** Pauses: which are in force, and the forms to pause and resume. */
import { DateTime, Effect, Schema } from "effect"
import { type DecisionRefused, Review, type PauseScope, isPauseScope, keyText, ProjectId } from "@cauri/core"
import { SharedState, type Pause, pausedByCauri, requireResumable } from "@cauri/core/adapter"
import { Operator } from "@cauri/core/model"
import { refusedText } from "../refusals.ts"
import { recordDeed } from "../reveal.ts"
import { choices, field, problemSummary, type Problems, typed } from "./fields.ts"
import { maskedPause, reasonText } from "../pauses.ts"
import { maskedText } from "../masking.ts"
import { scopeText, setBy } from "./pauseParts.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import { emptyState, nameIn, said } from "./parts.ts"
import { personFields, personIn, personProblems } from "./person.ts"
import { pageResponse, seeOther } from "./shell.ts"
import type { Texts } from "./texts.ts"
import { addressWith, type Visit } from "./visit.ts"

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

/** Where to end a pause: exactly the one shown, none that was set since. */
const liftAddress = ({ by, scope, since }: Pause): string =>
  addressWith("/pauses/resume", { scope, since: String(since), own: by === pausedByCauri ? "1" : null })

const pauseItem = (pause: Pause, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.pauses
  const shown = maskedPause(pause, language)
  return html`<li class="pause">
    <div>
      <h3>${scopeText(pause.scope, texts)}</h3>
      <p>${said(reasonText(shown, language))}</p>
      <p class="small muted">
        ${setBy(shown, visit)} ${pause.credentials === null ? nothing : html`<br />${words.byItself}`}
      </p>
    </div>
    ${
      visit.visitor.may("release")
        ? html`<a class="button" href="${liftAddress(pause)}"
            >${words.resume}<span class="unseen"> ${scopeText(pause.scope, texts)}</span></a
          >`
        : nothing
    }
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
  const done: Readonly<Record<string, string>> = { set: words.done, resumed: words.resumed, gone: words.gone }
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
                ${current.map((pause) => pauseItem(pause, visit))}
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
  return yield* (yield* Review).pause(scopeOf(given.scope, given), given.by, given.reason).pipe(
    Effect.flatMap((inForce) =>
      inForce.by === given.by && inForce.reason === given.reason
        ? Effect.succeed(seeOther(addressWith("/pauses", { done: "set" })))
        : page(given, { scope: standing(maskedText(inForce.by, visit.language)) }, visit),
    ),
    Effect.catchTag("InvalidInput", ({ field: wrong }) =>
      page(given, wrong === "by" ? { by: visit.texts.decision.needName } : { scope: needScope }, visit),
    ),
  )
})

const liftPage = (
  pause: Pause,
  given: Pick<Typed, "by" | "reason">,
  problems: Problems,
  visit: Visit,
  refused: DecisionRefused | null = null,
) => {
  const { language, texts } = visit
  const words = texts.pauses
  const wrong = refused !== null || Object.keys(problems).length > 0
  const shown = maskedPause(pause, language)
  const told = refused === null ? nothing : html`<p>${keyText(refused.key)}: ${refusedText(refused, language)}</p>`
  const body = html`<a class="back" href="/pauses">← ${words.title}</a>
    <div class="stack">
      <h1>${words.liftTitle}</h1>
      <p>${words.liftEffect}</p>
      ${wrong ? problemSummary(texts.decision.problem, problems, told) : nothing}
      <div class="card about">
        <p><strong>${scopeText(pause.scope, texts)}</strong></p>
        <p>${said(reasonText(shown, language))}</p>
        <p class="small muted">${setBy(shown, visit)}</p>
      </div>
      <form class="card" method="post" action="/pauses/resume" novalidate>
        <input type="hidden" name="scope" value="${pause.scope}" />
        <input type="hidden" name="since" value="${String(pause.since)}" />
        <input type="hidden" name="own" value="${pause.by === pausedByCauri ? "1" : ""}" />
        ${personFields(given, problems, visit)}
        <p class="actions">
          <button class="button primary" type="submit">${words.resume}</button>
          <a href="/pauses">${texts.decision.back}</a>
        </p>
      </form>
    </div>`
  // A posted form has no query, and the language link must lead to this page again.
  const at = { ...visit, address: liftAddress(pause) }
  return pageResponse(at, { title: words.liftTitle, section: "pauses", narrow: true, body }, wrong ? 422 : 200)
}

/** The pause that a page showed: a later one on the same scope is another. */
const pauseOf = Effect.fnUntraced(function* (given: URLSearchParams, mayBeTheOnlyOne = false) {
  const [scope, since, own] = ["scope", "since", "own"].map((name) => given.get(name) ?? "")
  const ofScope = (yield* (yield* SharedState).pauses()).filter((pause) => pause.scope === scope)
  if (since === "" && mayBeTheOnlyOne && ofScope.length === 1) return ofScope[0]
  return ofScope.find((pause) => String(pause.since) === since && (pause.by === pausedByCauri) === (own === "1"))
})

const gone = seeOther(addressWith("/pauses", { done: "gone" }))

/** Asks who resumes a scope, and why. */
export const askResume = Effect.fn("Page.askResume")(function* (visit: Visit) {
  const pause = yield* pauseOf(visit.query, true)
  return pause === undefined ? gone : liftPage(pause, { by: visit.visitor.name, reason: "" }, {}, visit)
})

/** Resumes a scope. */
export const takeResume = Effect.fn("Page.takeResume")(function* (visit: Visit) {
  const pause = yield* pauseOf(visit.form)
  if (pause === undefined) return gone
  const given = { by: personIn(visit), reason: typed(visit.form, "reason") }
  const problems = personProblems(given, visit)
  if (Object.keys(problems).length > 0) return liftPage(pause, given, problems, visit)
  visit.visitor.name = given.by
  return yield* Effect.gen(function* () {
    yield* requireResumable(pause.scope)
    // Ending a pause deletes it with its author: this record is what remains.
    const trace = {
      pausedBy: pause.by,
      pausedSince: DateTime.formatIso(DateTime.makeUnsafe(pause.since)),
      pausedBecause: maskedText(pause.reason),
    }
    yield* Effect.catchTag(recordDeed("resume", { scope: pause.scope, ...given, ...trace }), "InvalidInput", Effect.die)
    const resumed = isPauseScope(pause.scope) && (yield* (yield* Review).resume(pause.scope, { seen: pause }))
    return resumed ? seeOther(addressWith("/pauses", { done: "resumed" })) : gone
  }).pipe(Effect.catchTag("DecisionRefused", (refused) => Effect.succeed(liftPage(pause, given, {}, visit, refused))))
})
