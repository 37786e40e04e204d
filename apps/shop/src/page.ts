/** What every page shares: its frame, its language, and how it reads forms. */
import { type Catalogue, catalogue, type Language, money } from "@cauri/catalogue"
import { html, languageLink, type Markup, navigation, nothing, pageOf, problemSummary } from "@cauri/pages"
import type { Payments } from "cauri"
import type { SqliteHost } from "cauri/sqlite"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import type { makeOrders } from "./orders.ts"
import type { makeStaff } from "./staff.ts"
import en from "./texts/en.json" with { type: "json" }
import fr from "./texts/fr.json" with { type: "json" }

export interface Shop {
  readonly payments: Payments<SqliteHost>
  readonly orders: ReturnType<typeof makeOrders>
  /** The public address. */
  readonly url: string
  /** Who may come to `/admin`. */
  readonly staff: ReturnType<typeof makeStaff>
}

/** Answers one request, with texts in its language. */
export type Page = (shop: Shop, c: Context, t: Texts) => Response | Promise<Response>

/** The texts of one language, with the catalogue's about payments. */
export type Texts = typeof en & {
  readonly language: Language
  readonly words: Catalogue
}
const texts: Readonly<Record<Language, Texts>> = {
  fr: { ...fr, language: "fr", words: catalogue.fr },
  en: { ...en, language: "en", words: catalogue.en },
}

export const xof = (amount: number, { language }: Texts): string => money(amount, language)

/** The texts in the language that the customer chose, else in the one that the browser prefers. */
export const textsFor = (c: Context): Texts => {
  const chosen = getCookie(c, "language")
  if (chosen === "fr" || chosen === "en") return texts[chosen]
  return /^\s*en\b/i.test(c.req.header("accept-language") ?? "") ? texts.en : texts.fr
}

/** A problem that the customer can correct, and the field where. */
export class Problem extends Error {
  readonly field: string | null
  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

export const besideFields = (problem?: Problem): Readonly<Record<string, string>> =>
  problem === undefined || problem.field === null ? {} : { [problem.field]: problem.message }

interface PageParts {
  readonly title: string
  readonly body: Markup
  /** What was refused. `more`: the library's own words for it. */
  readonly problem?: Problem
  readonly more?: Markup
  /** For the wide table of the merchant. */
  readonly broad?: boolean
  /** Loads itself again every five seconds where scripts do not run. */
  readonly again?: boolean
  readonly status?: 200 | 403 | 404 | 500
}

/** The path of a request. One slash only: two would lead to another host. */
export const onOwnSite = (c: Context): string => c.req.path.replace(/^[/\\]+/, "/")

export const page = (
  c: Context,
  { again = false, body, broad = false, more, problem, status, title }: PageParts,
) => {
  const t = textsFor(c)
  const basket = { href: "/basket", text: t.basket, current: c.req.path === "/basket" }
  const other = { language: t.otherLanguage, text: t.otherLanguageName }
  const problemText = problem?.field === null ? problem.message : t.checkTheForm
  const refused = problem === undefined ? nothing : problemSummary(problemText, besideFields(problem), more)
  const text = pageOf({
    language: t.language,
    title: `${title} · Karité & Co`,
    skip: t.skip,
    brand: { name: "Karité & Co", href: "/" },
    navigation: navigation(t.shop, [basket]),
    session: html`<div class="session">${languageLink(onOwnSite(c), other)}</div>`,
    narrow: !broad,
    script: "/live.js",
    ...(again && { refresh: { seconds: 5, to: c.req.path } }),
    body: html`<div class="stack"><h1>${title}</h1>${refused}${body}</div>`,
  })
  return c.html(text, status ?? (problem === undefined ? 200 : 422))
}

/** A field of a posted form: trimmed, without marks of the writing direction, and not too long. */
export type Form = (name: string) => string

export const readForm = async (c: Context): Promise<Form> => {
  const fields = await c.req.parseBody()
  return (name) => {
    const value = fields[name]
    const text = typeof value === "string" ? value.replace(/\p{Bidi_Control}/gu, "") : ""
    return text.trim().slice(0, 200)
  }
}
