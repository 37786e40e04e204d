/** The frame around every page: where one can go, in which language, and what a form came to. */
import { html, type Markup, navigation, notice } from "@cauri/pages"
import { otherLanguage, type SandboxPage } from "@cauri/simulator/pages"
import { type Page, type View, wrongFieldIn } from "./View.ts"

export const framed = (view: View, page: Page): SandboxPage => ({
  language: view.language,
  title: `${page.title} – sandbox`,
  brand: { name: "Sandbox", href: "/" },
  navigation: places(view),
  session: session(view),
  // The script follows what happens, which only the owner of the token may.
  ...(view.isKnown && { script: "/sandbox.js" }),
  ...(page.looksAgain === true && { refresh: { seconds: 10 } }),
  body: html`<div class="stack">${alert(view, page)} ${page.body}</div>`,
})

/** Why a form was refused, with a way to the field that must change. */
const alert = ({ typed }: View, { body }: Page): Markup => {
  if (typed === undefined || typed.says === null) return html``
  const wrong = wrongFieldIn(body)
  return notice("bad", wrong === undefined ? typed.says : html`<a href="#${wrong}">${typed.says}</a>`)
}

const places = ({ here, words }: View): Markup => {
  const path = here.split("?")[0]
  const entries = [
    ["/phones", words.phones],
    ["/control", words.control_room],
    ["/control/callbacks", words.callbacks],
    ["/control/faults", words.faults],
    ["/control/projects", words.projects],
    ["/control/requests", words.requests],
    ["/scenarios", words.scenarios],
    ["/grades", words.your_integration],
    ["/try", words.try_a_call],
    ["/docs", words.documents],
  ] as const
  return navigation(
    words.pages,
    entries.map(([href, text]) => ({ href, text, current: href === path })),
  )
}

const session = ({ here, language, query }: View): Markup => {
  const others = new URLSearchParams(query)
  others.delete("lang")
  const path = here.split("?")[0] ?? "/"
  return otherLanguage(language, others.size === 0 ? path : `${path}?${others.toString()}`)
}
