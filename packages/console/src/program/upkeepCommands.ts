/**
 * The commands that keep a store healthy: `migrate`, `backup`, `archive` and `erase`.
 */
import { Clock, Effect, FileSystem } from "effect"
import { Argument, Command } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { keyText } from "@cauri/core"
import { Archive, SharedState, StoreStatus } from "@cauri/core/adapter"
import { readDay } from "../words/days.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { printable, printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { payment, paymentOf } from "../payment/paymentFlags.ts"
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

/** `archive`. What it moves reads as before, so that it needs neither a name nor a reason. */
export const archive = Command.make(
  "archive",
  { before: needed("before"), json },
  Effect.fnUntraced(function* (given) {
    const { day, from } = yield* readAs("--before", readDay(given.before))
    if (from > (yield* Clock.currentTimeMillis)) {
      return yield* new WrongInput({ name: "--before", expected: ["day_begun"] })
    }
    const archived = yield* (yield* Archive).archive(from)
    const screen = yield* Screen
    const line = `${tools[screen.language].upkeepCommands.archived(archived)}\n`
    yield* screen.out(given.json ? printableJson({ before: day, archived }) : line)
  }),
).pipe(Command.withExamples([{ command: "cauri console archive --before 2026-01-31" }]), Command.provide(Archive.layer))

/** `erase`. It is recorded before it happens, and the record stays. */
export const erase = Command.make(
  "erase",
  { ...payment, reason: needed("reason"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const key = yield* paymentOf(given)
    yield* recordDeed("erase", { payment: keyText(key), by: name, from: yield* OwnPlace, reason: given.reason })
    yield* (yield* Archive).erase(key)
    const screen = yield* Screen
    const line = `${tools[screen.language].upkeepCommands.erased(keyText(key))}\n`
    yield* screen.out(given.json ? printableJson({ erased: keyText(key) }) : line)
  }),
).pipe(
  Command.withExamples([{ command: 'cauri console erase shop/order-17 --reason "request of 3 May"' }]),
  Command.provide(Archive.layer),
)
