/**
 * One sentence per kind of event, in English and in French: what happened, and what it says. Everything that a person or the service
 * wrote passes through the masks. A language that lacks a sentence does not compile.
 */
import type { Language } from "@cauri/core"
import type { AttemptOutcome, EventTag, PaymentEvent, Reason } from "@cauri/core/model"
import { subjectFor, wordFor } from "./eventWords.ts"
import { withoutFolded } from "./folding.ts"
import type { Masking } from "./masking.ts"

/** The titles, before any detail. */
export const titles: Readonly<Record<EventTag, Readonly<Record<Language, string>>>> = {
  Intended: { en: "The merchant asked for it.", fr: "Le marchand l’a demandé." },
  AttemptStarted: { en: "A call to the service was started.", fr: "Un appel au service a commencé." },
  Accepted: { en: "The service took it.", fr: "Le service l’a accepté." },
  OtpRequested: { en: "A code for the customer was requested.", fr: "Un code pour le client a été demandé." },
  AttemptRefused: { en: "The service refused the call.", fr: "Le service a refusé l’appel." },
  AttemptNotSent: { en: "Nothing was executed.", fr: "Rien n’a été exécuté." },
  AttemptUnanswered: { en: "The call got no answer.", fr: "L’appel est resté sans réponse." },
  AnsweredLate: { en: "An answer came late.", fr: "Une réponse est arrivée en retard." },
  Reopened: {
    en: "A callback spoke against the ruling that nothing was executed.",
    fr: "Un rappel a contredit la décision que rien n’a été exécuté.",
  },
  Refused: { en: "It was refused.", fr: "Il a été refusé." },
  InDoubt: {
    en: "It is in doubt: nobody knows what became of it.",
    fr: "Il est en doute\u00A0: personne ne sait ce qu’il est devenu.",
  },
  Completed: { en: "The service confirmed it as completed.", fr: "Le service l’a confirmé comme abouti." },
  NotCompleted: {
    en: "The service confirmed that it was not completed.",
    fr: "Le service a confirmé qu’il n’a pas abouti.",
  },
  Expired: { en: "Its time is over; we keep listening.", fr: "Son délai est passé\u00A0; nous restons à l’écoute." },
  Cancelled: { en: "It was cancelled.", fr: "Il a été annulé." },
  Held: { en: "It waits for a person.", fr: "Il attend une personne." },
  Released: { en: "A person released it.", fr: "Une personne l’a libéré." },
  Resolved: { en: "A person ruled what became of it.", fr: "Une personne a décidé ce qu’il est devenu." },
  CompletionSeen: { en: "A confirm agreed with the ruling.", fr: "Une confirmation a donné raison à la décision." },
  Flagged: { en: "A flag was raised.", fr: "Un signalement a été ouvert." },
  FlagClosed: { en: "A person closed a flag.", fr: "Une personne a clos un signalement." },
}

/** The service's own code and what it said beside it. */
const saidText = ({ code, detail = "" }: { readonly code: string; readonly detail?: string }): string =>
  `${code === "" ? "" : ` (${code})`}${detail === "" ? "" : ` – ${detail}`}`

/** Why a reason was given, in our words and in the service's: for operators. */
const reasonText = (reason: Reason, language: Language): string => {
  const cause = "cause" in reason ? `${colon[language]}${wordFor(language, reason.cause)}` : ""
  return `${wordFor(language, reason._tag)}${cause}${"code" in reason ? saidText(reason) : ""}`
}

/** How a call ended. */
export const outcomeText = (outcome: AttemptOutcome, masking: Masking, language: Language): string => {
  const name = wordFor(language, outcome._tag)
  switch (outcome._tag) {
    case "Accepted":
      return `${name}, ${masking.token(outcome.token)}`
    case "Refused":
    case "TurnedAway":
      return masking.text(`${name}${colon[language]}${reasonText(outcome.reason, language)}`)
    case "NotSent":
      return `${name}${colon[language]}${wordFor(language, outcome.cause)}`
    case "NoAnswer": {
      const token = outcome.token === null ? "" : `, ${masking.token(outcome.token)}`
      return `${name}${colon[language]}${wordFor(language, outcome.cause)}${masking.text(saidText(outcome))}${token}`
    }
    case "InFlight":
    case "NotExecuted":
    case "OtpSent":
      return name
  }
}

