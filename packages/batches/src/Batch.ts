/**
 * A batch of payouts: a list that was read once and never changes, and what people did with it. It is stored as a chain of documents: each
 * act replaces the one before it, so of two that are taken at the same moment one is kept and the other refused.
 */
import { type InvalidInput, PaymentId, ProjectId, StoreError } from "@cauri/core"
import { Documents, type KeptDocument, WakeSignal } from "@cauri/core/adapter"
import { Clock, Effect, Option, Schema, Struct } from "effect"
import { Sheet } from "./Sheet.ts"

/** What can be done with a batch. `sent`: the program has stored every line. */
export const acts = ["imported", "requested", "started", "approved", "paused", "resumed", "cancelled", "sent"] as const
/** One of the things that are done with a batch. */
export type Act = (typeof acts)[number]

const Head = Schema.Struct({
  id: Schema.String,
  act: Schema.Literals(acts),
  /** Who did it, and why. */
  by: Schema.String,
  reason: Schema.String,
  /** The number of the document that has the lines; 0: this one. */
  imported: Schema.Int,
  importedBy: Schema.String,
  importedAt: Schema.Int,
  fileName: Schema.String,
  /** How many lines there are, how many of them are wrong, and the sum of the others. */
  lines: Schema.Int,
  wrong: Schema.Int,
  sum: Schema.Int,
  /** What an approval rests on: that of all lines. */
  digest: Schema.String,
  requestedBy: Schema.NullOr(Schema.String),
  approvedBy: Schema.NullOr(Schema.String),
  /** The number of the newest restoration that was looked at when its lines were let go. A later one interrupts the batch. */
  gap: Schema.Int,
  /** The number of the document that names the lines which a statement shows as paid; 0: none does, -1: this one. */
  leftOut: Schema.Int,
})
type Head = typeof Head.Type
const HeadText = Schema.fromJsonString(Head)
const encodeHead = Schema.encodeSync(HeadText)
const decodeHead = Schema.decodeSync(HeadText)

const SheetText = Schema.fromJsonString(Sheet)
const encodeSheet = Schema.encodeSync(SheetText)
const decodeSheet = Schema.decodeSync(SheetText)

/** Lines that are not sent, because a statement shows them as paid, or shows a payment of their amount to an unnamed number. */
export const LeftOut = Schema.Struct({ paid: Schema.Array(Schema.String), maybe: Schema.Array(Schema.String) })
export type LeftOut = typeof LeftOut.Type
const LeftOutText = Schema.fromJsonString(LeftOut)

/** Where a batch stands. `interrupted`: the store was restored since; a person resumes it. */
export type BatchState = "imported" | "requested" | "sending" | "interrupted" | "paused" | "cancelled" | "sent"

/** A batch as it stands. */
export interface Batch extends Head {
  readonly project: ProjectId
  readonly state: BatchState
  /** The number of its newest document, and when that was kept. */
  readonly number: number
  readonly at: number
}

const because = {
  not_found: "There is no such batch. List the batches to see their ids.",
  exists: "This batch exists already with other lines. Nothing was stored. Give the other list an id of its own.",
  empty: "No line of this list can be paid. Nothing was stored.",
  changed: "The batch has changed meanwhile. Look at it again.",
  wrong_state: "The batch does not allow this as it stands. Look at it again.",
  digest: "This is not the digest of the lines that were requested. Look at the batch again.",
  no_second_person: "Two people decide about this sum, and the policy names no other approver (approvals.approvers).",
  same_person: "Another person must approve what this one requested.",
  not_an_approver: "The policy does not name this person as an approver (approvals.approvers).",
  statement_missing:
    "The store was restored: import a statement of the service over what it has forgotten, then try again.",
  needs_person: "The store was restored: a person starts the batch in the console, after looking at the statement.",
} as const
/** Why a batch is refused, or an act on it. */
export type BatchRefusal = keyof typeof because

/** Nothing was stored, sent or changed. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", {
  project: Schema.String,
  id: Schema.String,
  because: Schema.Literals(Struct.keys(because)),
  /** The time that no statement covers. */
  missing: Schema.NullOr(Schema.Struct({ from: Schema.Int, before: Schema.Int })),
}) {
  override get message() {
    return `The batch ${this.project}/${this.id}: ${because[this.because]}`
  }
}

/** Refuses something about this batch. */
export const refused = (
  { id, project }: { readonly id: string; readonly project: string },
  why: BatchRefusal,
  missing: BatchRefused["missing"] = null,
) => new BatchRefused({ project, id, because: why, missing })

const states: Readonly<Record<Act, BatchState>> = {
  imported: "imported",
  requested: "requested",
  started: "sending",
  approved: "sending",
  resumed: "sending",
  paused: "paused",
  cancelled: "cancelled",
  sent: "sent",
}

/** The number of the newest restoration, which concerns every project; 0: there was none. */
export const newestGap = Effect.fnUntraced(function* () {
  const [newest] = yield* (yield* Documents).list({ kind: "gap", limit: 1 })
  return newest?.number ?? 0
})

/** The name under which a batch is kept: of a chain only the newest document counts. */
const nameOf = (project: string, id: string) => `${project}/${id}`

