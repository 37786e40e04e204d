/**
 * The commands that decide about one payment: `recheck`, `resolve`, `release`, `cancel`, `close-flag`, `replay-notes`.
 */
import { Effect, Option, Ref } from "effect"
import { Command, Flag } from "effect/cli"
import { catalogue } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { keyText, Policy } from "@cauri/core"
import { decisionOutcomes, FlagKind } from "@cauri/core/model"
import { exitCodes } from "@cauri/runtime"
import { readWord } from "../words/plain.ts"
import { decide, type Decided, decidedData, type Done } from "./decide.ts"
import { requestOf } from "../payment/allowed.ts"
import { maskingOf } from "../words/masking.ts"
import { replayNotes } from "./replay.ts"
import { printableJson } from "../words/printable.ts"
import { needsPerson, Screen } from "../terminal/Screen.ts"
import { recordOf } from "../payment/history.ts"
import { timelineOf } from "../payment/timeline.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { nameOf } from "../words/nameOf.ts"
import { amount, asOf, by, json, needed, readAs, text } from "../terminal/flags.ts"
import { payment, paymentOf } from "../payment/paymentFlags.ts"

const nothing = { reason: "", evidence: "", amount: "", flag: null } as const

/** Prints where the payment stands after a decision. */
const tell = Effect.fnUntraced(function* (done: Done, asJson: boolean) {
  const { answered, notNow, record } = done
  const screen = yield* Screen
  const shown = decidedData(done)
  const { language } = screen
  const request = requestOf(record, yield* Policy, maskingOf(record.payment))
  const line = `${tools[language].decisionCommands.stands(keyText(record.payment.key), shown.status, shown.seq)}\n`
  yield* screen.out(asJson ? printableJson(shown) : line)
  if (request !== null && !asJson) {
    const command = `cauri console approve ${record.payment.key.project}/${record.payment.key.id} --amount … --as-of ${record.payment.seq} --digest ${request.digest}`
    yield* screen.out(`${catalogue[language].approvals.approve_with(command)}\n`)
  }
  const { asked, unasked } = catalogue[language]
  const incomplete = answered === null || answered === "all" ? null : asked[answered]
  const trouble = notNow === null ? incomplete : nameOf(unasked, notNow.because)
  if (trouble === null) return
  yield* screen.err(`${trouble}\n`)
  yield* Ref.set(screen.code, exitCodes.again)
})

/** Decides as the flags of the command say. */
const decideAs = Effect.fnUntraced(function* (
  given: Parameters<typeof paymentOf>[0] & Parameters<typeof whoDecides>[0] & { readonly json: boolean },
  decision: Omit<Decided, "by" | "from">,
) {
  const name = yield* whoDecides(given)
  const key = yield* paymentOf(given)
  yield* tell(yield* decide(key, { ...decision, by: name, from: yield* OwnPlace }), given.json)
})

export const recheck = Command.make(
  "recheck",
  { ...payment, json },
  Effect.fnUntraced(function* (given) {
    const key = yield* paymentOf(given)
    const { payment: before } = yield* recordOf(key)
    // A recheck decides nothing, so no name is recorded.
    const decided = { ...nothing, act: "recheck" as const, by: "console", from: "", asOf: before.seq }
    yield* tell(yield* decide(key, decided), given.json)
  }),
).pipe(Command.withExamples([{ command: "cauri console recheck shop/order-17" }]))

const readOutcome = readWord(decisionOutcomes)

export const resolve = Command.make(
  "resolve",
  {
    ...payment,
    to: needed("to"),
    reason: needed("reason"),
    evidence: needed("evidence"),
    amount,
    acceptedAsFull: Flag.Boolean("accept-as-full").pipe(Flag.withDefault(false)),
    asOf,
    by,
    json,
  },
  Effect.fnUntraced(function* (given) {
    const act = yield* readAs("--to", readOutcome(given.to))
    yield* decideAs(given, { ...given, act, flag: null })
  }),
).pipe(
  Command.withExamples([
    {
      command:
        'cauri console resolve payout:shop/salary-3 --to completed --amount 7000 --as-of 4 --reason "lost answer" --evidence "statement of 3 May"',
    },
  ]),
)

