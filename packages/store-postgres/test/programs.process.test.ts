/**
 * Several programs on one store, and programs that are killed while they write: nothing is claimed or taken twice, and whatever a
 * program was told had been stored is there.
 *
 * A killed client says nothing about power cuts (T2): that the server synchronises every commit is read back on every connection.
 */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn, type Program, racePrograms, startProgram } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { Effect } from "effect"
import { layer, PostgresStore } from "@cauri/store-postgres"
import { scopedSchema, url, withClient } from "./support.ts"

const inStore = <A, E>(schema: string, work: Effect.Effect<A, E, PaymentStore | PostgresStore>) =>
  Effect.scoped(Effect.provide(work, layer({ url, schema })))

/** Stores payouts that are due. */
const fill = (schema: string, payments: number) =>
  inStore(
    schema,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const ground = yield* newGround
      yield* Effect.forEach(
        Array.from({ length: payments }, (_, index) => payoutIn(ground, `salary-${index}`, "Intended", { actAt: 1 })),
        ({ change, watch }) => store.insert(change, watch),
        { concurrency: 500, discard: true },
      )
    }),
  )

const script = new URL("program.ts", import.meta.url)

/** Lets two programs do the same at the same time, in so many rounds, and tells what each of them said. */
const both = Effect.fnUntraced(function* (role: string, schema: string, rounds: number, count = 0) {
  const program = (name: string) => ({ script, args: [role, url, schema, name, String(count)] })
  const { codes, said } = yield* racePrograms(rounds, program("one"), program("two"))
  assert.deepStrictEqual(codes, [0, 0])
  return said
})

/** Each of so many lines once, and from both programs: otherwise there was no race. */
const shared = ([one = [], two = []]: ReadonlyArray<ReadonlyArray<string>>, count: number) => {
  assert.deepStrictEqual([one.length + two.length, new Set([...one, ...two]).size], [count, count])
  assert.isAbove(Math.min(one.length, two.length), 0)
}

interface Found {
  readonly id: string
  readonly state: string
  readonly version: number
  readonly attempts: number
  readonly events: number
  readonly token: string | null
}

const foundIn = (schema: string) =>
  Effect.promise(() =>
    withClient(async (client) => {
      const text = `select p.id, p.state, p.version::int, (select count(*)::int from "${schema}".attempts a where a.id = p.id) as attempts,
        (select count(*)::int from "${schema}".events e where e.id = p.id) as events,
        (select token from "${schema}".attempts a where a.id = p.id) as token
        from "${schema}".payments p`
      return (await client.query<Found>(text)).rows
    }),
  )

/** What a payment of this version must look like, and no other way. */
const wholeOf = ({ id, version }: Found): Found => {
  if (version === 1) return { id, state: "Intended", version, attempts: 0, events: 1, token: null }
  if (version === 2) return { id, state: "Submitting", version, attempts: 1, events: 2, token: null }
  return { id, state: "Pending", version, attempts: 1, events: 3, token: `token-${id}` }
}

const kills = 5

/** What a program was told: the version that each payment has at least. */
const promises = (program: Program) =>
  program.said().flatMap((line) => {
    const [version = "", id] = line.split(" ")
    return id === undefined ? [] : [[id, Number(version)] as const]
  })

describe("two programs", () => {
  it.live("that claim the same 10,000 payments claim each of them once (C3)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        yield* fill(schema, 10_000)
        shared(yield* both("claims", schema, 20, 10_000), 10_000)
      }),
    ),
  )

  it.live("that take what is due never take a payment twice, and together take all (C3)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        yield* fill(schema, 5_000)
        shared(yield* both("takes", schema, 10), 5_000)
      }),
    ),
  )
})

describe("a program that is killed while it writes", () => {
  it.live(`has stored everything that it was told, ${kills} times over (T2)`, () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        const promised = new Map<string, number>()
        for (let round = 0; round < kills; round++) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const program = yield* startProgram(script, ["works", url, schema, `round-${round}`])
              // Another moment in every round.
              yield* program.until(100 + 150 * round)
              program.child.kill("SIGKILL")
              assert.isNull(yield* program.gone)
              for (const [id, version] of promises(program)) {
                promised.set(id, Math.max(promised.get(id) ?? 0, version))
              }
            }),
          )
          const found = yield* foundIn(schema)
          const stored = new Map(found.map((each) => [each.id, each]))
          for (const [id, version] of promised) assert.isAtLeast(stored.get(id)?.version ?? 0, version, id)
          for (const each of found) assert.deepStrictEqual(each, wholeOf(each))
          assert.isAbove(promised.size, 30 * (round + 1))
        }
        assert.deepStrictEqual(
          yield* inStore(
            schema,
            Effect.flatMap(PostgresStore, (own) => own.checkIntegrity),
          ),
          [],
        )
      }),
    ),
  )
})
