/**
 * `show`: one payment with its calls, flags and history, and what can be decided about it now.
 */
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Catalogue, catalogue, type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { keyText, Policy } from "@cauri/core"
import { decisionOutcomes } from "@cauri/core/model"
import { maskingOf, nothingMasked } from "../words/masking.ts"
import { timelineData } from "./paymentData.ts"
import { type Act, type AllowedAct, allowedOn, requestOf, type ShownRequest } from "./allowed.ts"
import { reasonText, resumeCommand, setterText, type ShownPause } from "../pausing/pauses.ts"
import { printable, printableJson } from "../words/printable.ts"
import { needsPerson, Screen, styled } from "../terminal/Screen.ts"
import { aboutText } from "./sentences.ts"
import { noCallText } from "./support.ts"
import { momentText } from "../words/momentText.ts"
import { factsText, tableOf } from "../terminal/table.ts"
import { recordOf } from "./history.ts"
import { type Timeline, timelineOf } from "./timeline.ts"
import { nameOf } from "../words/nameOf.ts"
import { json } from "../terminal/flags.ts"
import { payment, paymentOf, reveal, revealOf } from "./paymentFlags.ts"

/** The command that takes a decision. */
const commandOf = (act: Act): string =>
  decisionOutcomes.some((outcome) => outcome === act) ? `resolve --to ${act}` : act.replaceAll("_", "-")

const actText = (
  { act, flags, needsAmount, needsEvidence, needsReason, needsSecondPerson, needsService, obstacle }: ShownAct,
  language: Language,
): string => {
  const words = tools[language].showCommand
  const needs = [
    needsReason ? words.a_reason : "",
    needsEvidence ? words.evidence : "",
    needsAmount ? words.the_amount : "",
    needsService ? words.the_service : "",
    needsSecondPerson ? words.a_second_person : "",
  ].filter((need) => need !== "")
  const subjects = flags.map(
    ({ kind, subject }) => `--flag ${kind}${subject === "" ? "" : ` --subject "${printable(subject)}"`}`,
  )
  const taking = needs.length === 0 ? "" : words.takes(needs.join(", "))
  const about = subjects.length === 0 ? "" : ` ${subjects.join("; ")}`
  const { name } = catalogue[language].decisions[act]
  return `  ${name} (cauri console ${commandOf(act)}${about})${taking}${obstacle === null ? "" : words.not_now(catalogue[language].refusals[obstacle])}\n`
}

/** The decisions as they may be shown: the subject of a flag is masked like its payment. */
const asShown = (allowed: ReadonlyArray<AllowedAct>, { flags }: Timeline) => {
  const open = flags.flatMap(({ closed, kind, subject }) => (closed === null ? [{ kind, subject }] : []))
  return allowed.map((offer) => (offer.flags.length === 0 ? offer : { ...offer, flags: open }))
}

type ShownAct = ReturnType<typeof asShown>[number]

/** How a payment is printed. */
interface Look {
  readonly colours: boolean
  readonly language: Language
}

const pauseText = (pause: ShownPause, { colours, language }: Look): string => {
  const words = tools[language].showCommand
  const { by, scope, since } = pause
  const who = printable(setterText(by, language))
  const why = words.paused_by(printable(scope), momentText(since), who, printable(reasonText(pause, language)))
  return `${styled(colours, "yellow", words.paused)} ${why}. ${words.ended_by(resumeCommand(scope))}\n`
}

/** The lines of a history in their order, also those that cannot be read. */
const linesOf = ({ entries, unreadable }: Timeline, { events, roles }: Catalogue) =>
  [
    ...entries.map((each) => ({
      ...each,
      who: nameOf(roles, each.who),
      what: each.detail === "" ? each.title : `${each.title} ${each.detail}`,
    })),
    ...unreadable.map((each) => ({ ...each, who: "", what: `${each.title} ${nameOf(events, each.tag)}` })),
  ].toSorted((one, other) => one.seq - other.seq)

/** Warns the reader about unreadable lines, and says what to do. */
const tellUnreadable = Effect.fnUntraced(function* ({ key, unreadable }: Timeline, language: Language) {
  if (unreadable.length === 0) return
  const words = tools[language].showCommand
  const lines = unreadable
    .map(({ seq, tag }) => words.line(seq, printable(nameOf(catalogue[language].events, tag))))
    .join(", ")
  yield* (yield* Screen).err(`${words.unreadable(keyText(key), lines)}\n`)
  yield* needsPerson
})

