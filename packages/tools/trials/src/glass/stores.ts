/** The merchant's store in the glass: in memory, or a real SQLite file that can be torn, copied and put back. */
import Database from "better-sqlite3"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { PaymentStore } from "@cauri/core"
import {
  emptyMemory,
  type MemoryCell,
  memoryPorts,
  type PaymentStoreDriver,
  type StorePorts,
} from "@cauri/core/adapter"
import { layer as layerSqlite, SqliteStore } from "@cauri/store-sqlite"
import { drawn, type Program, type World } from "./time.ts"
import type { Witness } from "./witness.ts"

/** A store, and what can happen to its medium. */
export interface Medium {
  /** The store as a program opens it. */
  readonly open: (program: Program) => Layer.Layer<StorePorts, unknown>
  /** A copy as of now, for a backup. Returns what puts it back, once no program is on it. */
  readonly backup: () => () => void
  /**
   * Does this, whose last bytes may not reach the disk. Returns what is done once no program is on it any more. What was acknowledged to
   * another program meanwhile had been synchronised, so everything before it was, too.
   */
  readonly torn: <A, E, R>(
    act: Effect.Effect<A, E, R>,
    acknowledged: () => number,
  ) => Effect.Effect<() => void, never, R>
  readonly remove: () => void
}

type Broken = (driver: PaymentStoreDriver) => PaymentStoreDriver

const inMemory = (witness: Witness, broken: Broken = (driver) => driver): Medium => {
  const cell: MemoryCell = { current: emptyMemory }
  const store = PaymentStore.fromDriver(broken(witness.driverOver(cell)))
  return {
    open: () => Layer.effectContext(Effect.sync(() => Context.add(memoryPorts(cell), PaymentStore, store))),
    backup: () => {
      const { current } = cell
      return () => {
        cell.current = current
      }
    },
    torn: (act, acknowledged) =>
      Effect.suspend(() => {
        const [{ current }, already] = [cell, acknowledged()]
        return Effect.map(Effect.exit(act), () => {
          const left = acknowledged() === already ? current : cell.current
          return () => {
            cell.current = left
          }
        })
      }),
    remove: () => {},
  }
}

const read = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))

const onDisk = (world: World): Medium => {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "glass-"))
  const file = join(folder, "payments.db")
  const put = (whole: Buffer, log: Buffer) => {
    for (const part of ["-wal", "-shm"]) rmSync(`${file}${part}`, { force: true })
    writeFileSync(file, whole)
    if (log.length > 0) writeFileSync(`${file}-wal`, log)
  }
  return {
    open: (program) =>
      Layer.effectContext(
        Effect.gen(function* () {
          const built = yield* Layer.build(layerSqlite({ file, reserve: 0, lowWater: 0, check: "none" }))
          const { client } = Context.get(built, SqliteStore)
          program.atEnd(() => client.close())
          return built
        }),
      ),
    backup: () => {
      const client = new Database(file, { readonly: true })
      const copy = client.serialize()
      client.close()
      return () => put(copy, Buffer.alloc(0))
    },
    torn: (act, acknowledged) =>
      Effect.suspend(() => {
        const [before, log, already] = [read(file), read(`${file}-wal`), acknowledged()]
        return Effect.map(Effect.exit(act), () => {
          const [whole, written] = [read(file), read(`${file}-wal`)]
          // What was there before had been synchronised; of what came since, a part did, in the order in which it was written.
          if (!before.equals(whole) || acknowledged() !== already) return () => put(whole, written)
          const common = written.findIndex((byte, at) => byte !== log[at])
          const cut = common + Math.floor(drawn(world.seed, "cut", world.now) * (written.length - common))
          const left = common === -1 ? written : Buffer.concat([written.subarray(0, cut), log.subarray(cut)])
          return () => put(whole, left)
        })
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const mediumOf = (world: World, kind: "memory" | "sqlite", witness: Witness, broken?: Broken): Medium =>
  kind === "memory" ? inMemory(witness, broken) : onDisk(world)
