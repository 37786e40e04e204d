/** The documents for people: the service's calls, its callbacks, and the control API, in the language of the page. */
import { tools } from "@cauri/catalogue/tools"
import { controlDocument, controlTokenHeader, exampleRequests, openApiDocument } from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { subCodesOf } from "@cauri/simulator/pages"
import { endpointNames, endpoints, headerNames } from "@cauri/wire"
import { Predicate } from "effect"
import { cell, folded, link, type Page, table, type View } from "./View.ts"

/** The page. It shows no secret, so everyone may read it. */
export const docsPage = (view: View): Page => {
  const { language, options, words } = view
  const texts = tools[language].documents
  const document = openApiDocument(options, language)
  return {
    title: words.documents,
    body: html`<h1>${words.documents}</h1>
      <p>${texts.about}</p>
      <p>
        ${words.for_programs} ${link(`/openapi.json?lang=${language}`, "openapi.json")},
        ${link(`/openapi-control.json?lang=${language}`, "openapi-control.json")},
        ${link("/magic-numbers.json", "magic-numbers.json")}
      </p>
      ${endpointNames.map((name) => callPanel(view, document, name))}
      <section class="card" aria-labelledby="webhooks">
        <h2 id="webhooks">${words.callbacks}</h2>
        <p>${texts.callback_explained}</p>
        ${(["payinCallback", "payoutCallback"] as const).map((name) =>
          folded(name, texts.webhooks[name], fields(document, capital(name))),
        )}
      </section>
      ${controlPanel(view)}`,
  }
}

const callPanel = (view: View, document: unknown, name: (typeof endpointNames)[number]): Markup => {
  const { language, options, words } = view
  const texts = tools[language].documents
  const { headers, method, number, path, query, wikiPath } = endpoints[name]
  const example = exampleRequests[name]
  const codes = wikiPath === undefined ? [] : subCodesOf(options, wikiPath)
  return html`<section class="card" aria-labelledby="${name}">
    <h2 id="${name}">${number}. ${texts.calls[name]}</h2>
    <p><code>${method} ${path}${query === undefined ? "" : `?${query}=…`}</code></p>
    <p>${words.labelled(words.headers, headers.join(", "))}</p>
    <p>${link(`/try?call=${name}`, words.try_this_call)}</p>
    ${
      example === undefined
        ? html``
        : html`${folded(`${name}-example`, words.example, json(example))}
          ${folded(`${name}-request`, words.request_fields, fields(document, `${capital(name)}Request`))}`
    }
    ${folded(`${name}-answer`, words.answer_fields, fields(document, `${capital(name)}Response`))}
    ${
      codes.length === 0
        ? html``
        : folded(
            `${name}-codes`,
            words.sub_codes,
            table(
              words.sub_codes,
              ["Code", words.description],
              codes.map(
                ({ code, means }) =>
                  html`<tr role="row">
                    ${cell("Code", html`<code>${code}</code>`)} ${cell(words.description, texts.refusals[means])}
                  </tr>`,
              ),
            ),
          )
    }
  </section>`
}

const controlPanel = ({ language, words }: View): Markup => {
  const texts = tools[language].documents
  const calls = Object.entries(asTable(controlDocument(language)["paths"])).flatMap(([path, methods]) =>
    Object.entries(asTable(methods)).map(([method, operation]) => ({
      address: `${method.toUpperCase()} ${path}`,
      summary: String(at(operation, "summary")),
      description: String(at(operation, "description")),
      examples: at(operation, "requestBody", "content", "application/json", "schema", "examples"),
    })),
  )
  return html`<section class="card" aria-labelledby="control">
    <h2 id="control">${texts.control_title}</h2>
    <p>${texts.control_about}</p>
    <p>${words.labelled(words.headers, `${controlTokenHeader}, ${headerNames.contentType}`)}</p>
    <dl class="stack">
      ${calls.map(
        ({ address, description, examples, summary }) =>
          html`<div>
            <dt>${summary}</dt>
            <dd>
              <code>${address}</code><br />${description}
              ${
                Array.isArray(examples)
                  ? folded(
                      `example-${address.replaceAll(/[^A-Za-z]+/g, "-")}`,
                      words.example,
                      html`<pre tabindex="0">${examples.map((each) => JSON.stringify(each)).join("\n")}</pre>`,
                    )
                  : html``
              }
            </dd>
          </div>`,
      )}
    </dl>
  </section>`
}

/** The fields of a schema of the document, one per line; one that may be missing ends in a question mark. */
const fields = (document: unknown, name: string): Markup => {
  const types = new Map<string, ReadonlySet<string>>()
  for (const [path, type] of fieldTypes(document, at(document, "components", "schemas", name), "")) {
    types.set(path, new Set([...(types.get(path) ?? []), type]))
  }
  const lines = [...types].map(([path, each]) => `${path}: ${[...each].join(" | ")}`)
  return html`<pre tabindex="0">${lines.join("\n")}</pre>`
}

const fieldTypes = (
  document: unknown,
  schema: unknown,
  path: string,
): ReadonlyArray<readonly [path: string, type: string]> => {
  const reference = at(schema, "$ref")
  if (typeof reference === "string") return fieldTypes(document, at(document, ...reference.slice(2).split("/")), path)
  const members = ["anyOf", "oneOf", "allOf"].flatMap((kind) => listOf(at(schema, kind)))
  const properties = Object.entries(asTable(at(schema, "properties")))
  const required = listOf(at(schema, "required"))
  const items = at(schema, "items")
  const below = [
    ...properties.flatMap(([name, each]) =>
      fieldTypes(document, each, `${path === "" ? "" : `${path}.`}${name}${required.includes(name) ? "" : "?"}`),
    ),
    ...(items === undefined ? [] : fieldTypes(document, items, `${path}[]`)),
    ...members.flatMap((each) => fieldTypes(document, each, path)),
  ]
  return below.length > 0 || path === "" ? below : [[path, typeText(schema)]]
}

const typeText = (schema: unknown): string => {
  const values = listOf(at(schema, "enum"))
  const type = at(schema, "type")
  return values.length > 0
    ? values.map((each) => JSON.stringify(each)).join(" | ")
    : typeof type === "string"
      ? type
      : "…"
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const json = (value: unknown): Markup => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const asTable = (value: unknown): object => (typeof value === "object" && value !== null ? value : {})

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((current, key) => (Predicate.hasProperty(current, key) ? current[key] : undefined), value)
