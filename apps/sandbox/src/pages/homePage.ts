/** The first page: what this is, how a program reaches it, and where to go. */
import { tools } from "@cauri/catalogue/tools"
import { endpoints } from "@cauri/wire"
import { facts, html, type Markup, notice } from "@cauri/pages"
import { firstCalls } from "@cauri/simulator"
import { addressForms } from "../addressForms.ts"
import { folded, keysOf, line, link, live, type Page, type View } from "./View.ts"

export const homePage = (view: View): Page => {
  const { language, words, state, url } = view
  const project = state.projects[0]
  const doors = [
    ["/phones", words.phones, words.play_the_customers],
    ["/control", words.control_room, words.see_and_decide_everything],
    ["/scenarios", words.scenarios, words.what_can_happen],
    ["/try", words.try_a_call, words.without_a_program],
    ["/docs", words.documents, words.the_calls_and_their_fields],
  ] as const
  return {
    title: "Sandbox",
    body: html`<h1>${words.the_sandbox}</h1>
      <p>${words.home_explained}</p>
      <div class="grid">${doors.map(([path, name, what]) => door(path, name, what))}</div>
      <section class="card" aria-labelledby="connect">
        <h2 id="connect">${words.connect}</h2>
        ${live(
          "keys",
          facts([
            [words.base_address, line(url), "wide"],
            ...(project === undefined ? [] : keysOf(project)),
            [words.first_call, line(`POST ${endpoints.createDirectInvoice.path}`), "wide"],
          ]),
        )}
        ${
          project === undefined
            ? html``
            : firstCalls(url, project).map(
                ({ code, language: name }) =>
                  html`<details id="call-${name}">
                    <summary>${words.first_call_in(name)}</summary>
                    <pre tabindex="0">${code}</pre>
                  </details>`,
              )
        }
        ${folded("addresses", words.other_addresses, addresses(view))}
        <p>
          ${words.for_programs} ${link(`/openapi.json?lang=${language}`, "openapi.json")},
          ${link(`/openapi-control.json?lang=${language}`, "openapi-control.json")}
        </p>
        <p>${words.more_projects} ${link("/control/projects", words.projects)}</p>
      </section>`,
  }
}

/** The base address as programs want it, each way with what they add to it. */
const addresses = ({ language, url }: View): Markup =>
  html`<ul role="list">
    ${addressForms(url).map(
      ({ adds, form }) =>
        html`<li>
          <code>${form}</code> <span class="small muted">${tools[language].sandboxStart.program_adds(adds)}</span>
        </li>`,
    )}
  </ul>`

const door = (path: string, name: string, what: string): Markup =>
  html`<a class="card" href="${path}"><strong>${name}</strong> <span class="under muted">${what}</span></a>`

export const missingPage = ({ words }: Pick<View, "words">): Page => ({
  title: words.not_found,
  body: html`<h1>${words.not_found}</h1>
    ${notice("bad", words.no_page)}`,
})
