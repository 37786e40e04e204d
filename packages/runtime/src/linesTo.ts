/**
 * Lines to an output that a host reads, such as one per event. A line counts as written when the pipe or the file has taken all of it: a
 * reader that stops reading or a full disk delays the lines, and nothing else.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs"
import type { Writable } from "node:stream"
import { DeliveryRefused } from "@cauri/core"
import { Deferred, Effect, Predicate } from "effect"

/** Writes a line with its newline. */
type Lines = (line: string) => Effect.Effect<void, DeliveryRefused>

/** Lines to an output: a file, or a stream with a reader. */
export const linesTo = (out: Writable & { readonly fd?: number }): Lines => {
  const { fd } = out
  return fd !== undefined && fstatSync(fd).isFile()
    ? linesInto((bytes) => writeSync(fd, bytes), !endsWhole(fd))
    : linesOn(out)
}

/** Reports only the code of a failure. */
const refusalOf = (failure: unknown): DeliveryRefused => {
  const code = Predicate.hasProperty(failure, "code") && Predicate.isString(failure.code) ? ` (${failure.code})` : ""
  const message = `The output did not take a line${code}. Make room for it, or start what reads it again.`
  return new DeliveryRefused({ message })
}

const newline = 0x0a

/**
 * Is the last line of a file whole? A killed process may have left it cut. So may a file that cannot be read: standard output is mostly
 * open for writing only, so the file is opened once more, as Linux allows.
 */
export const endsWhole = (fd: number, place = `/proc/self/fd/${fd}`): boolean => {
  const { size } = fstatSync(fd)
  if (size === 0) return true
  const last = Buffer.alloc(1)
  try {
    const reading = openSync(place, "r")
    try {
      readSync(reading, last, 0, 1, size - 1)
    } finally {
      closeSync(reading)
    }
  } catch {
    return false
  }
  return last[0] === newline
}

/**
 * Writes lines with this function, which returns how many bytes were taken. Node's own stream for files takes a part for all of it, so a
 * line that a full disk cut would count as written. The line after a cut one begins on its own.
 */
export const linesInto = (write: (bytes: Uint8Array) => number, isCut = false): Lines => {
  let cut = isCut
  const writeAll = (bytes: Uint8Array) => {
    for (let written = 0; written < bytes.length;) {
      const count = write(bytes.subarray(written))
      if (count === 0) throw new Error("The system takes nothing.")
      written += count
      cut = bytes[written - 1] !== newline
    }
  }
  return (line) => Effect.try({ try: () => writeAll(Buffer.from(cut ? `\n${line}` : line)), catch: refusalOf })
}

/** Lines to the reader of a stream. A line that the reader has not taken yet is waited for, and not written twice. */
const linesOn = (out: Writable): Lines => {
  // A reader that has gone must not end the program; each line reports its own failure.
  out.on("error", () => {})
  const underWay = new Map<string, Deferred.Deferred<void, DeliveryRefused>>()
  const begin = (line: string) => {
    const end = Deferred.makeUnsafe<void, DeliveryRefused>()
    underWay.set(line, end)
    out.write(line, (failure) => {
      underWay.delete(line)
      Deferred.doneUnsafe(end, failure ? Effect.fail(refusalOf(failure)) : Effect.void)
    })
    return end
  }
  return (line) => Effect.suspend(() => Deferred.await(underWay.get(line) ?? begin(line)))
}
