/** Stores that let consumers follow them wrongly. */
import { Effect } from "effect"
import type { DeliveryDriver, MemoryState, StoredDelivery } from "@cauri/core/adapter"
import { afterwards, alterDeliveries, type Broken, broken, deliveriesOf, nameOf, type World } from "./world.ts"

const beginning =
  "a consumer hears what is there already, from its beginning: all that was created at its time or later"
const olderOnes = "of older payments a consumer hears what happens from its registration on"
const pages = "no page is longer than its limit, and a consumer is caught up once every payment was on one"
const empty = "an empty store catches a consumer up at once, and to be caught up again does no harm"
const whileCaughtUp = "what happens while a consumer is caught up is heard in its order, and nothing twice"
const times = "a later time changes nothing, and an earlier one is caught up with"
const again = "following again makes nothing heard again, ends no lease and forgets no refusal"
const unfollowed = "a consumer that unfollowed has no deliveries and gets none, and the others keep theirs"
const isNew = "a consumer that follows again after it unfollowed is a new one"
const names = "consumers are told apart letter for letter, whatever their names"

const wantedAlone = "a consumer has deliveries of what it wants alone"
const wantedLater = "what a consumer wants later is heard from the history, before newer events, and nothing twice"
const wantedMeanwhile = "what happens while a consumer is caught up with what it wants later is heard once"
const union = "programs of two versions want what either wants, and of an unwanted event nothing is left in between"

type Subscribers = MemoryState["subscribers"]

const setSubscribers = ({ cell }: World, change: (subscribers: Subscribers) => Subscribers) => {
  cell.current = { ...cell.current, subscribers: change(cell.current.subscribers) }
}

/** A store that changes what a consumer had before it follows again. */
const resubscribing =
  (change: (delivery: StoredDelivery) => StoredDelivery | undefined) =>
  (world: World): Pick<DeliveryDriver, "subscribe"> => ({
    subscribe: ({ consumer, from, limit }) =>
      Effect.suspend(() => {
        alterDeliveries(world, (each) => (each.consumer === consumer ? change(each) : each))
        return world.driver.subscribe({ consumer, from, limit })
      }),
  })

/** A store that takes another time or limit for a consumer. */
const subscribing =
  (change: (from: number, limit: number, found: Subscribers[number] | undefined) => readonly [number, number]) =>
  ({ cell, driver }: World): Pick<DeliveryDriver, "subscribe"> => ({
    subscribe: ({ consumer, ...given }) =>
      Effect.suspend(() => {
        const found = cell.current.subscribers.find((each) => each.consumer === consumer)
        const [from, limit] = change(given.from, given.limit, found)
        return driver.subscribe({ consumer, from, limit })
      }),
  })

/** A store that makes another name of each. */
const naming =
  (fold: (name: string) => string) =>
  ({ driver }: World): Partial<DeliveryDriver> => ({
    subscribe: (given) => driver.subscribe({ ...given, consumer: fold(given.consumer) }),
    takeDeliveries: (terms) => driver.takeDeliveries({ ...terms, consumer: fold(terms.consumer) }),
    markDelivered: (lease, ...rest) => driver.markDelivered({ ...lease, consumer: fold(lease.consumer) }, ...rest),
    retryDelivery: (lease, retryAt) => driver.retryDelivery({ ...lease, consumer: fold(lease.consumer) }, retryAt),
  })

/** A store whose saves and inserts begin a delivery elsewhere. */
const starting =
  (begin: (delivery: StoredDelivery, createdAt: number, first: number, world: World) => StoredDelivery | undefined) =>
  (world: World): ReturnType<Parameters<typeof broken>[2]> => {
    const started = (
      row: Parameters<World["driver"]["insert"]>[0],
      events: Parameters<World["driver"]["insert"]>[1],
    ) => {
      const before = deliveriesOf(world, nameOf(row))
      const first = events.find(({ deliveredAs }) => deliveredAs !== null)?.seq ?? 1
      return () =>
        alterDeliveries(world, (each, name) =>
          name !== nameOf(row) || before.some(({ consumer }) => consumer === each.consumer)
            ? each
            : begin(each, row.createdAt, first, world),
        )
    }
    return {
      insert: (row, events) => Effect.suspend(() => afterwards(world.driver.insert(row, events), started(row, events))),
      save: (row, events, terms) =>
        Effect.suspend(() => afterwards(world.driver.save(row, events, terms), started(row, events))),
    }
  }

