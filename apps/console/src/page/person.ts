/** Name and reason: the two fields of every form that decides about no single payment. */
import { field, type Problems, textProblem } from "./fields.ts"
import { html, type Markup } from "./html.ts"
import type { Visit } from "./visit.ts"

/** A name and a reason. */
export interface Person {
  readonly by: string
  readonly reason: string
}

/** The two fields. */
export const personFields = ({ by, reason }: Person, problems: Problems, { texts }: Visit, hint?: string): Markup => {
  const words = texts.decision
  const reasonHint = hint === undefined ? {} : { hint }
  return html`${field({ name: "by", label: words.by, value: by, problems, autocomplete: "name" })}
  ${field({ name: "reason", label: words.reason, ...reasonHint, value: reason, problems, as: "area" })}`
}

/** The problems of the two fields. */
export const personProblems = (given: Person, { texts }: Visit): Problems => {
  const { needName, needReason, tooLong, unprintable } = texts.decision
  const by = textProblem(given.by, { missing: needName, tooLong, unprintable })
  const reason = textProblem(given.reason, { missing: needReason, tooLong, unprintable })
  return { ...(by === null ? {} : { by }), ...(reason === null ? {} : { reason }) }
}
