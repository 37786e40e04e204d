/**
 * Ten thousand payouts from one file, while calls fail and the program is killed: the service's own books say at the end that each
 * beneficiary was paid at most once, and what the result says of the sums is true to the franc.
 */
import { copyFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Schedule, Schema } from "effect"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import { assumptions, Backstage, type FaultRule, serve } from "@cauri/simulator"
import { callbackKeys, hastyPolicy, writeJson } from "./surroundings.ts"

const lines = 10_000
const kills = 10
const phoneOf = (line: number) => `2267${String(line).padStart(7, "0")}`
const amountOf = (line: number) => 500 + (line % 997)

/** Of a hundred creations some five fail; of most of them the service has executed the request. */
const faultRules: ReadonlyArray<FaultRule> = (
  [
    ["dropped", { _tag: "AnswerDropped" }, 0.002],
    ["cut", { _tag: "ConnectionReset", executed: true }, 0.01],
    ["cut-before", { _tag: "ConnectionReset", executed: false }, 0.01],
    ["page", { _tag: "HtmlPage", status: 502, executed: true }, 0.01],
    ["truncated", { _tag: "TruncatedJson" }, 0.01],
  ] as const
).map(([id, fault, probability]) => ({ id, fault, probability, endpoints: ["createDirectPayout"] }))

const policy = {
  ...hastyPolicy,
  worker: { ...hastyPolicy.worker, concurrency: 8 },
  calls: {
    ...hastyPolicy.calls,
    lease: 8_000,
    connectTimeout: 1_000,
    creationTimeout: 3_000,
    confirmTimeout: 2_000,
    creationPatience: 5_000,
  },
  delivery: { timeout: 2_000 },
  store: { clockTolerance: 2_000 },
  merchant: { project: "shop" },
  // What was accepted is not asked about here: the service's books are.
  schedules: { mobile_money_payout: { first: "1 hour" } },
}

const Shown = Schema.fromJsonString(
  Schema.Struct({
    state: Schema.String,
    sum: Schema.Int,
    lineStates: Schema.Array(Schema.Struct({ id: Schema.String, amount: Schema.Int, state: Schema.String })),
  }),
)

const total = (all: ReadonlyArray<{ readonly amount: number }>) => all.reduce((sum, { amount }) => sum + amount, 0)
const phoneIn = ({ id }: { readonly id: string }) => phoneOf(Number(id.slice(1)))

