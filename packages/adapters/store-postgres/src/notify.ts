/**
 * Wake signals for workers on other machines, through Postgres's own `NOTIFY`: the schema and a time, nothing personal. Missing one costs
 * only time: a sleeping worker wakes by itself when something that it knows of is due.
 *
 * Our own writes notify after their commit, in a statement of their own: within it, all notifying transactions of a database would commit
 * one after the other. What a host writes in its own transaction is notified there, because only the host sees its commit.
 */
import { type EventRow, type PaymentWrite } from "@cauri/core/adapter"
import { Effect, Option, Queue, Schedule, type Scope, Stream } from "effect"
import type { Client, ClientConfig, Pool } from "pg"
import { storeError } from "./faults.ts"
import { loadPg, optionsOf } from "./lenders.ts"
import { defaults } from "./StoreOptions.ts"

/** The channel on which every store of a database notifies. */
export const channel = "cauri_due"

const separator = " "

/** When what is written so is due: the payment, or the delivery of an event. Null: nothing is. */
export const earliestDue = (
  { actAt }: Pick<PaymentWrite, "actAt">,
  events: ReadonlyArray<Pick<EventRow, "deliveredAs" | "at">>,
): number | null => {
  const dueAt = Math.min(
    actAt ?? Infinity,
    ...events.filter(({ deliveredAs }) => deliveredAs !== null).map(({ at }) => at),
  )
  return dueAt === Infinity ? null : dueAt
}

/** The payload: which store, and when something is due. */
export const payloadOf = (schema: string, dueAt: number): string => `${schema}${separator}${dueAt}`

/** The time in a payload for this store; none when it is for another. */
export const dueIn = (schema: string, payload: string | undefined): Option.Option<number> => {
  const [name, time] = (payload ?? "").split(separator)
  const dueAt = Number(time)
  return name === schema && Number.isSafeInteger(dueAt) ? Option.some(dueAt) : Option.none()
}

/** Notifies that something is due, one statement at a time: later times are sent together, as the earliest of them. */
export interface Notifier {
  readonly say: (dueAt: number) => void
}

/** Starts a notifier. A notification that fails is lost, and costs the time until the sleeping worker wakes by itself. */
export const makeNotifier = Effect.fnUntraced(function* (
  notify: (payload: string) => Promise<unknown>,
  schema: string,
): Effect.fn.Return<Notifier, never, Scope.Scope> {
  const times = yield* Queue.sliding<number>(1)
  let earliest = Infinity
  const round = Effect.gen(function* () {
    yield* Queue.take(times)
    const dueAt = earliest
    earliest = Infinity
    yield* Effect.ignore(Effect.tryPromise(() => notify(payloadOf(schema, dueAt))))
  })
  yield* Effect.forkScoped(Effect.forever(round))
  return {
    say: (dueAt) => {
      earliest = Math.min(earliest, dueAt)
      Queue.offerUnsafe(times, dueAt)
    },
  }
})

/** How a listener connects: to the server itself, because a pooler between may lose notifications. */
export interface ListenOptions {
  readonly url: string
  readonly schema?: string
  /** Further options of pg, such as TLS. */
  readonly client?: Omit<ClientConfig, "connectionString">
}

/** Ends a connection. A silent server does not hang up, and a listener has nothing to lose. */
const close = (client: Client) =>
  Effect.tryPromise(() => client.end()).pipe(
    Effect.interruptible,
    Effect.timeoutOption("1 second"),
    Effect.ignore,
    Effect.andThen(Effect.sync(() => client.connection.stream.destroy())),
  )

export const listenOptionsOf = (host: Pool): ListenOptions => {
  const { connectionString, ...client } = optionsOf(host)
  return { url: connectionString ?? "", client }
}

const listen = (options: ListenOptions) =>
  Effect.fnUntraced(function* (queue: Queue.Enqueue<number, ReturnType<typeof storeError>>) {
    const schema = options.schema ?? defaults.schema
    const pg = yield* Effect.tryPromise({ try: () => loadPg(), catch: (error) => storeError("listen", error) })
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
    // A notification may have come before the listener was ready.
    Queue.offerUnsafe(queue, 0)
  })

/**
 * The times at which something becomes due, as other processes write it, for ever. A lost connection is made again, at first a second
 * later; after each connection the stream gives 0, because a notification may have been missed. It never fails.
 */
export const dueTimes = (options: ListenOptions): Stream.Stream<number> =>
  Stream.callback<number, ReturnType<typeof storeError>>(listen(options), { bufferSize: 16, strategy: "sliding" }).pipe(
    Stream.retry(Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])),
    Stream.orDie,
  )
