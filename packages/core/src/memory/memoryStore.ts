/**
 * Every port of a store over a `KeyValueDriver`, and such a driver in memory, for tests and experiments. A step is one assignment, so no
 * other step sees half of it.
 */
import { Context, Effect, Equal, Layer, Schema, Stream, Struct } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { takeToken, textOrder } from "../ports/storeKit.ts"
import { type Pause, type ResumeAsked, SharedState, type SeenPause, pausedByCauri } from "../ports/SharedState.ts"
import type { DeliveredEvent, TransactionalConsumer } from "../ports/Consumers.ts"
import type { AttemptRow, EventRow, PaymentRow, Prepared } from "../ports/PaymentRow.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { type Inserted, notesPerPayment, type PaymentStoreDriver, StoreError } from "../ports/PaymentStoreDriver.ts"
import { Statements } from "../ports/Statements.ts"
import {
  type TimesFigure,
  answerTags,
  Evidence,
  type Figure,
  Reports,
  type StepFigure,
  type StorePorts,
  StoreStatus,
} from "../ports/StoreStatus.ts"
import {
  dueAt,
  emptyShared,
  markDeliveredOn,
  type KeyValueDriver,
  allRows,
  type StoredPayment,
  type SharedValues,
} from "./KeyValueDriver.ts"
import { statementsIn } from "./memoryStatements.ts"
import { keyValueAsDriver, keyValueSteps } from "./keyValueAsDriver.ts"

/** The cell as a key-value store. */
const keyValuesOf = (cell: MemoryCell): KeyValueDriver => ({
  get: (name) => cell.current.payments.get(name),
  set: (name, payment) => {
    cell.current = { ...cell.current, payments: put(cell.current.payments, name, payment) }
  },
  all: () => cell.current.payments.values(),
  shared: () => cell.current,
  setShared: (shared) => {
    cell.current = { ...cell.current, ...shared }
  },
})

/** Stores a payment that was prepared, in one step with whatever else the host changes in the cell at that moment. */
export const insertWithin = (cell: MemoryCell, { row, events }: Prepared): Inserted<PaymentRow> =>
  keyValueSteps(keyValuesOf(cell)).insert(row, events)

/**
 * A consumer whose handler runs in the step that marks what it receives: both change the one value of the cell, or neither does. A handler
 * keeps its own data under `host`.
 */
export const deliverWithin = (
  cell: MemoryCell,
  name: string,
  handler: (cell: MemoryCell, deliveredEvent: DeliveredEvent) => void,
): TransactionalConsumer => ({
  name,
  receiveWithin: (deliveredEvent, { lease }) =>
    Effect.suspend(() => {
      const before = cell.current
      try {
        const received = markDeliveredOn(keyValuesOf(cell), lease, deliveredEvent.seq)
        if (received === "Delivered") handler(cell, deliveredEvent)
        return Effect.succeed(received)
      } catch (thrown) {
        cell.current = before
        return Effect.fail(thrown)
      }
    }),
})

/** The payments of a memory store, in driver form. */
export const memoryDriver = (cell: MemoryCell): PaymentStoreDriver => keyValueAsDriver(keyValuesOf(cell))

/** Everything that a memory store holds. */
export interface MemoryState extends SharedValues {
  readonly payments: ReadonlyMap<string, StoredPayment>
  /** What a host keeps beside the payments; the stores leave it alone. */
  readonly host: ReadonlyMap<string, unknown>
}

/** A memory store without anything in it. */
export const emptyMemory: MemoryState = { ...emptyShared, payments: new Map(), host: new Map() }

/** The one reference that holds a memory store's value. */
export interface MemoryCell {
  current: MemoryState
}

/** The map with one more entry. */
const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)

/**
 * A heartbeat removes those of its role that are older by this many milliseconds, because each start may use a new name. The last heartbeat
 * of a role stays until another process takes the role.
 */
export const heartbeatsKeptFor = 86_400_000

/** Is it the pause that was seen, with the request that was seen, if one was? */
const isSeen = ({ by, request, since }: Pause, seen: SeenPause): boolean =>
  by === seen.by && since === seen.since && (seen.request === undefined || Equal.equals(request, seen.request))

const withRequest = (pause: Pause, request: ResumeAsked | null): Pause => {
  const bare = Struct.omit(pause, ["request"])
  return request === null ? bare : { ...bare, request }
}

