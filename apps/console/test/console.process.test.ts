/** The program from the command line, on both stores and against the service on a port. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { DateTime, Deferred, Effect } from "effect"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import { newShop, startConsole } from "./process.ts"

const asJson = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)

describe.each(["SQLite", "Postgres"] as const)("the console on %s", (kind) => {
  it.live("lists, shows, rules and reports from end to end, and its audit finds nothing", () =>
    Effect.gen(function* () {
      const shop = yield* newShop(kind)
      const console = (...args: ReadonlyArray<string>) => startConsole(shop.environment, args)
      yield* shop.pay("salary-1", "22670000011")
      yield* shop.lose("salary-2", "22670000012")

      const listed = yield* console("list", "--status", "in_doubt", "--fail")
      assert.strictEqual(listed.code, 1, listed.err)
      assert.match(listed.out, /payout shop\/salary-2 +in_doubt +7,000\sF\sCFA +mobile_money_payout/)
      assert.notInclude(listed.out, "\u001B[", "nothing is coloured where nobody looks")

      const shown = yield* console("show", "salary-2", "--json")
      const { seq } = asJson(shown.out)
      const ruling = ["--to", "completed", "--as-of", String(seq), "--reason", "lost", "--evidence", "statement"]
      const another = yield* console("resolve", "salary-2", ...ruling, "--amount", "700")
      assert.strictEqual(another.code, 64)
      const ruled = yield* console("resolve", "salary-2", ...ruling, "--amount", "7000")
      assert.strictEqual(ruled.code, 0, ruled.err)
      assert.strictEqual((yield* console("resolve", "salary-2", ...ruling, "--amount", "7000")).code, 1)

      const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const report = yield* console("report", "--day", today, "--json")
      assert.deepInclude(asJson(report.out), {
        total: { payin: { count: 0, sum: 0 }, payout: { count: 2, sum: 14_000 } },
      })
      const audited = yield* console("audit")
      assert.strictEqual(audited.code, 0, audited.out)
      assert.match(audited.out, /^No problem found \(2 payments/)
      const evidence = yield* console("export-evidence", "salary-1")
      assert.deepInclude(asJson(evidence.out), { document: "cauri evidence", callbacks: [] })
      for (const { err, out } of [listed, shown, ruled, report, audited, evidence]) {
        for (const number of ["22670000011", "22670000012"]) assert.notInclude(out + err, number)
      }
    }),
  )

  it.live("asks the service, and prints none of its credentials", () =>
    Effect.gen(function* () {
      const shop = yield* newShop(kind)
      yield* shop.pay("salary-1", "22670000011")
      const without = yield* startConsole(shop.environment, ["recheck", "salary-1"])
      assert.strictEqual(without.code, 64)
      assert.include(without.err, "Set SERVICE_URL")
      const asked = yield* startConsole(shop.withService, ["recheck", "salary-1", "--json"]).pipe(
        Effect.repeat({ until: ({ out }) => out.includes("completed"), times: 200 }),
      )
      assert.strictEqual(asked.code, 0, asked.err)
      assert.deepInclude(asJson(asked.out), { status: "completed" })
      const doctor = yield* startConsole(shop.withService, ["doctor"])
      assert.strictEqual(doctor.code, 1, "nobody answers at this receiver's address")
      assert.match(doctor.out, /ok +store +it opens; STORE_IDENTITY=[0-9a-f-]{36}@\d+/)
      assert.match(doctor.out, /ok +clock/)
      assert.match(doctor.out, /bad +callbacks +no receiver answers at CALLBACK_BASE/)
      for (const { err, out } of [without, asked, doctor]) {
        for (const secret of shop.secrets) assert.notInclude(out + err, secret)
      }
    }),
  )

  it.live("holds and lifts, which other processes see, and records a reveal whatever the level of the logs", () =>
    Effect.gen(function* () {
      const shop = yield* newShop(kind)
      const console = (...args: ReadonlyArray<string>) =>
        startConsole({ ...shop.environment, LOG_LEVEL: "error" }, args)
      assert.strictEqual((yield* console("pause", "payouts", "--reason", "outage")).code, 0)
      const held = yield* shop.pay("salary-1", "22670000011")
      assert.strictEqual(held.payment.state._tag, "intended")
      assert.match((yield* console("pauses")).out, /payouts .* A\. Colleague +outage/)
      const resumed = yield* console("resume", "payouts", "--reason", "it is back")
      assert.strictEqual(resumed.code, 0)
      assert.deepInclude(asJson(resumed.err), { record: "resume", scope: "payouts" })
      const revealed = yield* console("show", "salary-1", "--reveal", "--reason", "ticket 12")
      assert.include(revealed.out, "22670000011")
      assert.deepInclude(asJson(revealed.err), {
        record: "reveal",
        payment: "payout shop/salary-1",
        by: "A. Colleague",
      })
      const deeds = yield* console("deeds")
      assert.match(deeds.out, /reveal +A\. Colleague +\S+@\S+ +payout shop\/salary-1 +ticket 12\n/)
      assert.match(deeds.out, /resume +A\. Colleague +\S+@\S+ +payouts +it is back\n/)
    }),
  )
})

describe("the console", () => {
  it.live("explains itself without any settings", () =>
    Effect.gen(function* () {
      const help = yield* startConsole({}, ["--help"])
      assert.strictEqual(help.code, 0)
      assert.include(help.out, "export-evidence")
      assert.deepInclude(yield* startConsole({}, ["--version"]), { code: 0 })
    }),
  )

  it.live("goes on when its reader stops reading", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* startConsole({}, ["--help"], ["stdout"]), { code: 0, out: "", err: "" })
    }),
  )

  it.live(
    "copies a store on SQLite: the copy is refused until `restored` looked through it, and nothing is written over",
    () =>
      Effect.gen(function* () {
        const shop = yield* newShop("SQLite")
        yield* shop.pay("salary-1", "22670000011")
        const copy = join(shop.folder, "copy.db")
        const made = yield* startConsole(shop.environment, ["backup", copy, "--json"])
        assert.strictEqual(made.code, 0, made.err)
        const { identity } = asJson(made.out)
        const markFile = join(shop.folder, "mark")
        writeFileSync(markFile, `${String(identity).split("@")[0]}@999999\n`)
        const of = { ...shop.environment, STORE_URL: `sqlite:${copy}`, STORE_MARK_FILE: markFile }
        const refused = yield* startConsole(of, ["list"])
        assert.strictEqual(refused.code, 64)
        assert.match(refused.err, /restored.*console restored.*had 999999 before/)
        const restored = yield* startConsole(of, ["restored", "--reason", "the disk was lost", "--by", "A. Colleague"])
        assert.strictEqual(restored.code, 0, restored.err)
        const [, expected = ""] = /STORE_IDENTITY=(\S+)/.exec(restored.out) ?? []
        assert.strictEqual(readFileSync(markFile, "utf8"), `${expected}\n`)
        const listed = yield* startConsole({ ...of, STORE_IDENTITY: expected }, ["list"])
        assert.include(listed.out, "payout shop/salary-1")
        const again = yield* startConsole(shop.environment, ["backup", copy])
        assert.strictEqual(again.code, 64)
        assert.include(again.err, "<file> must be a file that is not there yet")
      }),
  )

  it.live("ends with 64 for what is wrong with the command line, the settings or the store that is named", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const unknown = yield* startConsole({}, ["lost"])
      assert.deepStrictEqual({ code: unknown.code, out: unknown.out }, { code: 64, out: "" })
      const unset = yield* startConsole({}, ["list"])
      assert.strictEqual(unset.code, 64)
      assert.include(unset.err, "STORE_URL")
      const missing = yield* startConsole({ STORE_URL: `sqlite:${join(folder, "none.db")}` }, ["list"])
      assert.strictEqual(missing.code, 64)
      assert.include(missing.err, "missing")
    }),
  )

  it.live("ends with 74 on a damaged store and with 75 on one that cannot be reached or written", () =>
    Effect.gen(function* () {
      const shop = yield* newShop("SQLite")
      const damaged = join(shop.folder, "damaged.db")
      writeFileSync(damaged, "This is no database at all. ".repeat(1_000), { mode: 0o600 })
      assert.strictEqual((yield* startConsole({ STORE_URL: `sqlite:${damaged}` }, ["list"])).code, 74)
      const unreachable = yield* startConsole({ STORE_URL: "postgres://nobody@127.0.0.1:9/none" }, ["list"])
      assert.strictEqual(unreachable.code, 75)
      const lock = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(join(shop.folder, "payments.db"))),
        (database) => Effect.sync(() => database.close()),
      )
      lock.exec("BEGIN EXCLUSIVE")
      const locked = yield* startConsole(shop.environment, ["pause", "payouts", "--reason", "outage"])
      assert.strictEqual(locked.code, 75, locked.err)
      lock.exec("ROLLBACK")
      assert.strictEqual((yield* startConsole(shop.environment, ["pause", "payouts", "--reason", "outage"])).code, 0)
    }),
  )

  it.live.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("says that it broke off, and ends with 75, on %s", (signal) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      // It takes a connection and never answers: whoever asks it is in the midst of a command.
      const deaf = yield* Effect.acquireRelease(
        Effect.sync(() => createServer(() => Deferred.doneUnsafe(reached, Effect.void))),
        (server) => Effect.sync(() => server.close()),
      )
      const port = yield* Effect.callback<number>((resume) => {
        deaf.listen(0, "127.0.0.1", () => {
          const address = deaf.address()
          resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
        })
      })
      const environment = {
        STORE_URL: `sqlite:${join(yield* temporaryFolder, "none.db")}`,
        CALLBACK_BASE: `http://127.0.0.1:${port}`,
        CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
      }
      const app = yield* spawnApp({ app: "console", environment, arguments: ["doctor"] })
      yield* Effect.raceFirst(Deferred.await(reached), app.ended)
      yield* app.kill(signal)
      assert.strictEqual(yield* app.ended, 75)
      assert.match(yield* app.err, /was stopped before it had finished/)
    }),
  )
})