/** The batch of its newest document. */
const batchOf = Effect.fnUntraced(function* ({ at, head, number, project }: KeptDocument) {
  const read = decodeHead(head)
  const state = states[read.act]
  const interrupted = state === "sending" && (yield* newestGap()) > read.gap
  const batch: Batch = {
    ...read,
    project: ProjectId.make(project ?? ""),
    imported: read.imported === 0 ? number : read.imported,
    leftOut: read.leftOut === -1 ? number : read.leftOut,
    state: interrupted ? "interrupted" : state,
    number,
    at,
  }
  return batch
})

/** A batch as it stands; null: there is none. */
export const lookUpBatch = Effect.fnUntraced(function* (project: string, id: string) {
  const about = `batch ${nameOf(project, id)}`
  const [newest] = yield* (yield* Documents).list({ kind: "batch", about, limit: 1 })
  return newest === undefined ? null : yield* batchOf(newest)
})

/** A batch as it stands. Fails where there is none. */
export const findBatch = Effect.fn("Batches.find")(function* (project: string, id: string) {
  return (yield* lookUpBatch(project, id)) ?? (yield* refused({ project, id }, "not_found"))
})

const pageSize = 50

/** The batches whose newest act is among the newest documents, the newest first. `after`: only acts with a higher number. */
export const listBatches = Effect.fn("Batches.list")(function* (
  query: { readonly project?: string; readonly after?: number; readonly limit?: number } = {},
) {
  const { after = 0, limit = Infinity, project } = query
  const documents = yield* Documents
  const batches: Array<Batch> = []
  let below = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = yield* documents.list({
      kind: "batch",
      ...(project !== undefined && { project }),
      below,
      limit: pageSize,
    })
    for (const each of page) {
      below = each.number
      if (below <= after || batches.length >= limit) return batches
      if (each.replacedBy === null) batches.push(yield* batchOf(each))
    }
    if (page.length < pageSize) return batches
  }
})

const keep = Effect.fnUntraced(function* (
  head: Head,
  { body, project, replaces }: { readonly project: string; readonly replaces?: number; readonly body?: Uint8Array },
) {
  const kept = yield* (yield* Documents).keep({
    kind: "batch",
    digest: nameOf(project, head.id),
    about: `batch ${nameOf(project, head.id)}`,
    at: yield* Clock.currentTimeMillis,
    head: encodeHead(head),
    project,
    ...(replaces !== undefined && { replaces }),
    ...(body !== undefined && { body }),
  })
  // What sends the lines waits in this process.
  const wake = yield* Effect.serviceOption(WakeSignal)
  if (Option.isSome(wake))
    yield* wake.value.wake({ kind: "payout", project: ProjectId.make(project), id: PaymentId.make(head.id) })
  return kept
})

/** Who does something, and why. `onAllowed` runs before it is kept, once nothing else speaks against it. */
export interface By {
  readonly by: string
  readonly reason: string
  readonly onAllowed?: Effect.Effect<unknown, InvalidInput | StoreError>
}

/** Keeps an act on a batch as it was seen. Fails when another one came first. */
export const keepAct = Effect.fnUntraced(function* (
  { at: _at, number: replaces, project, state: _state, ...head }: Batch,
  act: Act,
  { by, onAllowed = Effect.void, reason }: By,
  more: Partial<Head> = {},
  leftOut: LeftOut | null = null,
) {
  yield* onAllowed
  const change = { act, by, reason, ...more }
  const own = leftOut === null ? {} : { leftOut: -1 }
  const body = leftOut === null ? {} : { body: new TextEncoder().encode(JSON.stringify(leftOut)) }
  const kept = yield* keep({ ...head, ...change, ...own }, { project, replaces, ...body })
  if (kept._tag === "AlreadyThere") return yield* refused({ project, id: head.id }, "changed")
  return yield* findBatch(project, head.id)
})

/** Keeps a list that was read. The same list under the same id is the same batch. */
export const keepSheet = Effect.fnUntraced(function* (
  given: Pick<Head, "id" | "by" | "reason" | "fileName" | "lines" | "wrong" | "sum" | "digest"> & {
    readonly project: string
    readonly sheet: Sheet
  },
) {
  const { project, sheet, ...head } = given
  const now = yield* Clock.currentTimeMillis
  const kept = yield* keep(
    {
      ...head,
      act: "imported",
      imported: 0,
      importedBy: head.by,
      importedAt: now,
      requestedBy: null,
      approvedBy: null,
      gap: 0,
      leftOut: 0,
    },
    { project, body: new TextEncoder().encode(encodeSheet(sheet)) },
  )
  const batch = yield* findBatch(project, head.id)
  if (batch.digest !== head.digest) return yield* refused(batch, "exists")
  return { batch, isNew: kept._tag === "Kept" }
})

const bodyOf = Effect.fnUntraced(function* (number: number) {
  const found = yield* (yield* Documents).find({ kind: "batch", number })
  const text = new TextDecoder().decode(found?.body ?? new Uint8Array())
  if (text !== "") return text
  return yield* new StoreError({ operation: "find", cause: new Error("A batch has lost its lines.") })
})

/** The list of a batch as it was read. */
export const sheetOf = (batch: Batch) => Effect.map(bodyOf(batch.imported), decodeSheet)

/** The lines of a batch that are not sent because of a statement. */
export const leftOutOf = Effect.fnUntraced(function* ({ leftOut }: Batch) {
  const none: LeftOut = { paid: [], maybe: [] }
  return leftOut === 0 ? none : Schema.decodeSync(LeftOutText)(yield* bodyOf(leftOut))
})
