/**
 * The commands about creations as a whole: `holds`, `hold`, `lift`, `restored`.
 */
import { DateTime, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Desk, isHoldScope, keyText } from "@cauri/core"
import { DeskStore, type Hold, holdsByItself, mayLift } from "@cauri/core/adapter"
import { maskedHold, setterText } from "../holds.ts"
import { maskedText } from "../masking.ts"
import { needsPerson, printable, printableJson, Screen } from "../Screen.ts"
import { counted, momentText, tableOf } from "../table.ts"
import { whoDecides, WrongInput } from "../who.ts"
import { recordDeed } from "../reveal.ts"
import { by, json, needed, text } from "./flags.ts"

const scope = Argument.String("scope").pipe(
  Argument.withDescription("payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"),
)

/** Who set a hold, and what `--held-by` calls the program itself. */
const nameOf = (by: string): string => (by === holdsByItself ? `${setterText(by)} (${by})` : setterText(by))

/** `holds`. */
export const holds = Command.make(
  "holds",
  { json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const all = yield* (yield* DeskStore).holds()
    const shown = all.map((each) => maskedHold(each))
    if (given.json) yield* screen.out(printableJson(shown))
    else if (shown.length === 0) yield* screen.out("Nothing is on hold.\n")
    else {
      const columns = ["scope", "since", "by", "reason", "lifted by"].map((title) => ({ title }))
      const rows = shown.map((hold) => [
        hold.scope,
        momentText(hold.since),
        nameOf(hold.by),
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

const scopes = "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"

/** A scope as a shell takes it. */
const typedScope = (scope: string): string =>
  /^[\w/-]+$/.test(scope) ? scope : `'${scope.replaceAll("'", String.raw`'\''`)}'`

/** Who has a scope on hold, since when and why. */
const heldText = (hold: Hold): string => {
  const { by, reason, since } = maskedHold(hold)
  return printable(`by ${setterText(by)} since ${momentText(since)}: ${reason}`)
}

/** `hold`. */
export const hold = Command.make(
  "hold",
  { scope, reason: needed("reason", "Why nothing may be sent"), by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    if (!isHoldScope(given.scope)) return yield* new WrongInput({ name: "The scope", expected: scopes })
    const inForce = yield* (yield* Desk).hold(given.scope, name, given.reason)
    const held = inForce.by === name && inForce.reason === given.reason
    const ends = `\`console lift ${typedScope(given.scope)} --reason "…"\``
    const line = held
      ? `${given.scope} is on hold. Callbacks and confirms go on. ${ends} ends it.\n`
      : `${given.scope} was on hold already, ${heldText(inForce)}\nYours was not added, and whoever lifts that one does not know of it. Ask that person, lift it and set yours, or hold another scope as well.\n`
    const screen = yield* Screen
    yield* screen.out(given.json ? printableJson({ scope: given.scope, held, inForce: maskedHold(inForce) }) : line)
    if (!held) yield* needsPerson
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

const heldBy = text("held-by", "Whose hold, where a person's and the program's own stand on one scope", "name")

/** The hold that is meant, if there is one. */
const holdMeant = Effect.fnUntraced(function* (there: ReadonlyArray<Hold>, name: Option.Option<string>) {
  const meant = there.filter((each) => Option.isNone(name) || each.by === name.value)
  if (meant.length < 2) return meant[0]
  return yield* new WrongInput({ name: "--held-by", expected: meant.map((each) => `"${each.by}"`).join(" or ") })
})

/** What is kept of a hold that goes, and of how it went. */
const traceOf = ({ by: setBy, reason, since }: Hold, despiteUnreadable: boolean): Readonly<Record<string, string>> => ({
  heldBy: setBy,
  heldSince: DateTime.formatIso(DateTime.makeUnsafe(since)),
  heldBecause: maskedText(reason),
  ...(despiteUnreadable ? { despiteUnreadable: "yes" } : {}),
})

/** `lift`. */
export const lift = Command.make(
  "lift",
  { scope, reason: needed("reason", "Why it may go on"), by, heldBy, json, despite },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    if (!isHoldScope(given.scope)) return yield* new WrongInput({ name: "The scope", expected: scopes })
    const holdsNow = Effect.map((yield* DeskStore).holds(), (all) => all.filter((each) => each.scope === given.scope))
    const meant = yield* holdMeant(yield* holdsNow, given.heldBy)
    if (!given.despite) yield* mayLift(given.scope)
    // The hold goes, and who set it with it: what remains is this record.
    if (meant !== undefined) {
      const trace = traceOf(meant, given.despite)
      yield* recordDeed("lift", { scope: given.scope, by: name, reason: given.reason, ...trace })
    }
    const lifted =
      meant !== undefined && (yield* (yield* Desk).lift(given.scope, { despiteUnreadable: given.despite, seen: meant }))
    const [still] = yield* holdsNow
    const after = still === undefined ? `${given.scope} goes on.\n` : `It stays on hold, ${heldText(still)}\n`
    const line = lifted
      ? `${still === undefined ? "" : `The hold by ${printable(setterText(maskedHold(meant).by))} is lifted. `}${after}`
      : `${given.scope} was not on hold${Option.isSome(given.heldBy) ? " by that name" : ""}. \`console holds\` lists what is.\n`
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
    const { highWater, id } = yield* (yield* DeskStore).identity()
    const line = `Payouts are on hold. Waiting for a release: ${counted(done.held, "payout")}. With an unanswered call: ${counted(done.unanswered, "payment")}. Programs may open the store, with STORE_IDENTITY=${id}@${highWater} if they expect one.\n`
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
