/**
 * HTML without a way round escaping: every value in a template is escaped unless it is itself the outcome of a template. Pages carry
 * no script, and their style is allowed by a nonce. Controls D3 and D4 of the threat model.
 */
import { HttpServerResponse } from "effect/http"
import { htmlMediaType } from "./answers.ts"
import { randomText } from "./HttpOptions.ts"

/** Text that may stand in a page as it is. Only `html` makes it. */
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

/** Text for element content and for quoted attributes alike. */
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

/** What a page is made of. */
export interface PageParts {
  readonly language: "fr" | "en"
  readonly title: string
  readonly body: Markup
  /** Seconds after which the browser loads the page again. */
  readonly refreshSeconds?: number
  /** Where forms may lead besides the page itself: a redirect after a form counts as its target. */
  readonly formTargets?: ReadonlyArray<string>
}

/** A page with its headers: never in a frame (#20), no script, no foreign resource, no referrer. */
export const pageResponse = (parts: PageParts, status = 200): HttpServerResponse.HttpServerResponse => {
  const nonce = randomText()
  const refresh =
    parts.refreshSeconds === undefined ? html`` : html`<meta http-equiv="refresh" content="${parts.refreshSeconds}" />`
  const page = html`<!doctype html>
    <html lang="${parts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title}</title>
        ${refresh}
        <style nonce="${nonce}">
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <main>${parts.body}</main>
      </body>
    </html> `
  return HttpServerResponse.text(page.text, {
    status,
    contentType: htmlMediaType,
    headers: { ...framelessHeaders, "content-security-policy": policy(nonce, parts.formTargets ?? []) },
  })
}

const framelessHeaders = {
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cache-control": "no-store",
}

const policy = (nonce: string, formTargets: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ["form-action 'self'", ...new Set(formTargets.filter(isPlainOrigin))].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ")

// An origin could hold characters that mean something in a policy; such a one is left out.
const isPlainOrigin = (origin: string): boolean => /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]+)?$/.test(origin)

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1b1b1b; background: #f4f4f0; }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: .5rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #ddd; }
label { display: block; margin-top: .75rem; } input, select, button { font: inherit; padding: .4rem .6rem; max-width: 100%; }
button { margin-top: 1rem; } pre { overflow-x: auto; background: #f4f4f0; padding: .75rem; } .amount { font-size: 1.5rem; }
`
