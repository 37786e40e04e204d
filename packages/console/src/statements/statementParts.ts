/** What the pages about statements share. */
import { Schema } from "effect"
import { money } from "@cauri/catalogue"
import { ProjectId } from "@cauri/core"
import { cell, html, type Markup, row, rowHead, table } from "@cauri/pages"
import { dayOf } from "../words/days.ts"
import type { Line, Totals } from "./match.ts"
import { momentText } from "../words/momentText.ts"
import type { Visit } from "../frame/visit.ts"

export const projectIn = (text: string): ProjectId | null => (Schema.is(ProjectId)(text) ? text : null)

/** The first and the last day of a period. */
export const daysText = ({
  before,
  from,
}: {
  readonly from: number
  readonly before: number
}): readonly [string, string] => [dayOf(from), dayOf(before - 1)]

/** A line by its statement, number, amount and time: enough to find it again. */
export const lineText = ({ amount, at, number, statement }: Line, { language, texts }: Visit): string =>
  texts.tools.statements.line(statement, number, money(amount, language), momentText(at))

/** The totals of both sides, and whether they match. */
export const totalsTable = (totals: ReadonlyArray<Totals>, caption: string, { language, texts }: Visit): Markup => {
  const words = texts.tools.statementPages.comparison
  const amount = (label: string, francs: number) => cell(money(francs, language), { kind: "number", label })
  return table({
    caption,
    heads: [words.way, [words.ours, "number"], [words.theirs, "number"], texts.tools.statementPages.difference],
    rows: totals.map(({ kind, ours, theirs }) =>
      row([
        rowHead(html`${kind === "payin" ? words.in : words.out}`),
        amount(words.ours, ours),
        amount(words.theirs, theirs),
        cell(ours === theirs ? words.matches : words.differs(money(Math.abs(ours - theirs), language)), {
          label: texts.tools.statementPages.difference,
        }),
      ]),
    ),
  })
}
