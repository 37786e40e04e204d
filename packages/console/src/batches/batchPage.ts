/** One batch: how far it is, which of its lines need a look, and what a person may do. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type Batch, type BatchRefused, findBatch, type LineStanding } from "@cauri/batches"
import { money, number } from "@cauri/catalogue"
import { PaymentId, Policy } from "@cauri/core"
import {
  cell,
  facts,
  form as formOf,
  html,
  type Markup,
  nothing,
  notice,
  type Problems,
  problemSummary,
  row,
  rowHead,
  table,
  typed,
} from "@cauri/pages"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { moment } from "../frame/moments.ts"
import { idText, said } from "../frame/parts.ts"
import { commonHeaders, notAllowed, pageResponse, problemResponse, seeOther } from "../frame/shell.ts"
import { addressWith, paymentAddress, type Visit } from "../frame/visit.ts"
import { maskedPause, reasonText } from "../pausing/pauses.ts"
import { projectIn } from "../statements/statementParts.ts"
import { maskedText } from "../words/masking.ts"
import { momentText } from "../words/momentText.ts"
import { nameOf } from "../words/nameOf.ts"
import { personText } from "../words/personText.ts"
import {
  actsOn,
  type BatchAct,
  batchActs,
  batchInFull,
  batchRefusedText,
  batchResult,
  becauseText,
  decideBatch,
  lineStateText,
} from "./batches.ts"
import { batchAddress } from "./batchesPage.ts"

/** The most lines on the page. */
const mostLines = 50

/** The states of lines that need no look. */
const fine: ReadonlySet<string> = new Set(["waiting", "intended", "submitting", "pending", "completed"])

const lineRow = (standing: LineStanding, { language, texts }: Visit): Markup => {
  const { columns } = texts.tools.batches
  const { line, payout, reference, state } = standing
  const name = idText(maskedText(line.id))
  return row([
    rowHead(payout === null ? name : html`<a href="${paymentAddress(payout.key)}">${name}</a>`),
    cell(money(line.amount, language), { kind: "number", label: columns.amount }),
    cell(lineStateText(state, language), { label: columns.state }),
    cell(said(becauseText(standing, language)), { label: columns.reason }),
    cell(reference === null ? "–" : idText(maskedText(reference)), { label: columns.reference }),
  ])
}

const linesCard = (lines: ReadonlyArray<LineStanding>, chosen: string | null, visit: Visit): Markup => {
  const words = visit.texts.tools.batches
  const { columns } = words
  const found = lines.filter(({ state }) => (chosen === null ? !fine.has(state) : state === chosen))
  const title =
    chosen === null ? words.lines : words.linesIn(nameOf({ ...visit.texts.words.states, ...words.lineStates }, chosen))
  if (found.length === 0)
    return html`<div class="card">
      <h2>${title}</h2>
      <p>${words.noLines}</p>
    </div>`
  const list = table({
    caption: title,
    seen: true,
    heads: [columns.line, [columns.amount, "number"], columns.state, columns.reason, columns.reference],
    rows: found.slice(0, mostLines).map((each) => lineRow(each, visit)),
  })
  return html`${list} ${found.length > mostLines ? html`<p>${words.shown(mostLines, found.length)}</p>` : nothing}`
}

const buttonText = (act: BatchAct, batch: Batch, needsTwo: boolean, { texts }: Visit): string => {
  const { acts } = texts.tools.batches
  return act === "start" && needsTwo && batch.state === "imported" ? acts.request : acts[act]
}

interface Given {
  readonly by: string
  readonly reason: string
}

