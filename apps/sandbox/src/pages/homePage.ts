/** The first page: what this is, how a program reaches it, and where to go. */
import { tools } from "@cauri/catalogue/tools"
import { endpoints, headerNames } from "@cauri/wire"
import { firstCalls } from "@cauri/simulator"
import { html } from "@cauri/simulator/pages"
import { addressForms } from "../addressForms.ts"
import { joined, link, live, type Page, type View } from "./View.ts"

/** The page. */
export const homePage = (view: View): Page => {
  const { base, language, words, state, url } = view
  const project = state.projects[0]
  return {
    title: "Sandbox",
    body: html`<h1>${words.the_sandbox}</h1>
      <p>${words.home_explained}</p>
      <div class="doors">
        ${joined(
          [
            ["/phones", words.phones, words.play_the_customers],
            ["/control", words.control_room, words.see_and_decide_everything],
            ["/scenarios", words.scenarios, words.what_can_happen],
            ["/try", words.try_a_call, words.without_a_program],
            ["/docs", words.documents, words.the_calls_and_their_fields],
          ].map(
            ([path = "", name = "", what = ""]) =>
              html`<a class="door" href="${base}${path}"><strong>${name}</strong> <span>${what}</span></a>`,
          ),
        )}
      </div>
      <section class="panel" aria-labelledby="connect">
        <h2 id="connect">${words.connect}</h2>
        ${live(
          "keys",
          html`<dl class="facts">
            <div class="wide">
              <dt>${words.base_address}</dt>
              ${addressForms(url).map(
                ({ adds, form }) =>
                  html`<dd>
                    <code>${form}</code> <span class="away">${tools[language].sandboxStart.program_adds(adds)}</span>
                  </dd>`,
              )}
            </div>
            ${
              project === undefined
                ? html``
                : html`<div>
                      <dt>${headerNames.apikey}</dt>
                      <dd><code>${project.apiKey}</code></dd>
                    </div>
                    <div>
                      <dt>${headerNames.authorization}</dt>
                      <dd><code>Bearer ${project.apiToken}</code></dd>
                    </div>`
            }
            <div>
              <dt>${words.first_call}</dt>
              <dd><code>POST ${endpoints.createDirectInvoice.path}</code></dd>
            </div>
          </dl>`,
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
        <p>
          ${words.for_programs} ${link(view, `/openapi.json?lang=${language}`, "openapi.json")},
          ${link(view, `/openapi-control.json?lang=${language}`, "openapi-control.json")}
        </p>
        <p>${words.more_projects} ${link(view, "/control/projects", words.projects)}</p>
      </section>`,
  }
}

/** What stands where no page is. */
export const missingPage = ({ words }: Pick<View, "words">): Page => ({
  title: words.not_found,
  body: html`<h1>${words.not_found}</h1>
    <p role="alert">${words.no_page}</p>`,
})
