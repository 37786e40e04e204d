/**
 * What a customer says, as a search: an amount and an hour, the last digits of a number, a name, an id, a reference or a token. A word can
 * mean several of these; a payment matches when each word fits in one of its meanings.
 */
import { Clock, Effect, Result } from "effect"
import { cursorAfter, keyText, PaymentStore, Policy } from "@cauri/core"
import type { ListCursor, PageEntry, PaymentFilter } from "@cauri/core/adapter"
import { counterparty, type PaymentRecord } from "@cauri/core/model"
import { readWanted, type Wanted } from "../payment/find.ts"
import { foldedWords } from "../words/folding.ts"
import { rowOfEntry, type WorklistRow } from "../worklist/worklist.ts"

/** One meaning of a word. */
export type Reading =
  | { readonly _tag: "Payment"; readonly wanted: Wanted }
  | { readonly _tag: "Amount"; readonly amount: number }
  | { readonly _tag: "Ending"; readonly digits: string }
  /** A whole value: a token, a request id, a reference. */
  | { readonly _tag: "Reference"; readonly text: string }
  | { readonly _tag: "Name"; readonly text: string }

/** A word, with all that it can mean; with no meaning it is too short. */
export interface SearchWord {
  readonly text: string
  readonly readings: ReadonlyArray<Reading>
}

