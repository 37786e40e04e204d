/** What programs read of a payment, as JSON. */
import { pauseData } from "../pausing/pauses.ts"
import { isoOf, keyData } from "../words/plain.ts"
import type { Timeline } from "./timeline.ts"

export const timelineData = ({ facts, key, ...timeline }: Timeline) => {
  const { party, rail, ...others } = facts
  return {
    ...keyData(key),
    status: timeline.state,
    heldBecause: timeline.because,
    createdAt: isoOf(timeline.createdAt),
    seq: timeline.asOf,
    rail,
    phone: party,
    ...others,
    attempts: timeline.attempts.map(({ evidence, kind, number, outcome, startedAt, text }) => ({
      number,
      kind,
      startedAt: isoOf(startedAt),
      outcome,
      text,
      evidence,
    })),
    flags: timeline.flags.map(({ amountPaid, closed, kind, raisedAt, subject }) => ({
      kind,
      subject,
      amountPaid,
      raisedAt: isoOf(raisedAt),
      closed: closed === null ? null : { ...closed, at: isoOf(closed.at) },
    })),
    callbacks: timeline.notes,
    pauses: timeline.pauses.map(pauseData),
    history: timeline.entries.map(({ at, tag, ...line }) => ({ ...line, at: isoOf(at), event: tag })),
    unreadable: timeline.unreadable.map(({ at, tag, ...line }) => ({ ...line, at: isoOf(at), event: tag })),
    revealed: timeline.revealed,
  }
}
