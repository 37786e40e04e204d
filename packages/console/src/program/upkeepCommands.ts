/**
 * The commands that keep a store healthy: `migrate`, `backup` and `prune-bodies`.
 */
import { Clock, Effect, FileSystem } from "effect"
import { Argument, Command } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { Evidence, SharedState, StoreStatus } from "@cauri/core/adapter"
import { readDay } from "../words/days.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { printable, printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { by, json, needed, newMark, readAs } from "../terminal/flags.ts"

/** `migrate`. Every program that opens a store brings its tables up to date; this does nothing else. */
export const migrate = Command.make(
  "migrate",
  // Read before the store is opened.
  { json, newMark },
  Effect.fnUntraced(function* (given) {
    const { highWater, id } = yield* (yield* SharedState).identity()
    const identity = `${id}@${highWater}`
    const screen = yield* Screen
    const line = `${tools[screen.language].upkeepCommands.migrated(identity)}\n`
    yield* screen.out(given.json ? printableJson({ identity }) : line)
  }),
).pipe(Command.withExamples([{ command: "cauri migrate" }, { command: "cauri migrate --new-mark" }]))

export const backup = Command.make(
  "backup",
  { file: Argument.String("file"), json },
  Effect.fnUntraced(function* (given) {
    const { copyTo } = yield* StoreStatus
    if (typeof copyTo === "string") {
      return yield* new WrongInput({ name: "STORE_URL", expected: ["copies_itself", copyTo] })
    }
    const files = yield* FileSystem.FileSystem
    if (yield* Effect.orElseSucceed(files.exists(given.file), () => false)) {
      return yield* new WrongInput({ name: "<file>", expected: ["new_file", printable(given.file)] })
    }
    const copy = yield* copyTo(given.file)
    const identity = `${copy.id}@${copy.highWater}`
    const screen = yield* Screen
    const line = `${tools[screen.language].upkeepCommands.copied(printable(given.file), identity)}\n`
    yield* screen.out(given.json ? printableJson({ file: given.file, identity }) : line)
  }),
).pipe(Command.withExamples([{ command: "cauri console backup /backup/payments-monday.db" }]))

export const pruneBodies = Command.make(
  "prune-bodies",
  { before: needed("before"), reason: needed("reason"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const { day, from } = yield* readAs("--before", readDay(given.before))
    // A mistyped year must not delete everything.
    if (from > (yield* Clock.currentTimeMillis)) {
      return yield* new WrongInput({ name: "--before", expected: ["day_begun"] })
    }
    // The bodies are evidence, so their removal is recorded before it happens.
    yield* recordDeed("prune", {
      scope: `bodies of callbacks before ${day}`,
      by: name,
      from: yield* OwnPlace,
      reason: given.reason,
    })
    const pruned = yield* (yield* Evidence).pruneBodies(from)
    const screen = yield* Screen
    const line = `${tools[screen.language].upkeepCommands.pruned(pruned)}\n`
    yield* screen.out(given.json ? printableJson({ before: day, pruned }) : line)
  }),
).pipe(
  Command.withExamples([{ command: 'cauri console prune-bodies --before 2026-01-31 --reason "kept for ninety days"' }]),
)
