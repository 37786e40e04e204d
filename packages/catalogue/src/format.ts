/**
 * Numbers, money and times as people read them. Every gap is U+00A0: French would have a narrower one in places, which cheap phones
 * show as an empty box. Logs, interfaces and files write `XOF` and ISO 8601 instead.
 */

/** The languages in which people are spoken to. */
export type Language = "fr" | "en"

const gap = "\u00A0"
const separators: Readonly<Record<Language, string>> = { fr: gap, en: "," }

const points: Readonly<Record<Language, string>> = { fr: ",", en: "." }

/** A number, to three decimals at most: `1 250 000`, `1,250,000`; `2,5`, `2.5`. */
export const number = (value: number, language: Language): string => {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1_000) / 1_000
  const [whole = "", fraction] = String(rounded).split(".")
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, separators[language])
  return fraction === undefined ? grouped : `${grouped}${points[language]}${fraction}`
}

/** A number of things: `1 payment`, `2,000 payments`; in French none and one are singular. */
export const count = (value: number, language: Language, thing: string, things = `${thing}s`): string =>
  `${number(value, language)} ${(language === "fr" ? value < 2 : value === 1) ? thing : things}`

/** Whole francs: `7 500 F CFA`, `7,500 F CFA`. */
export const money = (francs: number, language: Language): string => `${number(francs, language)}${gap}F${gap}CFA`

const units: Readonly<Record<Language, ReadonlyArray<readonly [millis: number, name: string]>>> = {
  en: [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ],
  fr: [
    [86_400_000, "j"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ],
}

/** A duration in its largest units, two where no number is given: `3 d 4 h`, `2 min 5 s`, `< 1 s`. */
export const duration = (millis: number, language: Language, most = 2): string => {
  if (millis < 1_000) return `<${gap}1${gap}s`
  let left = millis
  const parts = units[language].map(([size, name]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return [count, name] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + most)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count}${gap}${name}`)
    .join(" ")
}

/** Seconds to a tenth, for what runs while people watch: `12.3 s`. */
export const seconds = (millis: number, language: Language): string => {
  const [whole = "", tenth = ""] = (millis / 1_000).toFixed(1).split(".")
  return `${number(Number(whole), language)}${points[language]}${tenth}${gap}s`
}

const locales: Readonly<Record<Language, string>> = { en: "en-GB", fr: "fr-FR" }

const dated = (at: number, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: "UTC" }).format(at).replaceAll("\u202F", gap)

/** A day as a sentence names it: `Saturday, 21 November 2026`. */
export const day = (at: number, language: Language): string =>
  dated(at, language, { weekday: "long", day: "numeric", month: "long", year: "numeric" })

/** A day where room is short and the year is known: `21 Nov`. */
export const shortDay = (at: number, language: Language): string =>
  dated(at, language, { day: "numeric", month: "short" })

/** The time of a day in UTC: `15:04`, or `15:04:09`. */
export const clock = (at: number, language: Language, precision: "minutes" | "seconds" = "seconds"): string =>
  dated(at, language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(precision === "seconds" ? { second: "2-digit" } : {}),
  })

/** A moment to the second: `21 Nov 2026, 15:04:09 UTC`. Two readers in two countries mean the same moment. */
export const moment = (at: number, language: Language): string =>
  `${dated(at, language, { day: "numeric", month: "short", year: "numeric" })}, ${clock(at, language)} UTC`
