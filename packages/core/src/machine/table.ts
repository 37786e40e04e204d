/**
 * A machine is a table of rows, and the table decides. A row says which event follows on a stimulus, from which states and under which
 * guard. The rows are tried once each, in order, and each sees the payment as the rows before it left it: what follows from a step is a
 * later row. Legal steps, documentation and diagrams are read off the same rows.
 */
import { type EventTag, type FlagKind, PaymentEvent } from "../model/Event.ts"
import type { Payment, StateTag } from "../model/Payment.ts"
import type { PaymentRecord, Tracking } from "../model/PaymentRecord.ts"
import type { PolicyShape } from "../model/Policy.ts"
import type { DecisionRefusal, Stimulus, StimulusOf, StimulusTag } from "../model/stimulus.ts"

/** What a row says, as data. */
export interface Row<State extends StateTag = StateTag> {
  /** The name that the documentation and the tests use. */
  readonly row: string
  readonly on: StimulusTag
  /** Null: the payment does not exist yet. */
  readonly from: ReadonlyArray<State> | null
  readonly event: EventTag
  /** `same`: the event leaves the state. */
  readonly to: ReadonlyArray<State> | "same"
  /** When it happens, in words: the table is the documentation. */
  readonly when: string
  /** The numbered rules of the specification behind the row. */
  readonly rules: ReadonlyArray<number>
  /** The states from which the picture shows it, when not from all. */
  readonly drawn?: ReadonlyArray<State>
}

export interface Facts<S extends Stimulus = Stimulus, P extends Payment = Payment> {
  readonly stimulus: S
  readonly record: PaymentRecord
  /** The payment as it is stored. */
  readonly was: P
  /** The payment as the rows before this one left it. */
  readonly is: P
  /** The tracking before this stimulus, and with it. */
  readonly before: Tracking
  readonly tracking: Tracking
  readonly now: number
  readonly policy: PolicyShape
}

type EventOf<Tag extends EventTag> = Extract<PaymentEvent, { readonly _tag: Tag }>

/** A row that can be tried. Returns its events, or the reason why it would fit but is refused. */
export interface DecidingRow<State extends StateTag = StateTag> extends Row<State> {
  readonly try: (facts: Facts) => ReadonlyArray<PaymentEvent> | DecisionRefusal
}

interface RowDetails<P extends Payment, State extends StateTag, S extends StimulusTag, E extends EventTag> extends Pick<
  Row<State>,
  "when" | "rules" | "drawn"
> {
  /** False: the row does not fit. A refusal: it would fit but for this. */
  readonly guard?: (facts: Facts<StimulusOf<S>, P>) => boolean | DecisionRefusal
  readonly make: (facts: Facts<StimulusOf<S>, P>) => EventOf<E> | ReadonlyArray<EventOf<E>>
}

const isOn = <Tag extends StimulusTag>(stimulus: Stimulus, tag: Tag): stimulus is StimulusOf<Tag> =>
  stimulus._tag === tag

/** Is this a payment without events? */
const isNew = ({ seq }: Payment): boolean => seq === 0

/** Writes the rows of payments of one kind: name, stimulus, states, event, states. */
export const rowsOf =
  <P extends Payment, State extends StateTag>(isKind: (payment: Payment) => payment is P) =>
  <S extends StimulusTag, E extends EventTag>(
    name: string,
    on: S,
    from: ReadonlyArray<State> | null,
    event: E,
    to: ReadonlyArray<State> | "same",
    { guard = () => true, make, ...details }: RowDetails<P, State, S, E>,
  ): DecidingRow<State> => ({
    row: name,
    on,
    from,
    event,
    to,
    ...details,
    try: (facts) => {
      const { is, stimulus, was } = facts
      const starts = from === null ? isNew(is) : !isNew(is) && from.some((state) => state === is.state._tag)
      const isMine = isKind(was) && isKind(is)
      if (!isMine || !starts || !isOn(stimulus, on)) return []
      const mine: Facts<StimulusOf<S>, P> = { ...facts, stimulus, was, is }
      const fits = guard(mine)
      if (fits === true) return [make(mine)].flat()
      return fits === false ? [] : fits
    },
  })

export const rowsFor = (table: ReadonlyArray<Row>, state: StateTag | null, event: EventTag): ReadonlyArray<Row> =>
  table.filter(
    (row) => row.event === event && (state === null ? row.from === null : (row.from?.includes(state) ?? false)),
  )

/** Does some row allow this event to lead from one state to the other? */
export const allows = (table: ReadonlyArray<Row>, from: StateTag | null, event: EventTag, to: StateTag): boolean =>
  rowsFor(table, from, event).some((row) => (row.to === "same" ? to === from : row.to.includes(to)))

/** The event that raises a flag about evidence that every confirm repeats: once for its kind, subject and amount, even after a person closed it. */
export const flagOnce = (payment: Payment, kind: FlagKind, subject: string, amountPaid?: number) =>
  payment.flags.some((flag) => flag.kind === kind && flag.subject === subject && flag.amountPaid === amountPaid)
    ? []
    : [PaymentEvent.cases.flagged.make({ kind, subject, ...(amountPaid === undefined ? {} : { amountPaid }) })]
