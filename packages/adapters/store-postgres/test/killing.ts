/**
 * Kills a program while it writes, again and again on one store, and compares what it was told with what lies there: the process test
 * does it a few times and the campaign often.
 */
import { startProgram } from "@cauri/conformance"
import { PostgresStore } from "@cauri/store-postgres"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { inStore, type Place } from "./racing.ts"

interface Found {
  readonly id: string
  readonly state: string
  readonly version: number
  readonly attempts: number
  readonly events: number
  readonly token: string | null
}

const foundIn = (place: Place) =>
  inStore(
    place,
    Effect.flatMap(PostgresStore, ({ transact }) =>
      transact("look", async (client) => {
        const { schema } = place
        const text = `select p.id, p.state, p.version::int, (select count(*)::int from "${schema}".attempts a where a.id = p.id) as attempts,
        (select count(*)::int from "${schema}".events e where e.id = p.id) as events,
        (select token from "${schema}".attempts a where a.id = p.id) as token
        from "${schema}".payments p`
        return (await client.query<Found>(text)).rows
      }),
    ),
  )

/** What a payment of this version must look like, and no other way. */
const wholeOf = ({ id, version }: Found): Found => {
  if (version === 1) return { id, state: "intended", version, attempts: 0, events: 1, token: null }
  if (version === 2) return { id, state: "submitting", version, attempts: 1, events: 2, token: null }
  return { id, state: "pending", version, attempts: 1, events: 3, token: `token-${id}` }
}

interface Kills {
  /** Writes of which the programs were told that they had been stored. */
  readonly acknowledged: number
  readonly lost: number
  /** Payments of which some parts were there and others not. */
  readonly torn: number
}

/** Kills so many programs on this store. After each kill everything is looked at that was ever acknowledged. */
export const killWhileWriting = Effect.fnUntraced(function* (place: Place, kills: number) {
  const versions = new Map<string, number>()
  let [acknowledged, lost, torn] = [0, 0, 0]
  for (let round = 0; round < kills; round++) {
    const program = yield* Effect.scoped(
      Effect.gen(function* () {
        const args = ["works", place.url, place.schema, `round-${round}`]
        const started = yield* startProgram(new URL("program.ts", import.meta.url), args)
        // Another moment in every round.
        yield* started.until(100 + 350 * (round % 10))
        started.child.kill("SIGKILL")
        if ((yield* started.gone) !== null) return yield* Effect.die("The program ended before it was killed.")
        return started
      }),
    )
    for (const line of program.said()) {
      const [version = "", id] = line.split(" ")
      if (id === undefined) continue
      acknowledged += 1
      versions.set(id, Math.max(versions.get(id) ?? 0, Number(version)))
    }
    const found = yield* foundIn(place)
    const stored = new Map(found.map(({ id, version }) => [id, version]))
    lost += [...versions].filter(([id, version]) => (stored.get(id) ?? 0) < version).length
    torn += found.filter((each) => !isDeepStrictEqual(each, wholeOf(each))).length
  }
  const result: Kills = { acknowledged, lost, torn }
  return result
})
