/** How a pause ends: a person ends it, with a name and a reason. */
import { DateTime, Effect } from "effect"
import { type DecisionRefused, keyText, Review } from "@cauri/core"
import { SharedState, type Pause, pausedByCauri, requireResumable, isPauseScope } from "@cauri/core/adapter"
import { refusedText } from "../words/refusedText.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { maskedPause, reasonText } from "./pauses.ts"
import { maskedText } from "../words/masking.ts"
import { scopeText, setBy } from "./pauseParts.ts"
import { html, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { said } from "../frame/parts.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

/** Where to end a pause: exactly the one shown, none that was set since. */
export const liftAddress = ({ by, scope, since }: Pause): string =>
  addressWith("/pauses/resume", { scope, since: String(since), own: by === pausedByCauri ? "1" : null })

/** Who ends it, and why. */
interface Given {
  readonly by: string
  readonly reason: string
}

const liftPage = (
  pause: Pause,
  given: Given,
  problems: Problems,
  visit: Visit,
  refused: DecisionRefused | null = null,
) => {
  const { language, texts } = visit
  const words = texts.pauses
  const wrong = refused !== null || Object.keys(problems).length > 0
  const shown = maskedPause(pause, language)
  const refusal = refused === null ? nothing : html`<p>${keyText(refused.key)}: ${refusedText(refused, language)}</p>`
  const body = html`<a class="back" href="/pauses">← ${words.title}</a>
    <div class="stack">
      <h1>${words.liftTitle}</h1>
      <p>${words.liftEffect}</p>
      ${wrong ? problemSummary(texts.decision.problem, problems, refusal) : nothing}
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

/** Asks who ends a pause, and why. */
export const askResume = Effect.fn("Page.askResume")(function* (visit: Visit) {
  const pause = yield* pauseOf(visit.query, true)
  return pause === undefined ? gone : liftPage(pause, { by: visit.visitor.name, reason: "" }, {}, visit)
})

/** Ends a pause. */
export const takeResume = Effect.fn("Page.takeResume")(function* (visit: Visit) {
  const pause = yield* pauseOf(visit.form)
  if (pause === undefined || !isPauseScope(pause.scope)) return gone
  const { scope } = pause
  const given = { by: personIn(visit), reason: typed(visit.form, "reason") }
  const problems = personProblems(given, visit)
  if (Object.keys(problems).length > 0) return liftPage(pause, given, problems, visit)
  visit.visitor.name = given.by
  const { from } = visit.visitor
  return yield* Effect.gen(function* () {
    yield* requireResumable(scope)
    // Ending a pause deletes it with its author: this record is what remains.
    const trace = {
      pausedBy: pause.by,
      pausedSince: DateTime.formatIso(DateTime.makeUnsafe(pause.since)),
      pausedBecause: maskedText(pause.reason),
    }
    yield* Effect.catchTag(recordDeed("resume", { scope, from, ...given, ...trace }), "InvalidInput", Effect.die)
    const ended = yield* (yield* Review).resume(scope, { seen: pause })
    return ended ? seeOther(addressWith("/pauses", { done: "resumed" })) : gone
  }).pipe(Effect.catchTag("DecisionRefused", (refused) => Effect.succeed(liftPage(pause, given, {}, visit, refused))))
})
