/** The frame around every page: where one can go, in which language, the style, and what a form came to. */
import { readFileSync } from "node:fs"
import { html, type Markup, type PageParts } from "@cauri/simulator/pages"
import { hasWrong, link, type Page, type View, wrongMark } from "./View.ts"

/** A page with its frame. */
export const framed = (view: View, page: Page): PageParts => ({
  language: view.language,
  width: "full",
  title: `${page.title} – sandbox`,
  navigation: navigation(view),
  style,
  // The script follows what happens, which only the owner of the token may.
  ...(view.isKnown && { script: `${view.base}/sandbox.js` }),
  head: page.looksAgain === true ? html`<noscript><meta http-equiv="refresh" content="10" /></noscript>` : html``,
  body: html`${alert(view, page)}${page.body}`,
})

/** Why a form was refused, with a way to the field that must change. */
const alert = ({ typed }: View, { body }: Page): Markup => {
  if (typed === undefined || typed.says === null) return html``
  return hasWrong(body)
    ? html`<p role="alert"><a href="#${wrongMark}">${typed.says}</a></p>`
    : html`<p role="alert">${typed.says}</p>`
}

const navigation = (view: View): Markup => {
  const { base, here, language, query, words } = view
  const places = [
    ["/", words.home],
    ["/phones", words.phones],
    ["/control", words.payments],
    ["/control/callbacks", words.callbacks],
    ["/control/faults", words.faults],
    ["/control/projects", words.projects],
    ["/control/requests", words.requests],
    ["/scenarios", words.scenarios],
    ["/grades", words.your_integration],
    ["/try", words.try_a_call],
    ["/docs", words.documents],
  ] as const
  const path = here.split("?")[0]
  const other = language === "fr" ? "en" : "fr"
  const changed = new URLSearchParams(query)
  changed.set("lang", other)
  return html`<nav aria-label="${words.pages}">
    ${places.map(([to, name]) =>
      to === path ? html`<a href="${base}${to}" aria-current="page">${name}</a>` : link(view, to, name),
    )}
    <a href="${base}${path ?? "/"}?${changed.toString()}" lang="${other}" class="language"
      >${other === "fr" ? "Français" : "English"}</a
    >
  </nav>`
}

const style = readFileSync(new URL("style.css", import.meta.url), "utf8")
