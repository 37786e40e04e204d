/** What every page shares: its frame, its two languages, its fields. */
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import { html } from "hono/html"
import type { Language } from "@cauri/promise"

/** Escaped markup. */
export type Markup = ReturnType<typeof html>

/** The language of a request: chosen by the customer, else what the browser prefers. */
export const languageOf = (c: Context): Language => {
  const chosen = getCookie(c, "language")
  if (chosen === "fr" || chosen === "en") return chosen
  return /^\s*en\b/i.test(c.req.header("accept-language") ?? "") ? "en" : "fr"
}

/** Says things in one language. */
export const sayIn = (language: Language) => (fr: string, en: string) => (language === "fr" ? fr : en)

/** A labelled field; the attributes are those of an input. */
export const field = (label: string, attributes: Readonly<Record<string, string | number>>): Markup =>
  html`<label>${label} <input ${Object.entries({ maxlength: 80, ...attributes }).map(([name, value]) => html` ${name}="${value}"`)} /></label>`

/** The field of a code that the customer received. */
export const codeField = (language: Language): Markup =>
  field(sayIn(language)("Code reçu", "Code received"), {
    name: "otp",
    required: "",
    autocomplete: "one-time-code",
    inputmode: "numeric",
  })

/** Fields that are not shown. */
export const hidden = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** A whole page. `problem`: what the customer can mend; `again`: without a script it looks again by itself. */
export const page = (
  c: Context,
  title: string,
  body: Markup,
  {
    again = false,
    problem = "",
    status = problem === "" ? 200 : 422,
  }: { again?: boolean; problem?: string; status?: 200 | 404 | 422 | 500 } = {},
) => {
  const language = languageOf(c)
  const say = sayIn(language)
  const other = say("en", "fr")
  const whole = html`<!doctype html><html lang="${language}"><head>
    <meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Karité & Co</title>
    <link rel="stylesheet" href="/style.css" /><link rel="icon" href="/calabash.svg" type="image/svg+xml" />
    <script type="module" src="/live.js"></script>
    ${again ? html`<noscript><meta http-equiv="refresh" content="5" /></noscript>` : ""}
    </head><body>
    <header><a class="brand" href="/">Karité & Co</a><nav aria-label="${say("Boutique", "Shop")}">
      <a href="/basket">${say("Panier", "Basket")}</a>
      <a href="?language=${other}" lang="${other}">${say("English", "Français")}</a></nav></header>
    <main><h1>${title}</h1>${problem === "" ? "" : html`<p class="problem" role="alert">${problem}</p>`}${body}</main>
    </body></html>`
  return c.html(whole, status)
}
