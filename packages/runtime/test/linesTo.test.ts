import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duplex, Writable } from "node:stream"
import { Effect, Exit, Fiber } from "effect"
import { endsWhole, linesInto, linesTo } from "../src/linesTo.ts"
import { newFolder } from "./support.ts"

const tools = { mount: "mount", unmount: "umount" }

/** A file that is opened as a shell's `>>` opens it, until the test ends. */
const appended = (path: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openSync(path, "a")),
      (fd) => Effect.sync(() => closeSync(fd)),
    ),
    (fd) => Object.assign(new Writable(), { fd }),
  )

describe("lines to a stream", () => {
  it.effect("count as written when the pipe has taken them, and not before", () =>
    Effect.gen(function* () {
      let taken: (() => void) | undefined
      const out = new Writable({
        write: (_, __, done) => {
          taken = done
        },
      })
      const hearing = yield* Effect.forkChild(linesTo(out)("abc\n"), { startImmediately: true })
      assert.isUndefined(hearing.pollUnsafe())
      taken?.()
      yield* Fiber.join(hearing)
    }),
  )

  it.effect("are refused by an output that was closed, which ends nothing else", () =>
    Effect.gen(function* () {
      const out = new Duplex({ read: () => {}, write: (_, __, done) => done(new Error("EPIPE canary")) })
      const lines = linesTo(out)
      const first = yield* Effect.flip(lines("abc\n"))
      const second = yield* Effect.flip(lines("abc\n"))
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
      const lines = linesTo(out)
      for (let tries = 0; tries < 3; tries++) {
        yield* Fiber.interrupt(yield* Effect.forkChild(lines("abc\n"), { startImmediately: true }))
      }
      const last = yield* Effect.forkChild(lines("abc\n"), { startImmediately: true })
      assert.lengthOf(texts, 1)
      assert.strictEqual(out.writableLength, texts[0]?.length)
      ends.shift()?.()
      yield* Fiber.join(last)
      // What was taken once may be asked for again: the caller may not have kept that it was.
      const again = yield* Effect.forkChild(lines("abc\n"), { startImmediately: true })
      ends.shift()?.()
      yield* Fiber.join(again)
      assert.deepStrictEqual(texts, [texts[0], texts[0]])
    }),
  )
})

/** A file with room for so many bytes; none left is an error, as from the system. */
const fileWithRoom = (room: number, atOnce = Infinity, isCut = false) => {
  const file = { text: "", room }
  const write = (bytes: Uint8Array): number => {
    if (file.room === 0) throw Object.assign(new Error("ENOSPC canary"), { code: "ENOSPC" })
    const count = Math.min(bytes.length, file.room, atOnce)
    file.text += Buffer.from(bytes.subarray(0, count)).toString("latin1")
    file.room -= count
    return count
  }
  return { file, lines: linesInto(write, isCut) }
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
      assert.strictEqual(
        refusal.message,
        "The output did not take a line (ENOSPC). Make room for it, or start what reads it again.",
      )
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
      assert.strictEqual(
        refusal.message,
        "The output did not take a line. Make room for it, or start what reads it again.",
      )
    }),
  )

  const before: ReadonlyArray<readonly [what: string, text: string, after: string]> = [
    ["is empty", "", "abc\nde\n"],
    ["ends with a whole line", "whole\n", "whole\nabc\nde\n"],
    ["ends with a line that a killed process left cut", "whole\nhal", "whole\nhal\nabc\nde\n"],
  ]
  for (const [what, text, after] of before) {
    it.effect(`begin on a line of their own where the file ${what}`, () =>
      Effect.gen(function* () {
        const path = join(yield* newFolder, "out.ndjson")
        writeFileSync(path, text)
        const lines = linesTo(yield* appended(path))
        assert.strictEqual(readFileSync(path, "utf8"), text)
        yield* lines("abc\n")
        yield* lines("de\n")
        assert.strictEqual(readFileSync(path, "utf8"), after)
      }),
    )
  }

  it.effect(
    "begin on one of their own where it is unknown how the file ends, which costs no more than an empty line",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const path = join(folder, "out.ndjson")
        writeFileSync(path, "whole\n")
        const { fd } = yield* appended(path)
        assert.isTrue(endsWhole(fd))
        assert.isFalse(endsWhole(fd, join(folder, "nowhere")))
        const { file, lines } = fileWithRoom(Infinity, Infinity, true)
        yield* lines("abc\n")
        assert.strictEqual(file.text, "\nabc\n")
      }),
  )

  it.effect("on a disk that is full count as written only when they are there", (context) =>
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
      const lines = linesTo(yield* appended(path))
      const taken: Array<string> = []
      let refused = 0
      for (let seq = 1; seq <= 30; seq++) {
        const line = `{"id":${seq},"text":"${"X".repeat(400)}"}`
        if (Exit.isSuccess(yield* Effect.exit(lines(`${line}\n`)))) taken.push(line)
        else if (refused++ === 0) unlinkSync(filler)
      }
      assert.strictEqual(refused, 1)
      assert.deepStrictEqual(
        readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line.endsWith("}")),
        taken,
      )
    }),
  )
})
