/** Stores that deliver events wrongly. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type {
  DeliveryDriver,
  DeliveryLease,
  EventRow,
  PaymentRow,
  PaymentStoreDriver,
  PaymentWrite,
  StoredDelivery,
  WaitingDelivery,
} from "@cauri/core/adapter"
import {
  afterwards,
  alter,
  alterDeliveries,
  type Broken,
  broken,
  deliveriesOf,
  isRow,
  nameOf,
  replace,
  type World,
} from "./world.ts"

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const inLists = (one: PaymentRow, other: PaymentRow) =>
  one.createdAt - other.createdAt ||
  compare(one.kind, other.kind) ||
  compare(one.project, other.project) ||
  compare(one.id, other.id)
const earliest = (times: ReadonlyArray<number>): number | null => (times.length === 0 ? null : Math.min(...times))

/** What became of a delivery when its payment was written. */
type Became = (
  now: StoredDelivery,
  before: StoredDelivery | undefined,
  news: ReadonlyArray<EventRow>,
  row: PaymentWrite,
) => StoredDelivery | undefined

const storing =
  (became: Became, ...methods: ReadonlyArray<"insert" | "save" | "claim">) =>
  (world: World): Partial<PaymentStoreDriver> => {
    const step = <A, E>(row: PaymentWrite, events: ReadonlyArray<EventRow>, writes: Effect.Effect<A, E>) =>
      Effect.suspend(() => {
        const before = deliveriesOf(world, nameOf(row))
        const news = events.filter(({ deliveredAs }) => deliveredAs !== null)
        return afterwards(writes, () =>
          alterDeliveries(world, (each, name) => {
            if (name !== nameOf(row)) return each
            const found = before.find(({ consumer }) => consumer === each.consumer)
            return became(each, found, news, row)
          }),
        )
      })
    const { claim, insert, save } = world.driver
    const wrong: Pick<PaymentStoreDriver, "insert" | "save" | "claim"> = {
      insert: (row, events) => step(row, events, insert(row, events)),
      save: (row, events, terms) => step(row, events, save(row, events, terms)),
      claim: (row, events, ...rest) => step(row, events, claim(row, events, ...rest)),
    }
    const chosen = methods.length === 0 ? (["insert", "save", "claim"] as const) : methods
    return Object.fromEntries(chosen.map((method) => [method, wrong[method]]))
  }

interface Waiting {
  readonly delivery: StoredDelivery
  readonly row: PaymentRow
  /** What was not heard, the oldest first. */
  readonly events: ReadonlyArray<EventRow>
  readonly dueAt: number
}

/** How deliveries are taken, to be got wrong piece by piece. */
interface Lane {
  readonly isDue: (dueAt: number, now: number) => boolean
  readonly isFree: (waiting: Waiting, now: number) => boolean
  readonly order: (one: Waiting, other: Waiting) => number
  readonly limit: (limit: number) => number
  readonly lease: (delivery: StoredDelivery, until: number) => StoredDelivery
  readonly tries: (tries: number) => number
  readonly next: (left: ReadonlyArray<Waiting>, now: number) => number | null
}

const freeAt = ({ delivery, dueAt }: Waiting) => Math.max(dueAt, delivery.leaseUntil)

const right: Lane = {
  isDue: (dueAt, now) => dueAt <= now,
  isFree: ({ delivery }, now) => delivery.leaseUntil <= now,
  order: (one, other) => one.dueAt - other.dueAt || inLists(one.row, other.row),
  limit: (limit) => limit,
  lease: (delivery, until) => ({ ...delivery, leaseNumber: delivery.leaseNumber + 1, leaseUntil: until }),
  tries: (tries) => tries,
  next: (left) => earliest(left.map(freeAt)),
}

const waitingIn = ({ cell }: World, isWanted: (delivery: StoredDelivery) => boolean): ReadonlyArray<Waiting> =>
  [...cell.current.payments].flatMap(([name, { deliveries }]) =>
    deliveries.filter(isWanted).flatMap((delivery) => {
      const row = cell.current.payments.get(name)?.row
      const events = (cell.current.payments.get(name)?.events ?? []).filter(
        (each) => each.deliveredAs !== null && each.seq > delivery.delivered,
      )
      const { dueAt } = delivery
      return row === undefined || dueAt === null || events.length === 0 ? [] : [{ delivery, row, events, dueAt }]
    }),
  )