export const release = Command.make(
  "release",
  { ...payment, reason: needed("reason"), amount, asOf, by, json },
  Effect.fnUntraced(function* (given) {
    if (/^(payouts$|project\/|operator\/)/.test(given.id)) {
      return yield* new WrongInput({ name: "<id>", expected: ["held_payout", given.id] })
    }
    yield* decideAs(given, { ...nothing, reason: given.reason, amount: given.amount, asOf: given.asOf, act: "release" })
  }),
).pipe(
  Command.withExamples([
    { command: 'cauri console release shop/salary-3 --amount 7000 --as-of 2 --reason "both salaries are meant"' },
  ]),
)

export const approve = Command.make(
  "approve",
  { ...payment, amount, asOf, digest: needed("digest"), by, json },
  Effect.fnUntraced(function* (given) {
    const { amount: francs, asOf: seen, digest } = given
    yield* decideAs(given, { ...nothing, amount: francs, asOf: seen, digest, act: "approve" })
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console approve shop/salary-3 --amount 7000 --as-of 3 --digest 0f1e2d3c4b5a6978" },
  ]),
)

export const withdraw = Command.make(
  "withdraw",
  { ...payment, asOf, by, json },
  Effect.fnUntraced(function* (given) {
    yield* decideAs(given, { ...nothing, asOf: given.asOf, act: "withdraw" })
  }),
).pipe(Command.withExamples([{ command: "cauri console withdraw shop/salary-3 --as-of 3" }]))

export const cancel = Command.make(
  "cancel",
  { ...payment, asOf, by, json },
  Effect.fnUntraced(function* (given) {
    yield* decideAs(given, { ...nothing, asOf: given.asOf, act: "cancel" })
  }),
).pipe(Command.withExamples([{ command: "cauri console cancel shop/salary-3 --as-of 2" }]))

const readFlag = readWord(FlagKind.literals)

export const closeFlag = Command.make(
  "close-flag",
  { ...payment, flag: needed("flag"), subject: text("subject"), reason: needed("reason"), asOf, by, json },
  Effect.fnUntraced(function* (given) {
    const kind = yield* readAs("--flag", readFlag(given.flag))
    const key = yield* paymentOf(given)
    const { payment: found } = yield* recordOf(key)
    const shown = (yield* timelineOf(key)).flags
    const open = found.flags.flatMap(({ closed, kind: each, subject }, index) =>
      closed === null && each === kind ? [{ subject, masked: shown[index]?.subject ?? "" }] : [],
    )
    const named = Option.getOrUndefined(given.subject)
    // With one open flag of the kind no choice is needed.
    const meant =
      named === undefined ? open : open.filter(({ masked, subject }) => subject === named || masked === named)
    if (meant.length > 1) {
      return yield* new WrongInput({
        name: "--subject",
        expected: ["one_of", open.map(({ masked }) => masked).join(", ")],
      })
    }
    const subject = meant[0]?.subject ?? named ?? ""
    const { asOf: seen, reason } = given
    yield* decideAs(given, { ...nothing, act: "close_flag", reason, asOf: seen, flag: { kind, subject } })
  }),
).pipe(
  Command.withExamples([
    { command: 'cauri console close-flag shop/order-17 --flag amount_mismatch --as-of 6 --reason "refunded by hand"' },
  ]),
)

export const replay = Command.make(
  "replay-notes",
  { ...payment, by, json },
  Effect.fnUntraced(function* (given) {
    const name = yield* whoDecides(given)
    const key = yield* paymentOf(given)
    const attempts = yield* replayNotes(key, name)
    const screen = yield* Screen
    const words = tools[screen.language].decisionCommands
    const line = attempts.length === 0 ? words.no_callback(keyText(key)) : words.due(keyText(key), attempts.join(", "))
    yield* screen.out(given.json ? printableJson({ payment: key, attempts }) : `${line}\n`)
    if (attempts.length === 0) yield* needsPerson
  }),
).pipe(Command.withExamples([{ command: "cauri console replay-notes shop/order-17" }]))
