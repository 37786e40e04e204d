/**
 * The OpenAPI 3.1 document of the eight endpoints and of both callbacks, made from wire's definitions and nothing else, with the sub-codes.
 * Spec: Endpoints (#131-#140 #143 #158-#161 #175-#178), requests (#30-#70), responses (#22-#29 #71-#110), Authentication (#180-#188).
 */
import {
  authenticationFailure,
  DirectInvoiceResponse,
  DirectPayoutResponse,
  HostedInvoiceResponse,
  WalletPayoutResponse,
} from "../../spec/CreateResponses.ts"
import {
  DirectInvoiceRequest,
  DirectPayoutRequest,
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
  formMediaType,
  headerNames,
  HostedInvoiceRequest,
  jsonMediaType,
  PhoneNumber,
  PositiveAmount,
  WalletInvoiceRequest,
  WalletPayoutRequest,
  wikiPaths,
} from "@cauri/wire"
import { PayinCallback, PayoutCallback } from "../../spec/CallbackPayloads.ts"
import { PayinConfirmResponse } from "../../spec/PayinRecord.ts"
import { PayoutConfirmResponse } from "../../spec/PayoutRecord.ts"
import { Token } from "../../spec/Fields.ts"
import { WalletOtpResponse } from "../../spec/OtpResponse.ts"
import type { Language } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { JsonSchema, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Options } from "../../options/Options.ts"
import { ControlApi } from "../control/ControlApi.ts"
import { exampleRequests } from "./exampleRequests.ts"
import { subCodesOf } from "./wikiRoutes.ts"

const securitySchemes = { apikey: "apikey", authorization: "bearer" } as const

interface Contract {
  readonly request?: Schema.Top
  readonly response: Schema.Top
}

// U1: endpoint 4 may answer bad credentials in the common envelope.
const otpResponse = Schema.Union([WalletOtpResponse, authenticationFailure(wikiPaths.createInvoice)])

const contracts: { readonly [Name in EndpointName]: Contract } = {
  createHostedInvoice: { request: HostedInvoiceRequest, response: HostedInvoiceResponse },
  confirmInvoice: { response: PayinConfirmResponse },
  createDirectInvoice: { request: DirectInvoiceRequest, response: DirectInvoiceResponse },
  sendWalletOtp: { response: otpResponse },
  submitWalletInvoice: { request: WalletInvoiceRequest, response: DirectInvoiceResponse },
  createWalletPayout: { request: WalletPayoutRequest, response: WalletPayoutResponse },
  createDirectPayout: { request: DirectPayoutRequest, response: DirectPayoutResponse },
  confirmPayout: { response: PayoutConfirmResponse },
}

export type JsonObject = { readonly [name: string]: Schema.Json }

/** The document in one language: its names are the service's own, its sentences the catalogue's. */
export const openApiDocument = (options: Options, language: Language = "en"): JsonObject => {
  const texts = tools[language].documents
  const schemas: Record<string, Schema.Json> = {}
  const component = (name: string, schema: Schema.Top): JsonObject => {
    const { definitions, schemas: made } = JsonSchema.toMultiDocumentOpenApi3_1(multiDocument(schema))
    Object.assign(schemas, asJson(definitions))
    schemas[name] = asJson(made[0])
    return { $ref: `#/components/schemas/${name}` }
  }
  const operations = endpointNames.map((name) => {
    const endpoint = endpoints[name]
    return [endpoint.path, { [endpoint.method.toLowerCase()]: operation(options, texts, endpoint, component) }] as const
  })
  return {
    openapi: "3.1.0",
    info: { title: texts.title, version: "v01, v02", description: texts.about },
    servers: [{ url: options.baseUrl }],
    paths: Object.fromEntries(operations),
    webhooks: {
      payinCallback: webhook("payinCallback", texts, PayinCallback, component),
      payoutCallback: webhook("payoutCallback", texts, PayoutCallback, component),
    },
    components: {
      schemas,
      securitySchemes: {
        [securitySchemes.apikey]: { type: "apiKey", in: "header", name: headerNames.apikey },
        [securitySchemes.authorization]: { type: "http", scheme: "bearer" },
      },
    },
    security: [{ [securitySchemes.apikey]: [], [securitySchemes.authorization]: [] }],
  }
}

