/**
 * Holds: which are in force, and the setting and lifting of them.
 */
import { wordOf } from "@cauri/catalogue"
import { DateTime, Effect, Schema } from "effect"
import { type DecisionRefused, Desk, type HoldScope, isHoldScope, keyText, ProjectId } from "@cauri/core"
import { DeskStore, type Hold, holdsByItself, mayLift } from "@cauri/core/adapter"
import { Operator } from "@cauri/core/model"
import { recordDeed } from "../reveal.ts"
import { choices, field, problemSummary, type Problems, typed } from "./fields.ts"
import { maskedHold } from "../holds.ts"
import { maskedText } from "../masking.ts"
import { reasonText, scopeText, setBy } from "./holdParts.ts"
import { html, type Markup, nothing } from "./html.ts"
import { emptyState, nameIn, said } from "./parts.ts"
import { personFields, personProblems } from "./person.ts"
import { formToken, pageResponse, seeOther } from "./shell.ts"
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

type Scope = keyof Texts["holds"]["scopes"]

const scopeOf = (scope: Scope, { operator, project }: Typed): HoldScope => {
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

/** Where a hold is lifted: the one that is shown, and none that was set since. */
const liftAddress = ({ by, scope, since }: Hold): string =>
  addressWith("/holds/lift", { scope, since: String(since), own: by === holdsByItself ? "1" : null })

const holdItem = (hold: Hold, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.holds
  const shown = maskedHold(hold, language)
  return html`<li class="hold">
    <div>
      <h3>${scopeText(hold.scope, texts)}</h3>
      <p>${said(reasonText(shown, language))}</p>
      <p class="small muted">
        ${setBy(shown, visit)} ${hold.credentials === null ? nothing : html`<br />${words.byItself}`}
      </p>
    </div>
    <a class="button" href="${liftAddress(hold)}"
      >${words.lift}<span class="unseen"> ${scopeText(hold.scope, texts)}</span></a
    >
  </li>`
}

const setForm = (given: Typed, problems: Problems, visit: Visit): Markup => {
  const { holds } = visit.texts
  const offered = Object.entries(holds.scopes).map(([value, [label, hint]]) => ({ value, label, hint }))
  const text = (name: "project" | "operator", label: string, hint: string) =>
    field({ name, label, hint, value: given[name], problems })
  return html`<section class="card" aria-labelledby="set">
    <h2 id="set">${holds.setTitle}</h2>
    <form method="post" action="/holds" novalidate>
      ${formToken(visit)} ${choices({ name: "scope", label: holds.scope, value: given.scope, problems }, offered)}
      ${text("project", holds.project, holds.projectHint)} ${text("operator", holds.operator, holds.operatorHint)}
      ${personFields(given, problems, visit)}
      <p class="actions"><button class="button primary" type="submit">${holds.set}</button></p>
    </form>
  </section>`
}

const page = Effect.fnUntraced(function* (given: Typed, problems: Problems, visit: Visit) {
  const { query, texts } = visit
  const words = texts.holds
  const current = yield* (yield* DeskStore).holds()
  const wrong = Object.keys(problems).length > 0
  const done: Readonly<Record<string, string>> = { set: words.done, lifted: words.lifted, gone: words.gone }
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
            : html`<ul class="holds" role="list">
                ${current.map((hold) => holdItem(hold, visit))}
              </ul>`
        }
      </section>
      ${setForm(given, problems, visit)}
    </div>`
  return pageResponse(visit, { title: words.title, section: "holds", body }, wrong ? 422 : 200)
})

/** The holds, with the form for another one. */
export const holdsPage = Effect.fn("Page.holds")(function* (visit: Visit) {
  return yield* page({ scope: "", project: "", operator: "", by: visit.session.name, reason: "" }, {}, visit)
})

const problemsOf = (given: Typed, visit: Visit): Problems => {
  const { holds } = visit.texts
  const known = nameIn(holds.scopes, given.scope)
  const needsProject = known && given.scope !== "payouts"
  return {
    ...(known ? {} : { scope: holds.needScope }),
    ...(needsProject && !Schema.is(ProjectId)(given.project) ? { project: holds.needProject } : {}),
    ...(given.scope === "operator" && !Schema.is(Operator)(given.operator) ? { operator: holds.needOperator } : {}),
    ...personProblems(given, visit),
  }
}

/** Sets a hold. */
export const setHold = Effect.fn("Page.setHold")(function* (visit: Visit) {
  const read = (name: string) => typed(visit.form, name)
  const given: Typed = {
    scope: read("scope"),
    project: read("project"),
    operator: read("operator"),
    by: read("by"),
    reason: read("reason"),
  }
  const problems = problemsOf(given, visit)
  const { scopes } = visit.texts.holds
  if (Object.keys(problems).length > 0 || !nameIn(scopes, given.scope)) return yield* page(given, problems, visit)
  visit.session.name = given.by
  const { needScope, standing } = visit.texts.holds
  return yield* (yield* Desk).hold(scopeOf(given.scope, given), given.by, given.reason).pipe(
    Effect.flatMap((inForce) =>
      inForce.by === given.by && inForce.reason === given.reason
        ? Effect.succeed(seeOther(addressWith("/holds", { done: "set" })))
        : page(given, { scope: standing(maskedText(inForce.by, visit.language)) }, visit),
    ),
    Effect.catchTag("InvalidInput", ({ field: wrong }) =>
      page(given, wrong === "by" ? { by: visit.texts.decision.needName } : { scope: needScope }, visit),
    ),
  )
})

const liftPage = (
  hold: Hold,
  given: Pick<Typed, "by" | "reason">,
  problems: Problems,
  visit: Visit,
  refused: DecisionRefused | null = null,
) => {
  const { language, texts } = visit
  const words = texts.holds
  const wrong = refused !== null || Object.keys(problems).length > 0
  const shown = maskedHold(hold, language)
  const told =
    refused === null ? nothing : html`<p>${keyText(refused.key)}: ${texts.words.refusals[wordOf(refused.because)]}</p>`
  const body = html`<a class="back" href="/holds">← ${words.title}</a>
    <div class="stack">
      <h1>${words.liftTitle}</h1>
      <p>${words.liftEffect}</p>
      ${wrong ? problemSummary(texts.decision.problem, problems, told) : nothing}
      <div class="card about">
        <p><strong>${scopeText(hold.scope, texts)}</strong></p>
        <p>${said(reasonText(shown, language))}</p>
        <p class="small muted">${setBy(shown, visit)}</p>
      </div>
      <form class="card" method="post" action="/holds/lift" novalidate>
        ${formToken(visit)}
        <input type="hidden" name="scope" value="${hold.scope}" />
        <input type="hidden" name="since" value="${String(hold.since)}" />
        <input type="hidden" name="own" value="${hold.by === holdsByItself ? "1" : ""}" />
        ${personFields(given, problems, visit)}
        <p class="actions">
          <button class="button primary" type="submit">${words.lift}</button>
          <a href="/holds">${texts.decision.back}</a>
        </p>
      </form>
    </div>`
  // A form that was sent has no query of its own, and whoever reads on in the other language wants this page again.
  const at = { ...visit, address: liftAddress(hold) }
  return pageResponse(at, { title: words.liftTitle, section: "holds", narrow: true, body }, wrong ? 422 : 200)
}

/** The hold that a page showed: one that was set since is another, though it stands on the same scope. */
const holdOf = Effect.fnUntraced(function* (given: URLSearchParams, mayBeTheOnlyOne = false) {
  const [scope, since, own] = ["scope", "since", "own"].map((name) => given.get(name) ?? "")
  const ofScope = (yield* (yield* DeskStore).holds()).filter((hold) => hold.scope === scope)
  if (since === "" && mayBeTheOnlyOne && ofScope.length === 1) return ofScope[0]
  return ofScope.find((hold) => String(hold.since) === since && (hold.by === holdsByItself) === (own === "1"))
})

const gone = seeOther(addressWith("/holds", { done: "gone" }))

/** Asks who lifts a hold, and why. */
export const askLift = Effect.fn("Page.askLift")(function* (visit: Visit) {
  const hold = yield* holdOf(visit.query, true)
  return hold === undefined ? gone : liftPage(hold, { by: visit.session.name, reason: "" }, {}, visit)
})

/** Lifts a hold. */
export const takeLift = Effect.fn("Page.takeLift")(function* (visit: Visit) {
  const hold = yield* holdOf(visit.form)
  if (hold === undefined) return gone
  const given = { by: typed(visit.form, "by"), reason: typed(visit.form, "reason") }
  const problems = personProblems(given, visit)
  if (Object.keys(problems).length > 0) return liftPage(hold, given, problems, visit)
  visit.session.name = given.by
  return yield* Effect.gen(function* () {
    yield* mayLift(hold.scope)
    // The hold goes, and who set it with it: what remains is this record.
    const trace = {
      heldBy: hold.by,
      heldSince: DateTime.formatIso(DateTime.makeUnsafe(hold.since)),
      heldBecause: maskedText(hold.reason),
    }
    yield* Effect.catchTag(recordDeed("lift", { scope: hold.scope, ...given, ...trace }), "InvalidInput", Effect.die)
    const lifted = isHoldScope(hold.scope) && (yield* (yield* Desk).lift(hold.scope, { seen: hold }))
    return lifted ? seeOther(addressWith("/holds", { done: "lifted" })) : gone
  }).pipe(Effect.catchTag("DecisionRefused", (refused) => Effect.succeed(liftPage(hold, given, {}, visit, refused))))
})
