/**
 * Future events: an ordered list with their times. Everything that takes time is an event here, so that the whole future of the simulator
 * is part of its state and thirty days pass in as many steps as there are events.
 */
import { Schema } from "effect"
import { CallbackPost } from "./Callback.ts"

/** Why an operator ended a payment. */
export const Decision = Schema.Literals(["completed", "refused", "no_funds", "failed"])

export type Decision = typeof Decision.Type

/** A future event. */
export const AgendaEvent = Schema.TaggedUnion({
  /** The operator ends a payin. */
  DecidePayin: { invoice: Schema.String, decision: Decision },
  /** The operator, or the wallet, ends a payout. */
  DecidePayout: { payout: Schema.String, decision: Decision },
  /** A wallet payout is transferred to the linked mobile money account (#69). */
  TransferOnward: { payout: Schema.String },
  /** A prompt expires; the payin stays pending (U12). */
  EndPrompt: { phone: Schema.String, prompt: Schema.String },
  /** A final status changes (N4): a fault. */
  MoveFinal: { payment: Schema.String },
  /** A callback's POST is due. */
  SendCallback: { post: CallbackPost },
})

export type AgendaEvent = typeof AgendaEvent.Type

/** An event and its time. Events of the same time happen in the order in which they were planned. */
export const AgendaEntry = Schema.Struct({ at: Schema.Int, number: Schema.Int, event: AgendaEvent })

export type AgendaEntry = typeof AgendaEntry.Type

/**
 * The agenda: every entry in order of time, cut into short pieces, so that planning and taking copy one piece and the list of pieces,
 * however many entries there are. A single list would be copied whole each time, which is quadratic in the open payments. No piece is
 * empty, and none is longer than `longestPiece`.
 */
export const Agenda = Schema.Array(Schema.Array(AgendaEntry).check(Schema.isMinLength(1)))

export type Agenda = typeof Agenda.Type

/** The most entries of a piece; a longer one is cut in two. */
const longestPiece = 256

export const nextEntry = (agenda: Agenda): AgendaEntry | undefined => agenda[0]?.[0]

export const withoutNext = ([first = [], ...others]: Agenda): Agenda =>
  first.length > 1 ? [first.slice(1), ...others] : others

/** Inserts an entry after all entries that are not later. */
export const planned = (agenda: Agenda, entry: AgendaEntry): Agenda => {
  const isLater = ({ at }: AgendaEntry) => at > entry.at
  const endsLater = (piece: ReadonlyArray<AgendaEntry>) => piece.slice(-1).some(isLater)
  const place = Math.min(firstIndex(agenda, endsLater), agenda.length - 1)
  const piece = agenda[place]
  if (piece === undefined) return [[entry]]
  const longer = piece.toSpliced(firstIndex(piece, isLater), 0, entry)
  const half = longestPiece / 2
  const cut = longer.length > longestPiece ? [longer.slice(0, half), longer.slice(half)] : [longer]
  return agenda.toSpliced(place, 1, ...cut)
}

/** The events of one kind in their order, and the agenda without them. */
export const takenOut = <E extends AgendaEvent>(
  agenda: Agenda,
  isWanted: (event: AgendaEvent) => event is E,
): { readonly taken: ReadonlyArray<E>; readonly rest: Agenda } => ({
  taken: agenda.flatMap((piece) => piece.map(({ event }) => event).filter(isWanted)),
  rest: agenda.map((piece) => piece.filter(({ event }) => !isWanted(event))).filter((piece) => piece.length > 0),
})

/** Callbacks that are planned and not handed over yet. */
export const plannedPosts = (state: {
  readonly agenda: Agenda
  readonly outbox: ReadonlyArray<CallbackPost>
}): ReadonlyArray<CallbackPost> => [
  ...state.outbox,
  ...state.agenda.flat().flatMap(({ event }) => (event._tag === "SendCallback" ? [event.post] : [])),
]

/** The index of the first item for which `holds` is true, or the length; once true, it must stay true. */
const firstIndex = <A>(items: ReadonlyArray<A>, holds: (item: A) => boolean): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (items.slice(middle, middle + 1).some(holds)) high = middle
    else low = middle + 1
  }
  return low
}
