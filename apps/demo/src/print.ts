/**
 * How acts look in a terminal: at most a hundred columns, and colours only where somebody asked for them by being a terminal.
 */
import { type Announced, flagAdvice, type PaymentEvent, railOf } from "@cauri/core"
import { isTrue, type Line, type Performance } from "./stage.ts"

/** The widest line. */
const maximumWidth = 100

/** How words are dressed. */
export type Paint = (style: "strong" | "faint" | "event" | "good" | "bad", text: string) => string

const codes = { strong: 1, faint: 2, event: 36, good: 32, bad: 31 } as const

/** Escape codes, or nothing at all. */
export const painter =
  (colours: boolean): Paint =>
  (style, text) =>
    colours ? `\u001B[${codes[style]}m${text}\u001B[0m` : text

/** Colours are for terminals, and not for those who ask for none (no-color.org). */
export const wantsColours = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean =>
  isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb"

/** The words in lines that are no wider than this; a word that is wider has a line of its own. */
const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A text with something before its first line and the same space before the others. */
const indented = (lead: string, painted: string, text: string, paint: (line: string) => string): string =>
  wrap(text, maximumWidth - lead.length)
    .map((line, index) => (index === 0 ? painted : " ".repeat(lead.length)) + paint(line))
    .join("\n")

const plain = (text: string): string => text

const two = (unit: number): string => String(unit).padStart(2, "0")

/** Time since the act began, by its two largest units. */
export const elapsed = (millis: number): string => {
  const seconds = Math.floor(millis / 1_000)
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3_600) % 24
  const minutes = Math.floor(seconds / 60) % 60
  if (days > 0) return `+${days}d ${two(hours)}h`
  if (hours > 0) return `+${hours}h ${two(minutes)}m`
  return minutes > 0 ? `+${minutes}m ${two(seconds % 60)}s` : `+${seconds}s`
}

const francs = (amount: number | null): string => `${(amount ?? 0).toLocaleString("en")} francs`

const attemptOf = (event: { readonly attempt: number }): string => `attempt ${event.attempt}`

/** An event in a few words. */
const describeEvent = (event: PaymentEvent): string => {
  switch (event._tag) {
    case "Intended":
      return `${francs(event.content.amount)} by ${railOf(event.content)}; stored before a byte leaves`
    case "AttemptStarted":
      return `${attemptOf(event)}${event.carriesOtp ? ", with the customer's code, which is stored nowhere" : ""}`
    case "Accepted":
      return `${attemptOf(event)} has a token, so it can be asked about`
    case "OtpRequested":
      return `${attemptOf(event)}: a code is on its way to the customer`
    case "AttemptRefused":
      return `${attemptOf(event)}: ${event.reason._tag}`
    case "AttemptNotSent":
      return `${attemptOf(event)}: the service saw nothing of it`
    case "AttemptUnanswered":
      return `${attemptOf(event)}: ${event.cause}`
    case "AnsweredLate":
      return `${attemptOf(event)}: the answer came after all`
    case "Reopened":
      return `attempts ${event.attempts.join(", ")} are known to the service`
    case "Refused":
      return "the service said no"
    case "InDoubt":
      return "nobody knows whether it was executed"
    case "Completed":
      return `a confirm says ${francs(event.observation.record.amount)}${event.late ? "; late" : ""}`
    case "NotCompleted":
      return "every confirm says that it failed"
    case "Expired":
      return "every token was asked about after the deadline; closed for the shop, still listening"
    case "Cancelled":
      return `nothing was sent (${event.because})`
    case "Held":
      return `waits for a person (${event.because})`
    case "Released":
      return `by ${event.by}: ${event.reason}`
    case "Resolved":
      return `${event.to}, by ${event.by}: ${event.reason} Evidence: ${event.evidence}`
    case "CompletionSeen":
      return `${attemptOf(event)} is the one that was paid`
    case "Flagged":
      return `${event.kind}: ${flagAdvice[event.kind]}`
    case "FlagClosed":
      return `${event.kind}, by ${event.by}: ${event.reason}`
  }
}

const shopHears = ({ event, detail }: Announced): string => {
  const more = detail["late"] === true ? " (late)" : detail["flag"] === undefined ? "" : ` (${detail["flag"]})`
  return `the shop hears: ${event}${more}`
}

const printLine = (line: Line, paint: Paint): string => {
  const time = elapsed(line.at).padStart(9)
  const faintTime = paint("faint", time)
  switch (line._tag) {
    case "World":
      return indented(`${time}    `, `${faintTime}    `, line.text, plain)
    case "Shop":
      return indented(`${time}  > `, `${faintTime}  > `, shopHears(line.announced), (text) => paint("good", text))
    case "History": {
      const name = line.entry.event._tag.padEnd(18)
      return indented(
        `${time}  * ${name}`,
        `${faintTime}  ${paint("event", `* ${name}`)}`,
        describeEvent(line.entry.event),
        plain,
      )
    }
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** One act: its title, what happens, how it ends and what was avoided. */
export const printAct = (performance: Performance, number: number, paint: Paint): string => {
  const { act, lines, end, creations, confirms, checks } = performance
  const labelled = (label: string, text: string, style: "good" | "bad" | null = null) => {
    const lead = `   ${label.padEnd(10)}`
    return indented(lead, paint("strong", lead), text, style === null ? plain : (line) => paint(style, line))
  }
  return [
    paint("strong", `${number}  ${act.title}`),
    indented("   ", "   ", act.about, (line) => paint("faint", line)),
    "",
    ...lines.map((line) => printLine(line, paint)),
    "",
    labelled("The end", end),
    labelled("Calls", `${counted(creations, "creation")} sent, ${counted(confirms, "confirm")} asked`),
    labelled("Avoided", act.avoided, "good"),
    ...checks.filter(({ holds }) => !holds).map(({ what }) => labelled("NOT SO", what, "bad")),
  ].join("\n")
}

/** The last words: what was checked, or which acts ended otherwise than they say. */
export const printVerdict = (performances: ReadonlyArray<Performance>, millis: number, paint: Paint): string => {
  const checks = performances.flatMap((performance) => performance.checks)
  const broken = performances.filter((performance) => !isTrue(performance))
  const days = Math.floor(performances.reduce((sum, { took }) => sum + took, 0) / 86_400_000)
  if (broken.length > 0 || performances.length === 0) {
    const titles = broken.map(({ act }) => `"${act.title}"`).join(", ") || "there is none"
    return paint("bad", wrap(`Not every act ended as it says: ${titles}.`, maximumWidth).join("\n"))
  }
  return paint(
    "good",
    `All ${performances.length} acts ended as they say (${checks.length} checks): ${days} days passed in ${millis} ms.`,
  )
}