const brokenPages: ReadonlyArray<Broken> = [
  broken(
    "follow begins with everything",
    [beginning, olderOnes],
    subscribing((_, limit) => [0, limit]),
  ),
  broken("follow says after one page that it is caught up", [pages, whileCaughtUp], ({ driver }) => ({
    subscribe: (...given) => Effect.as(driver.subscribe(...given), true),
  })),
  broken("follow never says that it is caught up", [empty, pages], ({ driver }) => ({
    subscribe: (...given) => Effect.as(driver.subscribe(...given), false),
  })),
  broken("follow is caught up by a page of its own", empty, (world) => {
    const asked = new Set<string>()
    return {
      subscribe: (given) =>
        Effect.map(world.driver.subscribe(given), (done) => {
          const isFirst = !asked.has(given.consumer)
          asked.add(given.consumer)
          return done && !isFirst
        }),
    }
  }),
  broken(
    "while a consumer is caught up, only what is new is heard",
    whileCaughtUp,
    starting((each, _, first) => ({ ...each, delivered: first - 1 })),
  ),
  broken(
    "a page writes over what came meanwhile",
    whileCaughtUp,
    resubscribing((each) => ({ ...each, delivered: 0, dueAt: 0 })),
  ),
]

const brokenAgain: ReadonlyArray<Broken> = [
  broken(
    "following again makes everything heard again",
    again,
    resubscribing((each) => ({ ...each, delivered: 0, dueAt: 0 })),
  ),
  broken("following again begins from the start", [again, times], (world) => ({
    subscribe: ({ consumer, from, limit }) =>
      Effect.suspend(() => {
        const found = world.cell.current.subscribers.find((each) => each.consumer === consumer)
        if (found !== undefined && from < found.from)
          alterDeliveries(world, (each) => (each.consumer === consumer ? undefined : each))
        return world.driver.subscribe({ consumer, from, limit })
      }),
  })),
  broken(
    "following again ends leases",
    again,
    resubscribing((each) => ({ ...each, leaseUntil: 0 })),
  ),
  broken(
    "following again gives new leases",
    again,
    resubscribing((each) => ({ ...each, leaseNumber: each.leaseNumber + 1 })),
  ),
  broken(
    "following again forgets refusals",
    again,
    resubscribing((each) => ({ ...each, tries: 0 })),
  ),
  broken(
    "following again delivers at once",
    again,
    resubscribing((each) => ({ ...each, dueAt: each.dueAt === null ? null : 0 })),
  ),
]

const brokenUnsubscribing: ReadonlyArray<Broken> = [
  broken("unsubscribe does nothing", [unfollowed, isNew], () => ({ unsubscribe: () => Effect.void })),
  {
    ...broken("unsubscribe dies of a consumer that is not there", unfollowed, ({ cell, driver }) => ({
      unsubscribe: (consumer) =>
        cell.current.subscribers.some((each) => each.consumer === consumer)
          ? driver.unsubscribe(consumer)
          : Effect.die(new Error("no such consumer")),
    })),
    breaksDown: true,
  },
  broken(
    "names of consumers are normalized",
    names,
    naming((name) => name.normalize()),
  ),
]

const brokenWanted: ReadonlyArray<Broken> = [
  broken("subscribe keeps for a consumer what it does not want", wantedAlone, ({ driver }) => ({
    subscribe: ({ consumer, from, limit }) => driver.subscribe({ consumer, from, limit }),
  })),
  broken("subscribe hears what is wanted later from now on alone", [wantedLater, wantedMeanwhile], (world) => ({
    subscribe: ({ consumer, from, limit, wanted }) =>
      Effect.suspend(() => {
        const known = world.cell.current.subscribers.some((each) => each.consumer === consumer)
        if (!known) return world.driver.subscribe({ consumer, from, limit, wanted })
        const widened = (before: ReadonlyArray<string> | null) => [...(before ?? []), ...(wanted ?? [])]
        setSubscribers(world, (all) =>
          all.map((each) => (each.consumer === consumer ? { ...each, wanted: widened(each.wanted) } : each)),
        )
        alterDeliveries(world, (each) => (each.consumer === consumer ? { ...each, counted: null } : each))
        return Effect.succeed(true)
      }),
  })),
  broken("subscribe forgets what a program of another version wants", union, (world) => ({
    subscribe: ({ consumer, from, limit, wanted }) =>
      afterwards(world.driver.subscribe({ consumer, from, limit, wanted }), () =>
        setSubscribers(world, (all) =>
          all.map((each) => (each.consumer === consumer ? { ...each, wanted: wanted ?? null } : each)),
        ),
      ),
  })),
]

export const brokenSubscribing: ReadonlyArray<Broken> = [
  ...brokenPages,
  ...brokenAgain,
  ...brokenUnsubscribing,
  ...brokenWanted,
]
