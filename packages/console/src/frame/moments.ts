/**
 * Times as pages show them, for people and for programs.
 */
import { type Language, moment as momentText } from "@cauri/catalogue"
import { html, type Markup } from "@cauri/pages"
import { isoOf } from "../words/plain.ts"

/** A moment, for people and for programs. */
export const moment = (at: number, language: Language): Markup =>
  html`<time datetime="${isoOf(at)}">${momentText(at, language)}</time>`
