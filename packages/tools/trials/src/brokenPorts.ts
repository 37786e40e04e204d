/**
 * Ports that break their promises, each in one way. They are wrapped round the real ones, so core itself is never touched.
 */
import { Effect, Result } from "effect"
import { PaymentStore, type StoreError } from "@cauri/core"
import {
  blankConfirmRecord,
  CreationAnswer,
  type CreationCall,
  Gateway,
  notSent,
  type PaymentStoreDriver,
  type RowKey,
  type TakenDelivery,
} from "@cauri/core/adapter"
import { append, issuedTokensOf, PaymentEvent, type PaymentRecord, Payout } from "@cauri/core/model"
import { trialLease } from "./policy.ts"
import { keyFrom } from "./programs.ts"
import { rightCode } from "./tape.ts"

/** A gateway whose creations are wrapped. */
const creations =
  (
    wrap: (
      call: CreationCall,
      real: (notAfter: number) => Effect.Effect<CreationAnswer>,
    ) => Effect.Effect<CreationAnswer>,
  ) =>
  (gateway: Gateway["Service"]): Gateway["Service"] =>
    Gateway.of({ ...gateway, create: (call) => wrap(call, (notAfter) => gateway.create({ ...call, notAfter })) })

export const retriesCreations = creations((call, real) =>
  Effect.flatMap(real(call.notAfter), (answer) =>
    answer._tag === "no_answer" ? real(call.notAfter) : Effect.succeed(answer),
  ),
)

export const sendsAfterTheLease = creations((_call, real) => real(Infinity))

export const callsLostAnswersUnsent = creations((call, real) =>
  Effect.map(real(call.notAfter), (answer) => (answer._tag === "no_answer" ? notSent("connection_refused") : answer)),
)

export const takesNotNowForFinal = creations((call, real) =>
  Effect.map(real(call.notAfter), (answer) =>
    answer._tag === "turned_away" ? CreationAnswer.cases.refused.make({ reason: answer.reason }) : answer,
  ),
)

export const neverAsks = (gateway: Gateway["Service"]): Gateway["Service"] =>
  Gateway.of({ ...gateway, confirm: () => Effect.succeed(blankConfirmRecord) })

/** Says that the service knows no token, and does not ask it. */
export const neverLooksUp = (gateway: Gateway["Service"]): Gateway["Service"] =>
  Gateway.of({ ...gateway, lookUp: () => Effect.succeed(null) })

export const reportsTheExpectedAmount = (gateway: Gateway["Service"]): Gateway["Service"] =>
  Gateway.of({
    ...gateway,
    confirm: (call) => Effect.map(gateway.confirm(call), (record) => ({ ...record, amount: 500 })),
  })

type Driver = PaymentStoreDriver
type Store = PaymentStore["Service"]

const rowName = ({ kind, project, id }: RowKey) => `${kind} ${project}/${id}`

/** What is there. */
const there = <A>(found: Effect.Effect<A | null, StoreError>) =>
  Effect.orDie(Effect.flatMap(found, Effect.fromNullishOr))

/** The row of this payment as the store has it now. */
const rowNow = (driver: Driver, row: RowKey) => there(driver.find(keyFrom(rowName(row))))

export const claimsAnything = (driver: Driver): Driver => ({
  ...driver,
  claim: (row, events, terms) =>
    Effect.flatMap(rowNow(driver, row), ({ version }) => driver.claim(row, events, { ...terms, version })),
})

export const overlooksTwins = (driver: Driver): Driver => ({
  ...driver,
  claim: (row, events, terms) => driver.claim(row, events, { ...terms, guards: { ...terms.guards, twin: null } }),
})

export const overlooksPauses = (driver: Driver): Driver => ({
  ...driver,
  claim: (row, events, terms) => driver.claim(row, events, { ...terms, guards: { ...terms.guards, pauses: [] } }),
})

/** Saves whatever the version is, when it is a save that this variant gets wrong. */
export const savesBlindly =
  (wrong: (tags: ReadonlyArray<string>) => boolean) =>
  (driver: Driver): Driver => ({
    ...driver,
    save: (row, events, terms) =>
      wrong(events.map(({ tag }) => tag))
        ? Effect.flatMap(rowNow(driver, row), ({ version }) => driver.save(row, events, { ...terms, version }))
        : driver.save(row, events, terms),
  })

