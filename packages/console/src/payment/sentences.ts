/**
 * The lines of histories in words: the details of an event, how a call ended, and who did it. Texts of people and of the service are
 * masked.
 */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"
import type { AttemptOutcome, NoAnswerCause, NotSentCause, PaymentEvent, CallFailure } from "@cauri/core/model"
import type { Masking } from "../words/masking.ts"
import { personText } from "../words/personText.ts"

/** The service's code and its text. */
const saidText = ({ code, detail = "" }: { readonly code: string; readonly detail?: string }): string =>
  `${code === "" ? "" : ` (${code})`}${detail === "" ? "" : ` – ${detail}`}`

const causeText = (cause: NotSentCause | NoAnswerCause, { noAnswerCauses, notSentCauses }: Catalogue): string => {
  const causes: Readonly<Record<string, string>> = { ...notSentCauses, ...noAnswerCauses }
  return causes[cause] ?? cause
}

/** A reason in our words and in the service's, for operators. */
const reasonText = (reason: CallFailure, texts: Catalogue): string => {
  const { name } = texts.reasons[reason._tag]
  const whole = "cause" in reason ? texts.details.because(name, causeText(reason.cause, texts)) : name
  return `${whole}${"code" in reason ? saidText(reason) : ""}`
}

/** How a call ended. */
export const outcomeText = (outcome: AttemptOutcome, masking: Masking, language: Language): string => {
  const texts = catalogue[language]
  const { because } = texts.details
  const name = texts.outcomes[outcome._tag]
  switch (outcome._tag) {
    case "accepted":
      return `${name}, ${masking.token(outcome.token)}`
    case "refused":
    case "turned_away":
      return masking.text(because(name, reasonText(outcome.reason, texts)))
    case "not_sent":
      return because(name, causeText(outcome.cause, texts))
    case "no_answer": {
      const token = outcome.token === null ? "" : `, ${masking.token(outcome.token)}`
      return `${because(name, causeText(outcome.cause, texts))}${masking.text(saidText(outcome))}${token}`
    }
    case "in_flight":
    case "not_executed":
    case "otp_sent":
      return name
  }
}

/** What came instead of an answer that could be read. */
export const evidenceOf = (outcome: AttemptOutcome, masking: Masking, language: Language) => {
  if (outcome._tag !== "no_answer" || outcome.evidence === undefined) return null
  const { contentType, status, text } = outcome.evidence
  return {
    head: catalogue[language].details.received(status, masking.text(contentType)),
    text: masking.text(text),
  }
}

interface About {
  readonly kind: string
  readonly subject: string
  readonly amountPaid?: number | null
}

/** The subject of a flag, and what was paid where that differs. */
export const aboutText = ({ amountPaid = null, kind, subject }: About, texts: Catalogue): string =>
  joined(subjectText(kind, subject, texts), amountPaid === null ? "" : texts.details.paid(amountPaid))

/** For most kinds of a flag a call, by its number; for a late payment, the level of its rail that has passed. */
const subjectText = (kind: string, subject: string, { about }: Catalogue): string => {
  if (subject === "") return ""
  if (kind === "overdue" && /^\d+$/.test(subject)) return about.level(Number(subject))
  const call = /^(?:attempt )?(\d+)$/.exec(subject)?.[1]
  if (call !== undefined) return about.attempt(Number(call))
  const payin = /^payin (\S+)$/.exec(subject)?.[1]
  return payin === undefined ? about.other(subject) : about.payin(payin)
}

const joined = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join(" · ")

/** The details of an event; empty where the title says everything. */
export const detailOf = (event: PaymentEvent, masking: Masking, language: Language): string => {
  const texts = catalogue[language]
  const { details, flags } = texts
  const reason = (text: string) => details.reason(masking.text(text))
  const approved = (name: string | undefined) =>
    name === undefined ? "" : details.approved(masking.text(personText(name, language)))
  switch (event._tag) {
    case "intended":
      return joined(details.amount(event.content.amount), masking.text(event.content.description))
    case "attempt_started":
      return joined(details.attempt(event.attempt), texts.attemptKinds[event.kind])
    case "accepted":
      return joined(details.attempt(event.attempt), masking.token(event.token))
    case "otp_requested":
      return joined(details.attempt(event.attempt), event.token === null ? "" : masking.token(event.token))
    case "attempt_refused":
      return joined(details.attempt(event.attempt), masking.text(reasonText(event.reason, texts)))
    case "attempt_not_sent":
    case "answered_late":
      return joined(details.attempt(event.attempt), outcomeText(event.answer, masking, language))
    case "attempt_unanswered":
      return joined(details.attempt(event.attempt), outcomeText({ ...event, _tag: "no_answer" }, masking, language))
    case "reopened":
      return event.attempts.map(details.attempt).join(", ")
    case "completed": {
      const { amount, operatorName, operatorReference, payer, requestId } = event.observation.record
      return joined(
        details.attempt(event.observation.attempt),
        amount === null ? "" : details.amount(amount),
        masking.reference(operatorName),
        payer === null ? "" : masking.phone(payer),
        operatorReference === "" ? "" : `oreference ${masking.reference(operatorReference)}`,
        requestId === "" ? "" : `request_id ${masking.reference(requestId)}`,
        event.late ? details.late : "",
      )
    }
    case "cancelled":
      return texts.cancelledBecause[event.because]
    case "held":
      return texts.heldBecause[event.because]
    case "released":
      return joined(reason(event.reason), approved(event.approvedBy))
    case "approval_requested":
      return joined(
        texts.decisions[event.decision].name,
        reason(event.reason),
        event.evidence === "" ? "" : details.evidence(masking.text(event.evidence)),
      )
    case "resolved":
      return joined(
        event.to === "underpaid"
          ? texts.states.underpaid.name
          : texts.decisions[event.to === "intended" ? "send_again" : event.to].short,
        event.amountPaid === undefined ? "" : details.paid(event.amountPaid),
        reason(event.reason),
        details.evidence(masking.text(event.evidence)),
        details.seen(event.asOf),
        approved(event.approvedBy),
      )
    case "completion_seen":
      return details.attempt(event.attempt)
    case "flagged":
    case "flag_closed":
      return joined(
        flags[event.kind].name,
        aboutText({ ...event, subject: masking.reference(event.subject) }, texts),
        event._tag === "flag_closed" ? reason(event.reason) : "",
      )
    case "not_completed":
      return masking.text(event.detail ?? "")
    case "restored":
    case "refused":
    case "in_doubt":
    case "expired":
    case "approval_withdrawn":
      return ""
  }
}

/** Who made an event happen: a person by name, the service, or the program itself. */
export const whoOf = (event: PaymentEvent, language: Language): string => {
  switch (event._tag) {
    case "released":
    case "resolved":
    case "approval_requested":
    case "approval_withdrawn":
    case "flag_closed":
      return personText(event.by, language)
    case "cancelled":
      return event.by === null ? "cauri" : personText(event.by, language)
    case "intended":
      return "merchant"
    case "accepted":
    case "otp_requested":
    case "attempt_refused":
    case "answered_late":
    case "refused":
    case "completed":
    case "not_completed":
    case "completion_seen":
      return "service"
    case "attempt_started":
    case "attempt_not_sent":
    case "attempt_unanswered":
    case "restored":
    case "reopened":
    case "in_doubt":
    case "expired":
    case "held":
    case "flagged":
      return "cauri"
  }
}
