/**
 * How far a store came, in a file outside of it: with it a program notices that the whole store was put back to an older state. The
 * reconciler, and a program that embeds payments, advance it every second; every program compares its store with it at the start.
 */
import { randomUUID } from "node:crypto"
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Layer, Schema } from "effect"
import { inBoth, type Tools } from "@cauri/catalogue/tools"
import type { StoreError } from "@cauri/core"
import { refusalOf, SharedState, type StoreIdentity, type StoreRefused } from "@cauri/core/adapter"
import { Identity, identityIn, type StoreSettings, storeVariables } from "./commonSettings.ts"
import { Misconfigured } from "./Misconfigured.ts"

const wrong = (choose: (words: Tools["settings"]) => string) =>
  new Misconfigured({
    variable: "STORE_MARK_FILE",
    expected: storeVariables.STORE_MARK_FILE,
    problem: inBoth(({ settings }) => choose(settings)),
  })

/** The mark in the file; null before the first one was written. */
const readMark = Effect.fnUntraced(function* (file: string) {
  const isThere = existsSync(file)
  if (!isThere && !existsSync(dirname(file))) return yield* wrong((words) => words.folder_missing)
  if (!isThere) return null
  const text = yield* Effect.try({
    try: () => readFileSync(file, "utf8").trim(),
    catch: () => wrong((words) => words.mark_unreadable),
  })
  return Schema.is(Identity)(text) ? identityIn(text) : yield* wrong((words) => words.mark_foreign)
})

const synchronised = (path: string, flags: string, work: (descriptor: number) => void) => {
  const descriptor = openSync(path, flags, 0o600)
  try {
    work(descriptor)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the mark. A reader finds the old one or the new one, also after a power cut. */
export const writeMark = (file: string, { highWater, id }: StoreIdentity): Effect.Effect<void, Misconfigured> =>
  Effect.try({
    try: () => {
      // Programs in containers share a folder, and have the same process id.
      const next = `${file}.${randomUUID()}`
      synchronised(next, "wx", (descriptor) => writeSync(descriptor, `${id}@${highWater}\n`))
      renameSync(next, file)
      synchronised(dirname(file), "r", () => {})
    },
    catch: () => wrong((words) => words.mark_unwritable),
  })

/** What the settings and the file together expect of the store. */
export const expectedOf = ({ expected, markFile }: StoreSettings): Effect.Effect<StoreIdentity | null, Misconfigured> =>
  Effect.flatMap(markFile === null ? Effect.succeed(null) : readMark(markFile), (mark) => {
    if (mark === null) return Effect.succeed(expected)
    if (expected === null) return Effect.succeed(mark)
    return mark.id === expected.id
      ? Effect.succeed({ id: mark.id, highWater: Math.max(mark.highWater, expected.highWater) })
      : wrong((words) => words.mark_of_other(mark.id))
  })

/** Writes how far the store came, unless another program has come further. */
const advance = Effect.fnUntraced(function* (shared: SharedState["Service"], file: string) {
  const [there, now] = [yield* readMark(file), yield* shared.identity()]
  if (there === null || there.highWater < now.highWater) yield* writeMark(file, now)
})

/**
 * Refuses a store that has come less far than its mark says; then advances the mark every second and at the end. Without a file it does
 * nothing. A program that could not write the mark at the start does not start: without one a restored store would hide what it sends.
 */
export const layerStoreMark = (
  file: string | null,
): Layer.Layer<never, Misconfigured | StoreError | StoreRefused, SharedState> =>
  file === null
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const shared = yield* SharedState
          const [mark, found] = [yield* readMark(file), yield* shared.identity()]
          const refused = mark === null ? null : refusalOf(found, mark)
          if (refused !== null) return yield* refused
          yield* advance(shared, file)
          const later = advance(shared, file).pipe(Effect.catch(({ message }) => Effect.logWarning(message)))
          yield* Effect.addFinalizer(() => later)
          yield* later.pipe(Effect.delay("1 second"), Effect.forever, Effect.forkScoped)
        }),
      )
