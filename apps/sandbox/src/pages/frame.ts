/** The frame around every page: where one can go, in which language, the style, and what a form came to. */
import { readFileSync } from "node:fs"
import { html, type Markup, type PageParts } from "@cauri/simulator/pages"
import { link, type Page, type View } from "./View.ts"

/** A page with its frame. */
export const framed = (view: View, page: Page, problem?: string): PageParts => ({
  language: view.language,
  width: "full",
  title: `${page.title} – sandbox`,
  navigation: navigation(view),
  style,
  script: `${view.base}/sandbox.js`,
  head: page.looksAgain === true ? html`<noscript><meta http-equiv="refresh" content="10" /></noscript>` : html``,
  body: html`${problem === undefined ? html`` : html`<p role="alert">${problem}</p>`}${page.body}`,
})

const navigation = (view: View): Markup => {
  const { base, here, language, query, say } = view
  const places = [
    ["/", say("Accueil", "Home")],
    ["/phones", say("Téléphones", "Phones")],
    ["/control", say("Paiements", "Payments")],
    ["/control/callbacks", say("Notifications", "Callbacks")],
    ["/control/faults", say("Pannes", "Faults")],
    ["/control/projects", say("Projets", "Projects")],
    ["/control/requests", say("Requêtes", "Requests")],
    ["/scenarios", say("Scénarios", "Scenarios")],
  ] as const
  const path = here.split("?")[0]
  const other = language === "fr" ? "en" : "fr"
  const changed = new URLSearchParams(query)
  changed.set("lang", other)
  return html`<nav aria-label="${say("Pages", "Pages")}">
    ${places.map(([to, name]) =>
      to === path ? html`<a href="${base}${to}" aria-current="page">${name}</a>` : link(view, to, name),
    )}
    <a href="${base}${path ?? "/"}?${changed.toString()}" lang="${other}" class="language"
      >${other === "fr" ? "Français" : "English"}</a
    >
  </nav>`
}

const style = readFileSync(new URL("style.css", import.meta.url), "utf8")
