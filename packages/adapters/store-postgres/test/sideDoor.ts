/** A look into the tables by plain SQL, past the driver and its decoding. */
import { Effect, Layer, Option } from "effect"
import { default as pg } from "pg"
import { type Landed, SideDoor, unreadableBody } from "@cauri/conformance"
import type { PaymentKey } from "@cauri/core"
import { layer } from "@cauri/store-postgres"
import { scopedSchema, url } from "./support.ts"

// Whole numbers of 64 bits, read here without the store's own decoding.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const columns = `kind, project, id, state, seq, rail, amount, operator, party, order_ref as "orderRef", refund_of as "refundOf",
  payments.created_at as "createdAt", closed_at as "closedAt", amount_paid as "amountPaid", service_operator as "serviceOperator", act_at as "actAt", open_flags as "openFlags", body,
  version, lease_number as "leaseNumber", lease_until as "leaseUntil", newest_note as "newestNote"`

const look = async (pool: pg.Pool, schema: string, { kind, project, id }: PaymentKey) => {
  const ask = async (table: string, list: string) => {
    const text = `select ${list} from "${schema}".${table} where kind = $1 and project = $2 and id = $3`
    return (await pool.query({ text, values: [kind, project, id] })).rows
  }
  const [row] = await ask('payments join "SCHEMA".queue using (kind, project, id)'.replace("SCHEMA", schema), columns)
  if (row === undefined) return Option.none<Landed>()
  const notes = await ask("callback_notes", `number, attempt, fingerprint, received_at as "receivedAt", body`)
  const landed: Landed = {
    row,
    attempts: await ask("attempts", `number, attempt_kind as kind, outcome, token, started_at as "startedAt"`),
    events: await ask("events", 'seq, at, tag, delivered_as as "deliveredAs", body'),
    notes: notes.map((note) => ({ ...note, body: note.body === null ? null : new Uint8Array(note.body) })),
  }
  return Option.some(landed)
}

const spoil = async (pool: pg.Pool, schema: string, { kind, project, id }: PaymentKey) => {
  const text = `update "${schema}".payments set body = $1, version = version + 1 where kind = $2 and project = $3 and id = $4`
  await pool.query({ text, values: [unreadableBody, kind, project, id] })
}

/** A new store in a schema of its own, with its side door open. */
export const freshStoreWithSideDoor = Layer.unwrap(
  Effect.map(scopedSchema, (schema) =>
    Layer.effect(
      SideDoor,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new pg.Pool({ connectionString: url, types })),
          (pool) => Effect.promise(() => pool.end()),
        ),
        (pool) =>
          SideDoor.of({
            read: (key) => Effect.promise(() => look(pool, schema, key)),
            spoil: (key) => Effect.promise(() => spoil(pool, schema, key)),
          }),
      ),
    ).pipe(Layer.provideMerge(layer({ url, schema }))),
  ),
)
