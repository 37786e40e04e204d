/** The commands about creations as a whole: `pauses`, `pause`, `resume`, `restored`. */
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { Review, keyText, Policy } from "@cauri/core"
import {
  SharedState,
  type Pause,
  pausedByCauri,
  pauseEndsAt,
  requireResumable,
  isPauseScope,
} from "@cauri/core/adapter"
import { isoOf } from "../words/plain.ts"
import { maskedPause, pauseData, reasonText, resumeCommand, setterText } from "./pauses.ts"
import { printable, printableJson } from "../words/printable.ts"
import { needsPerson, Screen } from "../terminal/Screen.ts"
import { momentText } from "../words/momentText.ts"
import { tableOf } from "../terminal/table.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { by, json, needed, text } from "../terminal/flags.ts"

const scope = Argument.String("scope")

/** Who paused a scope, and the name that `--paused-by` takes for the program itself. */
const nameOf = (by: string, language: Language): string =>
  by === pausedByCauri ? `${setterText(by, language)} (${by})` : setterText(by, language)

export const pauses = Command.make(
  "pauses",
  { json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const all = yield* (yield* SharedState).pauses()
    const { language } = screen
    const words = tools[language].pauseCommands
    const { limits } = yield* Policy
    const shown = all.map((each) => ({ ...maskedPause(each, language), end: pauseEndsAt(each, limits) }))
    if (given.json) yield* screen.out(printableJson(shown.map(({ end: _end, ...each }) => pauseData(each))))
    else if (shown.length === 0) yield* screen.out(`${words.none}\n`)
    else {
      const columns = [words.scope, words.since, words.by, words.reason, words.ended_by].map((title) => ({ title }))
      const rows = shown.map((pause) => [
        pause.scope,
        momentText(pause.since),
        nameOf(pause.by, language),
        reasonText(pause, language),
        pause.end === null
          ? words[pause.liftedByCredentials ? "new_credentials" : "person"](resumeCommand(pause.scope))
          : words.time(momentText(pause.end), resumeCommand(pause.scope)),
      ])
      yield* screen.out(tableOf(columns, rows, screen.colours))
    }
  }),
).pipe(Command.withExamples([{ command: "cauri console pauses" }]))

/** Who paused a scope, since when and why. */
const pausedText = (pause: Pause, language: Language): string => {
  const shown = maskedPause(pause, language)
  const { set_by } = tools[language].pauseCommands
  return printable(set_by(setterText(shown.by, language), momentText(shown.since), reasonText(shown, language)))
}

export const pause = Command.make(
  "pause",
  { scope, reason: needed("reason"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    if (!isPauseScope(given.scope)) return yield* new WrongInput({ name: "<scope>", expected: ["scope"] })
    yield* recordDeed("pause", { scope: given.scope, by: name, from: yield* OwnPlace, reason: given.reason })
    const inForce = yield* (yield* Review).pause(given.scope, name, given.reason)
    const held = inForce.by === name && inForce.reason === given.reason
    const screen = yield* Screen
    const { language } = screen
    const words = tools[language].pauseCommands
    const line = held
      ? `${words.paused(given.scope, resumeCommand(given.scope))}\n`
      : `${words.already(given.scope, pausedText(inForce, language))}\n${words.not_added}\n`
    yield* screen.out(
      given.json ? printableJson({ scope: given.scope, held, inForce: pauseData(maskedPause(inForce)) }) : line,
    )
    if (!held) yield* needsPerson
  }),
).pipe(
  Command.withExamples([
    {
      command: 'cauri console pause payouts --reason "the service is down"',
    },
    { command: 'cauri console pause project/shop/payins --reason "recall"' },
  ]),
)

const despite = Flag.Boolean("despite-unreadable").pipe(Flag.withDefault(false))

const pausedBy = text("paused-by")

/** The pause that is meant, if there is one. */
const pauseMeant = Effect.fnUntraced(function* (there: ReadonlyArray<Pause>, name: Option.Option<string>) {
  const meant = there.filter((each) => Option.isNone(name) || each.by === name.value)
  if (meant.length < 2) return meant[0]
  return yield* new WrongInput({ name: "--paused-by", expected: ["one_of", meant.map(({ by }) => by).join(", ")] })
})

/** What the record keeps of a pause that ends, and of how it ended. */
const traceOf = (pause: Pause, ignoreUnreadable: boolean): Readonly<Record<string, string>> => ({
  pausedBy: pause.by,
  pausedSince: isoOf(pause.since),
  pausedBecause: maskedPause(pause).reason,
  ...(ignoreUnreadable ? { ignoreUnreadable: "yes" } : {}),
})

export const resume = Command.make(
  "resume",
  { scope, reason: needed("reason"), by, pausedBy, json, despite },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    if (!isPauseScope(given.scope)) return yield* new WrongInput({ name: "<scope>", expected: ["scope"] })
    const pausesNow = Effect.map((yield* SharedState).pauses(), (all) =>
      all.filter((each) => each.scope === given.scope),
    )
    const meant = yield* pauseMeant(yield* pausesNow, given.pausedBy)
    yield* requireResumable(given.scope, given.despite)
    // Ending a pause deletes it with its author: this record is what remains.
    if (meant !== undefined) {
      const trace = traceOf(meant, given.despite)
      yield* recordDeed("resume", {
        scope: given.scope,
        by: name,
        from: yield* OwnPlace,
        reason: given.reason,
        ...trace,
      })
    }
    const resumed =
      meant !== undefined &&
      (yield* (yield* Review).resume(given.scope, { ignoreUnreadable: given.despite, seen: meant }))
    const [still] = yield* pausesNow
    const screen = yield* Screen
    const { language } = screen
    const words = tools[language].pauseCommands
    const line = resumed
      ? still === undefined
        ? words.continues(given.scope)
        : `${words.ended(printable(setterText(maskedPause(meant, language).by, language)))} ${words.still(pausedText(still, language))}`
      : words[Option.isSome(given.pausedBy) ? "not_paused_by" : "not_paused"](given.scope)
    yield* screen.out(given.json ? printableJson({ scope: given.scope, resumed }) : `${line}\n`)
  }),
).pipe(Command.withExamples([{ command: 'cauri console resume payouts --reason "the service is back"' }]))

export const restored = Command.make(
  "restored",
  { reason: needed("reason"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const done = yield* (yield* Review).restored(name, given.reason)
    const { highWater, id } = yield* (yield* SharedState).identity()
    const screen = yield* Screen
    const words = tools[screen.language].pauseCommands
    const line = `${words.restored(done.payouts, done.payins, `${id}@${highWater}`)}\n`
    yield* screen.out(given.json ? printableJson(done) : line)
    if (done.unreadable.length === 0) return
    const names = done.unreadable.map((key) => `  ${printable(keyText(key))}\n`).join("")
    if (!given.json) yield* screen.out(`${words.unreadable}\n${names}${words.unreadable_advice}\n`)
    yield* needsPerson
  }),
).pipe(
  Command.withExamples([
    {
      command: 'cauri console restored --reason "backup of 3 May, 04:00"',
    },
  ]),
)
