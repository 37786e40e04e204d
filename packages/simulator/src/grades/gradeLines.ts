/**
 * The lines, each a mistake of public integrations that costs money. A line looks at one order and says whether it can show the mistake and
 * does; it counts nothing. Half of them are about money that never came and is believed, half about money that came and is lost.
 */
import type { RequestLine } from "../http/RequestLog.ts"
import {
  type Course,
  forgedBy,
  genuine,
  type HeardWord,
  isAnswered,
  isKnown,
  isOpenAt,
  ofCallback,
  ofConfirm,
  ofLine,
  ofPayment,
  ofWord,
  paymentOfLine,
  toldBy,
} from "./Course.ts"
import type { Evidence, GradeCode } from "./Grade.ts"
import type { Seen, SeenPayment } from "./Seen.ts"

/** What a line says of one order: nothing to look at, no mistake (no evidence), or the evidence of it. */
type Finding = undefined | ReadonlyArray<Evidence>

/** Beside the order itself. */
interface Around {
  readonly seen: Seen
  readonly courses: ReadonlyArray<Course>
  /** How long the merchant has had for what it should do. */
  readonly graceMillis: number
}

/** A line. */
interface Line {
  readonly code: GradeCode
  readonly rules: ReadonlyArray<number>
  readonly look: (course: Course, around: Around) => Finding
}

const found = (isLookedAt: boolean, evidence: ReadonlyArray<Evidence>): Finding => (isLookedAt ? evidence : undefined)

/** From here on a completion is late: no prompt and no code lives as long. */
const lateMillis = 10 * 60_000

/** The lines, the dearest mistakes first. */
export const gradeLines: ReadonlyArray<Line> = [
  { code: "forged_believed", rules: [200, 16], look: (course) => claims(course, "forged_believed") },
  { code: "stand_in", rules: [16], look: (course) => claims(course, "stand_in") },
  { code: "strangers_token", rules: [200, 16], look: (course) => claims(course, "strangers_token") },
  { code: "code_is_not_status", rules: [79, 80], look: (course) => claims(course, "code_is_not_status") },
  { code: "asked_first", rules: [16], look: (course) => claims(course, "asked_first") },
  { code: "payout_once", rules: [61, 112], look: (course, { courses }) => repeatedPayouts(course, courses) },
  { code: "one_creation", rules: [117, 120], look: (course) => repeatedCreations(course) },
  { code: "amount_checked", rules: [88], look: (course) => amounts(course) },
  { code: "booked_once", rules: [196], look: (course) => bookings(course) },
  { code: "completion_taken", rules: [117], look: (course, around) => completions(course, around, false) },
  { code: "late_completion", rules: [117, 120], look: (course, around) => completions(course, around, true) },
  { code: "not_failed_early", rules: [115, 119], look: (course) => earlyFailures(course) },
  { code: "asked_after_callback", rules: [16, 118], look: (course, around) => askedAfterCallbacks(course, around) },
  { code: "asked_again", rules: [79, 120], look: (course, around) => askedAgain(course, around) },
  { code: "own_token", rules: [144, 200], look: (course, { seen }) => ownTokens(course, seen) },
  { code: "callbacks_taken", rules: [195, 196], look: (course) => callbackAnswers(course, true) },
  { code: "callbacks_answered", rules: [195, 196], look: (course) => callbackAnswers(course, false) },
]

/** The cause of a claim that no confirm supports; `undefined` for one that a confirm does. */
const causeOf = (course: Course, { at, word }: HeardWord): GradeCode | undefined => {
  const status = word.says === "Paid" ? "completed" : "notcompleted"
  if (toldBy(course, status, at).length > 0) return undefined
  const forged = forgedBy(course, at).filter(({ post }) => claimed(post.body) === status)
  const visits = course.visits.filter((visit) => visit.at <= at)
  const since = Math.max(
    0,
    ...forged.slice(0, 1).map(({ handedOverAt }) => handedOverAt),
    ...visits.map((each) => each.at),
  )
  const hasRead = course.confirms.some((line) => line.at <= at && line.at >= since && line.told?.status != null)
  if (word.says === "Failed") return forged.length > 0 && !hasRead ? "forged_believed" : undefined
  if (course.creations.length === 0) return "stand_in"
  if (hasRead) return "code_is_not_status"
  if (visits.length > 0) return "strangers_token"
  return forged.length > 0 ? "forged_believed" : "asked_first"
}