const taking =
  (wrong: Partial<Lane>) =>
  (world: World): Pick<DeliveryDriver, "takeDeliveries"> => {
    const lane = { ...right, ...wrong }
    return {
      takeDeliveries: ({ consumer, now, limit, until }) =>
        Effect.sync(() => {
          const waiting = waitingIn(world, (each) => each.consumer === consumer)
          const due = waiting
            .filter((each) => lane.isDue(each.dueAt, now) && lane.isFree(each, now))
            .toSorted(lane.order)
            .slice(0, lane.limit(limit))
          const taken = due.flatMap(({ delivery, events, row }) => {
            const leased = lane.lease(delivery, until)
            const { id, kind, project } = row
            alterDeliveries(world, (each) => (each === delivery ? leased : each))
            return events.slice(0, 1).map((event) => ({
              consumer,
              key: { kind, project, id },
              lease: leased.leaseNumber,
              row,
              event,
              tries: lane.tries(delivery.tries),
            }))
          })
          return {
            taken,
            nextDueAt: lane.next(
              waiting.filter((each) => !due.includes(each)),
              now,
            ),
          }
        }),
    }
  }

/** How a lease ends, to be got wrong piece by piece. */
interface Ending {
  readonly finds: (delivery: StoredDelivery, name: string, lease: DeliveryLease) => boolean
  readonly isHeld: (delivery: StoredDelivery, lease: number, at: number) => boolean
  readonly received: (
    delivery: StoredDelivery,
    seq: number,
    events: ReadonlyArray<EventRow>,
    now: number,
  ) => StoredDelivery
  readonly refused: (delivery: StoredDelivery, retryAt: number) => StoredDelivery
  readonly answer: (answer: "Delivered" | "Stale") => "Delivered" | "Stale"
}

const after = (events: ReadonlyArray<EventRow>, seq: number) =>
  events.filter((each) => each.deliveredAs !== null && each.seq > seq)

const rightly: Ending = {
  finds: ({ consumer }, name, lease) => consumer === lease.consumer && name === nameOf(lease.key),
  isHeld: ({ leaseNumber, leaseUntil }, lease) => leaseNumber === lease && leaseUntil > 0,
  received: (delivery, seq, events) => ({
    ...delivery,
    delivered: seq,
    tries: 0,
    leaseUntil: 0,
    dueAt: after(events, seq)[0]?.at ?? null,
  }),
  refused: (delivery, retryAt) => ({ ...delivery, tries: delivery.tries + 1, leaseUntil: 0, dueAt: retryAt }),
  answer: (answer) => answer,
}

const ending =
  (wrong: Partial<Ending>) =>
  (world: World): Pick<DeliveryDriver, "markDelivered" | "retryDelivery"> => {
    const how = { ...rightly, ...wrong }
    const end = (
      lease: DeliveryLease,
      at: number,
      change: (delivery: StoredDelivery, events: ReadonlyArray<EventRow>) => StoredDelivery,
    ) => {
      let answer: "Delivered" | "Stale" = "Stale"
      alterDeliveries(world, (each, name) => {
        if (!how.finds(each, name, lease) || !how.isHeld(each, lease.lease, at)) return each
        answer = "Delivered"
        return change(each, world.cell.current.payments.get(name)?.events ?? [])
      })
      return answer
    }
    return {
      markDelivered: (lease, { seq, now }) =>
        Effect.sync(() => how.answer(end(lease, now, (each, events) => how.received(each, seq, events, now)))),
      retryDelivery: (lease, retryAt) =>
        Effect.sync(() => {
          end(lease, retryAt, (each) => how.refused(each, retryAt))
        }),
    }
  }

const dueFrom = "an event that hosts hear of is due for every consumer from the millisecond at which it happened"
const alike = "a save and a claim deliver their events as an insert does"
const quiet = "what hosts do not hear of is not delivered, and is left out between what they hear"
const noWait = "the event after the one to hear is no reason to wait"
const stopped = "a stale save, a claim that is stopped and an id that is taken deliver nothing"

/** Gives a delivery to everybody who follows, whatever became of the step. */
const deliverAnyhow = ({ cell }: World, row: PaymentWrite, events: ReadonlyArray<EventRow>) => {
  const [first] = events.filter(({ deliveredAs }) => deliveredAs !== null)
  if (first === undefined) return
  const blank = { delivered: 0, counted: null, later: {}, tries: 0, leaseNumber: 0, leaseUntil: 0 }
  const all = cell.current.subscribers.map(({ consumer }) => ({
    ...blank,
    consumer,
    newest: first.seq,
    dueAt: first.at,
  }))
  const name = nameOf(row)
  const history = cell.current.payments.get(name)?.events ?? []
  replace({ cell }, name, { deliveries: all, events: [...history, first] })
}

