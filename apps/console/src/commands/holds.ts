/**
 * The commands about creations as a whole: `holds`, `hold`, `lift`, `restored`.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Desk, DeskStore, keyText, mayLift } from "@cauri/core"
import { shownHold } from "../holds.ts"
import { needsPerson, printable, printableJson, Screen } from "../Screen.ts"
import { counted, momentText, tableOf } from "../table.ts"
import { whoDecides } from "../who.ts"
import { recordDeed } from "../reveal.ts"
import { by, json, needed } from "./flags.ts"

const scope = Argument.String("scope").pipe(
  Argument.withDescription("payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"),
)

/** `holds`. */
export const holds = Command.make(
  "holds",
  { json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const all = yield* (yield* DeskStore).holds()
    const shown = all.map(shownHold)
    if (given.json) yield* screen.out(printableJson(shown))
    else if (shown.length === 0) yield* screen.out("Nothing is on hold.\n")
    else {
      const columns = ["scope", "since", "by", "reason", "lifted by"].map((title) => ({ title }))
      const rows = shown.map((hold) => [
        hold.scope,
        momentText(hold.since),
        hold.by,
        hold.reason,
        hold.liftedByCredentials ? "new credentials" : "a person",
      ])
      yield* screen.out(tableOf(columns, rows, screen.colours))
    }
  }),
).pipe(
  Command.withDescription("Lists what is on hold, since when, by whom and why"),
  Command.withExamples([{ command: "console holds", description: "Everything that stops creations" }]),
)

/** `hold`. */
export const hold = Command.make(
  "hold",
  { scope, reason: needed("reason", "Why nothing may be sent"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    yield* (yield* Desk).hold(given.scope, name, given.reason)
    const line = `${given.scope} is on hold. Callbacks and confirms go on. \`console lift ${given.scope}\` ends it.\n`
    yield* (yield* Screen).out(given.json ? printableJson({ scope: given.scope, held: true }) : line)
  }),
).pipe(
  Command.withDescription("Stops creations of payouts, of a project or of an operator, in every process"),
  Command.withExamples([
    { command: 'console hold payouts --reason "the service is down"', description: "No payout leaves from now on" },
    { command: 'console hold project/shop/payins --reason "recall"', description: "No payin of one project" },
  ]),
)

const despite = Flag.Boolean("despite-unreadable").pipe(
  Flag.withDescription("Lift `payouts` although unsent ones cannot be read: you know what became of each"),
  Flag.withDefault(false),
)

/** `lift`. */
export const lift = Command.make(
  "lift",
  { scope, reason: needed("reason", "Why it may go on"), by, json, despite },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const isHeld = (yield* (yield* DeskStore).holds()).some((each) => each.scope === given.scope)
    if (!given.despite) yield* mayLift(given.scope)
    // The hold goes, and who set it with it: what remains is this record. Of a misspelt scope it would tell what never was.
    if (isHeld) yield* recordDeed("lift", { scope: given.scope, by: name, reason: given.reason })
    const lifted = isHeld && (yield* (yield* Desk).lift(given.scope, { despiteUnreadable: given.despite }))
    const line = lifted
      ? `${given.scope} goes on.\n`
      : `${given.scope} was not on hold. \`console holds\` lists what is.\n`
    yield* (yield* Screen).out(given.json ? printableJson({ scope: given.scope, lifted }) : line)
  }),
).pipe(
  Command.withDescription("Lifts a hold"),
  Command.withExamples([
    { command: 'console lift payouts --reason "the service is back"', description: "Payouts go on" },
  ]),
)

/** `restored`. */
export const restored = Command.make(
  "restored",
  { reason: needed("reason", "Which backup, and why"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const done = yield* (yield* Desk).restored(name, given.reason)
    const line = `Payouts are on hold. Waiting for a release: ${counted(done.held, "payout")}. With an unanswered call: ${counted(done.unanswered, "payment")}.\n`
    const screen = yield* Screen
    yield* screen.out(given.json ? printableJson(done) : line)
    if (done.unreadable.length === 0) return
    const names = done.unreadable.map((key) => `  ${printable(keyText(key))}\n`).join("")
    const advice =
      "Before payouts are lifted, run this again with a program that can read them. `lift` refuses while an unsent payout is among them."
    if (!given.json) yield* screen.out(`These cannot be read, and nothing was done to them:\n${names}${advice}\n`)
    yield* needsPerson
  }),
).pipe(
  Command.withDescription(
    "After a restore, before any worker starts: holds everything that may have been sent meanwhile",
  ),
  Command.withExamples([
    {
      command: 'console restored --reason "backup of 3 May, 04:00"',
      description: "May be called again when it broke off",
    },
  ]),
)