const requestText = (request: ShownRequest, { colours, language }: Look): string => {
  const words = catalogue[language].approvals
  const { decisions } = catalogue[language]
  const proof = request.evidence === "" ? "" : ` ${words.evidence}: ${printable(request.evidence)}`
  const rows: ReadonlyArray<readonly [string, string]> = [
    [words.what, decisions[request.decision].name],
    [words.reason, `${printable(request.reason)}${proof}`],
    [words.digest, request.digest],
  ]
  const isVoid = request.isVoid ? `${words.void}\n` : ""
  const head = styled(colours, "yellow", words.title)
  return `\n${head}. ${printable(words.requested(request.by))}\n${isVoid}${factsText(rows)}`
}

const timelineText = (
  timeline: Timeline,
  allowed: ReadonlyArray<ShownAct>,
  request: ShownRequest | null,
  now: number,
  look: Look,
): string => {
  const { colours, language } = look
  const words = tools[language].showCommand
  const texts = catalogue[language]
  const { asOf, attempts, because, createdAt, facts, flags, pauses, key, notes, state } = timeline
  const bold = (text: string) => styled(colours, "bold", text)
  const open = flags.filter(({ closed }) => closed === null)
  return [
    `${bold(keyText(key))}  ${nameOf(texts.states, state)}${because === null ? "" : ` (${nameOf(texts.heldBecause, because)})`}\n`,
    ...pauses.map((pause) => pauseText(pause, look)),
    factsText([
      [words.amount, money(facts.amount, language)],
      [words.paid, facts.amountPaid === null ? null : money(facts.amountPaid, language)],
      [words.rail, nameOf(texts.rails, facts.rail)],
      [words.operator, facts.operator],
      [key.kind === "payin" ? words.from : words.to, facts.party],
      [words.customer, facts.customer],
      [words.description, facts.description],
      [words.order, facts.orderRef],
      [words.refund_of, facts.refundOf],
      [
        words.custom_data,
        Object.entries(facts.customData)
          .map(([name, value]) => `${name}=${value}`)
          .join(" "),
      ],
      [words.created, words.ago(momentText(createdAt), Math.max(0, now - createdAt))],
      [
        words.callbacks,
        notes.length === 0 ? words.no_callbacks : words.for_calls(notes.map(({ attempt }) => attempt).join(", ")),
      ],
    ]),
    attempts.length === 0 ? `\n${noCallText(state, language)}\n` : `\n${bold(words.calls)}\n`,
    attempts.length === 0
      ? ""
      : tableOf(
          [{ title: "#", right: true }, { title: words.call_for }, { title: words.began }, { title: words.outcome }],
          attempts.map((each) => [
            String(each.number),
            nameOf(texts.attemptKinds, each.kind),
            momentText(each.startedAt),
            each.text,
          ]),
          colours,
        ),
    ...attempts.flatMap(({ evidence, number }) =>
      evidence === null
        ? []
        : `${texts.details.because(texts.details.attempt(number), printable(evidence.head))}\n${printable(evidence.text)}\n`,
    ),
    open.length === 0 ? "" : `\n${bold(words.open_flags)}\n`,
    ...open.map((flag) => {
      const { name, operator } = texts.flags[flag.kind]
      const about = aboutText(flag, texts)
      return `  ${styled(colours, "yellow", name)}${about === "" ? "" : ` (${printable(about)})`}: ${operator}\n`
    }),
    `\n${bold(words.history)}, ${words.up_to(asOf)}\n`,
    tableOf(
      [{ title: "#", right: true }, { title: words.when }, { title: words.who }, { title: words.what }],
      linesOf(timeline, texts).map(({ at, seq, what, who }) => [String(seq), momentText(at), who, what]),
      colours,
    ),
    request === null ? "" : requestText(request, look),
    allowed.length === 0 ? `\n${words.no_decisions}\n` : `\n${bold(words.decisions)}\n`,
    ...allowed.map((each) => actText(each, language)),
  ].join("")
}

export const show = Command.make(
  "show",
  { ...payment, ...reveal, language: Flag.Literals("language", ["en", "fr"]).pipe(Flag.optional), json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const key = yield* paymentOf(given)
    const revealed = yield* revealOf(key, given)
    const language = Option.getOrElse(given.language, () => screen.language)
    const timeline = yield* timelineOf(key, { language, reveal: revealed !== null })
    const now = yield* Clock.currentTimeMillis
    const [record, policy] = [yield* recordOf(key), yield* Policy]
    const allowed = asShown(allowedOn(record, policy, now), timeline)
    const request = requestOf(record, policy, revealed === null ? maskingOf(record.payment) : nothingMasked)
    yield* screen.out(
      given.json
        ? printableJson({
            ...timelineData(timeline),
            request,
            allowed,
            revealed,
          })
        : timelineText(timeline, allowed, request, now, { colours: screen.colours, language }),
    )
    yield* tellUnreadable(timeline, language)
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console show shop/order-17" },
    { command: 'cauri console show order-17 --reveal --by "A. Colleague" --reason "ticket 12"' },
  ]),
)