export const forgetsClaims = (driver: Driver): Driver => ({
  ...driver,
  claim: (_row, _events, { leaseUntil: until, version }) =>
    Effect.succeed({ _tag: "Claimed", version, lease: { number: 1, until } }),
})

export const forgetsTokens = (driver: Driver): Driver => ({
  ...driver,
  save: (row, events, terms) =>
    events.some(({ tag }) => tag === "accepted") ? Effect.succeed("Saved") : driver.save(row, events, terms),
})

export const erasesNewerNotes = (driver: Driver): Driver => ({
  ...driver,
  save: (row, events, terms) => driver.save(row, events, { ...terms, readNote: Infinity }),
})

export const overlooksNotes = (driver: Driver): Driver => ({
  ...driver,
  save: (row, events, terms) => driver.save(row, events, { ...terms, unlessNoteAfter: Infinity }),
  claim: (row, events, terms) => driver.claim(row, events, { ...terms, unlessNoteAfter: Infinity }),
})

/** Marks as read every callback that came before a confirm round is saved. */
export const marksWhileSaving = (store: Store): Store =>
  PaymentStore.of({
    ...store,
    save: Effect.fnUntraced(function* (change, tracking, terms) {
      const { newestNote, tracking: known } = yield* there(store.find(change.payment.key))
      const isRound = tracking.lastConfirmAt !== known.lastConfirmAt
      return yield* store.save(change, isRound ? { ...tracking, notesSeen: newestNote } : tracking, terms)
    }),
  })

/** Forgets, whenever a confirm round is saved, that a callback waits for its confirm. */
export const forgetsWhatWaits = (store: Store): Store =>
  PaymentStore.of({
    ...store,
    save: Effect.fnUntraced(function* (change, tracking, terms) {
      const { tracking: known } = yield* there(store.find(change.payment.key))
      const isRound = tracking.lastConfirmAt !== known.lastConfirmAt
      return yield* store.save(change, isRound ? { ...tracking, notesAt: null } : tracking, terms)
    }),
  })

/** Decides a round again on a newer record, without confirming a token that came since. */
export const decidesWithoutAsking = (store: Store): Store =>
  PaymentStore.of({
    ...store,
    save: Effect.fnUntraced(function* (change, tracking, terms) {
      const done = yield* store.save(change, tracking, terms)
      const events = change.entries.map(({ event }) => event)
      if (done === "Saved" || !events.some(({ _tag }) => _tag === "expired" || _tag === "not_completed")) return done
      const { payment, version } = yield* there(store.find(change.payment.key))
      const again = append(payment, events, terms.now)
      return Result.isFailure(again) ? done : yield* store.save(again.success, tracking, { ...terms, version })
    }),
  })

/** Claims again what a callback made stale, without reading the callback. */
export const claimsAgain = (store: Store): Store =>
  PaymentStore.of({
    ...store,
    claim: Effect.fnUntraced(function* (change, tracking, terms) {
      const claimed = yield* store.claim(change, tracking, terms)
      if (claimed._tag !== "Stale") return claimed
      const { newestNote, version } = yield* there(store.find(change.payment.key))
      if (version !== terms.version) return claimed
      return yield* store.claim(change, tracking, { ...terms, unlessNoteAfter: newestNote })
    }),
  })

export const countsEveryPost = (driver: Driver): Driver => ({
  ...driver,
  noteCallback: (note) =>
    Effect.flatMap(driver.find(note.key), (found) => {
      const number = found?.newestNote ?? 0
      return driver.noteCallback({ ...note, fingerprint: `${note.fingerprint} ${number}` })
    }),
})

/** Hides the code in a text of the row, as a careless store of requests would. */
export const keepsCodes = (driver: Driver): Driver => ({
  ...driver,
  claim: (row, events, terms) =>
    driver.claim({ ...row, body: row.body.replace("Two loaves", rightCode) }, events, terms),
})

export const takesNothing = (driver: Driver): Driver => ({
  ...driver,
  takeDue: () => Effect.succeed({ taken: [], nextDueAt: null }),
})