const unlessSaid = <A, E>(writes: Effect.Effect<A, E>, isDone: (answer: A) => boolean, otherwise: () => void) =>
  afterwards(writes, (answer) => (isDone(answer) ? undefined : otherwise()))

const loud = (events: ReadonlyArray<EventRow>) => events.map((event) => ({ ...event, deliveredAs: "flagged" }))

const brokenWriting: ReadonlyArray<Broken> = [
  broken("a delivery waits a millisecond", dueFrom, taking({ isDue: (dueAt, now) => dueAt < now })),
  broken(
    "a claim delivers nothing",
    alike,
    storing((_, before) => before, "claim"),
  ),
  broken("every event is delivered", quiet, ({ driver }) => ({
    insert: (row, events) => driver.insert(row, loud(events)),
    save: (row, events, terms) => driver.save(row, loud(events), terms),
  })),
  broken(
    "a delivery is due with its newest event",
    noWait,
    storing((now, _, news) => ({ ...now, dueAt: news.at(-1)?.at ?? now.dueAt })),
  ),
  broken("a stale save delivers", stopped, (world) => ({
    save: (row, events, terms) =>
      unlessSaid(
        world.driver.save(row, events, terms),
        (answer) => answer === "Saved",
        () => deliverAnyhow(world, row, events),
      ),
  })),
  broken("a claim that is stopped delivers", stopped, (world) => ({
    claim: (row, events, ...rest) =>
      unlessSaid(
        world.driver.claim(row, events, ...rest),
        ({ _tag }) => _tag === "Claimed",
        () => deliverAnyhow(world, row, events),
      ),
  })),
  broken("an id that is taken delivers", stopped, (world) => ({
    insert: (row, events) =>
      unlessSaid(
        world.driver.insert(row, events),
        ({ _tag }) => _tag === "Inserted",
        () => deliverAnyhow(world, row, events),
      ),
  })),
]

const brings =
  "a delivery brings the payment as it stands, its oldest event that was not heard, and how often that was refused"
const nobody = "nothing is due for an unknown consumer, nor for one without events"
const ordered = "of deliveries the longest due comes first, and of one time what comes first in lists"
const limited = "of deliveries no more are taken than the limit, and what is left over is next"
const leased =
  "a delivery is leased: no other worker gets it until the lease ends, and every lease has a number of its own"
const oneAtATime = "one event of a payment is under way at a time, and those of other payments beside it"
const apart = "deliveries and payments are leased apart, and a delivery changes nothing of its payment"

const brokenTaking: ReadonlyArray<Broken> = [
  broken("takeDeliveries counts itself as a try", brings, taking({ tries: (tries) => tries + 1 })),
  broken("takeDeliveries orders by creation", ordered, taking({ order: (one, other) => inLists(one.row, other.row) })),
  broken("takeDeliveries ignores the limit", limited, taking({ limit: () => Infinity })),
  broken("takeDeliveries ignores leases", leased, taking({ isFree: () => true })),
  broken("takeDeliveries does not lease", leased, taking({ lease: (delivery) => delivery })),
  broken(
    "the lease of a delivery lasts longer",
    leased,
    taking({ isFree: ({ delivery }, now) => delivery.leaseUntil < now }),
  ),
  broken(
    "all leases of a delivery have one number",
    leased,
    taking({ lease: (delivery, until) => ({ ...delivery, leaseNumber: 1, leaseUntil: until }) }),
  ),
  broken(
    "takeDeliveries tells the time of what is leased",
    leased,
    taking({ next: (left) => earliest(left.map(({ dueAt }) => dueAt)) }),
  ),
  broken("takeDeliveries takes one payment at a time", oneAtATime, taking({ limit: () => 1 })),
  broken(
    "takeDeliveries leaves what a sweep has leased",
    apart,
    taking({ isFree: ({ delivery, row }, now) => row.leaseUntil <= now && delivery.leaseUntil <= now }),
  ),
  broken("takeDeliveries leases the payment", apart, (world) => ({
    takeDeliveries: ({ consumer, now, limit, until }) =>
      afterwards(world.driver.takeDeliveries({ consumer, now, limit, until }), ({ taken }) => {
        for (const { row } of taken) alter(world, isRow(row), (each) => ({ ...each, leaseUntil: until }))
      }),
  })),
  broken("a delivery that is heard is a new version of its payment", apart, (world) => ({
    markDelivered: (lease, ...rest) =>
      afterwards(world.driver.markDelivered(lease, ...rest), () =>
        alter(world, isRow(lease.key), (row) => ({ ...row, version: row.version + 1 })),
      ),
  })),
  broken("a refusal ends the lease of the payment", apart, (world) => ({
    retryDelivery: (lease, retryAt) =>
      afterwards(world.driver.retryDelivery(lease, retryAt), () =>
        alter(world, isRow(lease.key), (row) => ({ ...row, leaseUntil: 0 })),
      ),
  })),
]

