import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duplex, Writable } from "node:stream"
import { Effect, Exit, Fiber } from "effect"
import { newFolder } from "@cauri/programs"
import { messageOf } from "../src/messageOf.ts"
import { linesInto, ndjson } from "../src/ndjson.ts"
import { announced } from "./announced.ts"

const tools = { mount: "mount", unmount: "umount" }

describe("announcements on an output", () => {
  it.effect("are one JSON object per line, in order", () =>
    Effect.gen(function* () {
      let text = ""
      const out = new Writable({
        write: (chunk, _, done) => {
          text += String(chunk)
          done()
        },
      })
      const { hear } = ndjson(out)
      yield* hear(announced())
      yield* hear(announced({ seq: 4, event: "Flagged" }))
      const lines = text.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [messageOf(announced()), messageOf(announced({ seq: 4, event: "Flagged" }))],
      )
    }),
  )

  it.effect("count as heard when the pipe has taken them, and not before", () =>
    Effect.gen(function* () {
      let taken: (() => void) | undefined
      const out = new Writable({
        write: (_, __, done) => {
          taken = done
        },
      })
      const hearing = yield* Effect.forkChild(ndjson(out).hear(announced()), { startImmediately: true })
      assert.isUndefined(hearing.pollUnsafe())
      taken?.()
      yield* Fiber.join(hearing)
    }),
  )

  it.effect("are refused by an output that was closed, which ends nothing else", () =>
    Effect.gen(function* () {
      const out = new Duplex({ read: () => {}, write: (_, __, done) => done(new Error("EPIPE canary")) })
      const listener = ndjson(out)
      const first = yield* Effect.flip(listener.hear(announced()))
      const second = yield* Effect.flip(listener.hear(announced()))
      for (const refusal of [first, second]) assert.notInclude(String(refusal), "canary")
    }),
  )

  it.effect("are written once to a reader that stalls, however often they are tried", () =>
    Effect.gen(function* () {
      const texts: Array<string> = []
      const ends: Array<() => void> = []
      const out = new Writable({
        write: (chunk, _, done) => {
          texts.push(String(chunk))
          ends.push(done)
        },
      })
      const { hear } = ndjson(out)
      for (let tries = 0; tries < 3; tries++) {
        yield* Fiber.interrupt(yield* Effect.forkChild(hear(announced()), { startImmediately: true }))
      }
      const last = yield* Effect.forkChild(hear(announced()), { startImmediately: true })
      assert.lengthOf(texts, 1)
      assert.strictEqual(out.writableLength, texts[0]?.length)
      ends.shift()?.()
      yield* Fiber.join(last)
      // What was taken once may be asked for again: the store may not have kept that it was heard.
      const again = yield* Effect.forkChild(hear(announced()), { startImmediately: true })
      ends.shift()?.()
      yield* Fiber.join(again)
      assert.deepStrictEqual(texts, [texts[0], texts[0]])
    }),
  )
})

/** A file with room for so many bytes; none left is an error, as from the system. */
const fileWithRoom = (room: number, atOnce = Infinity) => {
  const file = { text: "", room }
  const write = (bytes: Uint8Array): number => {
    if (file.room === 0) throw Object.assign(new Error("ENOSPC canary"), { code: "ENOSPC" })
    const count = Math.min(bytes.length, file.room, atOnce)
    file.text += Buffer.from(bytes.subarray(0, count)).toString("latin1")
    file.room -= count
    return count
  }
  return { file, lines: linesInto(write) }
}

describe("lines in a file", () => {
  it.effect("are written on where the system has taken a part", () =>
    Effect.gen(function* () {
      const { file, lines } = fileWithRoom(Infinity, 3)
      yield* lines("0123456789\n")
      yield* lines("abc\n")
      assert.strictEqual(file.text, "0123456789\nabc\n")
    }),
  )

  it.effect("that were cut by a full disk are refused, and the next one begins on its own line", () =>
    Effect.gen(function* () {
      const { file, lines } = fileWithRoom(6)
      const refusal = yield* Effect.flip(lines("0123456789\n"))
      assert.strictEqual(refusal.message, "The output did not take an announcement (ENOSPC); it comes again.")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(lines("0123456789\n"))))
      // Room for the newline only, then for less than the line.
      for (const room of [1, 4]) {
        file.room = room
        assert.isTrue(Exit.isFailure(yield* Effect.exit(lines("0123456789\n"))))
      }
      file.room = Infinity
      yield* lines("0123456789\n")
      yield* lines("abc\n")
      assert.strictEqual(file.text, "012345\n0123\n0123456789\nabc\n")
    }),
  )

  it.effect("that the system takes nothing of are refused", () =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(linesInto(() => 0)("abc\n"))
      assert.strictEqual(refusal.message, "The output did not take an announcement; it comes again.")
    }),
  )

  it.effect("on a disk that is full are heard only when they are there", (context) =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const mount = () =>
        execFileSync(tools.mount, ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder], { stdio: "ignore" })
      const mounted = yield* Effect.acquireRelease(Effect.exit(Effect.try(mount)), (exit) =>
        Effect.sync(() => Exit.isSuccess(exit) && execFileSync(tools.unmount, ["--lazy", folder])),
      )
      if (Exit.isFailure(mounted)) return context.skip("Only root may mount a small disk.")
      const [path, filler] = [join(folder, "out.ndjson"), join(folder, "filler")]
      writeFileSync(filler, Buffer.alloc(12_288))
      const fd = yield* Effect.acquireRelease(
        Effect.sync(() => openSync(path, "a")),
        (open) => Effect.sync(() => closeSync(open)),
      )
      const { hear } = ndjson(Object.assign(new Writable(), { fd }))
      const heard: Array<string> = []
      let refused = 0
      for (let seq = 1; seq <= 30; seq++) {
        const announcement = announced({ id: `payin shop/order-${seq}#3`, detail: { operator: "X".repeat(200) } })
        if (Exit.isSuccess(yield* Effect.exit(hear(announcement)))) heard.push(announcement.id)
        else if (refused++ === 0) unlinkSync(filler)
      }
      assert.strictEqual(refused, 1)
      const whole = readFileSync(path, "utf8")
        .split("\n")
        .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line)] : []))
      assert.deepStrictEqual(
        whole.map(({ data }) => data.id),
        heard,
      )
    }),
  )
})
