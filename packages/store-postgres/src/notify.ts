/**
 * Tells sleepers on other machines that something may have become due, through Postgres's own `NOTIFY`. It says the schema and a time,
 * nothing personal. Missing one costs time only: a sleeper wakes by itself when it knows that something is due.
 *
 * Our own writes notify after their commit, in a statement of its own: within it, all notifying transactions of a database would commit
 * one after the other. What a host writes in its own transaction is notified there, because nobody else sees its commit.
 */
import { type EventRow, Nudge, type PaymentWrite } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import { Effect, Layer, Option, Queue, Schedule, type Scope, Stream } from "effect"
import { type ClientConfig, default as pg } from "pg"
import type { Connection } from "./connection.ts"
import { storeError } from "./faults.ts"
import { defaults } from "./StoreOptions.ts"

/** The channel on which every store of a database notifies. */
export const channel = "cauri_due"

const separator = " "

/** When somebody has to do with what is written so: to act on the payment, or to deliver an event. Null: nobody has. */
export const earliestDue = (
  { actAt }: Pick<PaymentWrite, "actAt">,
  events: ReadonlyArray<Pick<EventRow, "announced" | "at">>,
): number | null => {
  const dueAt = Math.min(actAt ?? Infinity, ...events.filter(({ announced }) => announced).map(({ at }) => at))
  return dueAt === Infinity ? null : dueAt
}

/** What is said: which store, and when something is due. */
export const payloadOf = (schema: string, dueAt: number): string => `${schema}${separator}${dueAt}`

/** The time that a payload tells about this store; none when it is about another. */
export const dueIn = (schema: string, payload: string | undefined): Option.Option<number> => {
  const [name, time] = (payload ?? "").split(separator)
  const dueAt = Number(time)
  return name === schema && Number.isSafeInteger(dueAt) ? Option.some(dueAt) : Option.none()
}

/** Says that something is due, at most one sentence at a time: what comes meanwhile is said together, by its earliest time. */
export interface Notifier {
  readonly say: (dueAt: number) => void
}

/** Starts a notifier. A sentence that cannot be said is lost, and costs the time until the sleeper's own waking. */
export const makeNotifier = Effect.fnUntraced(function* (
  connection: Connection,
  schema: string,
): Effect.fn.Return<Notifier, never, Scope.Scope> {
  const times = yield* Queue.sliding<number>(1)
  let earliest = Infinity
  const round = Effect.gen(function* () {
    yield* Queue.take(times)
    const dueAt = earliest
    earliest = Infinity
    yield* Effect.ignore(
      Effect.tryPromise(() => connection.query(sql`select pg_notify(${channel}, ${payloadOf(schema, dueAt)})`)),
    )
  })
  yield* Effect.forkScoped(Effect.forever(round))
  return {
    say: (dueAt) => {
      earliest = Math.min(earliest, dueAt)
      Queue.offerUnsafe(times, dueAt)
    },
  }
})

/** How a listener connects: to the server itself, because a pooler between may lose what is said. */
export interface ListenOptions {
  readonly url: string
  readonly schema?: string
  /** Whatever else pg should know, such as TLS. */
  readonly client?: Omit<ClientConfig, "connectionString">
}

/** Ends a connection. A server that says nothing any more does not hang up, and a listener has nothing to lose. */
const close = (client: pg.Client) =>
  Effect.tryPromise(() => client.end()).pipe(
    Effect.interruptible,
    Effect.timeoutOption("1 second"),
    Effect.ignore,
    Effect.andThen(Effect.sync(() => client.connection.stream.destroy())),
  )

/** How to listen where a host's pool connects. A pool keeps its password out of sight of those who copy its options. */
export const listeningOf = ({ options }: pg.Pool): ListenOptions => {
  const { connectionString, password, ...client } = options
  const own = password === undefined ? {} : { password }
  return { url: connectionString ?? "", client: { ...client, ...own } }
}

const listen = (options: ListenOptions) =>
  Effect.fnUntraced(function* (queue: Queue.Enqueue<number, ReturnType<typeof storeError>>) {
    const schema = options.schema ?? defaults.schema
    const client = new pg.Client({
      keepAlive: true,
      application_name: "cauri",
      ...options.client,
      connectionString: options.url,
    })
    const lost = (error: unknown) => Queue.fail(queue, storeError("listen", error)).pipe(Effect.runSync)
    client.on("error", lost)
    client.on("end", () => lost(new Error("The connection ended.")))
    client.on("notification", ({ payload }) => {
      const dueAt = dueIn(schema, payload)
      if (Option.isSome(dueAt)) Queue.offerUnsafe(queue, dueAt.value)
    })
    yield* Effect.addFinalizer(() => close(client))
    yield* Effect.tryPromise({
      try: async () => {
        await client.connect()
        await client.query(`listen ${channel}`)
      },
      catch: (error) => storeError("listen", error),
    })
    // Something may have been said before anybody listened.
    Queue.offerUnsafe(queue, 0)
  })

/**
 * The times at which something becomes due, as other processes write it, for ever. A lost connection is made again, a second later at
 * first; each time it stands, the stream gives 0, because something may have been said meanwhile. It fails with nothing.
 */
export const dueTimes = (options: ListenOptions): Stream.Stream<number> =>
  Stream.callback<number, ReturnType<typeof storeError>>(listen(options), { bufferSize: 16, strategy: "sliding" }).pipe(
    Stream.retry(Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])),
    Stream.orDie,
  )

/** Wakes core's sleeping reconciler whenever another process has written something that is due. */
export const layerWaking = (options: ListenOptions): Layer.Layer<never, never, Nudge> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const nudge = yield* Nudge
      yield* Effect.forkScoped(Stream.runForEach(dueTimes(options), () => nudge.wake))
    }),
  )