/** The newest confirm up to a time, as evidence. */
const lastConfirm = (course: Course, until = Infinity): ReadonlyArray<Evidence> =>
  course.confirms
    .filter(({ at }) => at <= until)
    .slice(-1)
    .map((line) => ofConfirm(course, line))

/** The status that a callback claims, in either encoding. */
const claimed = (body: string): string | undefined => /[&{,"]?status"?[=:]"?([a-z]+)/.exec(body)?.[1]

type Claim = Extract<
  GradeCode,
  "forged_believed" | "stand_in" | "strangers_token" | "code_is_not_status" | "asked_first"
>

/** Words of the order that this mistake explains. */
const claims = (course: Course, code: Claim): Finding => {
  const isLookedAt = {
    forged_believed: course.words.some(({ at }) => forgedBy(course, at).length > 0),
    strangers_token: course.words.some(({ at }) => course.visits.some((visit) => visit.at <= at)),
    code_is_not_status: course.words.some(({ at }) =>
      course.confirms.some((line) => line.at <= at && line.told?.status != null && line.told.status !== "completed"),
    ),
  }
  const paid = course.words.some(({ word }) => word.says === "Paid")
  const looked = code === "stand_in" || code === "asked_first" ? paid : isLookedAt[code]
  const wrong = course.words.filter(
    (word, index) =>
      word.word.says !== "Open" &&
      // What was said before and is said again has the same cause as before.
      word.word.says !== course.words[index - 1]?.word.says &&
      causeOf(course, word) === code,
  )
  return found(
    looked || wrong.length > 0,
    wrong.slice(0, 1).flatMap((word) => [
      ...forgedBy(course, word.at)
        .slice(0, 1)
        .map((each) => ofCallback(course, each)),
      ...lastConfirm(course, word.at),
      ofWord(course, word),
    ]),
  )
}

const isPayoutLine = ({ endpoint }: RequestLine): boolean =>
  endpoint === "createDirectPayout" || endpoint === "createWalletPayout"

/** Creations that came although an earlier one may have been executed. */
const repeats = (
  course: Course,
  lines: ReadonlyArray<RequestLine>,
  repeatsIt: (one: RequestLine, other: RequestLine) => boolean,
): ReadonlyArray<Evidence> =>
  lines.flatMap((line, index) => {
    const before = lines.slice(0, index).find((each) => {
      const payment = paymentOfLine(course, each)
      const isUnknown = !isAnswered(each) && each.outcome !== null
      const isAlive = payment !== undefined && !payment.isResumed && isOpenAt(payment, line.at)
      return repeatsIt(each, line) && (isUnknown || isAlive)
    })
    return before === undefined
      ? []
      : [
          ofLine(course, before, (texts) => (isAnswered(before) ? texts.created : texts.created_without_answer)),
          ofLine(course, line, (texts) => texts.created_again),
        ]
  })

const isSameAttempt = (one: RequestLine, other: RequestLine): boolean =>
  one.endpoint === other.endpoint && one.attempt === other.attempt && !other.hasCode

const repeatedCreations = (course: Course): Finding => {
  // A hosted page moves no money until a customer opens it.
  const lines = course.creations.filter((line) => !isPayoutLine(line) && line.endpoint !== "createHostedInvoice")
  return found(lines.length > 0, repeats(course, lines, isSameAttempt))
}

const repeatedPayouts = (course: Course, courses: ReadonlyArray<Course>): Finding => {
  const lines = course.creations.filter(isPayoutLine)
  const own = repeats(course, lines, () => true)
  // The same payout under another reference, before the outcome of the first one is known.
  const others = courses.flatMap((other) =>
    other.order === course.order
      ? []
      : other.creations
          .filter((line) => isPayoutLine(line) && !isAnswered(line))
          .map((line) => ({ line, payment: paymentOfLine(other, line) })),
  )
  const twins = course.payments.flatMap((payment) =>
    others
      .filter((other) => other.payment !== undefined && isTwin(other.payment, payment))
      .flatMap(({ line }) => [
        ofLine(course, line, (texts) => texts.created_without_answer),
        ofPayment(course, payment),
      ]),
  )
  return found(lines.length > 0, [...own, ...twins])
}

const isTwin = (first: SeenPayment, second: SeenPayment): boolean =>
  second.isPayout &&
  first.to === second.to &&
  first.amountXof === second.amountXof &&
  first.createdAt <= second.createdAt &&
  isOpenAt(first, second.createdAt)

/** The confirm said less than the payment's amount. */
const lacks = (course: Course, line: RequestLine): boolean =>
  (line.told?.amountXof ?? Infinity) < (paymentOfLine(course, line)?.amountXof ?? 0)

/** Confirms that said completed with less than the payment's amount, and none with all of it. */
const short = (course: Course): ReadonlyArray<RequestLine> => {
  const told = toldBy(course, "completed")
  return told.every((line) => lacks(course, line)) ? told : []
}

const amounts = (course: Course): Finding => {
  const lines = toldBy(course, "completed").filter((line) => lacks(course, line))
  const isToldWhole = (until: number) => toldBy(course, "completed", until).some((line) => !lacks(course, line))
  const paid = course.words.find(
    ({ at, word }) => word.says === "Paid" && lines.some((line) => line.at <= at) && !isToldWhole(at),
  )
  return found(
    lines.length > 0 && course.words.length > 0,
    paid === undefined ? [] : [...lines.slice(0, 1).map((line) => ofConfirm(course, line)), ofWord(course, paid)],
  )
}

const bookings = (course: Course): Finding => {
  const completed = course.payments.filter(({ status }) => status === "completed")
  const paidXof = completed.reduce((sum, { amountXof }) => sum + amountXof, 0)
  const words = course.words.filter(({ word }) => word.bookedXof !== undefined)
  const tooMuch = words.find(({ word }) => (word.bookedXof ?? 0) > paidXof)
  return found(
    words.length > 0 && completed.length > 0,
    tooMuch === undefined ? [] : [...completed.map((each) => ofPayment(course, each)), ofWord(course, tooMuch)],
  )
}

/** Payments that completed, whose token the merchant holds, and about which the service never contradicted itself. */
const completed = (course: Course, { graceMillis, seen }: Around, late: boolean): ReadonlyArray<SeenPayment> =>
  course.payments.filter(
    (payment) =>
      payment.status === "completed" &&
      payment.finalAt !== null &&
      isKnown(course, payment) &&
      payment.tokenExpiresAt === null &&
      seen.now - payment.finalAt >= graceMillis &&
      payment.finalAt - payment.createdAt >= lateMillis === late &&
      short(course).length === 0 &&
      toldBy(course, "notcompleted").every(({ requestId }) => requestId !== payment.requestId),
  )

const completions = (course: Course, around: Around, late: boolean): Finding => {
  const payments = completed(course, around, late)
  const last = course.words.at(-1)
  const isTaken = ({ finalAt, requestId }: SeenPayment) => {
    const told = toldBy(course, "completed").find((line) => line.requestId === requestId && !lacks(course, line))
    // A word counts when it came late enough, and after the merchant had heard of it.
    return last === undefined || last.at < (told?.at ?? 0) || last.at - (finalAt ?? 0) < around.graceMillis
      ? told !== undefined
      : last.word.says === "Paid"
  }
  const lost = payments.filter((payment) => !isTaken(payment))
  return found(
    payments.length > 0,
    lost.flatMap((payment) => [
      ofPayment(course, payment),
      ...lastConfirm(course),
      ...(last === undefined ? [] : [ofWord(course, last)]),
    ]),
  )
}

/** The merchant says that it failed, and no confirm did. A creation that was refused for certain has failed. */
const earlyFailures = (course: Course): Finding => {
  const may = course.payments.length > 0 || course.creations.some((line) => !isAnswered(line))
  const wrong = course.words.find(
    (word) =>
      word.word.says === "Failed" &&
      toldBy(course, "notcompleted", word.at).length === 0 &&
      causeOf(course, word) === undefined &&
      (course.payments.length === 0 || course.payments.some((payment) => isOpenAt(payment, word.at))),
  )
  return found(
    may && course.words.length > 0,
    wrong === undefined ? [] : [...lastConfirm(course, wrong.at), ofWord(course, wrong)],
  )
}

const askedAfterCallbacks = (course: Course, { graceMillis, seen }: Around): Finding => {
  const due = genuine(course).filter(
    ({ handedOverAt, post }) =>
      seen.now - handedOverAt >= graceMillis &&
      course.payments.some((payment) => payment.requestId === post.requestId && isKnown(course, payment)),
  )
  const unasked = due.filter(
    ({ handedOverAt, post }) =>
      !course.confirms.some(
        ({ at, requestId, told }) =>
          requestId === post.requestId &&
          (at >= handedOverAt || told?.status === "completed" || told?.status === "notcompleted"),
      ),
  )
  return found(
    due.length > 0,
    unasked.slice(0, 1).map((each) => ofCallback(course, each)),
  )
}

/** A confirm without a record decides nothing: another one must follow, and no creation. */
const askedAgain = (course: Course, { graceMillis, seen }: Around): Finding => {
  const spoiled = course.confirms.filter(
    (line) =>
      line.outcome !== null &&
      line.told?.status == null &&
      paymentOfLine(course, line)?.tokenExpiresAt === null &&
      toldBy(course, "completed", line.at).length === 0 &&
      seen.now - line.at >= graceMillis,
  )
  const wrong = spoiled.filter((line) => {
    const next = course.confirms.find(({ number, requestId }) => number > line.number && requestId === line.requestId)
    const created = course.creations.some(({ number }) => number > line.number && number < (next?.number ?? Infinity))
    return next === undefined || created
  })
  return found(
    spoiled.length > 0,
    wrong.slice(0, 1).map((line) => ofConfirm(course, line)),
  )
}

/** Confirms with a token that no creation gave. They name no order; the newest callback before them does. */
const ownTokens = (course: Course, { callbacks, requests }: Seen): Finding => {
  const strange = requests.filter((line) => {
    const isConfirm = line.endpoint === "confirmInvoice" || line.endpoint === "confirmPayout"
    if (!isConfirm || line.projectId === null || line.requestId !== null) return false
    const last = callbacks.findLast(({ handedOverAt }) => handedOverAt <= line.at)
    return last !== undefined && course.callbacks.includes(last)
  })
  return found(
    course.confirms.length > 0 || strange.length > 0,
    strange.slice(0, 1).map((line) => ofLine(course, line, (texts) => texts.strange_token)),
  )
}

const callbackAnswers = (course: Course, refused: boolean): Finding => {
  const posts = genuine(course)
  const isRefusal = ({ result }: (typeof posts)[number]) =>
    result?._tag === "Answered" && result.status >= 400 && result.status < 500
  const isFine = ({ result }: (typeof posts)[number]) =>
    result?._tag === "Answered" && result.status >= 200 && result.status < 300
  const wrong = posts.filter((post) => (refused ? isRefusal(post) : !isFine(post) && !isRefusal(post)))
  return found(
    posts.length > 0,
    wrong.slice(0, 1).map((each) => ofCallback(course, each)),
  )
}
