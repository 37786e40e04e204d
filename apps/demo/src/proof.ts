/**
 * The proof: the service's ledger against our store and against what the host received, franc by franc. A difference is allowed only where
 * our side says itself that a person must look: in doubt, held, or an open flag. Everything here is a pure function.
 */
import type { Coded, Tools } from "@cauri/catalogue/tools"
import type { ReceivedEvent, Ours } from "./ourBooks.ts"
import type { Known, ServiceBooks } from "./SandboxControl.ts"

/** What is compared. */
export interface Evidence {
  readonly service: ServiceBooks
  readonly ours: ReadonlyArray<Ours>
  readonly received: ReadonlyArray<ReceivedEvent>
}

interface Sum {
  readonly payments: number
  readonly francs: number
}

export interface Side {
  readonly there: Sum
  readonly here: Sum
  /** Moved there and not completed here, or the other way round, and flagged for a person. */
  readonly forPerson: Sum
}

export interface Waiting {
  readonly kind: "payin" | "payout"
  /** A code, such as `timed_out`, `held` or a flag. */
  readonly why: string
  readonly payments: number
  readonly francs: number
  /** How many of them moved money at the service: what the person will find out. */
  readonly moved: number
}

export interface Disagreement {
  readonly id: string
  readonly about: "payin" | "payout" | "twice" | "calls" | "host"
  readonly found: Coded<Tools["disagreements"]>
}

/** What came of the comparison. */
export interface Proof {
  readonly payins: Side
  readonly payouts: Side
  /** Payouts that are still under way, there and here. */
  readonly open: number
  /** Payouts that reached their beneficiary more than once. */
  readonly doublePayouts: number
  readonly calls: { readonly begun: number; readonly arrived: number; readonly repeated: number }
  readonly completions: Sum
  /** The same events, delivered again under the same id. */
  readonly receivedAgain: number
  readonly waiting: ReadonlyArray<Waiting>
  readonly disagreements: ReadonlyArray<Disagreement>
}

const sumOf = (amounts: ReadonlyArray<number>): Sum => {
  const counted = amounts.filter((amount) => amount !== 0)
  return { payments: counted.length, francs: counted.reduce((sum, amount) => sum + amount, 0) }
}

/** Of several flags, the one that says most. */
const telling = [
  "terminal_contradiction",
  "amount_mismatch",
  "unknown_status",
  "callback_without_token",
  "accepted_without_token",
]

/** Why this payment waits for a person: its doubt, "held", or its flag. Null: it does not. */
export const whyWaiting = ({ flags, state, unanswered }: Ours): string | null => {
  if (state === "in_doubt") return unanswered ?? "in_doubt"
  if (state === "held") return "held"
  return telling.find((kind) => flags.includes(kind)) ?? flags[0] ?? null
}

const claimedOf = ({ amount, state }: Ours): number => (state === "completed" ? amount : 0)

const nothing: Pick<Known, "movedXof" | "movements" | "calls" | "repeatedCalls" | "pending"> = {
  movedXof: 0,
  movements: 0,
  calls: 0,
  repeatedCalls: 0,
  pending: false,
}

/** Compares everything with everything. */
export const prove = ({ received, ours, service }: Evidence): Proof => {
  const pairs = ours.map((own) => ({ own, known: service.known.get(own.id) ?? nothing }))
  const side = (kind: Ours["kind"]): Side => {
    const these = pairs.filter(({ own }) => own.kind === kind)
    return {
      there: sumOf(these.map(({ known }) => known.movedXof)),
      here: sumOf(these.map(({ own }) => claimedOf(own))),
      forPerson: sumOf(
        these.flatMap(({ known, own }) => (whyWaiting(own) === null ? [] : [known.movedXof - claimedOf(own)])),
      ),
    }
  }
  const ourIds = new Set(ours.map(({ id }) => id))
  const completions = new Map(
    received.flatMap(({ data, type }) => (type.endsWith(".completed") ? [[data.id, data] as const] : [])),
  )
  return {
    payins: side("payin"),
    payouts: side("payout"),
    open: pairs.filter(({ known, own }) => own.state === "pending" && known.pending).length,
    doublePayouts: pairs.filter(({ known, own }) => own.kind === "payout" && known.movements > 1).length,
    calls: {
      begun: ours.reduce((sum, { attempts }) => sum + attempts, 0),
      arrived: pairs.reduce((sum, { known }) => sum + known.calls, 0),
      repeated: pairs.reduce((sum, { known }) => sum + known.repeatedCalls, 0),
    },
    completions: sumOf([...completions.values()].map(({ amount }) => amount)),
    receivedAgain: received.length - new Set(received.map(({ data }) => data.id)).size,
    waiting: waitingOf(pairs),
    disagreements: [
      ...pairs.flatMap(({ known, own }) => differences(own, known)),
      ...[...service.known.values()].flatMap(({ id, kind }) =>
        ourIds.has(id) ? [] : [{ id, about: kind, found: ["only_there"] as const }],
      ),
      ...falseDeliveries(ours, [...completions.values()]),
    ],
  }
}

type Pair = { readonly own: Ours; readonly known: typeof nothing }

const differences = (own: Ours, known: typeof nothing): ReadonlyArray<Disagreement> => {
  const found: Array<Disagreement> = []
  const say = (about: Disagreement["about"], ...what: Disagreement["found"]) =>
    found.push({ id: own.id, about, found: what })
  const claimed = claimedOf(own)
  if (known.movedXof !== claimed && whyWaiting(own) === null)
    say(own.kind, "moved_otherwise", known.movedXof, claimed, own.state)
  if (own.kind === "payout" && known.movements > 1) say("twice", "paid_out", known.movements)
  if (known.repeatedCalls > 0) say("calls", "calls_repeated", known.repeatedCalls)
  if (known.calls > own.attempts) say("calls", "calls_unrecorded", known.calls, own.attempts)
  return found
}

/** Every completion was delivered, once, with its amount; and nothing else. */
const falseDeliveries = (
  ours: ReadonlyArray<Ours>,
  completions: ReadonlyArray<ReceivedEvent["data"]>,
): ReadonlyArray<Disagreement> => {
  const found: Array<Disagreement> = []
  for (const { amount, id, state } of ours) {
    const own = completions.filter(({ payment }) => payment.id === id)
    const wanted = state === "completed" ? 1 : 0
    if (own.length !== wanted) found.push({ id, about: "host", found: ["completions", own.length, state] })
    else if (own.some((each) => each.amount !== amount)) found.push({ id, about: "host", found: ["amount_received"] })
  }
  return found
}

const waitingOf = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Waiting> => {
  const groups = new Map<string, Waiting>()
  for (const { known, own } of pairs) {
    const why = whyWaiting(own)
    if (why === null) continue
    const key = `${own.kind} ${why}`
    const group = groups.get(key) ?? { kind: own.kind, why, payments: 0, francs: 0, moved: 0 }
    groups.set(key, {
      ...group,
      payments: group.payments + 1,
      francs: group.francs + own.amount,
      moved: group.moved + (known.movedXof === 0 ? 0 : 1),
    })
  }
  return [...groups.values()].toSorted(
    (one, other) => other.kind.localeCompare(one.kind) || other.payments - one.payments,
  )
}
