/**
 * The contracts: `/openapi.json` of the service and `/openapi-control.json` of the control API for programs, `/docs` for people, without
 * network and script. A contract is no secret: none of them needs the control token.
 */
import { tools } from "@cauri/catalogue/tools"
import { Effect, Predicate } from "effect"
import { HttpRouter } from "effect/http"
import { OpenApi } from "effect/http-api"
import { endpointNames, endpoints } from "@cauri/wire"
import { faultHeader, magicAmountPrefix, magicNumbers } from "../MagicNumbers.ts"
import type { Options } from "../Options.ts"
import { jsonResponse } from "./answers.ts"
import { ControlApi } from "./ControlApi.ts"
import { html, type Markup, pageResponse } from "./html.ts"
import { type JsonObject, openApiDocument } from "./openApiDocument.ts"

/** Every magic number: its ending, the header and the amount that choose it, and a phone of each operator. */
const magicNumbersOf = ({ operators }: Options) =>
  magicNumbers.map((magic) => ({
    ...magic,
    means: { fr: tools.fr.magicNumbers[magic.ending], en: tools.en.magicNumbers[magic.ending] },
    header: `${faultHeader}: ${magic.ending}`,
    amountXof: Number(`${magicAmountPrefix}${magic.ending}`),
    phones: operators.flatMap(({ prefixes }) =>
      prefixes.map((prefix) => `${prefix}${magic.ending.padStart(Math.max(6, 11 - prefix.length), "0")}`),
    ),
  }))

/** The routes of the documents. */
export const documentRoutes = (options: Options) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const document = openApiDocument(options)
      yield* router.add("GET", "/openapi.json", Effect.succeed(jsonResponse(200, document)))
      yield* router.add("GET", "/magic-numbers.json", Effect.succeed(jsonResponse(200, magicNumbersOf(options))))
      yield* router.add("GET", "/openapi-control.json", Effect.succeed(jsonResponse(200, OpenApi.fromApi(ControlApi))))
      yield* router.add(
        "GET",
        "/docs",
        Effect.sync(() =>
          pageResponse({ language: "en", title: "The service, simulated", width: "wide", body: readable(document) }),
        ),
      )
    }),
  )

const readable = (document: JsonObject): Markup =>
  html`<h1>The service, simulated</h1>
    <p>
      Base address: <code>${String(at(document, "servers", "0", "url"))}</code>.
      <a href="openapi.json">OpenAPI document</a>, <a href="openapi-control.json">that of the control API</a>
    </p>
    ${endpointNames.map((name) => endpointSection(document, name))}
    <h2>Callbacks</h2>
    ${["PayinCallback", "PayoutCallback"].map((name) => schemaOf(name, at(document, "components", "schemas", name)))}`

const endpointSection = (document: JsonObject, name: (typeof endpointNames)[number]): Markup => {
  const endpoint = endpoints[name]
  const operation = at(document, "paths", endpoint.path, endpoint.method.toLowerCase())
  const schema = (suffix: string) => at(document, "components", "schemas", `${capital(name)}${suffix}`)
  const body = schema("Request")
  return html`<h2>${endpoint.number}. ${String(at(operation, "summary"))}</h2>
    <p><code>${endpoint.method} ${endpoint.path}${endpoint.query === undefined ? "" : `?${endpoint.query}=`}</code></p>
    <p>Headers: ${endpoint.headers.join(", ")}</p>
    ${body === undefined ? html`` : schemaOf("Request", body)}${schemaOf("Response", schema("Response"))}`
}

const schemaOf = (title: string, schema: unknown): Markup =>
  html`<details>
    <summary>${title}</summary>
    <pre>${JSON.stringify(schema, null, 2)}</pre>
  </details>`

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The value at a path inside JSON. */
const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((current, key) => (Predicate.hasProperty(current, key) ? current[key] : undefined), value)
