/** The console's pages and other answers, each with its protective headers. */
import { html, icon, languageLink, type Markup, navigation, nothing, pageHeaders, pageOf, style } from "@cauri/pages"
import { HttpServerResponse } from "effect/http"
import type { Permission, Visitor } from "./Visitor.ts"
import type { Place } from "./visit.ts"

export type { Asset } from "@cauri/pages"

/** All files that the pages load. */
export const assets = [style, icon]

/** The headers of every answer. */
export const commonHeaders = pageHeaders()

/** The parts of the console that have an entry in the navigation. */
type Section = "worklist" | "day" | "statements" | "batches" | "pauses"

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
  ["statements", "/statements"],
  ["batches", "/batches"],
  ["pauses", "/pauses"],
]

const sessionOf = ({ address, language, texts, visitor }: Place): Markup => {
  const other = language === "en" ? "fr" : "en"
  const leave =
    visitor?.leaves !== true
      ? nothing
      : html`<form method="post" action="/leave"><button type="submit">${texts.leave}</button></form>`
  return html`<div class="session" role="group" aria-label="${texts.settings}">
    ${languageLink(address, { language: other, text: texts.otherLanguage })} ${leave}
  </div>`
}

export const pageResponse = (
  place: Place,
  { body, narrow = false, section, title }: PageParts,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpServerResponse.HttpServerResponse => {
  const { language, root, store, texts, visitor } = place
  const entries = sections.map(([name, href]) => ({ href, text: texts.sections[name], current: name === section }))
  const page = pageOf({
    language,
    title: `${title} · ${texts.product}`,
    body,
    narrow,
    skip: texts.skip,
    brand: { name: texts.product, href: "/" },
    navigation: visitor === null ? nothing : navigation(texts.navigation, entries),
    session: sessionOf(place),
    foot: html`<p>
      ${visitor === null ? nothing : html`<span>${texts.footStore(store)}</span>`} <span>${texts.footTime}</span>
      ${visitor?.known === true ? html`<span>${texts.footPerson(visitor.name)}</span>` : nothing}
    </p>`,
    root,
  })
  return HttpServerResponse.text(page, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...commonHeaders, "content-language": language, vary: "accept-language, cookie", ...headers },
  })
}

/** Redirects after a form, so that going back or reloading repeats nothing. */
export const seeOther = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { ...commonHeaders, location } })

/** What a visitor lacks. Where people type their names, it is a way to be a second person. */
export const notAllowed = (right: Permission, { known }: Visitor, { texts }: Place) => {
  const { missing, rights, unnamed } = texts.tools.doors
  return [texts.problem.notAllowed, known ? missing(rights[right]) : unnamed] as const
}

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