/** The document of the control API in one language. */
export const controlDocument = (language: Language = "en"): JsonObject => {
  const { control, control_about, control_title } = tools[language].documents
  const made = OpenApi.fromApi(ControlApi)
  const sentences = new Map<unknown, object>(Object.entries(control).map(([name, each]) => [`control.${name}`, each]))
  const paths = Object.entries(made.paths).map(([path, methods]) => {
    const calls = Object.entries(methods).map(([method, operation]) => [
      method,
      "operationId" in operation ? { ...operation, ...sentences.get(operation.operationId) } : operation,
    ])
    return [path, Object.fromEntries(calls)]
  })
  const info = { ...made.info, title: control_title, description: control_about }
  return asObject({ ...made, info, paths: Object.fromEntries(paths) })
}

type Texts = Tools["documents"]
type Component = (name: string, schema: Schema.Top) => JsonObject

/** A callback: the same content twice, as a form and as JSON, without any proof of where it comes from (#196). */
const webhook = (name: keyof Texts["webhooks"], texts: Texts, schema: Schema.Top, component: Component): JsonObject => {
  const reference = component(capital(name), schema)
  return {
    post: {
      operationId: name,
      summary: texts.webhooks[name],
      description: texts.callback_explained,
      security: [],
      requestBody: {
        required: true,
        content: { [jsonMediaType]: { schema: reference }, [formMediaType]: { schema: reference } },
      },
      responses: { "200": { description: texts.received } },
    },
  }
}

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** What a refusal of an endpoint can mean, one line for each sub-code. */
const refusalsOf = (options: Options, { refusals }: Texts, { wikiPath }: Endpoint): string =>
  wikiPath === undefined
    ? ""
    : subCodesOf(options, wikiPath)
        .map(({ code, means }) => `- \`${code}\`: ${refusals[means]}`)
        .join("\n")

const operation = (options: Options, texts: Texts, endpoint: Endpoint, component: Component): JsonObject => {
  const { request, response } = contracts[endpoint.name]
  const content = (schema: JsonObject, given?: Schema.Json): JsonObject => ({
    [jsonMediaType]: { schema, ...(given !== undefined && { example: given }) },
  })
  const title = capital(endpoint.name)
  const example = exampleRequests[endpoint.name]
  return {
    operationId: endpoint.name,
    summary: texts.calls[endpoint.name],
    description: refusalsOf(options, texts, endpoint),
    tags: [endpoint.version],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(request === undefined
      ? {}
      : { requestBody: { required: true, content: content(component(`${title}Request`, request), example) } }),
    responses: {
      "200": { description: texts.answer, content: content(component(`${title}Response`, response)) },
    },
  }
}

const parameter = (place: "path" | "query" | "header", name: string, schema: Schema.Top): JsonObject => ({
  name,
  in: place,
  required: true,
  schema: asJson(JsonSchema.toMultiDocumentOpenApi3_1(multiDocument(schema)).schemas[0]),
})

const pathParameters = ({ path }: Endpoint): ReadonlyArray<JsonObject> =>
  [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) =>
    parameter("path", name, name === "amount" ? PositiveAmount : PhoneNumber),
  )

const queryParameters = ({ query }: Endpoint): ReadonlyArray<JsonObject> =>
  query === undefined ? [] : [parameter("query", query, Token)]

// OpenAPI leaves `Authorization` and `Content-Type` to security schemes and bodies and ignores parameters of those names; `Accept` too.
// They are listed because endpoint 8 differs from the others in nothing but them.
const headerParameters = ({ headers }: Endpoint): ReadonlyArray<JsonObject> =>
  headers.map((name) =>
    parameter(
      "header",
      name,
      name === headerNames.accept || name === headerNames.contentType ? Schema.Literal(jsonMediaType) : Schema.String,
    ),
  )

const multiDocument = (schema: Schema.Top): JsonSchema.MultiDocument<"draft-2020-12"> => {
  const { definitions, dialect, schema: made } = Schema.toJsonSchemaDocument(schema)
  return { definitions, dialect, schemas: [made] }
}

// The generator makes JSON by construction; this narrows the type.
const asJson = (value: unknown): Schema.Json => Schema.decodeUnknownSync(Schema.Json)(value)
const asObject = (value: unknown): JsonObject =>
  Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))(value)
