/**
 * Announces to the host on standard output, one JSON object per line. A line counts as heard when the pipe or the file has taken all of
 * it: a reader that stops reading and a disk that is full hold the announcements back, and nothing else.
 */
import { fstatSync, writeSync } from "node:fs"
import type { Writable } from "node:stream"
import { Deferred, Effect, Schema } from "effect"
import type { Listener } from "@cauri/core"
import { messageOf } from "./messageOf.ts"

/** Nobody reads any more, or the disk is full. */
class OutputRefused extends Schema.TaggedError<OutputRefused>()("OutputRefused", {
  code: Schema.NullOr(Schema.String),
}) {
  override get message() {
    const code = this.code === null ? "" : ` (${this.code})`
    return `The output did not take an announcement${code}; it comes again.`
  }
}

/** Only the code of a failure is told. */
const refusalOf = (failure: NodeJS.ErrnoException): OutputRefused => new OutputRefused({ code: failure.code ?? null })

type Lines = (line: string) => Effect.Effect<void, OutputRefused>

const newline = 0x0a

/**
 * Lines through this write, which tells how many bytes were taken. Node's own stream for files takes a part for all of it, so a line
 * that a full disk has cut would count as heard. The line after a cut one begins on its own.
 */
export const linesInto = (write: (bytes: Uint8Array) => number): Lines => {
  let cut = false
  const writeAll = (bytes: Uint8Array) => {
    for (let written = 0; written < bytes.length;) {
      const count = write(bytes.subarray(written))
      if (count === 0) throw new Error("The system takes nothing.")
      written += count
      cut = bytes[written - 1] !== newline
    }
  }
  return (line) =>
    Effect.try({
      try: () => writeAll(Buffer.from(cut ? `\n${line}` : line)),
      catch: (failure) => refusalOf(failure instanceof Error ? failure : new Error("unknown")),
    })
}

/** Lines to whoever reads a stream. One that the reader has not taken yet is waited for, and not written twice. */
const linesOn = (out: Writable): Lines => {
  // A reader that has gone must not end the program; each line is told for itself.
  out.on("error", () => {})
  const underWay = new Map<string, Deferred.Deferred<void, OutputRefused>>()
  const begin = (line: string) => {
    const end = Deferred.makeUnsafe<void, OutputRefused>()
    underWay.set(line, end)
    out.write(line, (failure) => {
      underWay.delete(line)
      Deferred.doneUnsafe(end, failure ? Effect.fail(refusalOf(failure)) : Effect.void)
    })
    return end
  }
  return (line) => Effect.suspend(() => Deferred.await(underWay.get(line) ?? begin(line)))
}

/** The consumer that writes lines. Its name is for ever: under another one the host would hear everything again. */
export const ndjson = (out: Writable & { readonly fd?: number }): Listener => {
  const { fd } = out
  const isFile = fd !== undefined && fstatSync(fd).isFile()
  const lines = isFile ? linesInto((bytes) => writeSync(fd, bytes)) : linesOn(out)
  return { name: "ndjson", hear: (announcement) => lines(`${JSON.stringify(messageOf(announcement))}\n`) }
}
