/** The frame of every page, and its protective headers: no script, no frame, no foreign resource, no browser cache. */
import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"
import { icon as iconText } from "./icon.ts"
import { style as styleText } from "./style.ts"
import { attributes, html, type Markup, nothing } from "./html.ts"
import type { Place } from "./visit.ts"

/** A file of the pages, under an address that changes with its content. */
export interface Asset {
  readonly path: `/${string}`
  readonly mediaType: string
  readonly text: string
}

const asset = (file: string, mediaType: string, text: string): Asset => {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16)
  return { path: `/assets/${hash}/${file}`, mediaType, text }
}

const style = asset("style.css", "text/css; charset=utf-8", styleText)
const icon = asset("icon.svg", "image/svg+xml; charset=utf-8", iconText)

/** All files that the pages load. */
export const assets: ReadonlyArray<Asset> = [style, icon]

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ")

/** The headers of every answer. `same-origin`: a referrer stays within the console, and forms still send their origin. */
export const commonHeaders = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "cache-control": "no-store",
} as const

/** The parts of the console that have an entry in the navigation. */
type Section = "worklist" | "day" | "pauses"

/** The parts of a page. */
export interface PageParts {
  readonly title: string
  readonly section: Section | null
  readonly body: Markup
  /** For reading and filling in: short lines. */
  readonly narrow?: boolean
}

const sections: ReadonlyArray<readonly [Section, string]> = [
  ["worklist", "/"],
  ["day", "/day"],
  ["pauses", "/pauses"],
]

/** A cowrie shell, the coin that gave the project its name. */
const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="brand-ground" width="32" height="32" rx="7" />
  <ellipse class="brand-shell" cx="16" cy="16" rx="8" ry="11" />
  <path class="brand-line" d="M16 8v16M13.5 11h5M13.5 14.3h5M13.5 17.7h5M13.5 21h5" />
</svg>`

const languageLink = ({ address, language, texts }: Place): Markup => {
  const other = language === "en" ? "fr" : "en"
  const joint = address.includes("?") ? "&" : "?"
  return html`<a href="${`${address}${joint}language=${other}`}" lang="${other}" hreflang="${other}" rel="nofollow"
    >${texts.otherLanguage}</a
  >`
}

const navigation = (place: Place, current: Section | null): Markup => {
  const { texts } = place
  const entries = sections.map(([section, href]) => {
    const link = attributes({ href, "aria-current": section === current ? "page" : null })
    return html`<li><a ${link}>${texts.sections[section]}</a></li>`
  })
  return html`<nav aria-label="${texts.navigation}">
    <ul>
      ${entries}
    </ul>
  </nav>`
}

/** The whole page. */
const whole = (place: Place, { body, narrow, section, title }: PageParts): Markup => {
  const { texts, visitor } = place
  const leave =
    visitor?.leaves !== true
      ? nothing
      : html`<form method="post" action="/leave"><button type="submit">${texts.leave}</button></form>`
  return html`<!doctype html>
    <html lang="${place.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${`${title} · ${texts.product}`}</title>
        <link rel="stylesheet" href="${style.path}" />
        <link rel="icon" type="image/svg+xml" href="${icon.path}" />
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        <header class="bar">
          <div>
            <a class="brand" href="/">${mark}<span>${texts.product}</span></a>
            ${visitor === null ? nothing : navigation(place, section)}
            <div class="session" role="group" aria-label="${texts.settings}">${languageLink(place)} ${leave}</div>
          </div>
        </header>
        <main id="content" tabindex="-1" class="${narrow === true ? "narrow" : "broad"}">${body}</main>
        <footer class="foot">
          <p>
            ${visitor === null ? nothing : html`<span>${texts.footStore(place.store)}</span>`}
            <span>${texts.footTime}</span>
            ${visitor?.known === true ? html`<span>${texts.footPerson(visitor.name)}</span>` : nothing}
          </p>
        </footer>
      </body>
    </html>`
}

/** Pages name addresses from the console's own root; a browser gets them relative, wherever the console is mounted. */
const relative = (page: string, { root }: Place): string =>
  // What people typed has no bare quotation mark here, so only our own attributes match.
  page.replaceAll(/ (href|action|src)="\//g, ` $1="${root}`)

/** A page with its headers. */
export const pageResponse = (
  place: Place,
  parts: PageParts,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(relative(whole(place, parts).text, place), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...commonHeaders, "content-language": place.language, vary: "accept-language, cookie", ...headers },
  })

/** Redirects after a form, so that going back or reloading repeats nothing. */
export const seeOther = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { ...commonHeaders, location } })

/** A page that says what is wrong, and where to continue. */
export const problemResponse = (
  place: Place,
  [title, hint]: readonly [string, string],
  status: number,
): HttpServerResponse.HttpServerResponse => {
  const begin =
    place.visitor === null
      ? nothing
      : html`<p class="actions"><a class="button" href="/">${place.texts.problem.begin}</a></p>`
  const body = html`<h1>${title}</h1>
    <p class="muted">${hint}</p>
    ${begin}`
  return pageResponse(place, { title, section: null, narrow: true, body }, status)
}
