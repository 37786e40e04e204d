/**
 * How a connection is opened: durable on every connection, in the right place, for us alone; and what is refused.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import Database from "better-sqlite3"
import { Effect, Layer, Logger } from "effect"
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { it } from "@cauri/house/it"
import { layer, layerFrom, SqliteStore, type StoreOptions, StoreRefused } from "../src/index.ts"
import { isMountPoint, networkFileSystem, prepareFile } from "../src/place.ts"
import { newFile, newFolder, openRaw, silence } from "./support.ts"

/** Opens a store and closes it again. */
const openOnce = (options: StoreOptions) =>
  Effect.scoped(Effect.asVoid(Layer.build(layer({ reserve: 0, ...options })))).pipe(Effect.provide(silence))

const settingsOf = (client: Database.Database) =>
  Object.fromEntries(
    ["synchronous", "journal_mode", "foreign_keys", "trusted_schema", "cell_size_check"].map((name) => [
      name,
      client.pragma(name, { simple: true }),
    ]),
  )

const durable = { synchronous: 2, journal_mode: "wal", foreign_keys: 1, trusted_schema: 0, cell_size_check: 1 }

describe("a connection", () => {
  it("is durable when the file is made, and when it is opened again (T1)", function* () {
    const file = yield* newFile
    for (let opened = 0; opened < 3; opened++) {
      const settings = yield* SqliteStore.use(({ client }) => Effect.sync(() => settingsOf(client))).pipe(
        Effect.provide(layer({ file })),
      )
      assert.deepStrictEqual(settings, durable, `opened for the ${opened + 1}. time`)
    }
  })

  it.effect("waits for the disk at each commit but those that take only leases and rate tokens", () =>
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const shared = yield* SharedState
      const { client } = yield* SqliteStore
      client.exec("CREATE TEMP TABLE levels (level INTEGER)")
      const levels = client.prepare<[], { readonly level: number }>("SELECT DISTINCT level FROM temp.levels")
      for (const table of ["cauri_queue", "cauri_events", "cauri_rate_tokens", "cauri_callback_notes"])
        for (const change of ["INSERT", "UPDATE"])
          client.exec(`CREATE TEMP TRIGGER ${change}_${table} AFTER ${change} ON main.${table}
            BEGIN INSERT INTO levels SELECT synchronous FROM pragma_synchronous; END`)
      const levelsOf = Effect.fnUntraced(function* <A, E>(...writes: ReadonlyArray<Effect.Effect<A, E>>) {
        client.exec("DELETE FROM levels")
        yield* Effect.all(writes, { concurrency: "unbounded" })
        assert.strictEqual(client.pragma("synchronous", { simple: true }), 2)
        return levels.all().map(({ level }) => level)
      })
      const ground = yield* newGround
      const [first, second] = ["first", "second"].map((id) => payoutIn(ground, id, "pending", { actAt: 1 }))
      assert.isDefined(first)
      assert.isDefined(second)
      const token = shared.takeRateToken({ rate: "confirms", limit: { perSecond: 1, burst: 1 }, now: 1 })
      assert.deepStrictEqual(yield* levelsOf(store.insert(first.change, first.tracking)), [2])
      assert.deepStrictEqual(yield* levelsOf(store.takeDue({ now: 1, limit: 10, until: 60_000, except: [] })), [1])
      assert.deepStrictEqual(yield* levelsOf(token), [1])
      assert.deepStrictEqual(
        yield* levelsOf<unknown, unknown>(
          store.insert(second.change, second.tracking),
          store.takeDue({ now: 2, limit: 10, until: 60_000, except: [] }),
        ),
        [2],
      )
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(newFile, (file) => layer({ file, reserve: 0 }))))),
  )

  it("would not be durable by itself when it is opened again (T1)", function* () {
    const file = yield* newFile
    yield* openOnce({ file })
    const raw = yield* openRaw(file)
    assert.strictEqual(raw.pragma("synchronous", { simple: true }), 1)
  })

  it("of a host is made durable too, and keeps its other settings (T1)", function* () {
    const file = yield* newFile
    yield* openOnce({ file })
    const raw = yield* openRaw(file, { timeout: 4_000 })
    raw.pragma("foreign_keys = OFF")
    yield* Effect.scoped(Layer.build(layerFrom(raw)))
    assert.deepStrictEqual(settingsOf(raw), { ...durable, foreign_keys: 0, trusted_schema: 1, cell_size_check: 0 })
    assert.strictEqual(raw.pragma("busy_timeout", { simple: true }), 4_000)
    assert.isTrue(raw.open)
  })

  it.effect("waits for locks itself for a moment only (T14)", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      assert.isAtMost(Number(client.pragma("busy_timeout", { simple: true })), 100)
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(newFile, (file) => layer({ file }))))),
  )

  it("is closed with its scope", function* () {
    const file = yield* newFile
    const client = yield* SqliteStore.use(({ client }) => Effect.succeed(client)).pipe(Effect.provide(layer({ file })))
    assert.isFalse(client.open)
  })
})

