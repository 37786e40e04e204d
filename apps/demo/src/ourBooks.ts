/**
 * What our store says, read directly from its tables: the proof must not rest on code that it judges. Also the events delivered to the
 * host, as the reconcilers' webhooks brought them.
 */
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { DatabaseSync } from "node:sqlite"
import { Effect, Option, Schema, type Scope } from "effect"
import { freePort } from "@cauri/programs"

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["payin", "payout"]),
  rail: Schema.String,
  state: Schema.String,
  amount: Schema.Int,
  flags: Schema.fromJsonString(Schema.Array(Schema.String)),
  /** Why the last call that got no answer got none. */
  unanswered: Schema.NullOr(Schema.String),
  /** Creation calls that were begun. */
  attempts: Schema.Int,
})
export type Ours = typeof Row.Type

const rowsSql = `
  select p.id, p.kind, p.rail, p.state, p.amount,
    (select json_group_array(json_extract(value, '$.kind')) from json_each(p.body, '$.payment.flags')
      where json_extract(value, '$.closed') is null) as flags,
    (select json_extract(e.body, '$.event.cause') from cauri_events e
      where e.id = p.id and e.kind = p.kind and e.project = p.project and e.tag = 'attempt_unanswered'
      order by e.seq desc limit 1) as unanswered,
    (select count(*) from cauri_attempts a where a.id = p.id and a.kind = p.kind and a.project = p.project) as attempts
  from cauri_payments p order by p.id`

const Count = Schema.Struct({ rail: Schema.String, state: Schema.String, count: Schema.Int })
type Count = typeof Count.Type

const countsSql = "select rail, state, count(*) as count from cauri_payments group by rail, state"

/** The store's tables. */
export interface OurBooks {
  readonly rows: Effect.Effect<ReadonlyArray<Ours>>
  readonly counts: Effect.Effect<ReadonlyArray<Count>>
}

const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))
const decodeCounts = Schema.decodeUnknownSync(Schema.Array(Count))

/** The store could not be read at this moment. */
class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { cause: Schema.Unknown }) {}

/** Others write all the time, and one of them is killed: a read that came in between is made again. */
const patiently = <A>(read: () => A): Effect.Effect<A> =>
  Effect.orDie(Effect.retry(Effect.try({ try: read, catch: (cause) => new Unreadable({ cause }) }), { times: 5 }))

/** Opens the file for reading only. */
export const openOurBooks = (file: string): Effect.Effect<OurBooks, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(file, { readOnly: true, timeout: 1_000 })),
      (database) => Effect.sync(() => database.close()),
    ),
    (database) => {
      const rows = database.prepare(rowsSql)
      const counts = database.prepare(countsSql)
      return {
        rows: patiently(() => decodeRows(rows.all())),
        counts: patiently(() => decodeCounts(counts.all())),
      }
    },
  )

const ReceivedEvent = Schema.Struct({
  type: Schema.String,
  data: Schema.Struct({ id: Schema.String, payment: Schema.Struct({ id: Schema.String }), amount: Schema.Int }),
})
export type ReceivedEvent = typeof ReceivedEvent.Type

const decodeReceivedEvent = Schema.decodeOption(Schema.fromJsonString(ReceivedEvent))

/** The delivered event in a webhook's body, or null. */
export const receivedEventOf = (body: string): ReceivedEvent | null => Option.getOrNull(decodeReceivedEvent(body))

/** The host: answers a webhook once it has kept the event. Gives the settings of a reconciler that delivers to it. */
export const openHost = Effect.fnUntraced(function* (received: Array<ReceivedEvent>) {
  const port = yield* freePort()
  const keep = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const receivedEvent = receivedEventOf(await text(request))
      if (receivedEvent !== null) received.push(receivedEvent)
      response.writeHead(204).end()
    } catch {
      // A killed reconciler leaves half a request: the other one repeats it.
      response.destroy()
    }
  }
  const server = createServer((request, response) => void keep(request, response))
  yield* Effect.acquireRelease(
    Effect.sync(() => server.listen(port, "127.0.0.1")),
    () => Effect.sync(() => server.close().closeAllConnections()),
  )
  const secret = `whsec_${randomBytes(32).toString("base64")}`
  return { OUTCOMES: "webhook", WEBHOOK_URL: `http://127.0.0.1:${port}`, WEBHOOK_SECRET: secret }
})
