/**
 * HTML that is always escaped: every value in a template is escaped unless a template made it. Pages carry no script unless they name one
 * of their own origin, and script and style are allowed by a nonce. Controls D3 and D4 of the threat model.
 */
import type { Language } from "@cauri/catalogue"
import { HttpServerResponse } from "effect/http"
import { htmlMediaType } from "./answers.ts"
import { randomText } from "./HttpOptions.ts"

/** Safe text of a page. Only `html` makes it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | ReadonlyArray<Markup>

/** A piece of a page. */
export const html = (fixed: TemplateStringsArray, ...values: ReadonlyArray<Part>): Markup =>
  new Markup(fixed.map((piece, index) => piece + partText(values[index] ?? "")).join(""))

/** Escapes text, for element content and quoted attributes alike. */
export const escaped = (text: string): string =>
  // A lone surrogate or a NUL cannot be written in a page.
  text
    .toWellFormed()
    .replaceAll("\0", "\uFFFD")
    .replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

const partText = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (typeof part === "object") return part.map(({ text }) => text).join("")
  return escaped(String(part))
}

/** The languages of pages. */
export type { Language }

/** The parts of a page. */
export interface PageParts {
  readonly language: Language
  /** For documents: more room for text. For pages with a layout of their own: the whole window. */
  readonly width?: "narrow" | "wide" | "full"
  readonly title: string
  readonly body: Markup
  /** Links to other pages, above the page itself. */
  readonly navigation?: Markup
  /** Further lines of the page's head. */
  readonly head?: Markup
  /** Further style rules. */
  readonly style?: string
  /** Address of a script of this origin, for a page that works without it. */
  readonly script?: string
  /**
   * Where the browser goes by itself, and after how many seconds; with a script only when it does not run. An address that begins with `?`
   * is this page's own.
   */
  readonly refresh?: { readonly seconds: number; readonly to: string }
}

/** A page with its headers: never in a frame (#20), no script, no foreign resource, no referrer. */
export const pageResponse = (parts: PageParts, status = 200): HttpServerResponse.HttpServerResponse => {
  const nonce = randomText()
  const { refresh: again, script } = parts
  const meta =
    again === undefined ? html`` : html`<meta http-equiv="refresh" content="${again.seconds}; url=${again.to}" />`
  // A page that reloads every few seconds cannot be read aloud: with scripts, the page polls instead.
  const refresh = script === undefined ? meta : html`<noscript>${meta}</noscript>`
  const page = html`<!doctype html>
    <html lang="${parts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title}</title>
        ${refresh}${parts.head ?? html``}
        <style nonce="${nonce}">
          ${new Markup(style + (parts.style ?? ""))}
        </style>
        ${parts.script === undefined ? html`` : html`<script nonce="${nonce}" src="${parts.script}" defer></script>`}
      </head>
      <body>
        <header class="sandbox">
          <strong>Sandbox</strong> ${sandboxNotice[parts.language]}${parts.navigation ?? html``}
        </header>
        <main class="${parts.width ?? "narrow"}">${parts.body}</main>
      </body>
    </html> `
  return HttpServerResponse.text(page.text, {
    status,
    contentType: htmlMediaType,
    headers: { ...framelessHeaders, "content-security-policy": policy(nonce, parts.script !== undefined) },
  })
}

// D8: the simulator's pages must not be mistaken for the service's.
const sandboxNotice: Readonly<Record<Language, string>> = {
  en: "No money moves here.",
  fr: "Ici, aucun argent ne circule.",
}

const framelessHeaders = {
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cache-control": "no-store",
}

// Forms lead to this page and nowhere else, redirects included: a browser checks every redirect after a form against this list, also those
// that the shop makes on its own side. Leaving for the shop therefore uses `refresh`.
const policy = (nonce: string, isScripted: boolean): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(isScripted ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ")

const style = `
*, ::before, ::after { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1b2226; background: #f5f4f0; }
.sandbox { position: relative; padding: .375rem 1rem; background: #3a2f12; color: #fff; font-size: .8125rem; }
.sandbox .language { position: absolute; top: 0; right: 1rem; padding: .375rem 0; color: #ffd36b; } .sandbox strong { text-transform: uppercase; letter-spacing: .08em; margin-right: .5rem; color: #ffd36b; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem; background: #fff; min-height: 100vh; overflow-wrap: anywhere; }
main.full { max-width: none; background: none; min-height: 0; }
h1 { font-size: 1.375rem; font-weight: 650; line-height: 1.25; margin: 0 0 .25rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; font-weight: 650; }
p { margin: .5rem 0; } a { color: #0b5a4d; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .375rem 0; border-bottom: 1px solid #dcd9cf; vertical-align: top; }
th { font-weight: 600; font-size: .875rem; color: #57605f; } th + th, td + td { padding-left: .75rem; }
td.number, th.number { text-align: right; white-space: nowrap; } td.code { white-space: nowrap; }
.amount { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0; font-variant-numeric: tabular-nums; }
label { display: block; margin-top: 1rem; font-weight: 600; } .hint { font-weight: 400; color: #57605f; font-size: .875rem; }
input, select, button { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .375rem; }
input, select { font-weight: 400; margin-top: .25rem; border: 1px solid #8b887c; background: #fff; color: inherit; }
button { margin-top: 1.25rem; border: 1px solid #0b5a4d; background: #0b5a4d; color: #fff; font-weight: 600; cursor: pointer; }
button.quiet { margin-top: .75rem; background: #fff; color: #0b5a4d; }
summary { padding: .5rem 0; cursor: pointer; }
:focus-visible { outline: 3px solid #e0a100; outline-offset: 2px; }
[role=alert], [role=status] { padding: .75rem 1rem; border-radius: .375rem; margin: 1rem 0; }
[role=alert] { background: #fdeceb; color: #8a1c13; } [role=status] { background: #e8f3ef; }
pre { overflow-x: auto; background: #f5f4f0; padding: .75rem; font-size: .875rem; }
@media (min-width: 40rem) { main.narrow, main.wide { margin: 3rem auto; padding: 2rem; min-height: 0; border-radius: .75rem; border: 1px solid #dcd9cf; } main.wide { max-width: 60rem; } }
`
