/** Name and reason: the fields of a form that decides. Where the host knows the person, no form asks for the name. */
import { textProblem } from "./textProblem.ts"
import { field, html, type Markup, nothing, type Problems, typed } from "@cauri/pages"
import type { Visit } from "../frame/visit.ts"

interface Deciding {
  readonly by: string
  readonly reason: string
}

/** The name under which a posted form decides. */
export const personIn = ({ form, visitor }: Visit): string => (visitor.known ? visitor.name : typed(form, "by"))

export const nameField = (value: string, problems: Problems, { texts, visitor }: Visit, hint?: string): Markup =>
  visitor.known
    ? nothing
    : field({
        name: "by",
        label: texts.decision.by,
        ...(hint === undefined ? {} : { hint }),
        value,
        problems,
        autocomplete: "name",
      })

export const personFields = ({ by, reason }: Deciding, problems: Problems, visit: Visit, hint?: string): Markup => {
  const words = visit.texts.decision
  const reasonHint = hint === undefined ? {} : { hint }
  return html`${nameField(by, problems, visit)}
  ${field({ name: "reason", label: words.reason, ...reasonHint, value: reason, problems, as: "area" })}`
}

export const personProblems = (given: Deciding, { texts }: Visit): Problems => {
  const { needName, needReason, tooLong, unprintable } = texts.decision
  const by = textProblem(given.by, { missing: needName, tooLong, unprintable })
  const reason = textProblem(given.reason, { missing: needReason, tooLong, unprintable })
  return { ...(by === null ? {} : { by }), ...(reason === null ? {} : { reason }) }
}
