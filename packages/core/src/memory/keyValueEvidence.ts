/** What a key-value store keeps of callbacks and old payments, and what of it contradicts itself. */
import { Effect, Stream } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { notesPerPayment } from "../ports/PaymentStoreDriver.ts"
import { Evidence, type KeptNote } from "../ports/Evidence.ts"
import { listOrder } from "../ports/storeKit.ts"
import { StoreStatus } from "../ports/StoreStatus.ts"
import { isAfterCursor, type KeyValueDriver, type StoredPayment, stepOf } from "./KeyValueDriver.ts"

/** Is it closed, and does neither a step nor a delivery of it wait? */
const isAtRest = ({ deliveries, row }: StoredPayment): boolean =>
  row.closedAt !== null && row.actAt === null && deliveries.every(({ dueAt }) => dueAt === null)

const withoutBodies = (notes: ReadonlyArray<KeptNote>) => notes.map((note) => ({ ...note, body: null }))

export const evidenceIn = (values: KeyValueDriver): Evidence["Service"] =>
  Evidence.of({
    notes: (key) => stepOf("notes", () => values.get(keyText(key))?.notes ?? []),
    archivable: ({ before, after, limit }) =>
      stepOf("archivable", () => {
        const page = [...values.all()]
          .filter(({ row }) => row.createdAt < before && isAfterCursor(row, after))
          .toSorted((one, other) => listOrder(one.row, other.row))
          .slice(0, limit)
        const old = page.filter((each) => (each.row.closedAt ?? before) < before && isAtRest(each) && !each.archived)
        const last = page.length < limit ? undefined : page.at(-1)?.row
        return {
          keys: old.map(({ row: { id, kind, project } }) => ({ kind, project, id })),
          next: last === undefined ? null : { createdAt: last.createdAt, key: last },
        }
      }),
    archive: (key, erased) =>
      stepOf("archive", () => {
        const found = values.get(keyText(key))
        if (found === undefined || !isAtRest(found) || (erased?.version ?? found.row.version) !== found.row.version)
          return "Stale"
        const { body, party } = erased?.row ?? found.row
        const row = erased === undefined ? found.row : { ...found.row, body, party, version: found.row.version + 1 }
        const { events, notes } =
          erased === undefined ? found : { events: erased.events, notes: withoutBodies(found.notes) }
        values.set(keyText(key), { ...found, row, events, notes, archived: true })
        return "Saved"
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

export const statusIn = (values: KeyValueDriver): StoreStatus["Service"] =>
  StoreStatus.of({
    contradictions: stepOf("contradictions", () =>
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
