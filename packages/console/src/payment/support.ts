/** What is known of a payment, and a text for the service's support: tokens, request ids, amounts and times, masked unless they were revealed. */
import { catalogue, clock, type Language, moment, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { keyText } from "@cauri/core"
import { counterparty, openFlags, type PaymentRecord, railOf } from "@cauri/core/model"
import { maskingOf, nothingMasked } from "../words/masking.ts"
import { nameOf } from "../words/nameOf.ts"

/** What a person needs before they ask the service. */
export interface SupportText {
  readonly known: string
  readonly unknown: string
  readonly ask: string
  /** A flag is open, which says more. */
  readonly flagged: string | null
  /** The text to copy. */
  readonly text: string
}

/** Countries of West and Central Africa on UTC+1, by the beginning of their numbers; the others there are on UTC. None changes its clock. */
const hourAhead = /^(?:227|229|23[4-7]|24[0-3])/
const regional = /^2(?:2[0-9]|3[0-7]|4[0-5])/
const hour = 3_600_000

/** The newest calls are named; what never reached the service is not. */
const mostCalls = 20

/** A moment in UTC, and in the local time of the number's country. */
const bothTimes = (at: number, party: string | null, language: Language): string => {
  const utc = moment(at, language)
  if (party === null || !regional.test(party)) return utc
  const [local, zone] = hourAhead.test(party) ? [at + hour, "UTC+1"] : [at, "UTC+0"]
  return `${utc} · ${tools[language].support.local(clock(local, language), zone)}`
}

/** What to say of a payment without a call. One that is past the states before a call is from a restored store. */
export const noCallText = (state: string, language: Language): string => {
  const { nothingKnown, nothingSent } = tools[language].support
  return ["intended", "held", "cancelled"].includes(state) ? nothingSent : nothingKnown
}

/** What is known, what is not, and what to ask, with a text to copy. */
export const supportOf = (record: PaymentRecord, language: Language, revealed: boolean): SupportText => {
  const { payment, tracking } = record
  const { content, key, state } = payment
  const words = tools[language].support
  const { lines } = words
  const said = catalogue[language]
  const masking = revealed ? nothingMasked : maskingOf(payment, [], language)
  const party = counterparty(content)
  const [known, unknown, ask] = payment.restoredAt === null ? words.states[state._tag] : words.restored
  const way = [nameOf(said.rails, railOf(content)), ...(content.kind === "payout" ? [content.operator ?? ""] : [])]
  const asked = payment.attempts.filter(({ outcome: { _tag } }) => _tag !== "not_sent" && _tag !== "turned_away")
  const calls = asked.slice(-mostCalls).flatMap(({ number, outcome, startedAt }) => {
    const token = "token" in outcome ? outcome.token : null
    const memory = tracking.tokens.find(({ attempt }) => attempt === number)
    const about = [
      said.outcomes[outcome._tag],
      token === null ? lines.noToken : `${lines.token} ${masking.revealed ? token : lines.hidden}`,
      ...(memory?.requestId ? [`${lines.request} ${memory.requestId}`] : []),
      ...(memory?.operatorReference ? [`${lines.transaction} ${memory.operatorReference}`] : []),
      ...(memory?.newest === undefined
        ? []
        : [words.line(lines.lastAnswer, `${memory.newest.record.status} (${moment(memory.newest.at, language)})`)]),
    ]
    return [words.line(lines.call(number), bothTimes(startedAt, party, language)), ...about.map((text) => `  ${text}`)]
  })
  const text = [
    words.hello,
    "",
    words.line(lines.reference, keyText(key)),
    words.line(lines.kind, said.kinds[content.kind]),
    words.line(lines.amount, `${money(content.amount, language)} (${content.amount} XOF)`),
    ...(party === null ? [] : [words.line(lines.number, masking.phone(party))]),
    words.line(lines.way, way.filter((part) => part !== "").join(" · ")),
    words.line(lines.created, bothTimes(payment.createdAt, party, language)),
    ...calls,
    words.line(lines.callbacks, String(record.newestNote)),
    "",
    words.line(lines.question, ask),
  ].join("\n")
  const flagged = openFlags(payment.flags).length > 0 ? words.flagged : null
  return { known, unknown, ask, flagged, text: masking.revealed ? text : masking.reference(text) }
}
