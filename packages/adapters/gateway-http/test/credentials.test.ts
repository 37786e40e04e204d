/** Where credentials come from, what is refused, and what a generation tells. */
import { assert, describe } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { ProjectId } from "@cauri/core"
import { Credentials } from "@cauri/core/adapter"
import {
  CredentialsKeeper,
  CredentialsVault,
  credentialsConfig,
  layerCredentials,
  layerCredentialsConfig,
  layerCredentialsFrom,
  type ProjectCredentials,
} from "../src/credentials.ts"
import { pairOf, shop } from "./calls.ts"

const kiosk = ProjectId.make("kiosk")

/** What is in force, in words that a test may read. */
const inForce = (project = shop) =>
  Effect.gen(function* () {
    const vault = yield* CredentialsVault
    const found = yield* vault.find(project)
    return found === null ? null : `${Redacted.value(found.apiKey)} ${Redacted.value(found.apiToken)}`
  })
const generation = (project = shop) => Effect.flatMap(Credentials, (credentials) => credentials.generation(project))

/** Everything that is logged while this runs. */
const logging = <A, E, R>(work: (lines: Array<string>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return work(lines).pipe(Effect.provide(Logger.layer([logger])))
  })

const unusable: ReadonlyArray<readonly [string, ProjectCredentials]> = [
  ["a line break", pairOf("SECRETKEY\r\nX-Evil: 1", "t")],
  ["a space", pairOf("k", "Bearer SECRETKEY")],
  ["a NUL", pairOf("k", "SECRETKEY\u0000")],
  ["a letter outside ASCII", pairOf("SECRETKEYé", "t")],
  ["nothing", pairOf("", "t")],
  ["more than 4096 characters", pairOf("k", "SECRETKEY".repeat(500))],
]

describe("credentials from values", () => {
  it.effect("are those of their project, and no other's (#181, #182, #185)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* inForce(), "key token")
      assert.isNull(yield* inForce(kiosk))
      assert.isNull(yield* inForce(ProjectId.make("constructor")))
    }).pipe(Effect.provide(layerCredentials({ shop: pairOf("key", "token") }))),
  )

  for (const [what, pair] of unusable) {
    it(`T4: with ${what} they keep the program from starting, and are not repeated (B7, #186)`, function* () {
      const error = yield* Effect.flip(Layer.build(layerCredentials({ shop: pair })))
      assert.strictEqual(error._tag, "GatewayMisconfigured")
      assert.include(error.message, "the credentials of shop")
      for (const text of [error.message, JSON.stringify(error), String(error), error.stack ?? ""]) {
        assert.notInclude(text, "SECRETKEY")
      }
    })
  }

  it("for no project, or for a name that is none, keep the program from starting", function* () {
    const none = yield* Effect.flip(Layer.build(layerCredentials({})))
    assert.include(none.message, "name no project")
    const odd = yield* Effect.flip(Layer.build(layerCredentials({ "a b": pairOf("k", "t") })))
    assert.include(odd.message, "no name of a project")
  })

  it.effect("are replaced while the program runs; bad ones change nothing (#16, #192)", () =>
    Effect.gen(function* () {
      const keeper = yield* CredentialsKeeper
      const before = yield* generation()
      const error = yield* Effect.flip(keeper.replace({ shop: pairOf("a b", "t") }))
      assert.strictEqual(error._tag, "GatewayMisconfigured")
      assert.deepStrictEqual([yield* inForce(), yield* generation()], ["key token", before])
      yield* keeper.replace({ kiosk: pairOf("new", "token") })
      assert.deepStrictEqual([yield* inForce(), yield* inForce(kiosk)], [null, "new token"])
    }).pipe(Effect.provide(layerCredentials({ shop: pairOf("key", "token") }))),
  )
})

describe("credentials that are replaced twice at once", () => {
  it.live("end as the last ones that were given, however many the first ones were", () =>
    Effect.gen(function* () {
      const keeper = yield* CredentialsKeeper
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, each) => [`shop${each}`, pairOf("old", "old")]))
      const replacements = [{ ...many, shop: pairOf("old", "old") }, { shop: pairOf("new", "new") }]
      yield* Effect.forEach(replacements, (each) => keeper.replace(each), { concurrency: "unbounded", discard: true })
      assert.strictEqual(yield* inForce(), "new new")
    }).pipe(Effect.provide(layerCredentials({ shop: pairOf("key", "token") }))),
  )
})

const generationOf = (pair: ProjectCredentials) => generation().pipe(Effect.provide(layerCredentials({ shop: pair })))

