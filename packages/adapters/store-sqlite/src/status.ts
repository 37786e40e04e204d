/** `StoreStatus`: the file as a whole. */
import { StoreStatus } from "@cauri/core/adapter"
import type { Gate } from "./batch.ts"
import { writesByOthers } from "./changes.ts"
import type { Connection } from "./connection.ts"
import { isToDeliver, isWanted } from "./deliveries.ts"
import { backup } from "./upkeep.ts"

/** Rows that contradict each other, and how many there are. */
const disagreements: Readonly<Record<string, string>> = {
  "payments without a row in the queue": `
    SELECT count(*) AS count FROM cauri_payments WHERE (id, kind, project) NOT IN (SELECT id, kind, project FROM cauri_queue)`,
  "payments whose events are not numbered from 1 to their newest": `
    SELECT count(*) AS count FROM cauri_payments AS payment
    WHERE (payment.seq, payment.seq) IS NOT (
      SELECT count(*), max(seq) FROM cauri_events AS event
      WHERE event.id = payment.id AND event.kind = payment.kind AND event.project = payment.project
    )`,
  "deliveries that do not end with the newest event that their consumer wants": `
    SELECT count(*) AS count FROM cauri_deliveries AS delivery JOIN cauri_subscribers AS subscriber USING (consumer)
    WHERE subscriber.caught_up AND newest IS NOT (
      SELECT max(seq) FROM cauri_events AS event
      WHERE event.id = delivery.id AND event.kind = delivery.kind AND event.project = delivery.project AND ${isWanted}
    )`,
  "deliveries that are due with nothing to deliver, or are not due with something to deliver": `
    SELECT count(*) AS count FROM cauri_deliveries AS delivery JOIN cauri_subscribers AS subscriber USING (consumer)
    WHERE subscriber.caught_up AND (due_at IS NOT NULL) <> EXISTS (
      SELECT 1 FROM cauri_events AS event
      WHERE event.id = delivery.id AND event.kind = delivery.kind AND event.project = delivery.project AND ${isToDeliver("delivery")}
    )`,
  "payments without a delivery for a consumer that was caught up with them": `
    SELECT count(*) AS count FROM cauri_subscribers AS subscriber JOIN cauri_payments AS payment ON payment.created_at >= subscriber."from"
    WHERE subscriber.caught_up
      AND EXISTS (
        SELECT 1 FROM cauri_events AS event
        WHERE event.id = payment.id AND event.kind = payment.kind AND event.project = payment.project AND ${isWanted}
      )
      AND NOT EXISTS (
        SELECT 1 FROM cauri_deliveries AS delivery
        WHERE delivery.id = payment.id AND delivery.kind = payment.kind AND delivery.project = payment.project
          AND delivery.consumer = subscriber.consumer
      )`,
}

export const makeStatus = ({ client, file }: Connection, gate: Gate): StoreStatus["Service"] =>
  StoreStatus.of({
    contradictions: gate.read("contradictions", () => {
      const broken = client.prepare<[], { readonly integrity_check: string }>("PRAGMA integrity_check").all()
      const orphans = client.prepare("PRAGMA foreign_key_check").all().length
      return [
        ...broken.flatMap(({ integrity_check: words }) => (words === "ok" ? [] : [words])),
        ...(orphans === 0 ? [] : [`rows that belong to no payment or to no subscriber: ${orphans}`]),
        ...Object.entries(disagreements).flatMap(([words, counting]) => {
          const count = client.prepare<[], { readonly count: number }>(counting).get()?.count ?? 0
          return count === 0 ? [] : [`${count} ${words}`]
        }),
      ]
    }),
    failed: gate.failed,
    writesByOthers: writesByOthers(client),
    copyTo: file === "" ? "" : (to) => backup(file, to),
  })
