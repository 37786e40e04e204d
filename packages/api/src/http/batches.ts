/** What the API does with batches of payouts: the same as the console, for programs. A person approves, resumes, and starts after a restoration. */
import {
  type Batch,
  cancelBatch,
  findBatch,
  importBatch,
  type LineStanding,
  pauseBatch,
  previewBatch,
  progressOf,
  readSheet,
  standingOf,
  startBatch,
} from "@cauri/batches"
import { Policy } from "@cauri/core"
import { invalidInput, isoOf } from "@cauri/plain"
import { Effect } from "effect"
import { batchBody, batchList, batchQuery, noFields, usual } from "./operations.ts"
import type { Call, House } from "./payments.ts"
import type { Answer } from "./problems.ts"

const ok = (body: unknown): Answer => ({ status: 200, body })

const batchData = ({ approvedBy, at, by, digest, id, lines, project, requestedBy, state, sum, wrong }: Batch) => ({
  project,
  id,
  state,
  digest,
  lines,
  wrong,
  sum,
  by,
  at: isoOf(at),
  requestedBy,
  approvedBy,
})

const lineData = ({ because, line, payout, reference, state }: LineStanding) => ({
  id: line.id,
  amount: line.amount,
  state,
  because,
  reference,
  payout: payout?.key.id ?? null,
})

const batchOf = ({ id, key }: Call) => findBatch(key.project, id)
const ids = (all: ReadonlyArray<{ readonly id: string }>) => all.map((line) => line.id)

/** The operations on batches, by their names. */
export const batchHandlers = ({ country }: House) => {
  /** A batch with how far it is. */
  const shown = Effect.fnUntraced(function* (batch: Batch, lines: ReadonlyArray<LineStanding>) {
    const { counts, left, millisLeft, stoppedBy } = yield* progressOf(batch, lines)
    return {
      ...batchData(batch),
      counts,
      left,
      secondsLeft: millisLeft === null ? null : Math.ceil(millisLeft / 1_000),
      stoppedBy:
        stoppedBy === null
          ? null
          : { scope: stoppedBy.scope, reason: stoppedBy.reason, by: stoppedBy.by, since: isoOf(stoppedBy.since) },
    }
  })

  const acting = <E, R>(
    act: (batch: Batch, who: { readonly by: string; readonly reason: string }) => Effect.Effect<Batch, E, R>,
  ) =>
    Effect.fnUntraced(function* (call: Call) {
      yield* call.bodyAs(noFields)
      const who = { by: `key ${call.key.name}`, reason: "by a program" }
      const batch = yield* act(yield* batchOf(call), who)
      return ok(yield* shown(batch, yield* standingOf(batch)))
    })

  return {
    createBatch: Effect.fnUntraced(function* (call: Call) {
      const { preview = false } = yield* call.query(batchQuery)
      const { description, id, lines } = yield* call.bodyAs(batchBody)
      const { project } = call.key
      const table = lines.map((line) => [
        line.id,
        line.phone,
        // JSON has points only where there are parts of a franc; people also write thousands with them.
        Number.isSafeInteger(line.amount) ? String(line.amount) : "",
        line.description ?? "",
        line.operator ?? "",
      ])
      const heads = ["id", "phone", "amount", "description", "operator"]
      const terms = { batch: id, project, country, description: description ?? "", policy: yield* Policy }
      const sheet = readSheet([heads, ...table], ",", terms)
      if (sheet === null) throw invalidInput("lines", "a list of lines")
      const { above, doubtful, existing, needsTwo, operators, payable, sum, twice, twins, wrong, ...checked } =
        yield* previewBatch(id, project, sheet)
      const given = { id, project, sheet, fileName: "", by: `key ${call.key.name}`, reason: "by a program" }
      const batch = preview ? existing : (yield* importBatch(given)).batch
      return ok({
        ...checked,
        state: batch?.state ?? null,
        payable,
        sum,
        needsTwo,
        wrong: wrong.map((line) => ({ id: line.id, because: line.wrong })),
        doubtful: ids(doubtful),
        twice: ids(twice),
        twins: twins.map(({ line, payout }) => ({ id: line.id, payout })),
        above: ids(above),
        operators,
      })
    }),
    getBatch: Effect.fnUntraced(function* (call: Call) {
      const { after = usual.after, limit = usual.limit } = yield* call.query(batchList)
      // All lines are read for it.
      yield* call.takeToken
      const batch = yield* batchOf(call)
      const lines = yield* standingOf(batch)
      const next = after + limit < lines.length ? after + limit : null
      return ok({ ...(yield* shown(batch, lines)), lineStates: lines.slice(after, after + limit).map(lineData), next })
    }),
    startBatch: acting((batch, who) => startBatch(batch, who, false)),
    pauseBatch: acting(pauseBatch),
    cancelBatch: acting(cancelBatch),
  }
}
