/** Pauses: which are in force, and the forms to pause and resume. */
import { Effect, Schema } from "effect"
import { type PauseScope, Policy, type PolicyShape, ProjectId, Review } from "@cauri/core"
import { SharedState, type Pause, pauseEndsAt } from "@cauri/core/adapter"
import { Operator } from "@cauri/core/model"
import { recordDeed } from "../deeds/recordDeed.ts"
import { maskedPause, reasonText } from "./pauses.ts"
import { maskedText } from "../words/masking.ts"
import { moment } from "../frame/moments.ts"
import { scopeText, setBy } from "./pauseParts.ts"
import { choices, field, html, type Markup, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { emptyState, nameIn, said } from "../frame/parts.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import type { Texts } from "../frame/texts.ts"
import { addressWith, type Visit } from "../frame/visit.ts"
import { liftAddress } from "./resumePage.ts"

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

const pauseItem = (pause: Pause, { limits }: PolicyShape, visit: Visit): Markup => {
  const { language, texts, visitor } = visit
  const words = texts.pauses
  const shown = maskedPause(pause, language)
  const end = pauseEndsAt(pause, limits)
  return html`<li class="pause">
    <div>
      <h3>${scopeText(pause.scope, texts)}</h3>
      <p>${said(reasonText(shown, language))}</p>
      <p class="small muted">
        ${setBy(shown, visit)} ${end === null ? nothing : html`<br />${words.atTime} ${moment(end, language)}`}
        ${pause.credentials === null ? nothing : html`<br />${words.byItself}`}
      </p>
    </div>
    <div class="row">
      ${
        visitor.may("release")
          ? html`<a class="button" href="${liftAddress(pause)}"
              >${words.resume}<span class="unseen"> ${scopeText(pause.scope, texts)}</span></a
            >`
          : nothing
      }
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
  const done: Readonly<Record<string, string>> = { set: words.done, resumed: words.resumed, gone: words.gone }
  const finished = query.get("done") ?? ""
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        <p>${words.explained}</p>
      </div>
    </div>
    ${nameIn(done, finished) ? html`<div class="notice good" role="status"><p>${done[finished] ?? ""}</p></div>` : nothing}
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