/** What people and processes share, in this key-value store. */
const sharedOf = (values: KeyValueDriver, id: string): SharedState["Service"] => {
  const change = (part: Partial<SharedValues>) => values.setShared({ ...values.shared(), ...part })
  return SharedState.of({
    pause: (pause) =>
      Effect.sync(() => {
        const { pauses } = values.shared()
        const there = pauses.get(pause.scope) ?? []
        const found = there.find(({ by }) => (by === pausedByCauri) === (pause.by === pausedByCauri))
        const fresh = withRequest(pause, null)
        if (found === undefined) change({ pauses: put(pauses, pause.scope, [...there, fresh]) })
        return found ?? fresh
      }),
    resume: (scope, seen) =>
      Effect.sync(() => {
        const pauses = new Map(values.shared().pauses)
        const there = pauses.get(scope) ?? []
        const left = there.filter((pause) => seen !== undefined && !isSeen(pause, seen))
        if (left.length === 0) pauses.delete(scope)
        else pauses.set(scope, left)
        change({ pauses })
        return left.length < there.length
      }),
    requestResume: (scope, seen, request) =>
      Effect.sync(() => {
        const { pauses } = values.shared()
        const there = pauses.get(scope) ?? []
        const found = there.find((pause) => isSeen(pause, seen))
        if (found === undefined) return false
        const asked = there.map((pause) => (pause === found ? withRequest(pause, request) : pause))
        change({ pauses: put(pauses, scope, asked) })
        return true
      }),
    pauses: () => Effect.sync(() => [...values.shared().pauses.values()].flat()),
    beat: (heartbeat) =>
      Effect.sync(() => {
        const { at, process, role } = heartbeat
        const kept = [...values.shared().heartbeats].filter(
          ([, old]) => old.role !== role || old.at >= at - heartbeatsKeptFor,
        )
        change({ heartbeats: put(new Map(kept), process, heartbeat) })
      }),
    heartbeats: () => Effect.sync(() => [...values.shared().heartbeats.values()]),
    takeRateToken: (rate, limit, now) =>
      Effect.sync(() => {
        const { rateTokens } = values.shared()
        const { nextAt, wait } = takeToken(rateTokens.get(rate), limit, now)
        if (wait === 0) change({ rateTokens: put(rateTokens, rate, nextAt) })
        return wait
      }),
    identity: () => Effect.sync(() => ({ id, highWater: allRows(values).reduce((sum, { seq }) => sum + seq, 0) })),
    acceptRestored: () => Effect.void,
  })
}

/** What people and processes share, in this cell. */
export const memoryShared = (cell: MemoryCell, id: string): SharedState["Service"] => sharedOf(keyValuesOf(cell), id)

const groupName = ({ kind, operator, rail, state }: Figure): string => [kind, rail, operator ?? "", state].join("\0")

/** By kind, rail, operator and state, letter by letter; no operator comes first. */
const inOrder = (one: Figure, other: Figure): number => (groupName(one) < groupName(other) ? -1 : 1)

const figuresOf = (rows: ReadonlyArray<PaymentRow>): ReadonlyArray<Figure> => {
  const groups = new Map<string, Figure>()
  for (const { kind, rail, operator, state, amount, openFlags } of rows) {
    const name = JSON.stringify([kind, rail, operator, state])
    const group = groups.get(name) ?? { kind, rail, operator, state, count: 0, sum: 0, openFlags: 0 }
    groups.set(name, {
      ...group,
      count: group.count + 1,
      sum: group.sum + amount,
      openFlags: group.openFlags + openFlags,
    })
  }
  return [...groups.values()].toSorted(inOrder)
}

const createdIn = (values: KeyValueDriver, from: number, before: number): ReadonlyArray<PaymentRow> =>
  allRows(values).filter(({ createdAt }) => createdAt >= from && createdAt < before)

const isRowUnanswered = ({ kind, outcome, token }: AttemptRow): boolean =>
  outcome === "NoAnswer" && token === null && kind !== "WalletOtpRequest"

const inNameOrder = <A>(groups: ReadonlyMap<string, A>): ReadonlyArray<A> =>
  [...groups].toSorted(([one], [other]) => textOrder(one, other)).map(([, group]) => group)

/** Times by kind, rail and the smallest limit that each kept. */
const timesFigures = (
  times: Iterable<readonly [row: PaymentRow, millis: number]>,
  limits: ReadonlyArray<number>,
): ReadonlyArray<TimesFigure> => {
  const groups = new Map<string, TimesFigure>()
  for (const [{ kind, rail }, millis] of times) {
    const kept = limits.findIndex((limit) => millis <= limit)
    const within = kept === -1 ? limits.length : kept
    const name = [kind, rail, String(within).padStart(4, "0")].join("\0")
    groups.set(name, { kind, rail, within, count: (groups.get(name)?.count ?? 0) + 1 })
  }
  return inNameOrder(groups)
}

/** How long each answered creation waited for its answer. */
const answerMillis = (events: ReadonlyArray<EventRow>): ReadonlyArray<number> =>
  events.flatMap(({ at, tag }, index) => {
    const start = events.slice(0, index).findLast((event) => event.tag === "AttemptStarted")
    return start !== undefined && answerTags.some((each) => each === tag) ? [at - start.at] : []
  })