describe("the generation of credentials", () => {
  it("is the same for the same credentials in every process, and changes with each of the two", function* () {
    const one = yield* generationOf(pairOf("key", "token"))
    assert.strictEqual(yield* generationOf(pairOf("key", "token")), one)
    const others = [
      yield* generationOf(pairOf("key2", "token")),
      yield* generationOf(pairOf("key", "token2")),
      yield* generationOf(pairOf("token", "key")),
      yield* generation(kiosk).pipe(Effect.provide(layerCredentials({ shop: pairOf("key", "token") }))),
    ]
    assert.strictEqual(new Set([one, ...others]).size, 5)
  })

  it("tells nothing of them: sixteen digits, whatever they are", function* () {
    for (const pair of [pairOf("key", "token"), pairOf("k".repeat(4_096), "t")]) {
      assert.match(String(yield* generationOf(pair)), /^[0-9a-f]{16}$/)
    }
  })
})

const from = (env: Record<string, string>, prefix?: string) =>
  layerCredentialsConfig(credentialsConfig("shop", prefix)).pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))),
  )

describe("credentials from the environment", () => {
  it("are two variables of each project, so going live changes only them (#15, #16, #186)", function* () {
    const env = { CAURI_API_KEY: "key", CAURI_API_TOKEN: "token", KIOSK_API_KEY: "k", KIOSK_API_TOKEN: "t" }
    assert.strictEqual(yield* inForce().pipe(Effect.provide(from(env))), "key token")
    assert.strictEqual(yield* inForce().pipe(Effect.provide(from(env, "KIOSK"))), "k t")
  })

  it("must both be there: with one of them nothing starts (#180)", function* () {
    const error = yield* Effect.flip(Layer.build(from({ CAURI_API_KEY: "SECRETKEY" })))
    assert.notInclude(String(error), "SECRETKEY")
    const bad = yield* Effect.flip(Layer.build(from({ CAURI_API_KEY: "SECRETKEY a", CAURI_API_TOKEN: "t" })))
    assert.strictEqual(bad._tag, "GatewayMisconfigured")
    assert.notInclude(String(bad), "SECRETKEY")
  })
})

describe("credentials from the host's own vault", () => {
  it.effect("are asked for at every call, and their generation changes when they do", () =>
    Effect.suspend(() => {
      let current: ProjectCredentials | null = pairOf("key", "token")
      return Effect.gen(function* () {
        const first = yield* generation()
        assert.strictEqual(yield* generation(), first)
        current = pairOf("key", "token")
        assert.strictEqual(yield* generation(), first)
        current = pairOf("new", "token")
        assert.strictEqual(yield* inForce(), "new token")
        assert.notStrictEqual(yield* generation(), first)
        current = null
        assert.isNull(yield* inForce())
        assert.strictEqual(yield* generation(), null)
        current = pairOf("key", "token")
        assert.strictEqual(yield* generation(), first)
      }).pipe(Effect.provide(layerCredentialsFrom(() => Effect.succeed(current))))
    }),
  )

  const bad: ReadonlyArray<readonly [string, Effect.Effect<ProjectCredentials, unknown>]> = [
    ["it fails", Effect.fail("SECRETKEY")],
    ["it breaks", Effect.die("SECRETKEY")],
    ["it gives what is no credential", Effect.succeed(pairOf("SECRETKEY a", "t"))],
    ["it does not answer", Effect.never],
  ]
  for (const [what, reading] of bad) {
    it.effect(`while ${what}, the last good ones stay and one alarm is logged without a word of them`, () =>
      logging((lines) =>
        Effect.suspend(() => {
          let current: Effect.Effect<ProjectCredentials, unknown> = Effect.succeed(pairOf("key", "token"))
          return Effect.gen(function* () {
            const before = yield* generation()
            current = reading
            const asking = Effect.gen(function* () {
              assert.strictEqual(yield* inForce(), "key token")
              assert.strictEqual(yield* generation(), before)
            })
            const fiber = yield* Effect.forkChild(asking, { startImmediately: true })
            yield* TestClock.adjust("1 minute")
            yield* Fiber.join(fiber)
            assert.strictEqual(lines.length, 1)
            assert.include(lines[0], "The credentials of shop")
            assert.notInclude(lines.join(), "SECRETKEY")
            current = Effect.succeed(pairOf("new", "token"))
            assert.strictEqual(yield* inForce(), "new token")
            current = Effect.fail("again")
            assert.strictEqual(yield* inForce(), "new token")
            assert.strictEqual(lines.length, 2)
          }).pipe(Effect.provide(layerCredentialsFrom(() => Effect.suspend(() => current))))
        }),
      ),
    )
  }

  it.effect("that never were there are none", () =>
    logging(() =>
      Effect.gen(function* () {
        assert.isNull(yield* inForce())
        assert.strictEqual(yield* generation(), null)
      }).pipe(Effect.provide(layerCredentialsFrom(() => Effect.fail("down")))),
    ),
  )
})
