/**
 * `StoreStatus`: the file as a whole.
 */
import { StoreStatus } from "@cauri/core"
import { Clock } from "effect"
import type { Gate } from "./batch.ts"
import { watchChanges } from "./changes.ts"
import type { Connection } from "./connection.ts"
import { backup } from "./upkeep.ts"

/** The status of a store. */
export const makeStatus = ({ client, file }: Connection, gate: Gate): StoreStatus["Service"] =>
  StoreStatus.of({
    clock: Clock.currentTimeMillis,
    faults: gate.read("faults", () => {
      const broken = client.prepare<[], { readonly integrity_check: string }>("PRAGMA integrity_check").all()
      const orphans = client.prepare("PRAGMA foreign_key_check").all().length
      return [
        ...broken.flatMap(({ integrity_check: words }) => (words === "ok" ? [] : [words])),
        ...(orphans === 0 ? [] : [`rows that belong to no payment: ${orphans}`]),
      ]
    }),
    failed: gate.failed,
    changes: watchChanges(client),
    copyTo: file === "" ? "it has no file and cannot be copied" : (to) => backup(file, to),
  })