const never = "what was heard never comes again, and the next event is due when it happened"
const upTo = "events are heard up to a number: all of them at once"
const lateDelivered = "a delivery may still be marked after its lease, while no other worker has it"
const older = "an older lease marks nothing, counts nothing and ends nothing"
const notThere = "a delivery that is not there is Stale"
const counted = "a refusal is counted, and the same event is due again at its time"
const lateRefusal = "a refusal is counted after its lease too, while no other worker has the delivery"

const brokenAnswering: ReadonlyArray<Broken> = [
  broken("heard marks nothing", [never, upTo], ending({ received: (delivery) => ({ ...delivery, leaseUntil: 0 }) })),
  broken(
    "the next event is due at once",
    never,
    ending({
      received: (delivery, seq, events, now) => {
        const received = rightly.received(delivery, seq, events, now)
        return { ...received, dueAt: received.dueAt === null ? null : now }
      },
    }),
  ),
  broken(
    "a lease that ended is good for another answer",
    "a lease ends once: a second answer under it changes nothing",
    ending({ isHeld: ({ leaseNumber }, lease) => leaseNumber === lease }),
  ),
  broken(
    "heard leaves the lease",
    [never, counted],
    ending({
      received: (delivery, seq, events, now) => ({
        ...rightly.received(delivery, seq, events, now),
        leaseUntil: delivery.leaseUntil,
      }),
    }),
  ),
  broken("heard says Stale", [never, lateDelivered], ending({ answer: () => "Stale" })),
  broken(
    "heard marks one event only",
    upTo,
    ending({
      received: (delivery, _, events, now) =>
        rightly.received(delivery, after(events, delivery.delivered)[0]?.seq ?? 0, events, now),
    }),
  ),
  broken(
    "what is heard after its lease is Stale",
    lateDelivered,
    ending({ isHeld: (delivery, lease, now) => delivery.leaseNumber === lease && delivery.leaseUntil > now }),
  ),
  broken("any lease will do", older, ending({ isHeld: () => true })),
  broken("any lease may refuse", older, ({ driver, ...world }) => ({
    retryDelivery: ending({ isHeld: () => true })({ driver, ...world }).retryDelivery,
  })),
  broken("a stale lease frees the delivery", older, (world) => ({
    markDelivered: (lease, ...rest) =>
      afterwards(world.driver.markDelivered(lease, ...rest), () =>
        alterDeliveries(world, (each) => ({ ...each, leaseUntil: 0 })),
      ),
  })),
  broken("heard always says Heard", [older, notThere], ending({ answer: () => "Delivered" })),
  broken(
    "heard looks at no project",
    notThere,
    ending({
      finds: ({ consumer }, name, { consumer: wanted, key }) =>
        consumer === wanted && name.startsWith(key.kind) && name.endsWith(`/${key.id}`),
    }),
  ),
  broken(
    "heard looks at no consumer",
    [notThere, "consumers do not disturb each other: each has its leases, its pace and its refusals"],
    ending({ finds: (_, name, { key }) => name === nameOf(key) }),
  ),
  broken(
    "refusals are not counted",
    [counted, lateRefusal],
    ending({ refused: (delivery, retryAt) => ({ ...delivery, leaseUntil: 0, dueAt: retryAt }) }),
  ),
  broken(
    "a refused event is due at once",
    [counted, lateRefusal],
    ending({ refused: (delivery) => ({ ...delivery, tries: delivery.tries + 1, leaseUntil: 0 }) }),
  ),
  broken(
    "what is refused after its lease is not counted",
    lateRefusal,
    ending({ isHeld: (delivery, lease, at) => delivery.leaseNumber === lease && delivery.leaseUntil > at }),
  ),
]

