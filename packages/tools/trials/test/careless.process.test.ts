/**
 * A careless program over the HTTP API: no time-out, ten calls at once, each repeated until something answers, a new id for the same debt,
 * and events taken without a thought. Nothing is sent twice.
 */
import { assert, describe, it } from "@effect/vitest"
import { addApiKey, freePort, spawnApi, spawnSandbox, temporaryFolder } from "@cauri/programs"
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { startBehindApi } from "./behindApi.ts"
import { isThere, shopLanguages } from "./shops.ts"

const Said = Schema.fromJsonString(
  Schema.Struct({
    answers: Schema.Record(Schema.String, Schema.Array(Schema.NullOr(Schema.String))),
    events: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String })),
  }),
)
const Counts = Schema.Struct({ createDirectInvoice: Schema.Int, createDirectPayout: Schema.Int })

describe("a careless program", () => {
  for (const language of shopLanguages.filter(({ name }) => name === "Python"))
    it.live("pays and is paid once, also while the API is started again", (context) =>
      Effect.gen(function* () {
        if (!isThere(language)) return context.skip(`${language.name} is not on this machine`)
        const folder = yield* temporaryFolder
        const sandbox = yield* spawnSandbox()
        const { books, end, port, url } = yield* startBehindApi(sandbox, folder, yield* freePort())
        const key = yield* addApiKey(books, { name: "careless", may: "read,collect,pay_out" })
        const program = spawn("python3", [`${import.meta.dirname}/careless.py`], {
          env: { PATH: process.env["PATH"] ?? "", CAURI_URL: url, CAURI_KEY: key },
          stdio: ["ignore", "pipe", "inherit"],
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => program.kill("SIGKILL")))
        const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
        const line = Effect.promise(() => lines.next())
        yield* line // All calls are under way.
        yield* end("SIGTERM")
        yield* spawnApi(books, sandbox, { port })
        const { answers, events } = Schema.decodeUnknownSync(Said)((yield* line).value)

        const creations = (id: string) =>
          Effect.promise(async () => {
            const headers = { "x-control-token": sandbox.controlToken }
            const answer = await fetch(`${sandbox.url}/_control/requests/${id}`, { headers })
            return Object.values(Schema.decodeUnknownSync(Counts)(await answer.json()))
          })
        assert.deepStrictEqual(yield* creations("rush"), [1, 0])
        assert.deepStrictEqual(yield* creations("wage"), [0, 1])
        assert.deepStrictEqual([answers["wage-again"], yield* creations("wage-again")], [["held"], [0, 0]])
        const { rush = [], wage = [] } = answers
        assert.deepStrictEqual([rush.length, wage.length], [10, 10])
        assert.notInclude([...rush, ...wage], null)
        const completed = events.filter(({ type }) => type.endsWith(".completed"))
        assert.strictEqual(new Set(completed.map(({ id }) => id)).size, 2)
      }),
    )
})