const words = {
  en: {
    attempt: "attempt",
    amount: "amount",
    reason: "reason",
    evidence: "evidence",
    late: "late",
    asOf: "seen up to event",
  },
  fr: {
    attempt: "tentative",
    amount: "montant",
    reason: "motif",
    evidence: "preuve",
    late: "en retard",
    asOf: "vu jusqu’à l’événement",
  },
} as const

const colon = { en: ": ", fr: "\u00A0: " } as const

const joined = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join(" · ")

/** What an event says beyond its title; empty where the title says it all. */
export const detailOf = (event: PaymentEvent, masking: Masking, language: Language): string => {
  const word = words[language]
  const number = (attempt: number) => `${word.attempt} ${attempt}`
  const saying = (name: string, text: string) => `${name}${colon[language]}${masking.text(text)}`
  switch (event._tag) {
    case "Intended":
      return joined(`${event.content.amount} XOF`, masking.text(event.content.description))
    case "AttemptStarted":
      return joined(number(event.attempt), wordFor(language, event.kind))
    case "Accepted":
      return joined(number(event.attempt), masking.token(event.token))
    case "OtpRequested":
      return joined(number(event.attempt), event.token === null ? "" : masking.token(event.token))
    case "AttemptRefused":
      return joined(number(event.attempt), masking.text(reasonText(event.reason, language)))
    case "AttemptNotSent":
    case "AnsweredLate":
      return joined(number(event.attempt), outcomeText(event.answer, masking, language))
    case "AttemptUnanswered":
      return joined(number(event.attempt), outcomeText({ ...event, _tag: "NoAnswer" }, masking, language))
    case "Reopened":
      return event.attempts.map(number).join(", ")
    case "Completed": {
      const { amount, montant, operatorName, oreference, payer, requestId } = event.observation.record
      return joined(
        number(event.observation.attempt),
        `${word.amount} ${amount ?? montant ?? "–"}`,
        masking.reference(operatorName),
        payer === null ? "" : masking.phone(payer),
        oreference === "" ? "" : `oreference ${masking.reference(oreference)}`,
        requestId === "" ? "" : `request_id ${masking.reference(requestId)}`,
        event.late ? word.late : "",
      )
    }
    case "Cancelled":
    case "Held":
      return wordFor(language, event.because)
    case "Released":
      return saying(word.reason, event.reason)
    case "Resolved":
      return joined(
        wordFor(language, event.to === "Intended" ? "SendAgain" : event.to),
        saying(word.reason, event.reason),
        saying(word.evidence, event.evidence),
        `${word.asOf} ${event.asOf}`,
      )
    case "CompletionSeen":
      return number(event.attempt)
    case "Flagged":
      return joined(wordFor(language, event.kind), subjectFor(language, masking.reference(event.subject)))
    case "FlagClosed":
      return joined(
        wordFor(language, event.kind),
        subjectFor(language, masking.reference(event.subject)),
        saying(word.reason, event.reason),
      )
    case "Refused":
    case "InDoubt":
    case "NotCompleted":
    case "Expired":
      return ""
  }
}

/** What the histories call those who are no person. */
const roles = ["merchant", "marchand", "service", "cauri", "program"]

/** A person's name; in quotation marks where it could be read as one of the roles. */
export const personText = (name: string): string =>
  roles.some((role) => withoutFolded(name, role, "") !== name) ? `"${name}"` : name

/** Who made an event happen: a person by name, the service, or the program itself. */
export const whoOf = (event: PaymentEvent): string => {
  switch (event._tag) {
    case "Released":
    case "Resolved":
    case "FlagClosed":
      return personText(event.by)
    case "Cancelled":
      return event.by === null ? "cauri" : personText(event.by)
    case "Intended":
      return "merchant"
    case "Accepted":
    case "OtpRequested":
    case "AttemptRefused":
    case "AnsweredLate":
    case "Refused":
    case "Completed":
    case "NotCompleted":
    case "CompletionSeen":
      return "service"
    case "AttemptStarted":
    case "AttemptNotSent":
    case "AttemptUnanswered":
    case "Reopened":
    case "InDoubt":
    case "Expired":
    case "Held":
    case "Flagged":
      return "cauri"
  }
}
