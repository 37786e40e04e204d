/**
 * Programs that are killed while they write: whatever they were told had been stored is there, and nothing is half there.
 *
 * The page cache outlives a killed process, so this says nothing about power cuts (T2): that every commit is synchronised is what
 * `connection.test.ts` reads back, and what the power-cut trials replay.
 */
import { startProgram } from "@cauri/conformance"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer, SqliteStore } from "../src/index.ts"
import { newFile } from "./support.ts"

const kills = 5

/** What the tables say of one payment. */
interface Found {
  readonly id: string
  readonly state: string
  readonly version: number
  readonly attempts: number
  readonly events: number
  readonly token: string | null
}

const all = `SELECT id, state, version, (SELECT count(*) FROM cauri_attempts a WHERE a.id = p.id) AS attempts,
  (SELECT count(*) FROM cauri_events e WHERE e.id = p.id) AS events, (SELECT token FROM cauri_attempts a WHERE a.id = p.id) AS token
  FROM cauri_payments p`

/** What a payment of this version must look like, and no other way. */
const wholeOf = ({ id, version }: Found): Omit<Found, "id"> => {
  if (version === 1) return { state: "Intended", version, attempts: 0, events: 1, token: null }
  if (version === 2) return { state: "Submitting", version, attempts: 1, events: 2, token: null }
  return { state: "Pending", version, attempts: 1, events: 3, token: `token-${id}` }
}

const promised: Readonly<Record<string, number>> = { inserted: 1, claimed: 2, saved: 3 }

describe("a program that is killed while it writes", () => {
  it.live(`has stored everything that it was told, ${kills} times over (T2)`, () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const versions = new Map<string, number>()
      for (let round = 0; round < kills; round++) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const program = yield* startProgram(new URL("fixtures/program.ts", import.meta.url), [
              "works",
              file,
              `round-${round}`,
            ])
            // Another moment in every round: while the log is short, and while it is long.
            yield* program.until(50 + 150 * round)
            program.child.kill("SIGKILL")
            assert.isNull(yield* program.gone)
            for (const line of program.said()) {
              const [what = "", id = ""] = line.split(" ")
              if (what !== "ready") versions.set(id, Math.max(versions.get(id) ?? 0, promised[what] ?? 0))
            }
          }),
        )
        const found = yield* SqliteStore.use(({ client }) =>
          Effect.sync(() => client.prepare<[], Found>(all).all()),
        ).pipe(Effect.provide(layer({ file, reserve: 0, check: "full" })))
        const stored = new Map(found.map((each) => [each.id, each]))
        for (const [id, version] of versions) assert.isAtLeast(stored.get(id)?.version ?? 0, version, id)
        for (const { id, ...rest } of found) assert.deepStrictEqual(rest, wholeOf({ id, ...rest }), id)
        assert.isAbove(versions.size, 10 * (round + 1))
      }
    }),
  )
})
