/** What every page shares. What pages say of the shop is in `texts`; what they say of payments is the catalogue's (`words`). */
import { Eta } from "eta"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import { fileURLToPath } from "node:url"
import { type Catalogue, catalogue, type Language, money } from "@cauri/catalogue"
import en from "./texts/en.json" with { type: "json" }
import fr from "./texts/fr.json" with { type: "json" }

/** The texts of one language. */
export type Texts = typeof en & { readonly language: Language; readonly words: Catalogue }
const texts: Readonly<Record<Language, Texts>> = {
  fr: { ...fr, language: "fr", words: catalogue.fr },
  en: { ...en, language: "en", words: catalogue.en },
}

/** The texts in the language that the customer chose, else in the one that the browser prefers. */
export const textsFor = (c: Context): Texts => {
  const chosen = getCookie(c, "language")
  if (chosen === "fr" || chosen === "en") return texts[chosen]
  return /^\s*en\b/i.test(c.req.header("accept-language") ?? "") ? texts.en : texts.fr
}

/** Everything that is written with `<%= %>` is escaped. */
const eta = new Eta({ views: fileURLToPath(new URL("views", import.meta.url)), cache: true, useWith: true })

/** A view with its texts, in the language of the request. */
export const render = (c: Context, view: string, shown: object): string => {
  const t = textsFor(c)
  const xof = (amount: number) => money(amount, t.language)
  return eta.render(view, { t, xof, sent: () => "", problem: "", detail: "", again: false, ...shown })
}

/** A whole page. `problem`: what can be corrected, `detail`: the library's words for it; `again`: without a script it reloads by itself. */
export const page = (
  c: Context,
  view: string,
  shown: Readonly<Record<string, unknown>>,
  status: 200 | 404 | 422 | 500 = shown["problem"] ? 422 : 200,
) => c.html(render(c, view, shown), status)

/** A posted form, field by field: trimmed, without characters that change the text direction, and cut to a length that suffices. */
export type Form = (name: string) => string
export const readForm = async (c: Context): Promise<Form> => {
  const fields = await c.req.parseBody()
  return (name) => {
    const value = fields[name]
    const text = typeof value === "string" ? value.replace(/\p{Bidi_Control}/gu, "") : ""
    return text.trim().slice(0, 200)
  }
}

/** A problem that the customer can correct: it is shown above the form. */
export class Problem extends Error {}
