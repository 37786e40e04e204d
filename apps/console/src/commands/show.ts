/**
 * `show`: one payment with its calls, flags and history, and what can be decided about it now.
 */
import { Clock, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { catalogue, duration, money, wordOf } from "@cauri/catalogue"
import { keyText, Policy } from "@cauri/core"
import { allowedData, timelineData } from "../data.ts"
import { type AllowedAct, allowedOn } from "../decisions.ts"
import { setterText, type ShownPause } from "../pauses.ts"
import { recordReveal } from "../reveal.ts"
import { needsPerson, printable, printableJson, Screen, styled } from "../Screen.ts"
import { factsText, momentText, tableOf } from "../table.ts"
import { recordOf, type Timeline, timelineOf } from "../timeline.ts"
import { whoDecides } from "../who.ts"
import { json, payment, paymentOf, reveal } from "./flags.ts"
import { Option } from "effect"
import type { PaymentKey } from "@cauri/core"

const { en } = catalogue

/** Records a reveal if one is asked for; returns null otherwise. */
export const revealOf = Effect.fnUntraced(function* (
  key: PaymentKey,
  given: { readonly reveal: boolean; readonly by: Option.Option<string>; readonly reason: Option.Option<string> },
) {
  if (!given.reveal) return null
  const reason = Option.getOrElse(given.reason, () => "")
  const by = yield* whoDecides({ by: given.by, reason })
  return yield* recordReveal(key, { by, reason })
})

const actText = ({ act, flags, needsAmount, needsEvidence, needsReason, needsService, obstacle }: ShownAct): string => {
  const needs = [
    needsReason ? "a reason" : "",
    needsEvidence ? "evidence" : "",
    needsAmount ? "the amount" : "",
    needsService ? "the service" : "",
  ].filter((need) => need !== "")
  const subjects = flags.map(({ kind, subject }) => `${wordOf(kind)}${subject === "" ? "" : ` ${printable(subject)}`}`)
  const taking = needs.length === 0 ? "" : ` takes ${needs.join(", ")}`
  const about = subjects.length === 0 ? "" : ` (${subjects.join("; ")})`
  return `  ${wordOf(act)}${about}${taking}${obstacle === null ? "" : `; not now: ${en.refusals[wordOf(obstacle)]}`}\n`
}

/** The decisions as they may be shown: the subject of a flag is masked like its payment. */
const asShown = (allowed: ReadonlyArray<AllowedAct>, { flags }: Timeline) => {
  const open = flags.flatMap(({ closed, kind, subject }) => (closed === null ? [{ kind, subject }] : []))
  return allowed.map((offer) => (offer.flags.length === 0 ? offer : { ...offer, flags: open }))
}

type ShownAct = ReturnType<typeof asShown>[number]

const pauseText = ({ by, reason, scope, since }: ShownPause, colours: boolean): string => {
  const stops = `${styled(colours, "yellow", "On hold")}: no call is made for it while ${printable(scope)} is on hold`
  return `${stops}, since ${momentText(since)}, by ${printable(setterText(by))}: ${printable(reason)}\n`
}

/** The lines of a history in their order, also those that cannot be read. */
const linesOf = ({ entries, unreadable }: Timeline) =>
  [
    ...entries.map((each) => ({ ...each, what: each.detail === "" ? each.title : `${each.title} ${each.detail}` })),
    ...unreadable.map((each) => ({ ...each, who: "", what: `${each.title} ${wordOf(each.tag)}` })),
  ].toSorted((one, other) => one.seq - other.seq)

/** Warns the reader about unreadable lines, and says what to do. */
const tellUnreadable = Effect.fnUntraced(function* ({ key, unreadable }: Timeline) {
  if (unreadable.length === 0) return
  const lines = unreadable.map(({ seq, tag }) => `line ${seq} (${printable(wordOf(tag))})`).join(" and ")
  const wrote = unreadable.length === 1 ? "it" : "them"
  yield* (yield* Screen).err(
    `Of the ${keyText(key)} ${lines} cannot be read by this program: use one that is as new as what wrote ${wrote}.\n`,
  )
  yield* needsPerson
})

const timelineText = (timeline: Timeline, allowed: ReadonlyArray<ShownAct>, now: number, colours: boolean): string => {
  const { asOf, attempts, because, createdAt, facts, flags, pauses, key, notes, state } = timeline
  const bold = (text: string) => styled(colours, "bold", text)
  const open = flags.filter(({ closed }) => closed === null)
  return [
    `${bold(keyText(key))}  ${wordOf(state)}${because === null ? "" : ` (${wordOf(because)})`}\n`,
    ...pauses.map((pause) => pauseText(pause, colours)),
    factsText([
      ["amount", money(facts.amount, "en")],
      ["rail", wordOf(facts.rail)],
      ["operator", facts.operator],
      [key.kind === "payin" ? "from" : "to", facts.party],
      ["customer", facts.customer],
      ["description", facts.description],
      ["order", facts.orderRef],
      ["refund of", facts.refundOf],
      [
        "custom data",
        Object.entries(facts.customData)
          .map(([name, value]) => `${name}=${value}`)
          .join(" "),
      ],
      ["created", `${momentText(createdAt)}, ${duration(Math.max(0, now - createdAt), "en", 1)} ago`],
      ["callbacks", notes.length === 0 ? "none" : `for attempt ${notes.map(({ attempt }) => attempt).join(", ")}`],
    ]),
    attempts.length === 0 ? "\nNothing was sent yet.\n" : `\n${bold("Calls")}\n`,
    attempts.length === 0
      ? ""
      : tableOf(
          [{ title: "#", right: true }, { title: "for" }, { title: "began" }, { title: "outcome" }],
          attempts.map((each) => [String(each.number), wordOf(each.kind), momentText(each.startedAt), each.text]),
          colours,
        ),
    open.length === 0 ? "" : `\n${bold("Open flags")}\n`,
    ...open.map(({ kind, subject }) => {
      const advice = en.flags[wordOf(kind)].operator
      return `  ${styled(colours, "yellow", wordOf(kind))}${subject === "" ? "" : ` ${printable(subject)}`}: ${advice}\n`
    }),
    `\n${bold("History")}, up to event ${asOf}\n`,
    tableOf(
      [{ title: "#", right: true }, { title: "when" }, { title: "who" }, { title: "what" }],
      linesOf(timeline).map(({ at, seq, what, who }) => [String(seq), momentText(at), who, what]),
      colours,
    ),
    allowed.length === 0 ? "\nNothing can be decided about it now.\n" : `\n${bold("Can be decided now")}\n`,
    ...allowed.map(actText),
  ].join("")
}

/** `show`. */
export const show = Command.make(
  "show",
  {
    ...payment,
    ...reveal,
    language: Flag.Literals("language", ["en", "fr"]).pipe(
      Flag.withDescription("The language of the history"),
      Flag.withDefault("en"),
    ),
    json,
  },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const key = yield* paymentOf(given)
    const revealed = yield* revealOf(key, given)
    const timeline = yield* timelineOf(key, { language: given.language, reveal: revealed !== null })
    const now = yield* Clock.currentTimeMillis
    const allowed = asShown(allowedOn(yield* recordOf(key), yield* Policy, now), timeline)
    yield* screen.out(
      given.json
        ? printableJson({ ...timelineData(timeline), allowed: allowed.map(allowedData), revealed })
        : timelineText(timeline, allowed, now, screen.colours),
    )
    yield* tellUnreadable(timeline)
  }),
).pipe(
  Command.withDescription(
    "Shows one payment: its calls, flags and history, the holds that stop it, and what can be decided now",
  ),
  Command.withExamples([
    { command: "cauri console show shop/order-17", description: "Everything about a payment, masked" },
    {
      command: 'cauri console show order-17 --reveal --by "A. Colleague" --reason "ticket 12"',
      description: "With numbers and names; it is recorded",
    },
  ]),
)
