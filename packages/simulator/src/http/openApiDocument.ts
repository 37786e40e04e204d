/**
 * The OpenAPI 3.1 document of the eight endpoints and of both callbacks, made from wire's definitions and nothing else, with the sub-codes.
 * Spec: Endpoints (#131-#140 #143 #158-#161 #175-#178), requests (#30-#70), responses (#22-#29 #71-#110), Authentication (#180-#188).
 */
import {
  authenticationFailure,
  DirectInvoiceRequest,
  DirectInvoiceResponse,
  DirectPayoutRequest,
  DirectPayoutResponse,
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
  formMediaType,
  headerNames,
  HostedInvoiceRequest,
  HostedInvoiceResponse,
  jsonMediaType,
  PayinCallback,
  PayinConfirmResponse,
  PayoutCallback,
  PayoutConfirmResponse,
  PhoneNumber,
  PositiveAmount,
  Token,
  WalletInvoiceRequest,
  WalletOtpResponse,
  WalletPayoutRequest,
  WalletPayoutResponse,
  wikiPaths,
} from "@cauri/wire"
import { JsonSchema, Schema } from "effect"
import type { Options } from "../Options.ts"
import { exampleRequests } from "./exampleRequests.ts"
import { subCodesOf } from "./wikiRoutes.ts"

/** Names of the two security schemes. */
const securitySchemes = { apikey: "apikey", authorization: "bearer" } as const

/** Requests, responses and texts of one endpoint. */
interface Contract {
  readonly summary: string
  readonly request?: Schema.Top
  readonly response: Schema.Top
}

// U1: endpoint 4 may answer bad credentials in the common envelope.
const otpResponse = Schema.Union([WalletOtpResponse, authenticationFailure(wikiPaths.createInvoice)])

const contracts: { readonly [Name in EndpointName]: Contract } = {
  createHostedInvoice: {
    summary: "Create a hosted payin invoice",
    request: HostedInvoiceRequest,
    response: HostedInvoiceResponse,
  },
  confirmInvoice: { summary: "Status of a payin invoice", response: PayinConfirmResponse },
  createDirectInvoice: {
    summary: "Create a direct payin transaction",
    request: DirectInvoiceRequest,
    response: DirectInvoiceResponse,
  },
  sendWalletOtp: { summary: "Wallet payin, step 1: send the OTP", response: otpResponse },
  submitWalletInvoice: {
    summary: "Wallet payin, step 2: submit the payment",
    request: WalletInvoiceRequest,
    response: DirectInvoiceResponse,
  },
  createWalletPayout: {
    summary: "Create a wallet payout",
    request: WalletPayoutRequest,
    response: WalletPayoutResponse,
  },
  createDirectPayout: {
    summary: "Create a direct mobile money payout",
    request: DirectPayoutRequest,
    response: DirectPayoutResponse,
  },
  confirmPayout: { summary: "Status of a payout", response: PayoutConfirmResponse },
}

/** A JSON value that is an object. */
export type JsonObject = { readonly [name: string]: Schema.Json }

/** The document. */
export const openApiDocument = (options: Options): JsonObject => {
  const schemas: Record<string, Schema.Json> = {}
  const component = (name: string, schema: Schema.Top): JsonObject => {
    const { definitions, schemas: made } = JsonSchema.toMultiDocumentOpenApi3_1(multiDocument(schema))
    Object.assign(schemas, asJson(definitions))
    schemas[name] = asJson(made[0])
    return { $ref: `#/components/schemas/${name}` }
  }
  const operations = endpointNames.map((name) => {
    const endpoint = endpoints[name]
    return [endpoint.path, { [endpoint.method.toLowerCase()]: operation(options, endpoint, component) }] as const
  })
  return {
    openapi: "3.1.0",
    info: {
      title: "Mobile money payment aggregation service, simulated",
      version: "v01, v02",
      description: "Amounts are whole XOF. Phone numbers are country code and local number, digits only.",
    },
    servers: [{ url: options.baseUrl }],
    paths: Object.fromEntries(operations),
    webhooks: {
      payinCallback: webhook("payinCallback", "A payin was decided", PayinCallback, component),
      payoutCallback: webhook("payoutCallback", "A payout was decided", PayoutCallback, component),
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

type Component = (name: string, schema: Schema.Top) => JsonObject

/** A callback: the same content twice, as a form and as JSON, without any proof of where it comes from (#196). */
const webhook = (name: string, summary: string, schema: Schema.Top, component: Component): JsonObject => {
  const reference = component(capital(name), schema)
  return {
    post: {
      operationId: name,
      summary,
      description:
        "Each event is posted twice, once as a form and once as JSON. Anyone can post one: ask for the status with the token that the creation gave; the token in the callback is another one.",
      security: [],
      requestBody: {
        required: true,
        content: { [jsonMediaType]: { schema: reference }, [formMediaType]: { schema: reference } },
      },
      responses: { "200": { description: "Received. The service reads no body." } },
    },
  }
}

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** What a refusal of an endpoint can mean, one line for each sub-code. */
const refusalsOf = (options: Options, { wikiPath }: Endpoint): string =>
  wikiPath === undefined
    ? ""
    : subCodesOf(options, wikiPath)
        .subcodes.map(({ code, description }) => `- \`${code}\`: ${description}`)
        .join("\n")

const operation = (options: Options, endpoint: Endpoint, component: Component): JsonObject => {
  const { request, response, summary } = contracts[endpoint.name]
  const content = (schema: JsonObject, given?: Schema.Json): JsonObject => ({
    [jsonMediaType]: { schema, ...(given !== undefined && { example: given }) },
  })
  const title = capital(endpoint.name)
  const example = exampleRequests[endpoint.name]
  return {
    operationId: endpoint.name,
    summary,
    description: refusalsOf(options, endpoint),
    tags: [endpoint.version],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(request === undefined
      ? {}
      : { requestBody: { required: true, content: content(component(`${title}Request`, request), example) } }),
    responses: {
      "200": {
        description: "The service's envelope, success and failure alike: `response_code` tells them apart.",
        content: content(component(`${title}Response`, response)),
      },
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