const reports = (values: KeyValueDriver): Reports["Service"] =>
  Reports.of({
    figures: (from, before) => Effect.sync(() => figuresOf(createdIn(values, from, before))),
    overTime: (from, before, step) =>
      Effect.sync(() => {
        const steps = new Map<string, StepFigure>()
        for (const { amount, attempts, createdAt, kind, rail } of createdIn(values, from, before)) {
          const at = from + Math.floor((createdAt - from) / step) * step
          const name = [String(at).padStart(16, "0"), kind, rail].join("\0")
          const { count, sum, unanswered } = steps.get(name) ?? { count: 0, sum: 0, unanswered: 0 }
          const lacks = attempts.some(isRowUnanswered) ? 1 : 0
          steps.set(name, { at, kind, rail, count: count + 1, sum: sum + amount, unanswered: unanswered + lacks })
        }
        return inNameOrder(steps)
      }),
    completionTimes: (from, before, limits) =>
      Effect.sync(() => {
        const rows = createdIn(values, from, before)
        const times = rows.flatMap((row) =>
          row.state === "Completed" && row.closedAt !== null ? [[row, row.closedAt - row.createdAt] as const] : [],
        )
        return timesFigures(times, limits)
      }),
    answerTimes: (from, before, limits) =>
      Effect.sync(() => {
        const payments = [...values.all()].filter(({ row }) => row.createdAt >= from && row.createdAt < before)
        const times = payments.flatMap(({ events, row }) =>
          answerMillis(events).map((millis) => [row, millis] as const),
        )
        return timesFigures(times, limits)
      }),
    backlog: (now) =>
      Effect.sync(() => {
        const rows = allRows(values)
        const times = rows.filter(({ leaseUntil }) => leaseUntil <= now).map(dueAt)
        const due = times.filter((at) => at <= now)
        const count = (fits: (row: PaymentRow) => boolean) => rows.filter(fits).length
        return {
          due: due.length,
          oldestDueAt: due.length === 0 ? null : Math.min(...due),
          inDoubt: count(({ state }) => state === "InDoubt"),
          held: count(({ state }) => state === "Held"),
          flagged: count(({ openFlags }) => openFlags > 0),
        }
      }),
  })

const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const evidence = (values: KeyValueDriver): Evidence["Service"] =>
  Evidence.of({
    notes: (key) => Effect.sync(() => values.get(keyText(key))?.notes ?? []),
    pruneBodies: (before) =>
      Effect.sync(() => {
        let pruned = 0
        for (const payment of values.all()) {
          const { notes, row } = payment
          const old = notes.filter(({ body, receivedAt }) => body !== null && receivedAt < before)
          if (old.length === 0) continue
          const left = notes.map((note) => (old.includes(note) ? { ...note, body: null } : note))
          values.set(keyText(row), { ...payment, notes: left })
          pruned += old.length
        }
        return pruned
      }),
    record: (deed) =>
      Effect.try({
        try: () => {
          asObject(deed.body)
          values.setShared({ ...values.shared(), deeds: [...values.shared().deeds, deed] })
        },
        catch: (cause) => new StoreError({ operation: "record", cause }),
      }),
    deeds: (limit, about) =>
      Effect.sync(() => {
        const meant = values.shared().deeds.filter(({ payment }) => about === undefined || payment === about)
        return meant.toReversed().slice(0, limit)
      }),
  })

/** Whether these are numbered from 1 on, without gaps. */
const areNumbered = (numbers: ReadonlyArray<number>): boolean => numbers.every((number, index) => number === index + 1)

const disagreements: Readonly<Record<string, (payment: StoredPayment) => boolean>> = {
  "payments whose events are not numbered from 1 to their newest": ({ events, row }) =>
    events.length !== row.seq || !areNumbered(events.map(({ seq }) => seq)),
  "payments whose attempts are not numbered from 1 on": ({ row }) =>
    !areNumbered(row.attempts.map(({ number }) => number)),
  "payments whose callback notes are not numbered from 1 to their newest, as far as they are kept": ({ notes, row }) =>
    notes.length < Math.min(row.newestNote, notesPerPayment) ||
    !areNumbered(notes.slice(0, notesPerPayment).map(({ number }) => number)),
}

const status = (values: KeyValueDriver): StoreStatus["Service"] =>
  StoreStatus.of({
    contradictions: Effect.sync(() =>
      Object.entries(disagreements).flatMap(([words, isWrong]) => {
        const count = [...values.all()].filter(isWrong).length
        return count === 0 ? [] : [`${count} ${words}`]
      }),
    ),
    // No other process writes to the store: see `KeyValueDriver`.
    writesByOthers: Stream.never,
    failed: Effect.never,
    copyTo: "",
  })

/** Every port of a store over this key-value driver, under this id. The driver holds everything that the store keeps. */
export const keyValueStore = (id: string, values: KeyValueDriver): Context.Context<StorePorts> =>
  Context.make(PaymentStore, PaymentStore.fromDriver(keyValueAsDriver(values))).pipe(
    Context.add(SharedState, sharedOf(values, id)),
    Context.add(Reports, reports(values)),
    Context.add(Evidence, evidence(values)),
    Context.add(Statements, statementsIn(values)),
    Context.add(StoreStatus, status(values)),
  )

/** Every port over this cell. */
export const memoryPorts = (cell: MemoryCell, id = "memory"): Context.Context<StorePorts> =>
  keyValueStore(id, keyValuesOf(cell))

/** Every port in memory. Every build of the layer is a store of its own. */
export const memoryStore: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.sync(() => memoryPorts({ current: emptyMemory })),
)
