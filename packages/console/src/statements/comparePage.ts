/** A period of statements beside our payments: what both have, what one side has alone, and what they say about payouts in doubt. It decides nothing. */
import { Effect, Result } from "effect"
import { money, number } from "@cauri/catalogue"
import {
  cell,
  field,
  html,
  type Markup,
  nothing,
  notice,
  type Problems,
  problemSummary,
  row,
  rowHead,
  table,
} from "@cauri/pages"
import { readDay } from "../words/days.ts"
import { type Line, type OurPayment, type Proposal, totalsOf } from "./match.ts"
import { compareStatements, type StatementComparison } from "./statements.ts"
import { nameOf } from "../words/nameOf.ts"
import { idText, nameIn } from "../frame/parts.ts"
import { pageResponse } from "../frame/shell.ts"
import { permissionFor } from "../payment/allowed.ts"
import { daysText, lineText, projectIn, totalsTable } from "./statementParts.ts"
import { addressWith, paymentAddress, type Visit } from "../frame/visit.ts"

const few = 20
const many = 200

/** The period that the address names, as it was typed. */
interface Asked {
  readonly project: string
  readonly from: string
  readonly to: string
}

const askedIn = ({ query }: Visit): Asked => {
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, 64)
  return { project: text("project"), from: text("from"), to: text("to") }
}

const chooser = (given: Asked, problems: Problems, { texts }: Visit): Markup => {
  const { comparison: words, compare, project } = texts.tools.statementPages
  return html`<form class="card" method="get" action="/statements/compare" novalidate>
    <div class="grid">
      ${field({ name: "project", label: project, value: given.project, problems })}
      ${field({ name: "from", label: words.from, value: given.from, problems, as: "date" })}
      ${field({ name: "to", label: words.to, value: given.to, problems, as: "date" })}
    </div>
    <p class="actions"><button class="button" type="submit">${compare}</button></p>
  </form>`
}

const paymentLink = ({ key }: OurPayment, { texts }: Visit): Markup =>
  html`<a href="${paymentAddress(key)}">${texts.words.kinds[key.kind]} ${idText(key.id)}</a>`

/** What a statement says about a payout in doubt, with the way to the decision: the evidence is filled in, and the person decides. */
const proposalCells = (proposal: Proposal, { statements }: StatementComparison, visit: Visit): Markup => {
  const { statementPages: words, statements: said } = visit.texts.tools
  const link = (act: "completed" | "not_completed", evidence: string, name: string) =>
    visit.visitor.may(permissionFor(act))
      ? html`<br /><a
            class="button"
            href="${addressWith(paymentAddress(proposal.payment.key, `/${act}`), { evidence })}"
            >${name}<span class="unseen"> ${proposal.payment.key.id}</span></a
          >`
      : nothing
  const { completed, not_completed } = words.comparison.decide
  if (proposal._tag === "Unclear") {
    const lines = proposal.lines.slice(0, few).map((line) => html`<br />${lineText(line, visit)}`)
    return html`${said.proposals[proposal.because]}${lines}`
  }
  if (proposal._tag === "completed") {
    const text = lineText(proposal.line, visit)
    return html`${said.proposals.completed(text)} ${link("completed", text, completed)}`
  }
  if (proposal.line !== null) {
    const text = lineText(proposal.line, visit)
    return html`${said.proposals.failed(text)} ${link("not_completed", text, not_completed)}`
  }
  const covered = words.comparison.covered(statements.map((each) => each.number).join(", "))
  return html`${said.proposals.not_completed} ${link("not_completed", covered, not_completed)}`
}

/** One answer of the comparison: its rows are made only where they are shown. */
interface Answer {
  readonly heads: Parameters<typeof table>[0]["heads"]
  readonly rows: ReadonlyArray<() => Markup>
  readonly hint?: string
}

const answersOf = (compared: StatementComparison, visit: Visit) => {
  const { language, texts } = visit
  const words = texts.tools.statementPages.comparison
  const heads = { payment: words.payment, amount: [texts.worklist.amount, "number"], line: words.line } as const
  const amount = (francs: number) => cell(money(Math.abs(francs), language), { kind: "number" })
  const said = (line: Line) => cell(lineText(line, visit), { label: words.line })
  const pair =
    ({ line, payment }: StatementComparison["both"][number]) =>
    () =>
      row([rowHead(paymentLink(payment, visit)), amount(payment.amount), said(line)])
  const { both, contradictions, ours, proposals, several, theirs } = compared
  return {
    contradictions: {
      heads: [heads.payment, heads.amount, words.here, words.there],
      rows: contradictions.map(
        ({ line, payment }) =>
          () =>
            row([
              rowHead(paymentLink(payment, visit)),
              amount(payment.amount),
              cell(nameOf(texts.words.states, payment.state), { label: words.here }),
              cell(html`${words.moved[line.moved === "yes" ? "yes" : "no"]}<br />${lineText(line, visit)}`, {
                label: words.there,
              }),
            ]),
      ),
    },
    doubt: {
      heads: [heads.payment, heads.amount, words.proposal],
      hint: words.doubtHint,
      rows: proposals.map(
        (proposal) => () =>
          row([
            rowHead(paymentLink(proposal.payment, visit)),
            amount(proposal.payment.amount),
            cell(proposalCells(proposal, compared, visit), { kind: "text", label: words.proposal }),
          ]),
      ),
    },
    theirs: {
      heads: [heads.line, heads.amount],
      hint: words.theirsHint,
      rows: theirs.map((line) => () => row([rowHead(html`${lineText(line, visit)}`), amount(line.amount)])),
    },
    ours: {
      heads: [heads.payment, heads.amount],
      rows: ours.map((payment) => () => row([rowHead(paymentLink(payment, visit)), amount(payment.amount)])),
    },
    other: {
      heads: [heads.payment, heads.amount, heads.line],
      rows: both.filter(({ sameAmount }) => !sameAmount).map(pair),
    },
    several: {
      heads: [heads.line, heads.amount, heads.payment],
      rows: several.map(
        ({ line, payments }) =>
          () =>
            row([
              rowHead(html`${lineText(line, visit)}`),
              amount(line.amount),
              cell(html`${payments.slice(0, few).map((payment) => html`${paymentLink(payment, visit)} `)}`, {
                label: words.payment,
              }),
            ]),
      ),
    },
    both: {
      heads: [heads.payment, heads.amount, heads.line],
      rows: both.filter(({ sameAmount }) => sameAmount).map(pair),
    },
  } satisfies Readonly<Record<string, Answer>>
}