/** Delivers the newest event to the host, and the earlier ones afterwards. */
export const tellsBackwards = (driver: Driver): Driver => {
  const newest = (taken: TakenDelivery) =>
    Effect.map(driver.history({ key: keyFrom(rowName(taken.key)), after: 0, limit: 1_000 }), (events) => ({
      ...taken,
      event: events.findLast((event) => event.deliveredAs !== null) ?? taken.event,
    }))
  return {
    ...driver,
    takeDeliveries: Effect.fnUntraced(function* (...given) {
      const due = yield* driver.takeDeliveries(...given)
      const turned = Effect.forEach(due.taken, (each) => (each.tries === 0 ? newest(each) : Effect.succeed(each)), {
        concurrency: 1,
      })
      return { ...due, taken: yield* turned }
    }),
    markDelivered: Effect.fnUntraced(function* (lease, { seq, now }) {
      const [waiting] = yield* driver.deliveries({ consumer: lease.consumer, key: lease.key, limit: 1 })
      if (waiting?.tries !== 0) return yield* driver.markDelivered(lease, { seq, now })
      yield* driver.retryDelivery(lease, now)
      return "Delivered"
    }),
  }
}

/** Finds no delivery for the host. */
export const deliversNothing = (driver: Driver): Driver => ({
  ...driver,
  takeDeliveries: () => Effect.succeed({ taken: [], nextDueAt: null }),
})

/** Saves the events and makes no delivery due. */
export const savesInSilence = (driver: Driver): Driver => ({
  ...driver,
  save: (row, events, terms) =>
    driver.save(
      row,
      events.map((event) => ({ ...event, deliveredAs: null })),
      terms,
    ),
})

/** Marks as delivered what the host refused. */
export const takesRefusalsForDelivered = (driver: Driver): Driver => ({
  ...driver,
  retryDelivery: Effect.fnUntraced(function* (lease, retryAt) {
    const [waiting] = yield* driver.deliveries({ consumer: lease.consumer, key: lease.key, limit: 1 })
    if (waiting !== undefined) yield* driver.markDelivered(lease, { seq: waiting.newest, now: retryAt })
  }),
})

const takesWrongly =
  (ahead: number, change: (payout: Payout, now: number) => Payout) =>
  (store: Store): Store =>
    PaymentStore.of({
      ...store,
      takeDue: ({ now, ...terms }) =>
        Effect.map(store.takeDue({ now: now + ahead, ...terms }), (due) => ({
          ...due,
          taken: due.taken.map((record): PaymentRecord => {
            const { payment } = record
            const submitting = payment._tag === "Payout" && payment.state._tag === "submitting"
            return submitting ? { ...record, payment: change(payment, now) } : record
          }),
        })),
    })

/** The payout with another state or other attempts, which no transition led to. */
const altered = (payout: Payout, by: Partial<Pick<Payout, "state" | "attempts">>): Payout => {
  const { approval, content, createdAt, state, attempts, flags, seq, decidedAt, restoredAt, releasedAt } = payout
  const { attemptsBefore, mayHaveTwins } = payout
  return new Payout({
    content,
    createdAt,
    flags,
    seq,
    decidedAt,
    restoredAt,
    releasedAt,
    attemptsBefore,
    mayHaveTwins,
    approval,
    state: by.state ?? state,
    attempts: by.attempts ?? attempts,
  })
}

/** What a dead worker was sending counts as unsent. */
export const requeues = takesWrongly(0, (payout) =>
  altered(payout, {
    state: { _tag: "intended" },
    attempts: payout.attempts.map((each) =>
      each.outcome._tag === "in_flight" ? { ...each, outcome: notSent("connection_refused") } : each,
    ),
  }),
)

/** A worker counts as dead before its lease is over. */
export const takesEarly = takesWrongly(trialLease, (payout, now) =>
  altered(payout, { attempts: payout.attempts.map((each) => ({ ...each, startedAt: now - trialLease })) }),
)

/** A callback that says "completed" completes its payment. */
export const trustsCallbacks = (store: Store): Store =>
  PaymentStore.of({
    ...store,
    noteCallback: Effect.fnUntraced(function* (note) {
      const result = yield* store.noteCallback(note)
      const { payment, tracking, version } = yield* there(store.find(note.key))
      const issued = issuedTokensOf(payment.attempts)[0]
      if (issued === undefined || new TextDecoder().decode(note.body ?? undefined) !== "completed") return result
      const record = { ...blankConfirmRecord, status: "completed" as const }
      const observation = { attempt: issued.attempt, startedAt: note.receivedAt, record }
      const event = PaymentEvent.cases.completed.make({ observation, late: false })
      const step = append(payment, [event], note.receivedAt)
      if (Result.isFailure(step)) return result
      yield* store.save(step.success, tracking, { version, giveBack: null, now: note.receivedAt })
      return result
    }),
  })