const onNfs = () => 0x6969

const refused = Effect.fnUntraced(function* (options: StoreOptions) {
  const failure = yield* Effect.flip(openOnce(options))
  assert.instanceOf(failure, StoreRefused)
  assert.include(failure.message, failure.detail)
  return failure.reason
})

describe("refused", () => {
  it("is a database in memory, unless its risk is accepted", function* () {
    assert.strictEqual(yield* refused({ file: ":memory:" }), "durability")
    yield* openOnce({ file: ":memory:", acceptDataLoss: "a test" })
  })

  it("is a blank name, which SQLite takes for a database that ends with its connection", function* () {
    for (const file of ["", " ", "\t\n"]) {
      assert.strictEqual(yield* refused({ file }), "invalid_name")
      assert.strictEqual(yield* refused({ file, acceptDataLoss: "a test" }), "invalid_name")
    }
    const raw = yield* openRaw("")
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layerFrom(raw))))
    assert.strictEqual(failure.reason, "durability")
    yield* Effect.scoped(Layer.build(layerFrom(raw, { acceptDataLoss: "a test" }))).pipe(Effect.provide(silence))
  })

  it("is a host's connection that does not keep what it commits, unless its risk is accepted", function* () {
    const raw = yield* openRaw(yield* newFile)
    raw.pragma("journal_mode = MEMORY")
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layerFrom(raw))))
    assert.strictEqual(failure.reason, "durability")
    const lines: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
    yield* Effect.scoped(Layer.build(layerFrom(raw, { acceptDataLoss: "It is a test." }))).pipe(Effect.provide(logger))
    assert.include(String(lines), "accepted: It is a test. Payments may be lost")
  })

  it("is a missing file where none may be made, and none is made (C12)", function* () {
    const file = yield* newFile
    assert.strictEqual(yield* refused({ file, create: "never" }), "missing")
    assert.isFalse(existsSync(file))
    yield* openOnce({ file })
    yield* openOnce({ file, create: "never" })
  })

  it("is a file without a store where none may be made, and the file stays as it is (C12)", function* () {
    const folder = yield* newFolder
    const empty = join(folder, "empty.db")
    writeFileSync(empty, "", { mode: 0o600 })
    assert.strictEqual(yield* refused({ file: empty, create: "never" }), "missing")
    assert.strictEqual(statSync(empty).size, 0)
    const other = join(folder, "other.db")
    const raw = yield* openRaw(other)
    raw.exec("CREATE TABLE orders (id TEXT)")
    raw.close()
    chmodSync(other, 0o600)
    const before = readFileSync(other)
    assert.strictEqual(yield* refused({ file: other, create: "never" }), "missing")
    assert.isTrue(before.equals(readFileSync(other)))
  })

  it("is a host's database without a store where none may be made (C12)", function* () {
    const file = yield* newFile
    const raw = yield* openRaw(file)
    const open = (create: "if-missing" | "never") => Effect.scoped(Layer.build(layerFrom(raw, { create })))
    assert.strictEqual((yield* Effect.flip(open("never"))).reason, "missing")
    assert.strictEqual(raw.prepare("SELECT name FROM sqlite_master").all().length, 0)
    yield* open("if-missing")
    yield* open("never")
  })

  it("is a folder that is not there, and a folder in the place of the file", function* () {
    const folder = yield* newFolder
    assert.strictEqual(yield* refused({ file: join(folder, "no", "payments.db") }), "unavailable")
    mkdirSync(join(folder, "payments.db"))
    assert.strictEqual(yield* refused({ file: join(folder, "payments.db") }), "unavailable")
  })

  it("is a folder that everybody may write, unless its files are safe there", function* () {
    const folder = yield* newFolder
    chmodSync(folder, 0o777)
    assert.strictEqual(yield* refused({ file: join(folder, "payments.db") }), "permissions")
    chmodSync(folder, 0o1777)
    yield* openOnce({ file: join(folder, "payments.db") })
  })

  it("is a file that others may read", function* () {
    const file = yield* newFile
    yield* openOnce({ file })
    // The console opens a host's own file by its name: one rule for both.
    const host = layerFrom(yield* openRaw(file))
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(file, mode)
      assert.strictEqual(yield* refused({ file }), "permissions")
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(host)))
      assert.include(message, `${file} has the mode 0${mode.toString(8)}.`)
    }
    chmodSync(file, 0o600)
    yield* openOnce({ file })
  })

  it("is a link to a place that must not be used, and a link that leads nowhere", function* () {
    const [folder, elsewhere] = [yield* newFolder, yield* newFolder]
    const [link, file] = [join(folder, "payments.db"), join(elsewhere, "payments.db")]
    symlinkSync(file, link)
    assert.strictEqual(yield* refused({ file: link }), "missing")
    assert.isFalse(existsSync(file))
    yield* openOnce({ file })
    const typeOf = (looked: string) => (looked === realpathSync(elsewhere) ? 0x6969 : 0xef53)
    assert.throws(() => prepareFile({ file: link }, typeOf), /\(network_file_system\): .* is on nfs/)
    chmodSync(elsewhere, 0o777)
    assert.strictEqual(yield* refused({ file: link }), "permissions")
    chmodSync(elsewhere, 0o700)
    yield* openOnce({ file: link })
  })

  it.effect(
    "is a file with two names, under either of them, and the host's own: beside each name lies another log",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const other = join(dirname(file), "other.db")
        yield* openOnce({ file })
        linkSync(file, other)
        for (const name of [file, other]) assert.strictEqual(yield* refused({ file: name }), "aliased")
        const raw = yield* openRaw(other)
        const failure = yield* Effect.flip(Effect.scoped(Layer.build(layerFrom(raw))))
        assert.strictEqual(
          failure.message,
          `The payment store is refused (aliased): ${other} has 2 names (hard links), and beside each lies another log. ` +
            "Stop every program on it, mount its folder and never the file alone, remove every other name, and open the one that is left.",
        )
        assert.strictEqual(failure.exitCode, 64)
        rmSync(other)
        yield* openOnce({ file })
      }),
  )

  it("is a file that is mounted alone: its log stays behind in the folder that it comes from", () => {
    const mounts = [
      "25 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw",
      "612 25 254:1 /srv/payments.db /data/payments.db rw,relatime shared:1 - ext4 /dev/vda1 rw",
      String.raw`613 25 254:1 /srv/p.db /data/of\040the\134shop.db rw - ext4 /dev/vda1 rw`,
      "",
    ].join("\n")
    assert.isTrue(isMountPoint("/data/payments.db", mounts))
    assert.isTrue(isMountPoint("/data/of the\\shop.db", mounts))
    for (const file of ["/srv/payments.db", "/data/payments.db-wal", "/payments.db", ""])
      assert.isFalse(isMountPoint(file, mounts), file)
  })

  it.effect("is no name with a space around it: the file that is looked at is the one that is opened", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* openOnce({ file: `${file} ` })
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(dirname(file)), [basename(file)])
      chmodSync(file, 0o644)
      assert.strictEqual(yield* refused({ file: `${file} ` }), "permissions")
    }),
  )

  it("is a file on a network file system, unless its risk is accepted (C18)", function* () {
    const file = yield* newFile
    assert.throws(() => prepareFile({ file }, onNfs), /\(network_file_system\): .* is on nfs/)
    assert.isFalse(existsSync(file))
    prepareFile({ file, acceptNetworkFileSystem: "a test" }, onNfs)
    assert.isTrue(existsSync(file))
  })

  it("is every network file system by its number", () => {
    const numbers: Readonly<Record<string, number>> = {
      nfs: 0x6969,
      smb: 0x517b,
      cifs: 0xff534d42,
      smb2: 0xfe534d42,
      fuse: 0x65735546,
      "9p": 0x01021997,
      ceph: 0x00c36400,
    }
    for (const [name, number] of Object.entries(numbers)) {
      assert.strictEqual(networkFileSystem(number), name)
      // Where the number comes as a signed one.
      assert.strictEqual(networkFileSystem(number | 0), name)
    }
    const local = {
      ext4: 0xef53,
      xfs: 0x58465342,
      btrfs: 0x9123683e,
      tmpfs: 0x01021994,
      overlay: 0x794c7630,
      apfs: 0x1a,
    }
    for (const [name, number] of Object.entries(local)) assert.isNull(networkFileSystem(number), name)
  })
})

