/** What programs read of a payment, as JSON. */
import { wordOf } from "@cauri/catalogue"
import { pauseData } from "../pausing/pauses.ts"
import { isoOf, keyData, wordIn } from "../words/plain.ts"
import type { AllowedAct, ShownRequest } from "./allowed.ts"
import type { Timeline } from "./timeline.ts"

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

export const timelineData = ({ facts, key, ...timeline }: Timeline) => {
  const { party, rail, ...others } = facts
  return {
    ...keyData(key),
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
