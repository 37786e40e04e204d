/**
 * A call to try without a program: a form for each, made from what the OpenAPI document is made from, with a project's keys filled in;
 * the request as it was sent, the answer, and why it came. It is no ready-made viewer of OpenAPI: those bring megabytes of script with inline
 * styles, which the pages' content policy forbids, speak no French, and cannot say why the sandbox refused a call.
 */
import { tools } from "@cauri/catalogue/tools"
import { exampleRequests, type Project } from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { laidOut } from "@cauri/simulator/pages"
import { type Endpoint, endpointNames, endpoints, jsonMediaType, requestHeaders } from "@cauri/wire"
import { reasonsOf } from "./requestsPage.ts"
import { calledIn, headerField, parametersOf, type Tried, type TriedRequest, tryAct } from "./tryCall.ts"
import { choice, field, type Filled, form, lines, link, lookForm, type Page, type View } from "./View.ts"

export const tryPage = (view: View): Page | undefined => {
  const { language, query, words } = view
  const called = calledIn(query.get("call") ?? "createDirectInvoice")
  if (called === undefined) return undefined
  const { calls } = tools[language].documents
  const endpoint = endpoints[called]
  return {
    title: words.try_a_call,
    body: html`<h1>${words.try_a_call}</h1>
      <p>${words.try_explained}</p>
      ${lookForm(
        "/try",
        choice(
          { scope: "look", typed: undefined },
          words.endpoint,
          "call",
          endpointNames.map((name) => [name, `${endpoints[name].number}. ${calls[name]}`] as const),
          called,
        ),
        words.show_this_call,
      )}
      ${view.tried === undefined ? html`` : outcome(view, view.tried)}
      <section class="card" aria-labelledby="call">
        <h2 id="call">${calls[called]}</h2>
        <p><code>${endpoint.method} ${endpoint.path}</code> ${link(`/docs#${called}`, words.documents)}</p>
        ${form(view, tryAct, {
          hidden: { call: called },
          fields: (typed) => callFields(view, endpoint, typed),
          button: words.send,
        })}
      </section>`,
  }
}

/** What a call takes: parameters, headers, and a body. */
const callFields = (view: View, endpoint: Endpoint, typed: Filled): Markup => {
  const { query, state, words } = view
  const keys: Pick<Project, "apiKey" | "apiToken"> = state.projects[0] ?? { apiKey: "", apiToken: "" }
  const body = exampleRequests[endpoint.name]
  return html`<div class="grid">
      ${parametersOf(endpoint).map((name) =>
        field(typed, name, name, { value: query.get(name) ?? parameterExamples[name] ?? "" }),
      )}
      ${Object.entries(requestHeaders(endpoint, keys)).map(([name, value]) =>
        field(typed, name, headerField(name), { value }),
      )}
    </div>
    ${body === undefined ? html`` : lines(typed, words.content, "body", JSON.stringify(body, null, 2), 22)}`
}

const parameterExamples: Readonly<Record<string, string>> = { phone_number: "22699000001", amount: "7500" }

const outcome = (view: View, { answer, line, request, tookMillis }: Tried): Markup => {
  const { words } = view
  const { body, headers, method, target } = request
  const text = [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n")
  const next = askNext(view, request, answer)
  return html`<section class="card" aria-labelledby="outcome">
    <h2 id="outcome">${words.what_came} ${badge(view, { answer, line })}</h2>
    <p class="small muted">${tookMillis} ms</p>
    ${typeof answer === "string" ? html`` : html`<pre tabindex="0">${laidOut({ contentType: jsonMediaType, body: answer.body })}</pre>`}
    ${
      line === undefined || line.reasons.length === 0
        ? html``
        : html`<h3>${words.why}</h3>
            ${reasonsOf(view, line)}`
    }
    ${next}
    <h3>${words.what_was_sent}</h3>
    <pre tabindex="0">${body === undefined ? text : `${text}\n\n${body}`}</pre>
    <p>${link("/control/requests", words.requests)}</p>
  </section>`
}

const badge = ({ words }: View, { answer, line }: Pick<Tried, "answer" | "line">): Markup => {
  if (answer === "Cut") return html`<span class="pill failed">${words.cut}</span>`
  if (answer === "Silence") return html`<span class="pill failed">${words.silence}</span>`
  const isFine = answer.status < 300 && (line === undefined || line.reasons.length === 0)
  return html`<span class="pill ${isFine ? "settled" : "failed"}">HTTP ${answer.status}</span>`
}

/** After a creation: ask for its status with its token, and look at the customer's phone. */
const askNext = (view: View, request: TriedRequest, answer: Tried["answer"]): Markup => {
  const token = typeof answer === "string" ? undefined : /"token":"([^"]+)"/.exec(answer.body)?.[1]
  const { causesCallbacks } = endpoints[request.endpoint]
  if (token === undefined || !causesCallbacks) return html``
  const confirm = request.endpoint.endsWith("Payout") ? endpoints.confirmPayout : endpoints.confirmInvoice
  const address = `/try?call=${confirm.name}&${confirm.query}=${encodeURIComponent(token)}`
  return html`<p>${link(address, view.words.ask_for_its_status)}</p>`
}