describe("the files of a store", () => {
  it("are for their owner alone, the log too", function* () {
    const folder = yield* newFolder
    yield* Effect.gen(function* () {
      yield* SqliteStore
      const files = readdirSync(folder)
      assert.deepStrictEqual(files.toSorted(), ["payments.db", "payments.db-shm", "payments.db-wal"])
      for (const file of files) assert.strictEqual(statSync(join(folder, file)).mode & 0o777, 0o600, file)
    }).pipe(Effect.provide(layer({ file: join(folder, "payments.db") })))
  })
})

const fresh = Effect.gen(function* () {
  const { change, tracking } = payoutIn(yield* newGround, "salary")
  return yield* (yield* PaymentStore).insert(change, tracking)
})

describe("the file of a host's connection", () => {
  it("is not looked for under a name that leads elsewhere, where the host has changed its folder", function* () {
    const [file, elsewhere, home] = [yield* newFile, yield* newFolder, process.cwd()]
    process.chdir(dirname(file))
    const raw = yield* openRaw(basename(file))
    raw.pragma("journal_mode = WAL")
    yield* Effect.gen(function* () {
      yield* fresh
      process.chdir(elsewhere)
      yield* fresh
    }).pipe(Effect.provide(layerFrom(raw)), Effect.ensuring(Effect.sync(() => process.chdir(home))))
  })
})
