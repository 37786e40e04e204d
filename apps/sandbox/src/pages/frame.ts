/** The frame around every page: where one can go, in which language, the style, and what a form came to. */
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
    ["/control/callbacks", say("Rappels", "Callbacks")],
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

const style = `
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: center; margin-top: .25rem; }
nav a { color: #fff; padding: .5rem 0; font-size: .9375rem; } nav a[aria-current] { font-weight: 700; text-decoration-color: #ffd36b; }
.sandbox nav .language { margin: 0; }
main.full { padding: 1rem; max-width: 80rem; }
h1 { font-size: 1.5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
.panel, .handset, table.stack { background: #fff; border: 1px solid #dcdad2; border-radius: .75rem; }
.panel { padding: 1rem 1.25rem; margin: 1rem 0; } .panel h2 { margin-top: 0; }
.handsets { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; margin-top: 1.25rem; }
.handset { flex: 0 1 20rem; min-width: 0; width: 100%; padding: .75rem; background: #26231b; border-radius: 1.75rem; color: #fff; }
.handset summary, .handset .away { color: #fff; padding: .75rem .5rem 0; margin: 0; } .handset .away a { color: #ffd36b; }
.handset details label, .handset details .hint { color: #fff; } .handset details input, .handset details select { color: #1b1b1b; }
.screen { background: #fbfaf6; color: #1b1b1b; border-radius: 1.25rem; padding: 1rem; }
.screen h2 { margin: 0; font-variant-numeric: tabular-nums; } .carrier { margin: 0; color: #5b594f; font-size: .875rem; }
.balances { display: flex; gap: 1.5rem; margin: .75rem 0; } .balances dt, .facts dt { color: #5b594f; font-size: .8125rem; }
.balances dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.prompt { border: 2px solid #0b5a46; border-radius: .75rem; padding: .75rem 1rem 1rem; margin: 1rem 0; background: #fff; }
.pad { border-top: 1px solid #dcdad2; margin-top: 1rem; }
.messages { list-style: none; margin: .25rem 0; padding: 0; } .messages li { padding: .5rem .75rem; margin: .375rem 0; border-radius: .75rem; background: #edeae0; color: #1b1b1b; }
.messages li > time { display: block; font-size: .8125rem; color: #5b594f; } .code { font-size: 1.125rem; letter-spacing: .08em; }
.empty { color: #5b594f; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: .75rem 1.5rem; margin: 1rem 0; } .facts dd { margin: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 1rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: 0 1rem; align-items: end; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; } form.small button { width: auto; margin: 0; min-height: 2.75rem; }
form.line { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; } form.line label { flex: 1 1 14rem; max-width: 32rem; } form.line button { width: auto; margin: 0; }
form.plain { max-width: 32rem; } .grid + button { width: auto; }
form.plain:has(.grid) { max-width: none; }
button.danger { background: #8a1c13; border-color: #8a1c13; }
button.quiet { margin-top: 1.25rem; } form.small button.quiet { margin-top: 0; }
fieldset { border: 1px solid #dcdad2; border-radius: .5rem; margin: 1rem 0 0; padding: .5rem 1rem; }
label.tick { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin: 0; font-weight: 400; } label.tick input { width: 1.25rem; min-height: 1.25rem; margin: 0; }
textarea { font: .875rem/1.5 ui-monospace, monospace; width: 100%; padding: .75rem; border: 1px solid #8b887c; border-radius: .375rem; margin-top: .25rem; }
table.stack { border-collapse: separate; border-spacing: 0; font-size: .9375rem; margin: .5rem 0; } .stack caption { text-align: left; color: #5b594f; font-size: .875rem; padding: .25rem 0; }
.stack th, .stack td { padding: .5rem .75rem; } .stack tbody tr:last-child td { border-bottom: 0; }
.badge { display: inline-block; white-space: nowrap; padding: 0 .5rem; border-radius: 1rem; font-size: .875rem; font-weight: 600; background: #ece8dc; color: #45433a; }
.badge.completed { background: #d9efe6; color: #0a4a3a; } .badge.notcompleted { background: #fbdfdc; color: #7a170f; } .badge.pending { background: #fdf0c8; color: #5a4300; }
.clock { font-size: 1.5rem; font-variant-numeric: tabular-nums; margin: 0 0 .75rem; } .clock .hint { font-size: .875rem; }
.switches { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .5rem; }
.switches li { display: flex; gap: .75rem; align-items: center; justify-content: space-between; padding: .5rem .75rem; background: #fff; border: 1px solid #dcdad2; border-radius: .5rem; }
form.small button { white-space: nowrap; }
.switches li.on { border-color: #8a1c13; background: #fff6f5; }
.scenarios { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; } .scenarios .panel { margin: 0; display: flex; flex-direction: column; } .scenarios h3 { margin-top: 0; } .scenarios form { margin-top: auto; }
.steps { padding-left: 1.5rem; } .steps [aria-current] { font-weight: 700; }
.doors { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem; margin: 1.5rem 0; }
.door { display: block; padding: 1.25rem; background: #fff; border: 1px solid #dcdad2; border-radius: .75rem; text-decoration: none; } .door strong { display: block; font-size: 1.125rem; } .door span { color: #5b594f; }
.door:hover { border-color: #0b5a46; }
pre { max-width: 60rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; } code { overflow-wrap: anywhere; }
@media (min-width: 40rem) { main.full { padding: 1.5rem 2rem; margin: 0 auto; } }
@media (max-width: 47.99rem) {
  .stack, .stack tbody, .stack tr, .stack td, .stack caption { display: block; width: 100%; } .stack thead { display: none; }
  table.stack { background: none; border: 0; } .stack tr { background: #fff; border: 1px solid #dcdad2; border-radius: .75rem; margin: 0 0 .75rem; padding: .5rem 0; }
  .stack td, .stack td + td { display: flex; gap: 1rem; justify-content: space-between; border: 0; padding: .25rem .875rem; text-align: right; } .stack td.number { white-space: normal; }
  .stack td::before { content: attr(data-label); color: #5b594f; font-size: .875rem; text-align: left; flex: 0 0 auto; } .stack td > div { min-width: 0; } .stack td:has(details[open]) { display: block; text-align: left; }
}
`