const section = (
  name: keyof ReturnType<typeof answersOf>,
  { heads, hint, rows }: Answer,
  skip: number,
  limit: number,
  given: Asked,
  { language, texts }: Visit,
): Markup => {
  const words = texts.tools.statementPages.comparison
  const shown = rows.slice(skip, skip + limit)
  const more = (at: number, text: string) =>
    html`<a href="${addressWith("/statements/compare", { ...given, list: name, skip: at === 0 ? null : String(at) })}"
      >${text}</a
    >`
  const rest =
    shown.length === rows.length
      ? nothing
      : html`<p class="paging">
          ${words.shown(number(shown.length, language), number(rows.length, language))}
          ${limit === few ? more(0, words.all) : skip + limit < rows.length ? more(skip + limit, words.next) : nothing}
        </p>`
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${words.answers[name]} (${number(rows.length, language)})</h2>
    ${hint === undefined || rows.length === 0 ? nothing : html`<p class="muted">${hint}</p>`}
    ${
      shown.length === 0
        ? html`<p class="muted">${words.nothing}</p>`
        : table({ caption: words.answers[name], heads, rows: shown.map((make) => make()) })
    }
    ${rest}
  </section>`
}

const comparisonBody = (compared: StatementComparison, given: Asked, visit: Visit): Markup => {
  const { query, texts } = visit
  const { statementPages: words, statements } = texts.tools
  const answers = answersOf(compared, visit)
  const list = query.get("list") ?? ""
  const skipped = query.get("skip") ?? ""
  const skip = /^\d{1,7}$/.test(skipped) ? Number(skipped) : 0
  if (nameIn(answers, list)) {
    return html`<p><a href="${addressWith("/statements/compare", { ...given })}">← ${words.comparison.whole}</a></p>
      ${section(list, answers[list], skip, many, given, visit)}`
  }
  const remarks = [
    ...compared.missing.map((gap) => words.gap(...daysText(gap))),
    ...(compared.unreadable === 0 ? [] : [statements.unreadable(compared.unreadable)]),
  ].map((text) => html`<li>${text}</li>`)
  return html`${
      remarks.length === 0
        ? nothing
        : notice(
            "careful",
            html`<ul>
              ${remarks}
            </ul>`,
          )
    }
    <section aria-labelledby="totals">
      <h2 id="totals">${words.comparison.totals}</h2>
      ${totalsTable(totalsOf(compared), words.comparison.totals, visit)}
    </section>
    ${(["contradictions", "doubt", "theirs", "ours", "other", "several", "both"] as const).map((name) =>
      section(name, answers[name], 0, few, given, visit),
    )}`
}

/** The comparison of the project and the period that the address names. */
export const comparePage = Effect.fn("Page.compare")(function* (visit: Visit) {
  const { query, texts } = visit
  const { badDay, badPeriod } = texts.tools.statementPages
  const words = texts.tools.statementPages
  const given = askedIn(visit)
  const project = projectIn(given.project)
  const [from, to] = [readDay(given.from), readDay(given.to)]
  const isAsked = query.has("from")
  const problems: Problems = {
    ...(project === null ? { project: words.needProject } : {}),
    ...(Result.isFailure(from) ? { from: badDay } : {}),
    ...(Result.isFailure(to) ? { to: badDay } : {}),
    ...(Result.isSuccess(from) && Result.isSuccess(to) && to.success.before <= from.success.from
      ? { to: badPeriod }
      : {}),
  }
  const isWrong = Object.keys(problems).length > 0 || project === null || Result.isFailure(from) || Result.isFailure(to)
  const content = isWrong
    ? isAsked
      ? problemSummary(texts.decision.problem, problems)
      : html`<p>${words.comparison.ask}</p>`
    : comparisonBody(yield* compareStatements(project, from.success.from, to.success.before), given, visit)
  const body = html`<a class="back" href="${addressWith("/statements", { project })}">← ${words.title}</a>
    <div class="stack">
      <h1>${words.compareTitle}</h1>
      ${chooser(given, isAsked ? problems : {}, visit)} ${content}
    </div>`
  return pageResponse(visit, { title: words.compareTitle, section: "statements", body }, isWrong && isAsked ? 400 : 200)
})
