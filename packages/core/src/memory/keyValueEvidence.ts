/** What a key-value store keeps for people, and what of it contradicts itself. */
import { Effect, Schema, Stream } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { notesPerPayment, StoreError } from "../ports/PaymentStoreDriver.ts"
import { Evidence } from "../ports/Evidence.ts"
import { StoreStatus } from "../ports/StoreStatus.ts"
import { type KeyValueDriver, type StoredPayment, stepOf } from "./KeyValueDriver.ts"

const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

export const evidenceIn = (values: KeyValueDriver): Evidence["Service"] =>
  Evidence.of({
    notes: (key) => stepOf("notes", () => values.get(keyText(key))?.notes ?? []),
    pruneBodies: (before) =>
      stepOf("pruneBodies", () => {
        let pruned = 0
        for (const payment of values.all()) {
          const { notes, row } = payment
          const old = notes.filter(({ body, receivedAt }) => body !== null && receivedAt < before)
          if (old.length === 0) continue
          const left = notes.map((note) => (old.includes(note) ? { ...note, body: null } : note))
          values.set(keyText(row), { ...payment, notes: left })
          pruned += old.length
        }
        return pruned
      }),
    record: (deed) =>
      Effect.try({
        try: () => {
          asObject(deed.body)
          values.setShared({ ...values.shared(), deeds: [...values.shared().deeds, deed] })
        },
        catch: (cause) => new StoreError({ operation: "record", cause }),
      }),
    deeds: (limit, about) =>
      stepOf("deeds", () => {
        const meant = values.shared().deeds.filter(({ payment }) => about === undefined || payment === about)
        return meant.toReversed().slice(0, limit)
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