const page = Effect.fnUntraced(function* (
  batch: Batch,
  given: Given,
  problems: Problems,
  visit: Visit,
  refused: BatchRefused | null = null,
) {
  const { language, query, texts, visitor } = visit
  const words = texts.tools.batches
  const { columns } = words
  const { lines, progress } = yield* batchInFull(batch)
  const { counts, left, millisLeft, stoppedBy } = progress
  const { payoutsAbove } = (yield* Policy).approvals
  const needsTwo = payoutsAbove !== null && batch.sum > payoutsAbove
  const wrong = refused !== null || Object.keys(problems).length > 0
  const why = refused === null ? nothing : html`<p>${batchRefusedText(refused, language)}</p>`
  const done = query.get("done")
  const news =
    done === "kept" || done === "already" ? notice(done === "kept" ? "good" : "careful", words[done]) : nothing
  const stop = stoppedBy === null ? null : maskedPause(stoppedBy, language)
  const time = millisLeft === null || left.count === 0 ? "" : `, ${words.timeLeft(millisLeft)}`
  const acts = actsOn(batch).filter((act) => !visitor.known || visitor.may(batchActs[act]))
  const buttons = acts.map(
    (act, index) =>
      html`<button class="${index === 0 ? "button primary" : "button"}" type="submit" name="act" value="${act}">
        ${buttonText(act, batch, needsTwo, visit)}
      </button>`,
  )
  const person = (name: string | null) => (name === null ? "–" : personText(name, language))
  const known: Parameters<typeof facts>[0] = [
    [columns.state, html`<strong>${words.states[batch.state]}</strong>`],
    [columns.lines, html`${number(batch.lines, language)}`],
    [columns.sum, html`${money(batch.sum, language)}`],
    [words.facts.wrong, html`${number(batch.wrong, language)}`],
    [words.facts.imported, html`${said(person(batch.importedBy))} · ${moment(batch.importedAt, language)}`],
    [words.facts.requested, said(person(batch.requestedBy))],
    [words.facts.approved, said(person(batch.approvedBy))],
    [words.facts.last, html`${said(person(batch.by))} · ${moment(batch.at, language)}`],
    [words.facts.file, said(maskedText(batch.fileName, language)), "wide"],
    [words.facts.digest, idText(batch.digest), "wide"],
  ]
  const states = table({
    caption: words.progress,
    heads: [columns.state, [columns.lines, "number"], [columns.sum, "number"]],
    rows: counts.map(({ count, state, sum }) =>
      row([
        rowHead(html`<a href="${addressWith(batchAddress(batch), { state })}">${lineStateText(state, language)}</a>`),
        cell(number(count, language), { kind: "number", label: columns.lines }),
        cell(money(sum, language), { kind: "number", label: columns.sum }),
      ]),
    ),
  })
  const decide =
    acts.length === 0
      ? nothing
      : formOf(
          { action: batchAddress(batch), class: "card", hidden: { digest: batch.digest }, more: { novalidate: true } },
          html`<h2>${words.decide}</h2>
            ${needsTwo && batch.state === "imported" ? html`<p>${words.needsTwo}</p>` : nothing}
            ${personFields(given, problems, visit)}
            <p class="actions">${buttons}</p>`,
        )
  const body = html`<a class="back" href="/batches">← ${words.title}</a>
    <div class="stack">
      <h1>${words.batch(`${batch.project}/${batch.id}`)}</h1>
      ${wrong ? problemSummary(words.problem, problems, why) : news}
      ${batch.state === "interrupted" ? notice("careful", words.interrupted) : nothing}
      ${batch.state === "requested" ? notice("careful", words.requested(person(batch.requestedBy))) : nothing}
      ${
        stop === null
          ? nothing
          : notice("careful", words.stopped(stop.scope, momentText(stop.since), reasonText(stop, language), left.sum))
      }
      <div class="card">${facts(known)}</div>
      <div class="stack">
        <h2>${words.progress}</h2>
        <p>${words.left(left.count, left.sum)}${time}</p>
        ${states}
      </div>
      ${linesCard(lines, query.get("state"), visit)} ${decide}
    </div>`
  const at = { ...visit, address: addressWith(batchAddress(batch), { state: query.get("state") }) }
  return pageResponse(at, { title: words.batch(batch.id), section: "batches", body }, wrong ? 422 : 200)
})

/** The batch that the address names; null: there is none. */
const named = Effect.gen(function* () {
  const { id = "", project = "" } = yield* HttpRouter.params
  const known = projectIn(project)
  return known === null
    ? null
    : yield* Effect.catchTag(findBatch(known, id), "BatchRefused", () => Effect.succeed(null))
})

/** Shows a batch. */
export const batchPage = Effect.fn("Page.batch")(function* (visit: Visit) {
  const batch = yield* named
  if (batch === null) return problemResponse(visit, visit.texts.problem.notFound, 404)
  return yield* page(batch, { by: visit.visitor.name, reason: "" }, {}, visit)
})

const isAct = (text: string): text is BatchAct => Object.hasOwn(batchActs, text)

/** Does what a person decides about a batch, or hands out its result. */
export const takeAct = Effect.fn("Page.takeAct")(function* (visit: Visit) {
  const { form, language, texts, visitor } = visit
  const batch = yield* named
  const act = typed(form, "act")
  if (batch === null || !isAct(act)) return problemResponse(visit, texts.problem.notFound, 404)
  const right = batchActs[act]
  if (!visitor.may(right)) {
    return problemResponse(visit, notAllowed(right, visitor, visit), 403)
  }
  const given = { by: personIn(visit), reason: typed(form, "reason") }
  const problems = personProblems(given, visit)
  if (Object.keys(problems).length > 0) return yield* page(batch, given, problems, visit)
  visitor.name = given.by
  const who = { ...given, place: visitor.from }
  return yield* Effect.gen(function* () {
    if (act === "result") {
      const text = yield* batchResult(batch, who, language)
      const disposition = `attachment; filename="${PaymentId.make(batch.id)}.csv"`
      const headers = { ...commonHeaders, "content-disposition": disposition }
      return HttpServerResponse.text(text, { contentType: "text/csv; charset=utf-8", headers })
    }
    yield* decideBatch(batch, act, { ...who, digest: typed(form, "digest") })
    return seeOther(batchAddress(batch))
  }).pipe(
    Effect.catchTags({
      BatchRefused: (refused) => Effect.flatMap(named, (now) => page(now ?? batch, given, {}, visit, refused)),
      InvalidInput: Effect.die,
    }),
  )
})
