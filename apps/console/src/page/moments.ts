/**
 * Times, durations and amounts as a person reads them. Everything is in UTC and says so, because a figure that means another day at
 * another desk is no figure.
 */
import { DateTime } from "effect"
import type { Language } from "@cauri/core"
import { formatXof } from "@cauri/phone"
import { html, type Markup } from "./html.ts"

const locales: Readonly<Record<Language, string>> = { en: "en-GB", fr: "fr-FR" }

const formatted = (at: number, language: Language, options: Intl.DateTimeFormatOptions): string =>
  DateTime.format(DateTime.makeUnsafe(at), { ...options, locale: locales[language] })

/** A day as a sentence names it: `21 November 2026`. */
export const dayText = (at: number, language: Language): string =>
  formatted(at, language, { weekday: "long", day: "numeric", month: "long", year: "numeric" })

/** A moment to the second: `21 Nov 2026, 15:04:09 UTC`. */
export const momentText = (at: number, language: Language): string => {
  const day = formatted(at, language, { day: "numeric", month: "short", year: "numeric" })
  const time = formatted(at, language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })
  return `${day}, ${time} UTC`
}

/** A moment, for people and for programs. */
export const moment = (at: number, language: Language): Markup =>
  html`<time datetime="${DateTime.formatIso(DateTime.makeUnsafe(at))}">${momentText(at, language)}</time>`

/** The day of a moment as `2026-11-21`. */
export const isoDay = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at)).slice(0, 10)

const units: Readonly<Record<Language, readonly [day: string, hour: string, minute: string, second: string]>> = {
  en: ["d", "h", "min", "s"],
  fr: ["j", "h", "min", "s"],
}

/** A duration in its two largest units: `3 d 4 h`, `2 min 5 s`, `< 1 s`. */
export const durationText = (millis: number, language: Language): string => {
  const [day, hour, minute, second] = units[language]
  if (millis < 1_000) return `<\u00A01\u00A0${second}`
  const seconds = Math.floor(millis / 1_000)
  const parts: ReadonlyArray<readonly [number, string]> = [
    [Math.floor(seconds / 86_400), day],
    [Math.floor(seconds / 3_600) % 24, hour],
    [Math.floor(seconds / 60) % 60, minute],
    [seconds % 60, second],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}\u00A0${unit}`)
    .join(" ")
}

/** A duration to the minute, for what nobody waits for second by second. */
export const roughText = (millis: number, language: Language): string =>
  durationText(millis < 60_000 ? millis : millis - (millis % 60_000), language)

/** A sum of money. What many payments come to may be more than one of them may be. */
export const sumText = (amount: number, language: Language): string => formatXof(amount, language)

/** A count, grouped as the sums are. */
export const countText = (count: number, language: Language): string =>
  String(count).replace(/\B(?=([0-9]{3})+$)/g, language === "fr" ? "\u00A0" : ",")