export interface Understood {
  readonly words: ReadonlyArray<SearchWord>
  /** When the payment was created; null: no hour or day was named. */
  readonly time: { readonly from: number; readonly before: number } | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What people say around an amount, an hour or a number. */
const fillers = new Set(
  "à a au vers le la les de du d l un une et il y at on around about the of for f par finit numéro numero montant ends with number".split(
    " ",
  ),
)

const currency = String.raw`(?:f\s*cfa|fcfa|cfa|xof|xaf|francs?|f)`
const withUnit = new RegExp(String.raw`(?<![\p{L}\p{N}])(\d[\d .,']*)\s*${currency}(?![\p{L}\p{N}])`, "iu")
const grouped = /(?<![\d+.,])(\d{1,3}(?:[ .,']\d{3})+)(?![\d.,]|[ ]\d)/u
const spacedPhone = /(?<!\d)(?:\+|00)?\d{2,3}(?:[ .-]\d{2}){3,5}(?!\d)/u
const isoDay = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/u
const slashDay = /(?<!\d)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?!\d)/u
const namedDay = /(?<!\p{L})(today|yesterday|aujourd[’']hui|hier)(?!\p{L})/iu
const anHour =
  /(?<![\d\p{L}])(\d{1,2})\s?(?:h|:)\s?([0-5]\d)?(?!\d)(?:\s?(am|pm)(?!\p{L}))?|(?<![\d\p{L}])(\d{1,2})\s?(am|pm)(?!\p{L})/iu

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

const amountReading = (digits: string): ReadonlyArray<Reading> => {
  const amount = Number(digits)
  return /^[1-9]\d{0,14}$/.test(digits) ? [{ _tag: "Amount", amount }] : []
}
const endingReading = (digits: string): ReadonlyArray<Reading> => {
  const plain = digits.length >= 10 ? digits.replace(/^00/, "") : digits
  return plain.length >= 3 && plain.length <= 15 ? [{ _tag: "Ending", digits: plain }] : []
}

const namedPayment = (text: string): ReadonlyArray<Reading> => {
  const wanted = readWanted(text)
  return Result.isSuccess(wanted) ? [{ _tag: "Payment", wanted: wanted.success }] : []
}

const readingsOf = (word: string): ReadonlyArray<Reading> => {
  const masked = /^\+?\d{0,4}(?:[•*…]+|\.{2,})(\d{2,})$/u.exec(word)?.[1]
  if (masked !== undefined) return masked.length >= 3 ? endingReading(masked) : [{ _tag: "Ending", digits: masked }]
  if (/^\d{1,7}$/.test(word)) {
    return [...amountReading(word), ...endingReading(word), ...(word.length >= 3 ? namedPayment(word) : [])]
  }
  if (/^(?:\+|00)?\d{8,15}$/.test(word)) {
    return [...endingReading(digitsOf(word)), ...namedPayment(word), { _tag: "Reference", text: word }]
  }
  const name: ReadonlyArray<Reading> = /^\p{L}[\p{L}\p{M}'’-]{2,}$/u.test(word) ? [{ _tag: "Name", text: word }] : []
  const reference: ReadonlyArray<Reading> = word.length >= 4 ? [{ _tag: "Reference", text: word }] : []
  return [...namedPayment(word), ...name, ...reference]
}

/** Midnight (UTC) of the day that the text names, and the text without it. */
const readDayIn = (text: string, now: number): { readonly rest: string; readonly midnight: number | null } => {
  const today = Math.floor(now / day) * day
  const named = namedDay.exec(text)
  if (named !== null) {
    const isToday = /^(?:today|au)/i.test(named[1] ?? "")
    return { rest: text.replace(namedDay, " "), midnight: isToday ? today : today - day }
  }
  const iso = isoDay.exec(text)
  const slash = slashDay.exec(text)
  const [year, month, date] =
    iso === null
      ? slash === null
        ? []
        : [Number(slash[3] ?? new Date(now).getUTCFullYear()), Number(slash[2]), Number(slash[1])]
      : [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  if (year === undefined || month === undefined || date === undefined) return { rest: text, midnight: null }
  const midnight = Date.UTC(year, month - 1, date)
  const isDay = new Date(midnight).getUTCMonth() === month - 1 && new Date(midnight).getUTCDate() === date
  if (!isDay) return { rest: text, midnight: null }
  // The 30th of a month that has not come yet is that of last year.
  const past =
    midnight > now && slash !== null && slash[3] === undefined ? Date.UTC(year - 1, month - 1, date) : midnight
  return { rest: text.replace(iso === null ? slashDay : isoDay, " "), midnight: past }
}

const readTime = (given: string, now: number): { readonly rest: string; readonly time: Understood["time"] } => {
  const { midnight, rest } = readDayIn(given, now)
  const found = anHour.exec(rest)
  const spoken = Number(found?.[1] ?? found?.[4] ?? Number.NaN)
  const half = (found?.[3] ?? found?.[5])?.toLowerCase()
  const clock = half === undefined ? spoken : (spoken % 12) + (half === "pm" ? 12 : 0)
  if (found === null || !(clock < 24) || (half !== undefined && spoken > 12)) {
    return { rest, time: midnight === null ? null : { from: midnight, before: midnight + day } }
  }
  const minutes = found[2] === undefined ? null : Number(found[2])
  const at = clock * hour + (minutes ?? 0) * minute
  const today = Math.floor(now / day) * day
  const start = midnight ?? (today + at > now ? today - day : today)
  return {
    rest: rest.replace(anHour, " "),
    // "At 14" may be anything from half past one to half past three.
    time: { from: start + at - 30 * minute, before: start + at + (minutes === null ? 90 : 30) * minute },
  }
}

/** Reads what a person typed. Hours and days are UTC, as everything that the console shows. */
export const understand = (typed: string, now: number): Understood => {
  const plain = typed.replaceAll(/\s+/gu, " ").trim().slice(0, 2_000)
  const whole = /[/: ]/.test(plain) && /[A-Za-z_]/.test(plain) ? namedPayment(plain) : []
  if (whole.length > 0) {
    const reference: ReadonlyArray<Reading> = plain.includes(" ") ? [] : [{ _tag: "Reference", text: plain }]
    return { words: [{ text: plain, readings: [...whole, ...reference] }], time: null }
  }
  const words: Array<SearchWord> = []
  let { rest, time } = readTime(plain, now)
  const take = (pattern: RegExp, readings: (found: RegExpExecArray) => ReadonlyArray<Reading>) => {
    for (let found = pattern.exec(rest); found !== null; found = pattern.exec(rest)) {
      words.push({ text: found[0].trim(), readings: readings(found) })
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    }
  }
  take(withUnit, (found) => amountReading(digitsOf(found[1] ?? "")))
  take(spacedPhone, ([text]) => endingReading(digitsOf(text)))
  take(grouped, ([text]) => [
    ...amountReading(digitsOf(text)),
    ...(digitsOf(text).length > 7 ? endingReading(digitsOf(text)) : []),
  ])
  for (const word of rest.split(" ")) {
    const bare = word.replaceAll(/^[("«“]+|[)"»”,;!?]+$/gu, "")
    if (bare === "" || fillers.has(bare.toLowerCase())) continue
    words.push({ text: bare, readings: readingsOf(bare) })
  }
  return { words, time }
}

/** Every text in a value, however deep. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const namesOf = ({ payment: { content }, tracking }: PaymentRecord): ReadonlySet<string> => {
  const customer = content.kind === "payin" ? content.customer : {}
  const payers = tracking.tokens.map(({ newest }) => newest?.record.payerDetails)
  const names = [
    customer.firstName,
    customer.lastName,
    ...payers.flatMap((payer) => [payer?.firstName, payer?.lastName]),
  ]
  return new Set(names.flatMap((name) => foldedWords(name ?? "")))
}

const fits = (record: PaymentRecord, reading: Reading): boolean => {
  const { content, key } = record.payment
  switch (reading._tag) {
    case "Payment": {
      const { id, kind, project } = reading.wanted
      return key.id === id && (kind ?? key.kind) === key.kind && (project ?? key.project) === key.project
    }
    case "Amount":
      return content.amount === reading.amount
    case "Ending":
      return counterparty(content)?.endsWith(reading.digits) ?? false
    case "Reference":
      return textsIn([record.payment, record.tracking]).includes(reading.text)
    case "Name": {
      const names = namesOf(record)
      return foldedWords(reading.text).every((word) => names.has(word))
    }
  }
}

/** What the store can look for by itself. */
const filterOf = (reading: Reading): PaymentFilter => {
  switch (reading._tag) {
    case "Payment": {
      const { id, kind, project } = reading.wanted
      return { id, ...(kind === null ? {} : { kind }), ...(project === null ? {} : { project }) }
    }
    case "Amount":
      return { amount: reading.amount }
    case "Ending":
      return { partyEnding: reading.digits }
    case "Reference":
      return { mentions: reading.text }
    case "Name":
      return {}
  }
}

/** The word whose meanings narrow the search most: the store looks for it, the others are compared. */
const narrowest = (words: ReadonlyArray<SearchWord>): SearchWord | undefined =>
  words.toSorted((one, other) => weight(one) - weight(other))[0]
const weight = ({ readings }: SearchWord): number =>
  readings.length + (readings.some(({ _tag }) => _tag === "Name") ? 10 : 0)

/** How many payments one search reads. */
const mostRead = 5_000

export interface Found {
  /** The newest first, masked. */
  readonly rows: ReadonlyArray<WorklistRow>
  /** There are more than the limit. */
  readonly more: boolean
  /** The creation of the payment at which reading stopped before the window's beginning; null: all of it was searched. */
  readonly stoppedAt: number | null
}

/** Searches the payments created in a window, and for an id all of them. The newest come first. */
export const search = Effect.fn("search")(function* (
  { words }: Understood,
  window: { readonly from: number; readonly before: number },
  limit: number,
) {
  const store = yield* PaymentStore
  const policy = yield* Policy
  const now = yield* Clock.currentTimeMillis
  const readable = words.filter(({ readings }) => readings.length > 0)
  const leading = narrowest(readable)
  const within: PaymentFilter = { createdFrom: window.from, createdBefore: window.before }
  const filters: ReadonlyArray<PaymentFilter> =
    leading === undefined
      ? [within]
      : leading.readings.map((reading) => ({ ...(reading._tag === "Payment" ? {} : within), ...filterOf(reading) }))
  const found = new Map<string, PageEntry>()
  let stoppedAt: number | null = null
  const isMatch = (entry: PageEntry): boolean =>
    Result.isSuccess(entry)
      ? readable.every(({ readings }) => readings.some((reading) => fits(entry.success, reading)))
      : readable.length === 1 && leading?.readings.every(({ _tag }) => _tag !== "Name") === true
  for (const filter of filters) {
    let after: ListCursor | undefined
    let matches = 0
    for (let read = 0; ;) {
      const query = { ...filter, order: "newest", limit: policy.store.pageSize } as const
      const page: ReadonlyArray<PageEntry> = yield* store.page(after === undefined ? query : { ...query, after })
      for (const entry of page.filter(isMatch)) {
        found.set(keyText(cursorAfter(entry).key), entry)
        matches += 1
      }
      const last = page.at(-1)
      read += page.length
      if (last === undefined || page.length < query.limit || matches > limit) break
      after = cursorAfter(last)
      if (read >= mostRead) {
        stoppedAt = Math.max(stoppedAt ?? 0, after.createdAt)
        break
      }
    }
  }
  const entries = [...found.values()].toSorted(
    (one, other) => cursorAfter(other).createdAt - cursorAfter(one).createdAt,
  )
  const result: Found = {
    rows: entries.slice(0, limit).map((entry) => rowOfEntry(entry, policy, now)),
    more: entries.length > limit,
    stoppedAt,
  }
  return result
})
