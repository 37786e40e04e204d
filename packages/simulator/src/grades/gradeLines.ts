/**
 * The lines, each a mistake of public integrations that costs money. A line looks at one order and says whether it can show the mistake and
 * does; it counts nothing. Half of them are about money that never came and is believed, half about money that came and is lost.
 */
import type { RequestLine } from "../log/RequestLog.ts"
import {
  type OrderTrace,
  forgedBy,
  genuine,
  type OffWireWord,
  isAnswered,
  isKnown,
  isOpenAt,
  ofCallback,
  ofConfirm,
  ofLine,
  ofPayment,
  ofWord,
  paymentOfLine,
  confirmsSaying,
} from "./OrderTrace.ts"
import type { Evidence, GradeCode } from "./Grade.ts"
import type { Seen, SeenPayment } from "./Seen.ts"

/** What a line says of one order: nothing to look at, no mistake (no evidence), or the evidence of it. */
type Finding = undefined | ReadonlyArray<Evidence>

interface Around {
  readonly seen: Seen
  readonly traces: ReadonlyArray<OrderTrace>
  /** How long the merchant has had for what it should do. */
  readonly graceMillis: number
}

interface Line {
  readonly code: GradeCode
  readonly rules: ReadonlyArray<number>
  readonly look: (trace: OrderTrace, around: Around) => Finding
}

const found = (isLookedAt: boolean, evidence: ReadonlyArray<Evidence>): Finding => (isLookedAt ? evidence : undefined)

/** From here on a completion is late: no prompt and no code lives as long. */
const lateMillis = 10 * 60_000

/** The lines, the dearest mistakes first. */
export const gradeLines: ReadonlyArray<Line> = [
  { code: "forged_believed", rules: [200, 16], look: (trace) => claims(trace, "forged_believed") },
  { code: "stand_in", rules: [16], look: (trace) => claims(trace, "stand_in") },
  { code: "strangers_token", rules: [200, 16], look: (trace) => claims(trace, "strangers_token") },
  { code: "code_is_not_status", rules: [79, 80], look: (trace) => claims(trace, "code_is_not_status") },
  { code: "asked_first", rules: [16], look: (trace) => claims(trace, "asked_first") },
  { code: "payout_once", rules: [61, 112], look: (trace, around) => repeatedPayouts(trace, around) },
  { code: "one_creation", rules: [117, 120], look: (trace, around) => repeatedCreations(trace, around) },
  { code: "amount_checked", rules: [88], look: (trace) => amounts(trace) },
  { code: "booked_once", rules: [196], look: (trace) => bookings(trace) },
  { code: "completion_taken", rules: [117], look: (trace, around) => completions(trace, around, false) },
  { code: "late_completion", rules: [117, 120], look: (trace, around) => completions(trace, around, true) },
  { code: "not_failed_early", rules: [115, 119], look: (trace) => earlyFailures(trace) },
  { code: "asked_after_callback", rules: [16, 118], look: (trace, around) => askedAfterCallbacks(trace, around) },
  { code: "asked_again", rules: [79, 120], look: (trace, around) => askedAgain(trace, around) },
  { code: "own_token", rules: [144, 200], look: (trace, { seen }) => ownTokens(trace, seen) },
  { code: "callbacks_taken", rules: [195, 196], look: (trace) => callbackAnswers(trace, true) },
  { code: "callbacks_answered", rules: [195, 196], look: (trace) => callbackAnswers(trace, false) },
]

/** The cause of a claim that no confirm supports; `undefined` for one that a confirm does. */
const causeOf = (trace: OrderTrace, { at, word }: OffWireWord): GradeCode | undefined => {
  const status = word.says === "Paid" ? "completed" : "notcompleted"
  if (confirmsSaying(trace, status, at).length > 0) return undefined
  const forged = forgedBy(trace, at).filter(({ post }) => claimed(post.body) === status)
  const visits = trace.visits.filter((visit) => visit.at <= at)
  const since = Math.max(
    0,
    ...forged.slice(0, 1).map(({ handedOverAt }) => handedOverAt),
    ...visits.map((each) => each.at),
  )
  const hasRead = trace.confirms.some((line) => line.at <= at && line.at >= since && line.said?.status != null)
  if (word.says === "Failed") return forged.length > 0 && !hasRead ? "forged_believed" : undefined
  if (trace.creations.length === 0) return "stand_in"
  if (hasRead) return "code_is_not_status"
  if (visits.length > 0) return "strangers_token"
  return forged.length > 0 ? "forged_believed" : "asked_first"
}

