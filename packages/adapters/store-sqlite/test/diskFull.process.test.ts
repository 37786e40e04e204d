/**
 * A disk that is really full: a small file system in memory. Only root may mount one; without that right the file is kept from growing,
 * which is the same for everything but the log.
 */
import { type Ground, newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { append, CreationToken, issuedTokensOf, PaymentEvent } from "@cauri/core/model"
import { assert, describe } from "@effect/vitest"
import type { Database } from "better-sqlite3"
import { Effect, Result } from "effect"
import { execFileSync } from "node:child_process"
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { it } from "@cauri/house/it"
import { backup, layer, SqliteStore } from "../src/index.ts"
import { newFolder } from "./support.ts"

const megabyte = 1_024 * 1_024
const mayMount = process.platform === "linux" && process.getuid?.() === 0

/** What every Linux has; named here so that nobody takes them for tools of this package. */
const tools = { mount: "mount", unmount: "umount" }

/** A file system of its own, 48 MiB large; without the right to mount one, a folder. */
const smallDisk = Effect.acquireRelease(
  Effect.map(newFolder, (folder) => {
    if (mayMount) execFileSync(tools.mount, ["-t", "tmpfs", "-o", "size=48m,mode=0700", "tmpfs", folder])
    return folder
  }),
  (folder) => Effect.sync(() => mayMount && execFileSync(tools.unmount, ["--lazy", folder])),
)

/** Writes until not one byte more fits. */
const fillUp = (folder: string, client: Database | null) => {
  if (!mayMount) return void client?.pragma(`max_page_count = ${Number(client.pragma("page_count", { simple: true }))}`)
  const descriptor = openSync(join(folder, "filler"), "w")
  for (const size of [megabyte, 4_096, 1]) {
    for (;;) {
      try {
        if (writeSync(descriptor, Buffer.alloc(size)) === 0) break
      } catch {
        break
      }
    }
  }
  closeSync(descriptor)
}

const isFull = (folder: string) => !mayMount || statfsSync(folder).bavail === 0

/** Tries new payments until one is refused, and tells why: a file that cannot grow has free pages left. */
const refusalOf = Effect.fnUntraced(function* (ground: Ground) {
  const store = yield* PaymentStore
  for (const index of upTo(1_000)) {
    const { change, tracking } = payoutIn(ground, `fresh-${index}`)
    const inserted = yield* Effect.result(store.insert(change, tracking))
    if (Result.isFailure(inserted)) return String(inserted.failure.cause)
  }
  return "never"
})

const token = (index: number) => CreationToken.make(`token-${index}-`.padEnd(1_024, "t"))
const upTo = (length: number) => Array.from({ length }, (_, index) => index)

describe("a disk without a free byte", () => {
  it.live("takes the tokens of 200 requests that were sent, one by one, and no new payment (T20, C9)", function* () {
    const folder = yield* smallDisk
    const file = join(folder, "payments.db")
    const ground = yield* newGround
    const options = { file, lowWater: 2 * megabyte }
    yield* Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const store = yield* PaymentStore
      const steps = upTo(200).map((index) => payoutIn(ground, `salary-${index}`, "submitting"))
      yield* Effect.forEach(steps, ({ change, tracking }) => store.insert(change, tracking), { concurrency: 16 })
      fillUp(folder, client)
      assert.isTrue(isFull(folder))
      assert.match(yield* refusalOf(ground), /disk_low/)
      for (const [index, { change, tracking }] of steps.entries()) {
        const accepted = PaymentEvent.cases.accepted.make({
          attempt: 1,
          token: token(index),
          url: null,
          to: "pending",
        })
        const answer = Result.getOrThrow(append(change.payment, [accepted], 1))
        const saved = yield* store.save(answer, tracking, { version: 1, giveBack: null, now: 1 })
        assert.strictEqual(saved, "Saved")
      }
      assert.isTrue(isFull(folder))
    }).pipe(Effect.provide(layer(options)))
    // What was acknowledged is there when the store is opened again, while the disk is still full.
    yield* Effect.gen(function* () {
      const stored = yield* (yield* PaymentStore).list({ project: ground.project, limit: 1_000 })
      const tokens = stored.flatMap(({ payment }) => issuedTokensOf(payment.attempts).map((handle) => handle.token))
      assert.deepStrictEqual(tokens.toSorted(), upTo(200).map(token).toSorted())
    }).pipe(Effect.provide(layer({ ...options, create: "never" })))
  })

  it.live.skipIf(!mayMount)("is not taken for damage by a program that opens the store, nor by a copy", () =>
    Effect.gen(function* () {
      const folder = yield* smallDisk
      const options = { file: join(folder, "payments.db"), lowWater: 2 * megabyte }
      const identity = SharedState.use((shared) => shared.identity()).pipe(Effect.provide(layer(options)))
      const { id } = yield* identity
      fillUp(folder, null)
      const reasons = [
        (yield* Effect.flip(identity)).message,
        (yield* Effect.flip(backup(options.file, `${options.file}.copy`))).message,
      ]
      for (const reason of reasons) assert.match(reason, /\(disk_low\)/)
      rmSync(join(folder, "filler"))
      assert.strictEqual((yield* identity).id, id)
    }),
  )
})