const whileLeased = "an event that comes while a lease runs is not lost, and does not break it"
const afterAll = "an event that comes after all others were heard is due when it happened"
const behind = "an event that comes while another is put off waits behind it"
const undisturbed = "consumers do not disturb each other: each has its leases, its pace and its refusals"
const sameId = "payments of the same id are heard of apart"

const brokenMeanwhile: ReadonlyArray<Broken> = [
  broken(
    "an event ends the lease",
    whileLeased,
    storing((now) => ({ ...now, leaseUntil: 0 }), "save"),
  ),
  broken(
    "an event is a new lease",
    whileLeased,
    storing((now) => ({ ...now, leaseNumber: now.leaseNumber + 1 }), "save"),
  ),
  broken(
    "heard takes what came meanwhile for heard",
    whileLeased,
    ending({ received: (delivery, _, events, now) => rightly.received(delivery, delivery.newest, events, now) }),
  ),
  broken("an event that comes while a lease runs is not written", whileLeased, (world) => {
    const { save } = storing((now, before) => (before !== undefined && before.leaseUntil > 0 ? before : now))(world)
    return {
      ...(save === undefined ? {} : { save }),
      markDelivered: ending({
        received: (delivery, seq, events, now) =>
          rightly.received(
            delivery,
            seq,
            events.filter((each) => each.seq <= delivery.newest),
            now,
          ),
      })(world).markDelivered,
    }
  }),
  broken(
    "an event wakes no delivery that was heard",
    afterAll,
    storing((now, before) => (before === undefined ? now : { ...now, dueAt: before.dueAt }), "save"),
  ),
  broken(
    "an event pulls what is put off forward",
    behind,
    storing((now, _, news) => ({ ...now, dueAt: Math.min(now.dueAt ?? Infinity, news[0]?.at ?? Infinity) }), "save"),
  ),
  broken("a lease holds up everybody", undisturbed, (world) => ({
    takeDeliveries: ({ consumer, now, limit, until }) =>
      afterwards(world.driver.takeDeliveries({ consumer, now, limit, until }), ({ taken }) =>
        alterDeliveries(world, (each, name) =>
          taken.some(({ row }) => nameOf(row) === name) ? { ...each, leaseUntil: until } : each,
        ),
      ),
  })),
  broken("the time of everybody's next is told", [undisturbed, nobody], (world) => ({
    takeDeliveries: ({ consumer, now, limit, until }) =>
      Effect.map(world.driver.takeDeliveries({ consumer, now, limit, until }), ({ taken }) => ({
        taken,
        nextDueAt: earliest(waitingIn(world, () => true).map(freeAt)),
      })),
  })),
  broken(
    "what is heard is heard by all payments of its id",
    sameId,
    ending({ finds: ({ consumer }, name, lease) => consumer === lease.consumer && name.endsWith(`/${lease.key.id}`) }),
  ),
]

const whole = "what was not delivered is listed whole, also while it is leased"
const sorted = "what was not heard comes by the time of its event, then as payments in lists, then by consumer"
const found = "what was not heard is found by consumer, by payment and by both"

/** A store that tells something else of what waits. */
const telling =
  (change: (each: WaitingDelivery, world: World) => WaitingDelivery) =>
  (world: World): Pick<DeliveryDriver, "deliveries"> => ({
    deliveries: (query) => Effect.map(world.driver.deliveries(query), (all) => all.map((each) => change(each, world))),
  })

const brokenLooking: ReadonlyArray<Broken> = [
  broken("what is leased is not told", whole, (world) => ({
    deliveries: (query) =>
      Effect.map(world.driver.deliveries(query), (all) =>
        all.filter(({ consumer, key }) =>
          deliveriesOf(world, nameOf(key)).every((each) => each.consumer !== consumer || each.leaseUntil === 0),
        ),
      ),
  })),
  broken("what was heard is told too", whole, (world) => {
    const last = new Map<string, WaitingDelivery>()
    return {
      deliveries: (query) =>
        Effect.map(world.driver.deliveries(query), (all) => {
          for (const each of all) last.set(`${each.consumer} ${nameOf(each.key)}`, each)
          return [...last.values()]
        }),
    }
  }),
  broken(
    "the newest event is told as that of the delivery's beginning",
    whole,
    telling((each) => ({ ...each, newest: 4 })),
  ),
  broken(
    "what was heard is told as nothing",
    whole,
    telling((each) => ({ ...each, delivered: 0 })),
  ),
  broken(
    "tries are not told",
    whole,
    telling((each) => ({ ...each, tries: 0 })),
  ),
  broken("the time of the payment is told as that of the event", whole, (world) =>
    telling((each) => ({ ...each, since: world.cell.current.payments.get(nameOf(each.key))?.row?.createdAt ?? 0 }))(
      world,
    ),
  ),
  broken(
    "the time of the event is told as that of the delivery",
    whole,
    telling((each) => ({ ...each, dueAt: each.since })),
  ),
  broken("what waits has no limit", [sorted, found], ({ driver }) => ({
    deliveries: (query) => driver.deliveries({ ...query, limit: Infinity }),
  })),
]

