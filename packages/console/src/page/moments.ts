/**
 * Times as pages show them, for people and for programs.
 */
import { type Language, moment as momentText } from "@cauri/catalogue"
import { DateTime } from "effect"
import { html, type Markup } from "@cauri/pages"

const isoText = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))

/** A moment, for people and for programs. */
export const moment = (at: number, language: Language): Markup =>
  html`<time datetime="${isoText(at)}">${momentText(at, language)}</time>`

/** The day of a moment as `2026-11-21`. */
export const isoDay = (at: number): string => isoText(at).slice(0, 10)