describe("a batch of ten thousand lines", () => {
  it.live(
    "is paid once for each line, through faults, ten kills and a restored backup",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        // Every payout arrives at once, so that the books name its beneficiary.
        const operators = assumptions.operators.map((each) => ({
          ...each,
          payoutDelay: { fromMillis: 0, toMillis: 10 },
        }))
        const service = { magicNumbers: false, merchantBalanceXof: 1_000_000_000, operators, faultRules }
        const simulator = yield* serve(service)
        const { apiKey, apiToken } = simulator.credentials[0] ?? { apiKey: "", apiToken: "" }
        const store = join(folder, "payments.db")
        const environment = {
          STORE_URL: `sqlite:${store}`,
          STORE_MARK_FILE: join(folder, "mark"),
          SERVICE_URL: simulator.url,
          API_KEY_shop: apiKey,
          API_TOKEN_shop: apiToken,
          CALLBACK_BASE: "http://127.0.0.1:9",
          CALLBACK_KEYS: callbackKeys,
          OUTCOMES: "log",
          POLICY_FILE: writeJson(folder, "policy.json", policy),
          CONSOLE_USER: "A. Colleague",
        }
        const console = (...args: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const first = args[0] === "migrate" ? { STORE_CREATE: "if-missing" } : {}
            const app = yield* spawnApp({ app: "console", environment: { ...environment, ...first }, arguments: args })
            assert.strictEqual(yield* app.ended, 0, `${args.join(" ")}: ${yield* app.err}`)
            return yield* app.out
          }).pipe(Effect.scoped)
        const batch = (what: string, ...more: ReadonlyArray<string>) =>
          console(
            "batch",
            what,
            "--batch",
            "may",
            ...more,
            ...(what === "show" ? ["--json"] : ["--reason", "salaries"]),
          )
        /** What has reached beneficiaries, as the service's books have it. */
        const paid = Effect.map(Context.get(simulator.services, Backstage).ledger, ({ entries }) =>
          entries.flatMap(({ amountXof, at, payment, to }) => {
            const [kind, , phone = ""] = to.split(":")
            return payment !== null && kind === "customer" ? [{ phone, amount: amountXof, at }] : []
          }),
        )
        const whenPaid = (count: number) =>
          Effect.repeat(paid, { schedule: Schedule.spaced("2 seconds"), until: ({ length }) => length >= count })

        const list = join(folder, "may.csv")
        const rows = Array.from({ length: lines }, (_, at) => `l${at + 1};${phoneOf(at + 1)};${amountOf(at + 1)}`)
        writeFileSync(list, ["id;number;amount", ...rows].join("\n"))
        yield* console("migrate")
        yield* batch("add", "--file", list, "--description", "Salary")
        yield* batch("start")

        const reconciler = spawnApp({ app: "reconciler", environment: { ...environment, OPERATIONS_PORT: "0" } })
        const backup = join(folder, "backup.db")
        for (let kill = 1; kill <= kills; kill++) {
          yield* Effect.gen(function* () {
            const app = yield* reconciler
            yield* app.says("The reconciler works.")
            yield* Effect.raceFirst(
              whenPaid(Math.floor((kill * lines) / (kills + 1))),
              Effect.andThen(app.ended, Effect.die("It has ended.")),
            )
            if (kill === 4) yield* console("backup", backup)
            yield* app.kill("SIGKILL")
            assert.strictEqual(yield* app.ended, "SIGKILL")
          }).pipe(Effect.scoped)
          if (kill !== 6) continue
          for (const end of ["", "-wal", "-shm"]) rmSync(`${store}${end}`, { force: true })
          copyFileSync(backup, store)
          yield* console("restored", "--reason", "the disk was lost")
          const books = yield* paid
          const sum = books.reduce((total, { amount }) => total + amount, 0)
          const movements = books.map(
            ({ amount, at, phone }) => `${new Date(at).toISOString().slice(0, 19)};payout;${amount};${phone};`,
          )
          const statement = join(folder, "statement.csv")
          const balances = [`2020-01-01;opening;;;${sum}`, ...movements, "2100-01-01;closing;;;0"]
          writeFileSync(statement, ["time;kind;amount;number;balance", ...balances].join("\n"))
          yield* console("statement", "import", "--file", statement, "--project", "shop", "--reason", "restored")
          yield* console("resume", "payouts", "--reason", "compared")
          assert.include(yield* batch("show"), '"state": "interrupted"')
          yield* batch("resume")
        }

        const app = yield* reconciler
        yield* app.says("The reconciler works.")
        const shown = yield* Effect.repeat(Effect.map(batch("show"), Schema.decodeSync(Shown)), {
          schedule: Schedule.spaced("1 second"),
          until: ({ state }) => state === "sent",
        })
        const books = yield* paid
        assert.strictEqual(new Set(books.map(({ phone }) => phone)).size, books.length, "no beneficiary twice")
        const inBooks = new Map(books.map(({ amount, phone }) => [phone, amount]))
        const of = (...states: ReadonlyArray<string>) => shown.lineStates.filter(({ state }) => states.includes(state))
        const doubtful = of("in_doubt", "submitting")
        const certain = of("pending", "completed", "paid")
        assert.strictEqual(certain.length + doubtful.length, lines)
        assert.strictEqual(shown.sum, total(shown.lineStates))
        for (const line of certain) assert.strictEqual(inBooks.get(phoneIn(line)), line.amount, line.id)
        const doubtfulPaid = doubtful.filter((line) => inBooks.has(phoneIn(line)))
        assert.strictEqual(total(certain) + total(doubtfulPaid), total(books), "to the franc")
        assert.isAbove(of("paid").length, 0, "the restored store has forgotten lines, and left them out")
      }),
    // It takes seven minutes on two busy cores.
    1_200_000,
  )
})