/** A store that reads what it delivers itself: it dies on a row that nobody can read. */
const read = ({ body }: PaymentRow) => assert.isTrue(body.endsWith("}"), "a row cannot be read")

const unreadable = "is left out of what is delivered, and the others are heard of: the first of them too"
const notCaughtUp = "keeps no consumer from being caught up"

const brokenUnreadable: ReadonlyArray<Broken> = [
  broken("deliveries die on a row that cannot be read", unreadable, ({ driver }) => ({
    takeDeliveries: (...given) =>
      afterwards(driver.takeDeliveries(...given), ({ taken }) => taken.forEach(({ row }) => read(row))),
  })),
  broken("a page ends before a row that cannot be read", notCaughtUp, (world) => ({
    subscribe: ({ consumer, from, limit }) =>
      Effect.suspend(() =>
        [...world.cell.current.payments.values()].map(({ row }) => row).every(({ body }) => body.endsWith("}"))
          ? world.driver.subscribe({ consumer, from, limit })
          : Effect.succeed(true),
      ),
  })),
]

/** Lets others come between. */
const between = <A, E>(later: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.andThen(Effect.yieldNow, Effect.suspend(later))

const takenOnce = "workers that take what is to be delivered at once never get one event twice, and get all"
const inOrder = "events that come while others are heard are all heard, once each and in order"
const followedOnce =
  "processes that follow the store at once, while payments come, catch a consumer up with all, and once"

const brokenTogether: ReadonlyArray<Broken> = [
  broken("takeDeliveries looks first and leases later", takenOnce, (world) => ({
    takeDeliveries: ({ consumer, now, limit, until }) =>
      Effect.suspend(() => {
        const before = world.cell.current
        return Effect.flatMap(world.driver.takeDeliveries({ consumer, now, limit, until }), (due) => {
          world.cell.current = before
          return between(() =>
            Effect.sync(() => {
              const names = new Set(due.taken.map(({ row }) => nameOf(row)))
              alterDeliveries(world, (each, name) =>
                names.has(name) ? { ...each, leaseNumber: each.leaseNumber + 1, leaseUntil: until } : each,
              )
              return due
            }),
          )
        })
      }),
  })),
  broken("heard looks for the next event first and marks later", inOrder, (world) => ({
    markDelivered: (lease, { seq, now }) =>
      Effect.suspend(() => {
        const next = after(world.cell.current.payments.get(nameOf(lease.key))?.events ?? [], seq)[0]?.at ?? null
        return between(() =>
          ending({ received: (delivery) => ({ ...delivery, delivered: seq, leaseUntil: 0, dueAt: next }) })(
            world,
          ).markDelivered(lease, { seq, now }),
        )
      }),
  })),
  broken("processes that follow a store write over each other's pages", followedOnce, (world) => ({
    subscribe: ({ consumer, from, limit }) =>
      Effect.suspend(() => {
        const before = world.cell.current.subscribers
        return Effect.flatMap(world.driver.subscribe({ consumer, from, limit }), (done) =>
          // What it reads as its place is by now where another process was.
          between(() =>
            Effect.sync(() => {
              const others = before.filter((each) => each.consumer !== consumer)
              const page = { key: { kind: "payout" as const, project: "", id: "" }, createdAt: Infinity }
              world.cell.current = {
                ...world.cell.current,
                subscribers: [...others, { consumer, from, wanted: null, reached: page, caughtUp: done }],
              }
              return done
            }),
          ),
        )
      }),
  })),
]

export const brokenDeliveries: ReadonlyArray<Broken> = [
  ...brokenWriting,
  ...brokenTaking,
  ...brokenAnswering,
  ...brokenMeanwhile,
  ...brokenLooking,
  ...brokenUnreadable,
  ...brokenTogether,
]
