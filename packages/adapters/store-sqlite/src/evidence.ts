/** `Evidence`: callbacks as they came, and old payments. */
import { Evidence } from "@cauri/core/adapter"
import type { Gate } from "./batch.ts"
import type { Steps } from "./steps.ts"

export const makeEvidence = (
  gate: Gate,
  { archivable, archive, notes }: Pick<Steps, "archivable" | "archive" | "notes">,
): Evidence["Service"] =>
  Evidence.of({
    notes: (key) => gate.read("notes", () => notes(key)),
    archivable: (query) => gate.read("archivable", () => archivable(query)),
    archive: (key, erased) => gate.write("archive", () => archive(key, erased)),
  })
