/** The batches of payouts, and the form that takes a list: first what it would do, then the batch. */
import { Effect, Result } from "effect"
import {
  type Batch,
  type BatchRefused,
  importBatch,
  isBatchId,
  type Line,
  listBatches,
  type Preview,
  previewBatch,
} from "@cauri/batches"
import { money, number } from "@cauri/catalogue"
import { Policy } from "@cauri/core"
import {
  actions,
  cell,
  facts,
  field,
  form as formOf,
  html,
  type Markup,
  nothing,
  type Problems,
  problemSummary,
  row,
  rowHead,
  table,
  typed,
} from "@cauri/pages"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { moment } from "../frame/moments.ts"
import { emptyState, idText, said } from "../frame/parts.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { addressWith, type Visit } from "../frame/visit.ts"
import { projectIn } from "../statements/statementParts.ts"
import { maskedText } from "../words/masking.ts"
import { personText } from "../words/personText.ts"
import { batchRefusedText, becauseText, readList } from "./batches.ts"

/** The page of a batch. */
export const batchAddress = ({ id, project }: Pick<Batch, "id" | "project">): string => `/batches/${project}/${id}`

const most = 100

/** A batch in a list of batches. */
const batchRow = (batch: Batch, { language, texts }: Visit) => {
  const { columns, states } = texts.tools.batches
  const { at, by, id, lines, project, state, sum } = batch
  return row([
    rowHead(html`<a href="${batchAddress(batch)}">${idText(`${project}/${id}`)}</a>`),
    cell(states[state], { label: columns.state }),
    cell(number(lines, language), { kind: "number", label: columns.lines }),
    cell(money(sum, language), { kind: "number", label: columns.sum }),
    cell(html`${said(personText(by, language))}<br /><span class="small muted">${moment(at, language)}</span>`, {
      label: columns.by,
    }),
  ])
}

const fields = ["id", "project", "country", "description", "reason"] as const
type Given = Readonly<Record<(typeof fields)[number] | "by", string>>

const uploadForm = (given: Given, problems: Problems, visit: Visit): Markup => {
  const words = visit.texts.tools.batches
  const { project } = visit.texts.tools.statementPages
  const more = { enctype: "multipart/form-data", novalidate: true }
  return formOf(
    { action: "/batches", class: "card", more },
    html`<h2>${words.upload}</h2>
      ${field({ name: "id", label: words.id, hint: words.idHint, value: given.id, problems })}
      ${field({ name: "project", label: project, value: given.project, problems })}
      ${field({ name: "file", label: words.file, hint: words.fileHint, value: "", problems, as: "file", more: { accept: ".csv,.txt,text/csv" } })}
      ${field({ name: "country", label: words.country, hint: words.countryHint, value: given.country, problems, more: { maxlength: 2 } })}
      ${field({ name: "description", label: words.description, hint: words.descriptionHint, value: given.description, problems })}
      ${personFields(given, problems, visit)} ${actions(words.check)}`,
  )
}