/** The newest confirm up to a time, as evidence. */
const lastConfirm = (trace: OrderTrace, until = Infinity): ReadonlyArray<Evidence> =>
  trace.confirms
    .filter(({ at }) => at <= until)
    .slice(-1)
    .map((line) => ofConfirm(trace, line))

/** The status that a callback claims, in either encoding. */
const claimed = (body: string): string | undefined => /[&{,"]?status"?[=:]"?([a-z]+)/.exec(body)?.[1]

type Claim = Extract<
  GradeCode,
  "forged_believed" | "stand_in" | "strangers_token" | "code_is_not_status" | "asked_first"
>

/** Words of the order that this mistake explains. */
const claims = (trace: OrderTrace, code: Claim): Finding => {
  const isLookedAt = {
    forged_believed: trace.words.some(({ at }) => forgedBy(trace, at).length > 0),
    strangers_token: trace.words.some(({ at }) => trace.visits.some((visit) => visit.at <= at)),
    code_is_not_status: trace.words.some(({ at }) =>
      trace.confirms.some((line) => line.at <= at && line.said?.status != null && line.said.status !== "completed"),
    ),
  }
  const paid = trace.words.some(({ word }) => word.says === "Paid")
  const looked = code === "stand_in" || code === "asked_first" ? paid : isLookedAt[code]
  const wrong = trace.words.filter(
    (word, index) =>
      word.word.says !== "Open" &&
      // What was said before and is said again has the same cause as before.
      word.word.says !== trace.words[index - 1]?.word.says &&
      causeOf(trace, word) === code,
  )
  return found(
    looked || wrong.length > 0,
    wrong.slice(0, 1).flatMap((word) => [
      ...forgedBy(trace, word.at)
        .slice(0, 1)
        .map((each) => ofCallback(trace, each)),
      ...lastConfirm(trace, word.at),
      ofWord(trace, word),
    ]),
  )
}

const isPayoutLine = ({ endpoint }: RequestLine): boolean =>
  endpoint === "createDirectPayout" || endpoint === "createWalletPayout"

/** Creations that came although an earlier one may have been executed. */
const repeats = (
  trace: OrderTrace,
  lines: ReadonlyArray<RequestLine>,
  repeatsIt: (one: RequestLine, other: RequestLine) => boolean,
): ReadonlyArray<Evidence> =>
  lines.flatMap((line, index) => {
    const before = lines.slice(0, index).find((each) => {
      const payment = paymentOfLine(trace, each)
      const isUnknown = !isAnswered(each) && each.outcome !== null
      const isAlive = payment !== undefined && !payment.isResumed && isOpenAt(payment, line.at)
      return repeatsIt(each, line) && (isUnknown || isAlive)
    })
    return before === undefined
      ? []
      : [
          ofLine(trace, before, (texts) => (isAnswered(before) ? texts.created : texts.created_without_answer)),
          ofLine(trace, line, (texts) => texts.created_again),
        ]
  })

const isSameAttempt = (one: RequestLine, other: RequestLine): boolean =>
  one.endpoint === other.endpoint && one.attempt === other.attempt && !other.hasCode

const repeatedCreations = (trace: OrderTrace, { seen, traces }: Around): Finding => {
  // A hosted page moves no money until a customer opens it.
  const lines = trace.creations.filter((line) => !isPayoutLine(line) && line.endpoint !== "createHostedInvoice")
  const asked = seen.offWire.filter((each) => each._tag === "CustomerAsked")
  const isAsked = (one: RequestLine, other: RequestLine): boolean =>
    asked.some(
      ({ amountXof, at, phone }) =>
        at >= one.at &&
        at <= other.at &&
        trace.payments.some((payment) => payment.to === phone && payment.amountXof === amountXof),
    )
  const own = repeats(trace, lines, (one, other) => isSameAttempt(one, other) && !isAsked(one, other))
  const nameless = twins(
    trace,
    traces,
    (line, first, second) =>
      !isPayoutLine(line) &&
      !second.isPayout &&
      first.order === first.requestId &&
      second.order === second.requestId &&
      lines.every((other) => !isAsked(line, other)),
  )
  return found(lines.length > 0, [...own, ...nameless])
}

const repeatedPayouts = (trace: OrderTrace, { traces }: Around): Finding => {
  const lines = trace.creations.filter(isPayoutLine)
  const own = repeats(trace, lines, () => true)
  // The same payout under another reference, before the outcome of the first one is known.
  return found(lines.length > 0, [
    ...own,
    ...twins(trace, traces, (line, _, { isPayout }) => isPayoutLine(line) && isPayout),
  ])
}

/** Payments of this order over the amount and for the phone of another one, whose creation got no answer and which is open. */
const twins = (
  trace: OrderTrace,
  traces: ReadonlyArray<OrderTrace>,
  isWanted: (line: RequestLine, first: SeenPayment, second: SeenPayment) => boolean,
): ReadonlyArray<Evidence> => {
  const others = traces.flatMap((other) =>
    other.order === trace.order
      ? []
      : other.creations.flatMap((line) => {
          const payment = isAnswered(line) ? undefined : paymentOfLine(other, line)
          return payment === undefined ? [] : [{ line, payment }]
        }),
  )
  return trace.payments.flatMap((payment) =>
    others
      .filter((other) => isTwin(other.payment, payment) && isWanted(other.line, other.payment, payment))
      .flatMap(({ line }) => [ofLine(trace, line, (texts) => texts.created_without_answer), ofPayment(trace, payment)]),
  )
}

const isTwin = (first: SeenPayment, second: SeenPayment): boolean =>
  first.to === second.to &&
  first.number < second.number &&
  first.amountXof === second.amountXof &&
  first.createdAt <= second.createdAt &&
  isOpenAt(first, second.createdAt)

const lacks = (trace: OrderTrace, line: RequestLine): boolean =>
  (line.said?.amountXof ?? Infinity) < (paymentOfLine(trace, line)?.amountXof ?? 0)

/** Confirms that said completed with less than the payment's amount, and none with all of it. */
const short = (trace: OrderTrace): ReadonlyArray<RequestLine> => {
  const said = confirmsSaying(trace, "completed")
  return said.every((line) => lacks(trace, line)) ? said : []
}

const amounts = (trace: OrderTrace): Finding => {
  const lines = confirmsSaying(trace, "completed").filter((line) => lacks(trace, line))
  const isSaidWhole = (until: number) => confirmsSaying(trace, "completed", until).some((line) => !lacks(trace, line))
  const paid = trace.words.find(
    ({ at, word }) => word.says === "Paid" && lines.some((line) => line.at <= at) && !isSaidWhole(at),
  )
  return found(
    lines.length > 0 && trace.words.length > 0,
    paid === undefined ? [] : [...lines.slice(0, 1).map((line) => ofConfirm(trace, line)), ofWord(trace, paid)],
  )
}

const bookings = (trace: OrderTrace): Finding => {
  const completed = trace.payments.filter(({ status }) => status === "completed")
  const paidXof = completed.reduce((sum, { amountXof }) => sum + amountXof, 0)
  const words = trace.words.filter(({ word }) => word.bookedXof !== undefined)
  const tooMuch = words.find(({ word }) => (word.bookedXof ?? 0) > paidXof)
  return found(
    words.length > 0 && completed.length > 0,
    tooMuch === undefined ? [] : [...completed.map((each) => ofPayment(trace, each)), ofWord(trace, tooMuch)],
  )
}

/** Payments that completed, whose token the merchant holds, and about which the service never contradicted itself. */
const completed = (trace: OrderTrace, { graceMillis, seen }: Around, late: boolean): ReadonlyArray<SeenPayment> =>
  trace.payments.filter(
    (payment) =>
      payment.status === "completed" &&
      payment.finalAt !== null &&
      isKnown(trace, payment) &&
      payment.tokenExpiresAt === null &&
      seen.now - payment.finalAt >= graceMillis &&
      payment.finalAt - payment.createdAt >= lateMillis === late &&
      short(trace).length === 0 &&
      confirmsSaying(trace, "notcompleted").every(({ requestId }) => requestId !== payment.requestId),
  )

const completions = (trace: OrderTrace, around: Around, late: boolean): Finding => {
  const payments = completed(trace, around, late)
  const last = trace.words.at(-1)
  const isTaken = ({ finalAt, requestId }: SeenPayment) => {
    const said = confirmsSaying(trace, "completed").find((line) => line.requestId === requestId && !lacks(trace, line))
    // A word counts when it came late enough, and after the merchant had heard of it.
    return last === undefined || last.at < (said?.at ?? 0) || last.at - (finalAt ?? 0) < around.graceMillis
      ? said !== undefined
      : last.word.says === "Paid"
  }
  const lost = payments.filter((payment) => !isTaken(payment))
  return found(
    payments.length > 0,
    lost.flatMap((payment) => [
      ofPayment(trace, payment),
      ...lastConfirm(trace),
      ...(last === undefined ? [] : [ofWord(trace, last)]),
    ]),
  )
}

/** The merchant says that it failed, and no confirm did. A creation that was refused for certain has failed. */
const earlyFailures = (trace: OrderTrace): Finding => {
  const may = trace.payments.length > 0 || trace.creations.some((line) => !isAnswered(line))
  const wrong = trace.words.find(
    (word) =>
      word.word.says === "Failed" &&
      confirmsSaying(trace, "notcompleted", word.at).length === 0 &&
      causeOf(trace, word) === undefined &&
      (trace.payments.length === 0 || trace.payments.some((payment) => isOpenAt(payment, word.at))),
  )
  return found(
    may && trace.words.length > 0,
    wrong === undefined ? [] : [...lastConfirm(trace, wrong.at), ofWord(trace, wrong)],
  )
}

const askedAfterCallbacks = (trace: OrderTrace, { graceMillis, seen }: Around): Finding => {
  const due = genuine(trace).filter(
    ({ handedOverAt, post }) =>
      seen.now - handedOverAt >= graceMillis &&
      trace.payments.some((payment) => payment.requestId === post.requestId && isKnown(trace, payment)),
  )
  const unasked = due.filter(
    ({ handedOverAt, post }) =>
      !trace.confirms.some(
        ({ at, requestId, said }) =>
          requestId === post.requestId &&
          (at >= handedOverAt || said?.status === "completed" || said?.status === "notcompleted"),
      ),
  )
  return found(
    due.length > 0,
    unasked.slice(0, 1).map((each) => ofCallback(trace, each)),
  )
}

/** A confirm without a record decides nothing: another one must follow, and no creation. */
const askedAgain = (trace: OrderTrace, { graceMillis, seen }: Around): Finding => {
  const spoiled = trace.confirms.filter(
    (line) =>
      line.outcome !== null &&
      line.said?.status == null &&
      paymentOfLine(trace, line)?.tokenExpiresAt === null &&
      confirmsSaying(trace, "completed", line.at).length === 0 &&
      seen.now - line.at >= graceMillis,
  )
  const wrong = spoiled.filter((line) => {
    const next = trace.confirms.find(({ number, requestId }) => number > line.number && requestId === line.requestId)
    const created = trace.creations.some(({ number }) => number > line.number && number < (next?.number ?? Infinity))
    return next === undefined || created
  })
  return found(
    spoiled.length > 0,
    wrong.slice(0, 1).map((line) => ofConfirm(trace, line)),
  )
}

/** Confirms with a token that no creation gave. They name no order; the newest callback before them does. */
const ownTokens = (trace: OrderTrace, { callbacks, requests }: Seen): Finding => {
  const strange = requests.filter((line) => {
    const isConfirm = line.endpoint === "confirmInvoice" || line.endpoint === "confirmPayout"
    if (!isConfirm || line.projectId === null || line.requestId !== null) return false
    const last = callbacks.findLast(({ handedOverAt }) => handedOverAt <= line.at)
    return last !== undefined && trace.callbacks.includes(last)
  })
  return found(
    trace.confirms.length > 0 || strange.length > 0,
    strange.slice(0, 1).map((line) => ofLine(trace, line, (texts) => texts.strange_token)),
  )
}

const callbackAnswers = (trace: OrderTrace, refused: boolean): Finding => {
  const posts = genuine(trace)
  const isRefusal = ({ result }: (typeof posts)[number]) =>
    result?._tag === "Answered" && result.status >= 400 && result.status < 500
  const isFine = ({ result }: (typeof posts)[number]) =>
    result?._tag === "Answered" && result.status >= 200 && result.status < 300
  const wrong = posts.filter((post) => (refused ? isRefusal(post) : !isFine(post)))
  return found(
    posts.length > 0,
    wrong.slice(0, 1).map((each) => ofCallback(trace, each)),
  )
}
