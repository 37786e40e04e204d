/** What it costs to have one page on the disk: the part of every durable write that no program can save. */
import { Effect } from "effect"
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { newFolder, timed } from "./benchmark.ts"
import { spreadOf } from "./spread.ts"

const page = new Uint8Array(4_096)

const openPage = Effect.flatMap(newFolder, (folder) =>
  Effect.acquireRelease(
    Effect.sync(() => openSync(join(folder, "page"), "w")),
    (descriptor) => Effect.sync(() => closeSync(descriptor)),
  ),
)

/** Returns an effect that writes one page to a file of its own and waits until it is on the disk. */
export const pageWriter = Effect.map(openPage, (descriptor) =>
  Effect.sync(() => {
    writeSync(descriptor, page)
    fsyncSync(descriptor)
  }),
)

/** How long that takes, in microseconds: the median of `times` writes. */
export const fsyncMicros = Effect.fnUntraced(function* (times: number) {
  const writePage = yield* pageWriter
  const all: Array<number> = []
  for (let time = 0; time < times; time++) all.push((yield* timed(writePage)).millis * 1_000)
  return spreadOf(all).median
}, Effect.scoped)
