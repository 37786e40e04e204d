/** The file that is watched: read again and again, and believed only when it is good. */
import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { it } from "@cauri/house/it"
import { Credentials } from "@cauri/core/adapter"
import { CredentialsVault } from "../src/credentials.ts"
import { layerCredentialsFile } from "../src/credentialsFile.ts"
import { shop } from "./calls.ts"

const contentOf = (apiKey: string, apiToken = "token") => JSON.stringify({ shop: { apiKey, apiToken } })

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "cauri-credentials-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true })),
)

const key = Effect.gen(function* () {
  const found = yield* (yield* CredentialsVault).find(shop)
  return found === null ? null : Redacted.value(found.apiKey)
})

/** Waits until something is so: the file is read on real time, because a file system is. */
const eventually = <E, R>(check: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.delay(check, 2), { until: (done) => done, times: 5_000 })

/** A program with credentials from a file in a folder of its own, and what it logged. */
const watching = <A, E>(
  body: (path: string, lines: ReadonlyArray<string>) => Effect.gen.Return<A, E, Credentials | CredentialsVault>,
) =>
  Effect.gen(function* () {
    const path = join(yield* folder, "credentials.json")
    yield* Effect.promise(() => writeFile(path, contentOf("first")))
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return yield* Effect.gen(() => body(path, lines)).pipe(
      Effect.provide(layerCredentialsFile({ path, every: 1 }).pipe(Layer.provideMerge(Logger.layer([logger])))),
    )
  }).pipe(Effect.scoped)

describe("a watched file", () => {
  it.live("puts new credentials in force without a restart, also when the file is swapped (#192)", () =>
    watching(function* (path) {
      const credentials = yield* Credentials
      const before = yield* credentials.generation(shop)
      assert.strictEqual(yield* key, "first")
      yield* Effect.promise(() => writeFile(path, contentOf("second")))
      yield* eventually(Effect.map(key, (now) => now === "second"))
      assert.notStrictEqual(yield* credentials.generation(shop), before)
      yield* Effect.promise(async () => {
        await writeFile(`${path}.real`, contentOf("third"))
        await symlink(`${path}.real`, `${path}.link`)
        await rename(`${path}.link`, path)
      })
      yield* eventually(Effect.map(key, (now) => now === "third"))
    }),
  )

  const bad = [
    ["cut in the middle", contentOf("SECRETKEY").slice(0, 20)],
    ["of another form", '{"shop":{"apiKey":"SECRETKEY"}}'],
    ["with a key that is none", contentOf("SECRETKEY and more")],
    ["empty", ""],
    ["of no project", "{}"],
    ["too large", JSON.stringify({ shop: { apiKey: "SECRETKEY", apiToken: "x".repeat(70_000) } })],
  ] as const
  for (const [what, content] of bad) {
    it.live(`that is ${what} changes nothing and raises one alarm without a word of it`, () =>
      watching(function* (path, lines) {
        yield* Effect.promise(() => writeFile(path, content))
        yield* eventually(Effect.sync(() => lines.length > 0))
        assert.strictEqual(yield* key, "first")
        yield* Effect.promise(() => writeFile(path, contentOf("second")))
        yield* eventually(Effect.map(key, (now) => now === "second"))
        yield* Effect.promise(() => rm(path))
        yield* eventually(Effect.sync(() => lines.some((line) => line.includes("cannot be read"))))
        assert.strictEqual(yield* key, "second")
        // A file that is read while it is being written is cut as well; no alarm comes twice in a row.
        for (const [index, line] of lines.entries()) assert.notStrictEqual(line, lines[index + 1])
        assert.notInclude(lines.join(), "SECRETKEY")
      }),
    )

    it.live(`that is ${what} at the start keeps the program from starting, without a word of it (#186)`, function* () {
      const path = join(yield* folder, "credentials.json")
      yield* Effect.promise(() => writeFile(path, content))
      const error = yield* Effect.flip(Layer.build(layerCredentialsFile({ path })))
      assert.strictEqual(error._tag, "GatewayMisconfigured")
      for (const text of [error.message, JSON.stringify(error), error.stack ?? ""]) assert.notInclude(text, "SECRETKEY")
    })
  }

  it.live("is read every few seconds unless it was told otherwise", function* () {
    const path = join(yield* folder, "credentials.json")
    yield* Effect.promise(() => writeFile(path, contentOf("first")))
    assert.strictEqual(yield* key.pipe(Effect.provide(layerCredentialsFile({ path }))), "first")
  })

  it.live("that is not there keeps the program from starting", function* () {
    const error = yield* Effect.flip(Layer.build(layerCredentialsFile({ path: "/nowhere/credentials.json" })))
    assert.include(error.message, "cannot be read")
  })
})
