/**
 * Kills a program while it writes, again and again on one file, and compares what it was told with what lies there: the process test does
 * it a few times and the campaign often.
 */
import { startProgram } from "@cauri/conformance"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { layer, SqliteStore } from "../src/index.ts"

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

/** Everything that a program ever said is there, by what it said and what was found; and nothing is there by halves. */
export const compare = (versions: ReadonlyMap<string, number>, found: ReadonlyArray<Found>) => {
  const stored = new Map(found.map(({ id, version }) => [id, version]))
  return {
    lost: [...versions].filter(([id, version]) => (stored.get(id) ?? 0) < version).length,
    torn: found.filter(({ id, ...rest }) => !isDeepStrictEqual(rest, wholeOf({ id, ...rest }))).length,
  }
}

/** Notes what a program said, and tells whether it said that something was stored. */
export const delivered = (versions: Map<string, number>, line: string): boolean => {
  const [what = "", id = ""] = line.split(" ")
  if (what === "ready") return false
  versions.set(id, Math.max(versions.get(id) ?? 0, promised[what] ?? Infinity))
  return true
}

/** Opens the store as any program does, compares it with its indexes, and tells what lies there. */
export const foundIn = (file: string) =>
  SqliteStore.use(({ client }) => Effect.sync(() => client.prepare<[], Found>(all).all())).pipe(
    Effect.provide(layer({ file, reserve: 0, check: "full", create: "never" })),
  )

/** What a payment of this version must look like, and no other way. */
const wholeOf = ({ id, version }: Found): Omit<Found, "id"> => {
  if (version === 1) return { state: "intended", version, attempts: 0, events: 1, token: null }
  if (version === 2) return { state: "submitting", version, attempts: 1, events: 2, token: null }
  return { state: "pending", version, attempts: 1, events: 3, token: `token-${id}` }
}

/** The version that a payment has at least when this was said of it. */
const promised: Readonly<Record<string, number>> = { inserted: 1, claimed: 2, saved: 3 }

interface Kills {
  /** Writes of which the programs were told that they had been stored. */
  readonly acknowledged: number
  readonly lost: number
  /** Payments of which some parts were there and others not. */
  readonly torn: number
}

/** Kills so many programs on this file. After each kill everything is looked at that was ever acknowledged. */
export const killWhileWriting = Effect.fnUntraced(function* (file: string, kills: number) {
  const versions = new Map<string, number>()
  let [acknowledged, lost, torn] = [0, 0, 0]
  for (let round = 0; round < kills; round++) {
    const program = yield* Effect.scoped(
      Effect.gen(function* () {
        const started = yield* startProgram(new URL("fixtures/program.ts", import.meta.url), [
          "works",
          file,
          `round-${round}`,
        ])
        // Another moment in every round: while the log is short, and while it is long.
        yield* started.until(50 + 350 * (round % 10))
        started.child.kill("SIGKILL")
        if ((yield* started.gone) !== null) return yield* Effect.die("The program ended before it was killed.")
        return started
      }),
    )
    acknowledged += program.said().filter((line) => delivered(versions, line)).length
    const now = compare(versions, yield* foundIn(file))
    lost += now.lost
    torn += now.torn
  }
  const result: Kills = { acknowledged, lost, torn }
  return result
})
