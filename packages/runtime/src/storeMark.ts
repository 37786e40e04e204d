/**
 * How far a store came, in a file outside of it: with it a program notices that the whole store was put back to an older state. A program
 * that sends advances it before each payout leaves, once for all that are claimed together, and every second beside that; every program
 * compares its store with it at the start. Where it is missing or cannot be written, no creation begins.
 */
import { randomUUID } from "node:crypto"
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { Deferred, Effect, Layer, Schema, Semaphore } from "effect"
import { inBoth, type Tools } from "@cauri/catalogue/tools"
import type { StoreError } from "@cauri/core"
import { refusalOf, SharedState, type StoreIdentity, StoreMark, type StoreRefused } from "@cauri/core/adapter"
import { Identity, identityIn, type StoreSettings, storeVariables } from "./commonSettings.ts"
import { Misconfigured } from "./Misconfigured.ts"

const wrong = (choose: (words: Tools["settings"]) => string) =>
  new Misconfigured({
    variable: "STORE_MARK_FILE",
    expected: storeVariables.STORE_MARK_FILE,
    problem: inBoth(({ settings }) => choose(settings)),
  })

/** The mark in the file; null where there is none. */
const readMark = (file: string): Effect.Effect<StoreIdentity | null, Misconfigured> =>
  Effect.gen(function* () {
    if (!existsSync(file)) return null
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

/** Makes the mark where there is none: of a store without payments, or, where a person `asked`, of any. */
export const beginMark = Effect.fnUntraced(function* (shared: SharedState["Service"], file: string, asked = false) {
  if ((yield* readMark(file)) !== null) return
  const found = yield* shared.identity()
  // What fails here stops creations, with a sentence of its own.
  if (found.highWater === 0 && !asked) yield* Effect.ignore(writeMark(file, found))
  if (asked) yield* writeMark(file, found)
})

/** Work that all who ask share, as long as it has not begun. */
const sharing = (work: Effect.Effect<boolean>): Effect.Effect<boolean> => {
  const oneAtATime = Semaphore.makeUnsafe(1)
  let next: Deferred.Deferred<boolean> | null = null
  return Effect.suspend(() => {
    if (next !== null) return Deferred.await(next)
    const mine = Deferred.makeUnsafe<boolean>()
    next = mine
    const begin = Effect.suspend(() => {
      next = null
      return work
    })
    // Those that the store committed together go on in this turn, and ask too.
    const turn = oneAtATime.withPermits(1)(Effect.andThen(Effect.yieldNow, begin))
    return Effect.uninterruptible(Effect.tap(turn, (done) => Deferred.succeed(mine, done)))
  })
}

const named = (text: string, variable: string) => text.replace("STORE_MARK_FILE", variable)

/** The mark in this file, kept over this store. */
const keeperOf = (shared: SharedState["Service"], file: string, variable: string) => {
  let trouble: string | null = null
  const write = Effect.gen(function* () {
    const now = yield* shared.identity()
    const there = yield* readMark(file)
    if (there === null) return yield* wrong((words) => words.mark_missing)
    if (there.highWater < now.highWater) yield* writeMark(file, now)
  }).pipe(
    Effect.match({ onSuccess: () => null, onFailure: ({ message }) => named(message, variable) }),
    Effect.tap((problem) => (problem === null || problem === trouble ? Effect.void : Effect.logError(problem))),
    Effect.map((problem) => (trouble = problem) === null),
  )
  const advance = sharing(write)
  return { advance, ready: Effect.suspend(() => (trouble === null ? Effect.succeed(true) : advance)) }
}

/** How a mark is kept. */
export interface StoreMarkOptions {
  /** May it be made for a store without payments? `layerStore` does it, where that is allowed. Default: false. */
  readonly mayBegin?: boolean
  /** What the sentences call the setting. Default: STORE_MARK_FILE. */
  readonly variable?: string
}

/**
 * Refuses a store that has come less far than its mark says; then keeps the mark. A program that sends needs it below `layerCauri`: no
 * payout leaves before it is noted, and no creation begins while the mark is missing or cannot be written. Null keeps none, and says so.
 */
export const layerStoreMark = (
  file: string | null,
  { mayBegin = false, variable = "STORE_MARK_FILE" }: StoreMarkOptions = {},
): Layer.Layer<never, Misconfigured | StoreError | StoreRefused, SharedState> =>
  file === null
    ? Layer.effectDiscard(Effect.logWarning(named(inBoth(({ settings }) => settings.no_mark).en, variable)))
    : Layer.effect(
        StoreMark,
        Effect.gen(function* () {
          const shared = yield* SharedState
          const [mark, found] = [yield* readMark(file), yield* shared.identity()]
          const refused = mark === null ? null : refusalOf(found, mark)
          if (refused !== null) return yield* refused
          if (mayBegin) yield* beginMark(shared, file)
          const keeper = keeperOf(shared, file, variable)
          yield* keeper.advance
          yield* Effect.addFinalizer(() => keeper.advance)
          yield* keeper.advance.pipe(Effect.delay("1 second"), Effect.forever, Effect.forkScoped)
          return keeper
        }),
      )
