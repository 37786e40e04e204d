/**
 * The service's answers in core's words. Bodies are read leniently and their meaning strictly: only `response_code`, `status` and `token`
 * say anything about money, letter for letter, under any HTTP status (#241). An unreadable answer is never a failure.
 * Spec: envelope (#22 to #26), wallet OTP (#163, #219), status records (#79 to #110), errors (#216 to #237).
 */
import { Option, Result, Schema } from "effect"
import type { PolicyShape } from "@cauri/core"
import {
  blankConfirmRecord,
  type ConfirmRecord,
  type CreationAnswer,
  longestDetail,
  noAnswer,
  readStatus,
} from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import {
  type AmountReading,
  type EndpointName,
  type EnvelopeReading,
  parseSubCode,
  publicHint,
  readCreationEnvelope,
  readPayinRecord,
  readPayoutRecord,
  readWalletOtp,
  type RecordReading,
  successCode,
  transactionIdKey,
  valuesOf,
} from "@cauri/wire"
import { failureOfSubCode, meaningOfCreation, meaningOfOtp } from "./replies.ts"
import type { Received } from "./Transport.ts"

// JSON.parse copes with any depth that fits into a body; nothing below walks a body recursively or writes one out.
const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** The number of a token, which may have more digits than JSON.parse keeps. Quotation marks within a text are escaped: it never matches there. */
const numericTokens = /("token"\s*:\s*)([0-9]+)(?=\s*[,}])/g

const parse = (reply: string): Option.Option<unknown> => parseJson(reply.replace(numericTokens, '$1"$2"'))

const text = (option: Option.Option<string>): string => Option.getOrElse(option, () => "")

const longest = 200

/** A descriptive text, cut to the length that core keeps. */
const short = (option: Option.Option<string>): string => text(option).slice(0, longest)

/** The sub-code as core spells it: `Code02`. */
const codeIn = (subCode: Option.Option<string>): string =>
  Option.match(subCode, { onNone: () => "", onSome: (code) => `Code${code}` })

const shortest = 3
const longNumbers = /[0-9](?:[ .()-]?[0-9]){6,}|[A-Za-z0-9._~+/=-]{32,}/g