const page = Effect.fnUntraced(function* (given: Given, problems: Problems, visit: Visit) {
  const words = visit.texts.tools.batches
  const all = yield* listBatches({ limit: most })
  const { columns } = words
  const wrong = Object.keys(problems).length > 0
  const list = table({
    caption: words.title,
    heads: [columns.id, columns.state, [columns.lines, "number"], [columns.sum, "number"], columns.by],
    rows: all.map((each) => batchRow(each, visit)),
  })
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        <p>${words.explained}</p>
      </div>
    </div>
    ${wrong ? problemSummary(words.problem, problems) : nothing}
    <div class="stack">
      ${all.length === 0 ? html`<div class="card">${emptyState(words.none)}</div>` : list}
      ${visit.visitor.may("release") ? uploadForm(given, problems, visit) : nothing}
    </div>`
  const at = { ...visit, address: "/batches" }
  return pageResponse(at, { title: words.title, section: "batches", body }, wrong ? 422 : 200)
})

/** All batches, the newest act first. */
export const batchesPage = Effect.fn("Page.batches")(function* (visit: Visit) {
  const { project } = (yield* Policy).merchant
  const given = { id: "", project: project ?? "", country: "", description: "", by: visit.visitor.name, reason: "" }
  return yield* page(given, {}, visit)
})

/** The most lines of one finding. */
const mostFound = 20

const finding = (title: string, found: ReadonlyArray<readonly [line: Line, why: string]>, visit: Visit): Markup => {
  const { more } = visit.texts.tools.batches
  if (found.length === 0) return nothing
  const items = found
    .slice(0, mostFound)
    .map(
      ([{ amount, id }, why]) =>
        html`<li>${idText(maskedText(id))} · ${money(amount, visit.language)} ${said(why)}</li>`,
    )
  const rest = found.length > mostFound ? html`<p>${more(found.length - mostFound)}</p>` : nothing
  return html`<div class="card">
    <h2>${title} (${number(found.length, visit.language)})</h2>
    <ul>
      ${items}
    </ul>
    ${rest}
  </div>`
}

const bare = (lines: ReadonlyArray<Line>) => lines.map((line) => [line, ""] as const)

const previewPage = (preview: Preview, given: Given, file: NonNullable<Visit["file"]>, visit: Visit) => {
  const { language, texts } = visit
  const words = texts.tools.batches
  const { findings } = words
  const hidden = {
    ...given,
    fileName: file.name,
    content: Buffer.from(file.bytes).toString("base64"),
    digest: preview.digest,
  }
  const operators = preview.operators.map(
    ({ count, name, sum }) =>
      html`<li>${name === "" ? words.unknownOperator : name}: ${number(count, language)}, ${money(sum, language)}</li>`,
  )
  const body = html`<a class="back" href="/batches">← ${words.title}</a>
    <div class="stack">
      <h1>${words.preview(preview.id)}</h1>
      <div class="card">
        <p><strong>${words.payable(preview.payable, preview.sum)}</strong></p>
        ${facts([[words.facts.digest, idText(preview.digest), "wide"]])}
        ${preview.needsTwo ? html`<p>${words.needsTwo}</p>` : nothing}
        ${
          preview.payable === 0
            ? nothing
            : formOf(
                { action: "/batches", hidden, more: { enctype: "multipart/form-data" } },
                html`<p class="muted">${words.keepHint}</p>
                  ${actions(words.keep, html`<a href="/batches">${texts.decision.back}</a>`)}`,
              )
        }
      </div>
      ${finding(
        findings.wrong,
        preview.wrong.map((line) => [line, becauseText({ because: line.wrong }, language)] as const),
        visit,
      )}
      ${finding(findings.doubtful, bare(preview.doubtful), visit)}
      ${finding(findings.twice, bare(preview.twice), visit)}
      ${finding(
        findings.twins,
        preview.twins.map(({ line, payout }) => [line, payout] as const),
        visit,
      )}
      ${finding(findings.above, bare(preview.above), visit)}
      <div class="card">
        <h2>${findings.operators}</h2>
        <ul>
          ${operators}
        </ul>
      </div>
    </div>`
  const at = { ...visit, address: "/batches" }
  return pageResponse(at, { title: words.preview(preview.id), section: "batches", body })
}

/** The file of a form: chosen just now, or as the check of it has kept it. */
const fileIn = ({ file, form }: Visit): Visit["file"] => {
  const content = form.get("content") ?? ""
  if (file !== null || content === "") return file
  return { name: form.get("fileName") ?? "", bytes: new Uint8Array(Buffer.from(content, "base64")) }
}

/** Checks a list, or keeps one that was checked. */
export const takeList = Effect.fn("Page.takeList")(function* (visit: Visit) {
  const { form, language, texts, visitor } = visit
  const words = texts.tools.batches
  const read = (name: (typeof fields)[number]) => typed(form, name)
  const [id, country, description, reason] = [read("id"), read("country"), read("description"), read("reason")]
  const given: Given = { id, project: read("project"), country, description, reason, by: personIn(visit) }
  const project = projectIn(given.project)
  const file = fileIn(visit)
  const problems: Problems = {
    ...(isBatchId(id) ? {} : { id: words.needId }),
    ...(project === null ? { project: texts.tools.statementPages.needProject } : {}),
    ...(file === null ? { file: texts.tools.statementPages.needFile } : {}),
    ...personProblems(given, visit),
  }
  if (file === null || project === null || Object.keys(problems).length > 0) return yield* page(given, problems, visit)
  const terms = { batch: id, project, country: country === "" ? null : country.toUpperCase(), description }
  const list = readList(file.bytes, { ...terms, policy: yield* Policy })
  if (Result.isFailure(list)) return yield* page(given, { file: words.files[list.failure] }, visit)
  const refused = (refusal: BatchRefused) => page(given, { id: batchRefusedText(refusal, language) }, visit)
  return yield* Effect.gen(function* () {
    const preview = yield* previewBatch(id, project, list.success)
    if (form.get("digest") !== preview.digest) return previewPage(preview, given, file, visit)
    visitor.name = given.by
    const { by, reason: why } = given
    const scope = `batch ${project}/${id}`
    const about = { act: "add", scope, digest: preview.digest }
    const onAllowed = recordDeed("batch", { by, reason: why, from: visitor.from, ...about })
    const fileName = maskedText(
      file.name
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, "")
        .slice(0, 200),
    )
    const { batch, isNew } = yield* importBatch({
      by,
      reason: why,
      onAllowed,
      id,
      project,
      sheet: list.success,
      fileName,
    })
    return seeOther(addressWith(batchAddress(batch), { done: isNew ? "kept" : "already" }))
  }).pipe(
    Effect.catchTags({
      BatchRefused: refused,
      // The fields were checked.
      InvalidInput: Effect.die,
    }),
  )
})
