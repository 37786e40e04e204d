/**
 * The three stores of a test, and what they have in common when sequences run on them.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { compareStores, told } from "../src/stores/differ.ts"
import { memorySubject, postgresSubject, sqliteSubject } from "../src/stores/subjects.ts"

const memory = "/dev/shm"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "cauri-stores-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** Runs so many sequences on all three stores, which must agree on every one of them. */
export const agreeOn = (seed: number, sequences: number) =>
  Effect.gen(function* () {
    const sqlite = yield* sqliteSubject(join(yield* newFolder, "payments.db"))
    const postgres = yield* postgresSubject(inject("postgresUrl"), `stores_${process.pid}_${seed}`)
    const { found, sequences: ran } = yield* compareStores(() => [memorySubject(), sqlite, postgres], seed, sequences)
    assert.isNull(found, found === null ? "" : told(found))
    assert.strictEqual(ran, sequences)
  }).pipe(Effect.scoped)
