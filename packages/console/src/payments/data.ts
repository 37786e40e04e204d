/**
 * What programs read of the console, as JSON and as CSV: the words, the field names and the times of the facade and of the webhook. Core's
 * names become words here, and arguments become core's names.
 */
import { type Language, namesByWord, wordOf } from "@cauri/catalogue"
import { codedData, tools } from "@cauri/catalogue/tools"
import { keyText, type PaymentKey } from "@cauri/core"
import { type Figure, issuePage } from "@cauri/core/adapter"
import { amountPaidOf } from "@cauri/core/model"
import { DateTime, Record, Result } from "effect"
import type { Finding } from "./audit.ts"
import type { AllowedAct, Done, ShownRequest } from "./decisions.ts"
import type { ShownPause } from "./pauses.ts"
import type { DayReport } from "./report.ts"
import type { Timeline } from "./timeline.ts"
import type { Undelivered } from "./undelivered.ts"
import type { Expected } from "./who.ts"
import type { WorklistRow } from "./worklist.ts"

/** A time in ISO 8601. */
export const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

const wordIn = (name: string | null): string | null => (name === null ? null : wordOf(name))
const timeIn = (millis: number | null): string | null => (millis === null ? null : isoOf(millis))

/** Reads a word as the name that core has for it; a failure is the code of what is expected: one of the words, or the word of core's own name. */
export const readWord = <Name extends string>(names: ReadonlyArray<Name>) => {
  const known = namesByWord(names)
  return (given: string): Result.Result<Name, Expected> => {
    const name = known.get(given)
    if (name !== undefined) return Result.succeed(name)
    const word = wordOf(given)
    return Result.fail(known.has(word) ? ["written", word] : ["one_of", [...known.keys()].join(", ")])
  }
}

const nameOf = ({ id, kind, project }: PaymentKey) => ({ kind, project, id })

/** A payment of a list. */
export const rowData = ({
  because,
  createdAt,
  key,
  openFlags,
  overdueSince,
  party,
  rail,
  state,
  ...row
}: WorklistRow) => ({
  ...nameOf(key),
  status: wordOf(state),
  heldBecause: wordIn(because),
  amount: row.amount,
  amountPaid: row.amountPaid,
  rail: wordOf(rail),
  operator: row.operator,
  phone: party,
  createdAt: isoOf(createdAt),
  overdue: row.overdue,
  overdueSince: timeIn(overdueSince),
  openFlags: openFlags.map((kind) => wordOf(kind)),
  waitsForSecondPerson: row.waitsForSecondPerson,
  readable: row.readable,
})

/** A pause. */
export const pauseData = ({ request, since, ...pause }: ShownPause) => ({
  ...pause,
  since: isoOf(since),
  request: request === null ? null : { ...request, at: isoOf(request.at) },
})

/** What can be decided about a payment. */
export const allowedData = ({ act, flags, obstacle, ...needs }: AllowedAct) => ({
  act: wordOf(act),
  ...needs,
  flags: flags.map(({ kind, subject }) => ({ kind: wordOf(kind), subject })),
  obstacle: wordIn(obstacle),
})

/** A decision that waits for its second person. */
export const requestData = (request: ShownRequest | null) =>
  request === null ? null : { ...request, decision: wordOf(request.decision) }

/** A payment with its history. */
export const timelineData = ({ facts, key, ...timeline }: Timeline) => {
  const { party, rail, ...others } = facts
  return {
    ...nameOf(key),
    status: wordOf(timeline.state),
    heldBecause: wordIn(timeline.because),
    createdAt: isoOf(timeline.createdAt),
    seq: timeline.asOf,
    rail: wordOf(rail),
    phone: party,
    ...others,
    attempts: timeline.attempts.map(({ evidence, kind, number, outcome, startedAt, text }) => ({
      number,
      kind: wordOf(kind),
      startedAt: isoOf(startedAt),
      outcome: wordOf(outcome),
      text,
      evidence,
    })),
    flags: timeline.flags.map(({ amountPaid, closed, kind, raisedAt, subject }) => ({
      kind: wordOf(kind),
      subject,
      amountPaid,
      raisedAt: isoOf(raisedAt),
      closed: closed === null ? null : { ...closed, at: isoOf(closed.at) },
    })),
    callbacks: timeline.notes,
    pauses: timeline.pauses.map(pauseData),
    history: timeline.entries.map(({ at, tag, ...line }) => ({ ...line, at: isoOf(at), event: wordOf(tag) })),
    unreadable: timeline.unreadable.map(({ at, tag, ...line }) => ({ ...line, at: isoOf(at), event: wordOf(tag) })),
    revealed: timeline.revealed,
  }
}

/** A payment after a decision. */
export const decidedData = ({ answered, notNow, record: { payment } }: Done) => ({
  ...nameOf(payment.key),
  status: wordOf(payment.state._tag),
  amount: payment.content.amount,
  amountPaid: amountPaidOf(payment),
  seq: payment.seq,
  unasked: notNow === null ? null : wordOf(notNow.because),
  answered: wordIn(answered),
})

const figureData = <A extends Figure>({ rail, state, ...figure }: A) => ({
  ...figure,
  rail: wordOf(rail),
  status: wordOf(state),
})

/** The figures of a day. */
export const reportData = ({ before, completed, figures, from, states, ...report }: DayReport) => ({
  ...report,
  from: isoOf(from),
  before: isoOf(before),
  figures: figures.map(figureData),
  completed: completed.map(figureData),
  statuses: Record.mapKeys(states, wordOf),
})

/** What a consumer has not heard. */
export const undeliveredData = ({ dueAt, key, since, ...waiting }: Undelivered) => ({
  payment: nameOf(key),
  ...waiting,
  since: isoOf(since),
  dueAt: isoOf(dueAt),
})

/** What to do about a finding. */
export const findingStep = ({ found: [code], key }: Finding, language: Language): string => {
  const { audit, findingSteps } = tools[language]
  const typed = key === null ? "" : `${key.project}/${key.id} --kind ${key.kind}`
  return findingSteps[code](key === null ? audit.store : keyText(key), typed, issuePage)
}

/** What an audit found about a payment, or about the store as a whole, and what to do. */
export const findingData = (finding: Finding) => ({
  payment: finding.key === null ? null : nameOf(finding.key),
  invariant: finding.invariant,
  ...codedData(finding.found),
  step: { en: findingStep(finding, "en"), fr: findingStep(finding, "fr") },
})