/** The text without this secret, in any case: names are often capitalised. */
const without = (said: string, secret: string): string =>
  said.replace(new RegExp(secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu"), "…")

/** A text of the service without what we sent and without numbers and tokens of its own: it may end in history, and in a message. */
export const scrubbed = (said: string, secrets: ReadonlyArray<string>): string =>
  secrets
    .filter((secret) => secret.length >= shortest)
    .reduce(without, said)
    .replace(longNumbers, "…")

interface Saying {
  readonly texts: ReadonlyArray<Option.Option<string>>
  readonly subCode: Option.Option<string>
  readonly wiki: Option.Option<string>
}

const longestText = 200

const cleaned = (said: string, secrets: ReadonlyArray<string>): string =>
  scrubbed(said.slice(0, 10 * longestText), secrets)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestText)

/** The address of a page of sub-codes (#27, #28). No number and no token fits into it. */
const isWiki = (address: string): boolean =>
  address.length <= longestText && /^https?:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?(\/[A-Za-z]+)+$/.test(address)

/** The details for an operator, beside the code. What public pages say of a code decides nothing (#242). */
const detailOf = (endpoint: EndpointName, { subCode, texts, wiki }: Saying, secrets: ReadonlyArray<string>): string => {
  const hint = Option.flatMap(subCode, (code) => publicHint(endpoint, code))
  const said = texts.map((each) => cleaned(text(each), secrets))
  const parts = [
    ...new Set(said),
    ...Option.toArray(Option.map(hint, (each) => `public pages say of this code: ${each}`)),
    ...Option.toArray(Option.filter(wiki, isWiki)),
  ]
  return parts
    .filter((part) => part !== "")
    .join(" · ")
    .slice(0, longestDetail)
}

const explained = (answer: CreationAnswer, detail: string): CreationAnswer => {
  if (detail === "") return answer
  if (answer._tag === "no_answer") return { ...answer, detail }
  return (answer._tag === "refused" || answer._tag === "turned_away") && "code" in answer.reason
    ? { ...answer, reason: { ...answer.reason, detail } }
    : answer
}

/** The texts in the envelope of a failure: its own text, unless that is the sub-code, and its other fields. */
const sayingOf = ({ description, responseText, responseTextDetails, subCode, wiki }: EnvelopeReading): Saying => ({
  texts: [Option.filter(responseText, () => Option.isNone(subCode)), description, responseTextDetails],
  subCode,
  wiki,
})

/** Is it a page for a browser, such as a proxy's? */
const isPage = ({ contentType, text: body }: Received): boolean =>
  /^text\/html/i.test(contentType) || /^\s*<(?:!doctype|html|head|body)\b/i.test(body)

/** A token by its name: it may be shorter than others are, or cut. */
const namedTokens = /(token[\\"']*\s?[:=]\s?[\\"']*)(?!null\b)[^\s\\"'<>&,}]+/gi

const longestEvidence = 2_048

/** An answer that decides nothing, with what came back: the first 2 KB of it, on one line and without secrets in any spelling. */
export const withEvidence = (
  answer: CreationAnswer,
  received: Received | undefined,
  secrets: ReadonlyArray<string>,
): CreationAnswer => {
  if (answer._tag !== "no_answer" || received === undefined) return answer
  const spelled = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ])
  const clean = (said: string) => scrubbed(said.replace(/\s+/g, " ").trim(), spelled).replace(namedTokens, "$1…")
  const isCut = answer.cause === "cut_off" || answer.cause === "timed_out"
  const body = clean(received.text)
  return {
    ...answer,
    cause: answer.cause === "unreadable" && isPage(received) ? "web_page" : answer.cause,
    evidence: {
      status: received.status,
      contentType: clean(received.contentType).slice(0, longest),
      // A text that was cut may end within a secret.
      text: (isCut ? body.replace(/[^\s"<>]+$/, "…") : body).slice(0, longestEvidence),
    },
  }
}

/** A body that is no envelope may still hold a token, and no token is ever discarded. */
const tokenAlone = (body: unknown): CreationToken | null => {
  const token =
    typeof body === "object" && body !== null ? Object.getOwnPropertyDescriptor(body, "token")?.value : undefined
  return Schema.is(CreationToken)(token) ? token : null
}

/** Reads the reply of a creation that can move money (endpoints 1, 3, 5, 6, 7). */
export const readCreation = (endpoint: EndpointName, reply: string, secrets: ReadonlyArray<string>): CreationAnswer => {
  const body = Option.getOrUndefined(parse(reply))
  return Option.match(readCreationEnvelope(body), {
    onNone: () => noAnswer("unreadable", "", tokenAlone(body)),
    onSome: (envelope) => {
      const token = text(envelope.token)
      const answer = meaningOfCreation(endpoint, {
        code: envelope.responseCode,
        token,
        text: text(envelope.responseText),
        subCode: codeIn(envelope.subCode),
      })
      return envelope.responseCode === successCode
        ? answer
        : explained(answer, detailOf(endpoint, sayingOf(envelope), [...secrets, token]))
    },
  })
}

const silent: Saying = { texts: [], subCode: Option.none(), wiki: Option.none() }

/** Reads the reply of the OTP request (endpoint 4). U1: an authentication failure may come in either envelope. */
export const readOtp = (reply: string, secrets: ReadonlyArray<string>): CreationAnswer =>
  Option.match(Option.flatMap(parse(reply), readWalletOtp), {
    onNone: () => noAnswer("unreadable"),
    onSome: ({ envelope, error, message }) => {
      const refusal = Option.filter(envelope, ({ responseCode }) => responseCode !== successCode)
      const saying = Option.match(refusal, { onNone: () => silent, onSome: sayingOf })
      const codeInMessage = Option.flatMap(message, parseSubCode)
      const subCode = Option.orElse(saying.subCode, () => codeInMessage)
      const stated = Option.filter(message, () => Option.isNone(codeInMessage))
      const detail = detailOf("sendWalletOtp", { ...saying, subCode, texts: [stated, ...saying.texts] }, secrets)
      return explained(otpAnswer(Option.getOrNull(error), codeIn(subCode), Option.isSome(refusal)), detail)
    },
  })

/** An envelope that refuses contradicts a code that was sent; alone, only Code00 says why. */
const otpAnswer = (error: boolean | null, subCode: string, refuses: boolean): CreationAnswer => {
  if (!refuses) return meaningOfOtp(error, subCode)
  return (error ?? subCode === "Code00") ? meaningOfOtp(true, subCode) : noAnswer("contradictory", subCode)
}

const xof = (amount: AmountReading): number | null => (amount._tag === "Read" ? amount.xof : null)

/** The status, or what was written instead: a flag repeats it, so it is scrubbed like every text of the service. */
const statusOf = (reading: RecordReading, aliases: PolicyShape["merchant"]["statusAliases"], asked: CreationToken) => {
  const { status } = reading
  switch (status._tag) {
    case "Stated":
      return readStatus(status.status, aliases)
    case "Unknown": {
      const read = readStatus(status.text, aliases)
      return read.unknownStatus === null ? read : { ...read, unknownStatus: scrubbed(read.unknownStatus, [asked]) }
    }
    case "Empty":
      return { status: "pending", unknownStatus: "(empty)" } as const
    case "Unreadable":
      return { status: "pending", unknownStatus: "(not a text)" } as const
  }
}

/** The merchant's identifier. Several different ones count as none of ours, and core flags that. */
const transactionIdOf = (reading: RecordReading): string | null => {
  const values = [...new Set(valuesOf(reading.customData, transactionIdKey))]
  return values.length === 0 ? null : values.join(", ").slice(0, longest)
}

const unreadable: CallFailure = CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" })

/** A record with its two fields for the amount. */
type Amounts = Readonly<Record<"amount" | "montant", AmountReading>>

/** The amount of a payin: none where its two fields differ, and then the least of them is kept for a person (#88). */
const amountOf = (reading: Amounts): Pick<ConfirmRecord, "amount" | "leastAmount"> => {
  const [montant, amount] = [xof(reading.montant), xof(reading.amount)]
  return montant === amount
    ? { amount }
    : { amount: null, leastAmount: Math.min(montant ?? Infinity, amount ?? Infinity) }
}

/** Reads the reply of a confirm (endpoints 2 and 8), or says why it is unusable. */
export const readConfirm = (
  endpoint: "confirmInvoice" | "confirmPayout",
  reply: string,
  asked: CreationToken,
  aliases: PolicyShape["merchant"]["statusAliases"],
): Result.Result<ConfirmRecord, CallFailure> => {
  const body = parse(reply)
  const payin = endpoint === "confirmInvoice" ? Option.flatMap(body, readPayinRecord) : Option.none()
  const read = endpoint === "confirmInvoice" ? payin : Option.flatMap(body, readPayoutRecord)
  if (Option.isNone(read)) return Result.fail(unreadable)
  const reading = read.value
  // A text in place of a code is left out: it may name a customer, and errors are logged.
  if (reading.responseCode !== successCode) return Result.fail(failureOfSubCode(endpoint, codeIn(reading.subCode)))
  const token = text(reading.token)
  const record: ConfirmRecord = {
    ...recordOf(reading, aliases, asked),
    // A payout's record must name the token that was asked for (#104); without one it belongs to no payout. A payin's leaves it empty (#82).
    tokenIsOurs: token === asked || (token === "" && endpoint === "confirmInvoice"),
  }
  return Result.succeed(
    Option.match(payin, {
      onNone: () => record,
      onSome: (more) => ({
        ...record,
        externalId: short(more.externalId),
        payer: Option.getOrNull(Option.map(more.customer, (payer) => payer.slice(0, longest))),
        operatorReference: short(more.operatorReference),
        requestId: short(more.requestId),
        date: short(more.date),
        // Core cuts its texts to the length that it keeps.
        ...(Option.isSome(more.customerDetails) ? { payerDetails: more.customerDetails.value } : {}),
      }),
    }),
  )
}

const recordOf = (
  reading: RecordReading & Amounts,
  aliases: PolicyShape["merchant"]["statusAliases"],
  asked: CreationToken,
): ConfirmRecord => {
  const status = statusOf(reading, aliases, asked)
  return {
    ...blankConfirmRecord,
    ...status,
    ...amountOf(reading),
    transactionId: transactionIdOf(reading),
    operatorId: short(reading.operatorId),
    operatorName: short(reading.operatorName),
    ...(status.status === "not_completed" ? { detail: wordsOf(reading, asked) } : {}),
  }
}

const wordsOf = ({ description, responseText }: RecordReading, asked: CreationToken): string =>
  [responseText, description]
    .map((each) => cleaned(text(each), [asked]))
    .filter((each, index, all) => each !== "" && all.indexOf(each) === index)
    .join(" · ")
