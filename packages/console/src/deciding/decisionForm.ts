/** The form of a decision: its fields, what was typed, and what is wrong with it. */
import { type FlagKind, openFlags } from "@cauri/core/model"
import { money } from "@cauri/catalogue"
import { type AllowedAct } from "../payment/allowed.ts"
import { aboutText } from "../payment/sentences.ts"
import { textProblem } from "../deeds/textProblem.ts"
import { choices, field, html, type Markup, nothing, type Problems, tick, typed } from "@cauri/pages"
import { nameField, personIn } from "../deeds/personFields.ts"
import { flagId, type Shown } from "../payment/shown.ts"
import { paymentAddress, type Visit } from "../frame/visit.ts"

export interface Typed {
  readonly by: string
  readonly reason: string
  readonly evidence: string
  readonly amount: string
  readonly acceptedAsFull: boolean
  readonly flag: string
}

/** The empty form. A single open flag is chosen already. */
export const blankForm = (shown: Shown, { query, visitor }: Visit): Typed => {
  const [only, ...others] = openFlags(shown.record.payment.flags)
  const single = only !== undefined && others.length === 0 ? flagId(only.kind, only.subject) : ""
  // A comparison with a statement leads here with its line as evidence.
  const evidence = (query.get("evidence") ?? "").slice(0, 2_000)
  return {
    by: visitor.name,
    reason: "",
    evidence,
    amount: "",
    acceptedAsFull: false,
    flag: query.get("flag") ?? single,
  }
}

export const typedForm = (visit: Visit): Typed => ({
  by: personIn(visit),
  reason: typed(visit.form, "reason"),
  evidence: typed(visit.form, "evidence"),
  amount: typed(visit.form, "amount"),
  acceptedAsFull: typed(visit.form, "acceptedAsFull") === "true",
  flag: typed(visit.form, "flag"),
})

/** The number of the newest event that the person saw; zero when the form does not say. */
export const seenIn = (form: URLSearchParams): number => {
  const asOf = typed(form, "asOf")
  return /^\d{1,9}$/.test(asOf) ? Number(asOf) : 0
}

const flagField = (shown: Shown, value: string, problems: Problems, { texts }: Visit): Markup => {
  const offered = shown.record.payment.flags.flatMap(({ closed, kind, subject }, index) => {
    if (closed !== null) return []
    const about = aboutText(shown.timeline.flags[index] ?? { kind, subject: "" }, texts.words)
    const { name, operator } = texts.words.flags[kind]
    return [{ value: flagId(kind, subject), label: about === "" ? name : `${name} (${about})`, hint: operator }]
  })
  return choices({ name: "flag", label: texts.decision.flag, value, problems }, offered)
}

/** The form of a decision, with problems beside its fields. */
export const decisionForm = (
  offer: AllowedAct,
  shown: Shown,
  given: Typed,
  problems: Problems,
  visit: Visit,
): Markup => {
  const { language, texts } = visit
  const words = texts.decision
  const { asOf, facts, key } = shown.timeline
  return html`<form class="card" method="post" action="${paymentAddress(key, `/${offer.act}`)}" novalidate>
    <input type="hidden" name="asOf" value="${asOf}" />
    ${
      offer.act === "approve" && shown.request !== null
        ? html`<input type="hidden" name="digest" value="${shown.request.digest}" />`
        : nothing
    }
    ${offer.act === "close_flag" ? flagField(shown, given.flag, problems, visit) : nothing}
    ${nameField(given.by, problems, visit, words.byHint)}
    ${
      offer.needsReason
        ? field({
            name: "reason",
            label: words.reason,
            hint: offer.act === "close_flag" ? words.reasonFlag : words.reasonHint,
            value: given.reason,
            problems,
            as: "area",
          })
        : nothing
    }
    ${
      offer.needsEvidence
        ? field({
            name: "evidence",
            label: words.evidence,
            hint: words.evidenceHint,
            value: given.evidence,
            problems,
            as: "area",
          })
        : nothing
    }
    ${
      offer.needsAmount
        ? field({
            name: "amount",
            label: words.amount,
            hint: words.amountHint("F\u00A0CFA"),
            value: given.amount,
            problems,
            as: "amount",
          })
        : nothing
    }
    ${
      offer.act === "completed" && facts.amountPaid !== null && facts.amountPaid < facts.amount
        ? tick(
            {
              name: "acceptedAsFull",
              label: words.acceptAsFull(money(facts.amountPaid, language), money(facts.amount, language)),
              problems,
            },
            given.acceptedAsFull,
          )
        : nothing
    }
    <p class="actions">
      <button class="button primary" type="submit">
        ${offer.needsSecondPerson ? texts.words.approvals.request : words.confirm}
      </button>
      <a href="${paymentAddress(key)}">${words.back}</a>
    </p>
  </form>`
}

export const formProblems = (offer: AllowedAct, shown: Shown, given: Typed, { texts }: Visit): Problems => {
  const words = texts.decision
  const { tooLong, unprintable } = words
  // A flag that is no longer open counts as none.
  const flag = flagNamed(shown, given.flag) === null ? "" : given.flag
  const asked: ReadonlyArray<readonly [string, boolean, string, string]> = [
    ["flag", offer.act === "close_flag", flag, words.needFlag],
    ["by", true, given.by, words.needName],
    ["reason", offer.needsReason, given.reason, words.needReason],
    ["evidence", offer.needsEvidence, given.evidence, words.needEvidence],
    ["amount", offer.needsAmount, given.amount, words.needAmount],
  ]
  return Object.fromEntries(
    asked.flatMap(([name, needed, text, missing]) => {
      const problem = needed ? textProblem(text, { missing, tooLong, unprintable }) : null
      return problem === null ? [] : [[name, problem]]
    }),
  )
}

/** The open flag that a form names, or null. */
export const flagNamed = (shown: Shown, id: string): { readonly kind: FlagKind; readonly subject: string } | null => {
  const found = openFlags(shown.record.payment.flags).find(({ kind, subject }) => flagId(kind, subject) === id)
  return found === undefined ? null : { kind: found.kind, subject: found.subject }
}
