/**
 * What becomes of old payments: the bodies of their histories and callbacks move into an archive, where they take little room and are read
 * as before; and a person's data are erased when that person asks for it, while amounts and states stay.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { PaymentKey } from "../model/Identifiers.ts"
import { closedAt } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { later, Policy } from "../model/Policy.ts"
import { DecisionRefused } from "../model/stimulus.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import { erasedOf } from "../ports/erasing.ts"
import { type Archivable, Evidence } from "../ports/Evidence.ts"
import { toEntry, toEventRow, toPaymentWrite, toRecord } from "../ports/PaymentRow.ts"
import type { ListCursor, StoreError } from "../ports/PaymentStoreDriver.ts"
import { writerOn } from "./Writer.ts"

/**
 * Archives old payments, and erases the data of persons.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin, { sendLater: true })
 * yield* payins.cancel(payment.key, "The customer")
 * yield* worker.runOnce
 * const archiving = Effect.flatMap(Archive, ({ archive }) => archive(1_000))
 * yield* Effect.provide(archiving, Archive.layer) // => 1
 * ```
 */
export class Archive extends Context.Service<
  Archive,
  {
    /** Archives all that were closed before this time and wait for nothing, and returns how many there were. */
    readonly archive: (before: number) => Effect.Effect<number, StoreError>
    /** Erases a person's data in a closed payment that waits for nothing, and archives it. */
    readonly erase: (key: PaymentKey) => Effect.Effect<PaymentRecord, DecisionRefused | PaymentNotFound | StoreError>
  }
>()("@cauri/core/Archive") {
  static readonly layer = Layer.effect(
    Archive,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy
      const evidence = yield* Evidence
      const { read } = writerOn(store, policy)
      return Archive.of({
        archive: Effect.fn("Archive.archive")(function* (before: number) {
          let archived = 0
          let after: ListCursor | null = null
          do {
            const page: Archivable = yield* evidence.archivable({ before, after, limit: policy.store.pageSize })
            const done = yield* Effect.forEach(page.keys, (key) => evidence.archive(key), {
              concurrency: policy.worker.concurrency,
            })
            archived += done.filter((each) => each === "Saved").length
            after = page.next
          } while (after !== null)
          return archived
        }),
        erase: Effect.fn("Archive.erase")(function* (key: PaymentKey) {
          const { payment, tracking, version } = yield* read(key)
          const now = yield* Clock.currentTimeMillis
          const closed = closedAt(payment)
          // Another payout to this number must still find it as its twin.
          const isOld = closed !== null && now >= later(closed, policy.limits.twinWindow)
          const events = isOld ? (yield* store.history({ key, after: 0, limit: payment.seq })).map(toEventRow) : []
          const erased = erasedOf({ version, row: toPaymentWrite(payment, tracking), events }, now)
          // What is written takes the place of the original, so it must read: a defect stops here.
          toRecord({ ...erased.row, version, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] })
          for (const event of erased.events) toEntry(event, key)
          if (!isOld || (yield* evidence.archive(key, erased)) === "Stale")
            return yield* new DecisionRefused({ key, because: "still_waits" })
          return yield* read(key)
        }),
      })
    }),
  )
}
