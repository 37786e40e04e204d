import { assert, describe } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { endpointNames, endpoints, wikiPaths } from "@cauri/wire"
import { formatSubCode, statedSubCodes } from "../../src/spec/SubCodes.ts"
import { Effect, Schema } from "effect"
import { itOver } from "@cauri/house/it"
import { directBody, numbers, payoutBody, walletPayoutBody } from "../support.ts"
import { actExamples, phoneActExamples } from "../../src/http/control/ControlApi.ts"
import { PhoneAct, TeamAct } from "../../src/index.ts"
import { magicOf } from "../../src/options/MagicNumbers.ts"
import { resolveOptions } from "../../src/options/Options.ts"
import { call, fieldOf, jsonOf, layerHttp, send } from "./client.ts"

const it = itOver(() => layerHttp())

const MagicList = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      ending: Schema.String,
      header: Schema.String,
      amountXof: Schema.Int,
      phones: Schema.Array(Schema.String),
    }),
  ),
)

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header"]),
  required: Schema.Literal(true),
  schema: Schema.Record(Schema.String, Schema.Unknown),
})
const Body = Schema.Struct({ schema: Schema.Struct({ $ref: Schema.String }), example: Schema.optionalKey(Schema.Json) })
const Content = Schema.Struct({ "application/json": Body })
const Webhook = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  security: Schema.Tuple([]),
  requestBody: Schema.Struct({
    required: Schema.Literal(true),
    content: Schema.Struct({ "application/json": Body, "application/x-www-form-urlencoded": Body }),
  }),
  responses: Schema.Struct({ "200": Schema.Struct({ description: Schema.NonEmptyString }) }),
})
const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.String,
  tags: Schema.Array(Schema.String),
  parameters: Schema.Array(Parameter),
  requestBody: Schema.optionalKey(Schema.Struct({ required: Schema.Literal(true), content: Content })),
  responses: Schema.Struct({ "200": Schema.Struct({ description: Schema.NonEmptyString, content: Content }) }),
})
/** The parts of OpenAPI 3.1 that the document uses, and nothing else. */
const Document = Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  info: Schema.Struct({ title: Schema.NonEmptyString, version: Schema.NonEmptyString, description: Schema.String }),
  servers: Schema.Array(Schema.Struct({ url: Schema.String })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.Literals(["get", "post"]), Schema.optionalKey(Operation))),
  webhooks: Schema.Record(Schema.String, Schema.Struct({ post: Webhook })),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)),
    securitySchemes: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)),
  }),
  security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
})

const document = Effect.map(send("/openapi.json"), (got) =>
  Schema.decodeUnknownSync(Document)(jsonOf(got), { onExcessProperty: "error" }),
)

const invoice = [
  "items",
  "total_amount",
  "devise",
  "description",
  "customer",
  "customer_firstname",
  "customer_lastname",
  "customer_email",
  "external_id",
  "otp",
]
const payin = [
  "commande",
  "invoice",
  "store",
  "actions",
  "custom_data",
  "website_url",
  "cancel_url",
  "return_url",
  "callback_url",
  ...invoice,
  "name",
  "quantity",
  "unit_price",
  "total_price",
]
const payout = ["commande", "amount", "description", "customer", "callback_url", "custom_data"]
const envelope = ["response_code", "token", "response_text", "wiki"]
const fields: Readonly<Record<string, ReadonlyArray<string>>> = {
  CreateHostedInvoiceRequest: payin,
  CreateDirectInvoiceRequest: payin,
  SubmitWalletInvoiceRequest: payin,
  CreateWalletPayoutRequest: [...payout, "top_up_wallet"],
  CreateDirectPayoutRequest: payout,
  CreateHostedInvoiceResponse: envelope,
  CreateDirectInvoiceResponse: envelope,
  SubmitWalletInvoiceResponse: envelope,
  SendWalletOtpResponse: ["error", "message"],
  CreateWalletPayoutResponse: [...envelope, "description", "custom_data"],
  CreateDirectPayoutResponse: [...envelope, "description", "custom_data"],
  ConfirmInvoiceResponse: [
    ...envelope,
    "status",
    "description",
    "operator_id",
    "operator_name",
    "customer",
    "montant",
    "amount",
    "date",
    "external_id",
    "oreference",
    "request_id",
    "custom_data",
    "keyof_customdata",
    "valueof_customdata",
    "datecreation_customdata",
    "customer_details",
    "firstname",
    "lastname",
    "email",
    "phone",
    "details",
  ],
  PayinCallback: ["status", "token", "custom_data", "montant", "amount"],
  PayoutCallback: ["status", "token", "custom_data", "montant", "amount"],
  ConfirmPayoutResponse: [...envelope, "description", "custom_data", "status", "operator_id", "operator_name"],
}

describe("documents", () => {
  it.effect(
    "describe every endpoint with its method, path, headers and parameters #131 #132 #133 #134 #135 #136 #137 #138 #139 #140",
    () =>
      Effect.gen(function* () {
        const { paths } = yield* document
        assert.deepStrictEqual(
          Object.keys(paths),
          endpointNames.map((name) => endpoints[name].path),
        )
        for (const name of endpointNames) {
          const { headers, method, path, query, version } = endpoints[name]
          assert.deepStrictEqual(Object.keys(paths[path] ?? {}), [method.toLowerCase()])
          const operation = paths[path]?.[method === "GET" ? "get" : "post"]
          const named = (place: string) =>
            operation?.parameters.filter((each) => each.in === place).map((each) => each.name)
          assert.strictEqual(operation?.operationId, name)
          assert.deepStrictEqual(operation?.tags, [version])
          assert.deepStrictEqual(named("header"), [...headers])
          assert.deepStrictEqual(named("query"), query === undefined ? [] : [query])
          assert.deepStrictEqual(named("path"), name === "sendWalletOtp" ? ["phone_number", "amount"] : [])
          assert.strictEqual(operation?.requestBody !== undefined, method === "POST")
        }
      }).pipe(Effect.provide(layerHttp())),
  )

  it("hold every field of every request and response, and every reference leads somewhere", function* () {
    const whole = yield* document
    assert.deepStrictEqual(Object.keys(whole.components.schemas).toSorted(), Object.keys(fields).toSorted())
    for (const [name, expected] of Object.entries(fields)) {
      const found = propertyNames(whole.components.schemas[name])
      for (const field of expected) assert.isTrue(found.has(field), `${name}.${field}`)
    }
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
    assert.strictEqual(references.length, 17)
    for (const [, name = ""] of references) assert.property(whole.components.schemas, name)
  })

  it.effect(
    "hold every literal: codes, statuses, currency, the fixed text and the two values of top_up_wallet #22 #36 #66 #67 #73 #80",
    () =>
      Effect.gen(function* () {
        const { components } = yield* document
        const text = (name: string) => JSON.stringify(components.schemas[name])
        assert.include(text("CreateDirectInvoiceResponse"), "Votre requête est en cours de traitement")
        for (const literal of ['"00"', '"01"']) assert.include(text("CreateHostedInvoiceResponse"), literal)
        for (const word of ["completed", "pending", "notcompleted"]) {
          assert.include(text("ConfirmInvoiceResponse"), `"${word}"`)
          assert.include(text("ConfirmPayoutResponse"), `"${word}"`)
        }
        assert.include(text("CreateHostedInvoiceRequest"), '"XOF"')
        assert.match(text("CreateWalletPayoutRequest"), /"top_up_wallet":\{[^}]*\[(1,0|0,1)\]/)
        assert.include(text("CreateDirectPayoutRequest"), '"top_up_wallet":{"not":{}}')
        assert.include(text("CreateHostedInvoiceRequest"), '"minimum":9')
        assert.include(text("CreateHostedInvoiceRequest"), '"maximum":2000000')
      }).pipe(Effect.provide(layerHttp())),
  )

  it("give a body for every creation, which the service takes, and say what each refusal means #217", function* () {
    const { paths, webhooks } = yield* document
    for (const name of endpointNames) {
      const { method, path } = endpoints[name]
      const operation = paths[path]?.[method === "GET" ? "get" : "post"]
      assert.strictEqual(operation?.description.includes("`Echec (Code00)`: "), name !== "sendWalletOtp", name)
      if (method === "GET" || name === "submitWalletInvoice") continue
      const body = operation?.requestBody?.content["application/json"].example
      assert.strictEqual(fieldOf(yield* call(name, { body }), "response_code"), "00", name)
    }
    assert.deepStrictEqual(Object.keys(webhooks), ["payinCallback", "payoutCallback"])
  })

  it("summarise every call of the control API, with examples of the acts", function* () {
    for (const language of ["en", "fr"] as const) {
      const { text } = yield* send(`/openapi-control.json?lang=${language}`)
      const operations = [...text.matchAll(/"operationId":"control\.([A-Za-z]+)"/g)].map(([, name = ""]) => name)
      assert.deepStrictEqual(operations.toSorted(), Object.keys(tools[language].documents.control).toSorted())
      for (const { description, summary } of Object.values(tools[language].documents.control)) {
        assert.include(text, JSON.stringify(summary))
        assert.include(text, JSON.stringify(description))
      }
      assert.include(text, '"examples":[{"_tag":"Decide"')
    }
  })

  it("have an example of every act", () => {
    for (const [union, examples] of [
      [TeamAct, actExamples],
      [PhoneAct, phoneActExamples],
    ] as const) {
      assert.deepStrictEqual(examples.map(({ _tag }) => _tag).toSorted(), Object.keys(union.cases).toSorted())
    }
  })

  it("speak French where they are asked to, and keep every name of the service", function* () {
    const { paths, ...english } = yield* document
    const got = yield* send("/openapi.json?lang=fr")
    const french = Schema.decodeUnknownSync(Document)(jsonOf(got), { onExcessProperty: "error" })
    assert.deepStrictEqual(french.components, english.components)
    for (const name of endpointNames) {
      const { method, path } = endpoints[name]
      const key = method === "GET" ? "get" : "post"
      assert.strictEqual(french.paths[path]?.[key]?.summary, tools.fr.documents.calls[name])
      assert.strictEqual(paths[path]?.[key]?.summary, tools.en.documents.calls[name])
      assert.deepStrictEqual(french.paths[path]?.[key]?.parameters, paths[path]?.[key]?.parameters)
    }
    assert.include(french.paths[endpoints.confirmInvoice.path]?.get?.description, "Encaissement introuvable")
  })

  for (const path of Object.values(wikiPaths)) {
    it.effect(`list the sub-codes of ${path} under 01, for people and as text, without credentials #217`, () =>
      Effect.gen(function* () {
        const text = yield* send(path)
        const page = yield* send(path, { headers: { accept: "text/html,*/*" } })
        assert.strictEqual(text.headers.get("content-type"), "text/plain; charset=utf-8")
        assert.include(page.headers.get("content-type") ?? "", "text/html")
        assert.include(page.text, tools.fr.documents.refusals.authentication_failed.replaceAll("'", "&#39;"))
        assert.isTrue(text.text.startsWith("Array\n(\n    [01] => Array"))
        const stated = statedSubCodes.filter(({ endpoints: at }) =>
          at.some((name) => endpoints[name].wikiPath === path),
        )
        assert.isAbove(stated.length, 0)
        for (const { code, description } of stated) {
          assert.include(text.text, `[${formatSubCode(code)}] => ${description}\n`)
          assert.include(page.text, `<code>${formatSubCode(code)}</code>`)
        }
      }).pipe(Effect.provide(layerHttp())),
    )
  }

  it("list the magic numbers, each with a phone of every operator that does what it promises", function* () {
    const listed = Schema.decodeUnknownSync(MagicList)((yield* send("/magic-numbers.json")).text)
    assert.lengthOf(listed, 20)
    for (const { amountXof, ending, header, phones } of listed) {
      assert.strictEqual(header, `x-sandbox-fault: ${ending}`)
      const options = resolveOptions()
      assert.strictEqual(magicOf(options, "", amountXof)?.ending, ending)
      assert.isAbove(phones.length, 5)
      for (const phone of phones) assert.strictEqual(magicOf(options, phone, 0)?.ending, ending, phone)
    }
  })

  it.effect("list every code that an answer which links them may give #28 #217", () =>
    Effect.gen(function* () {
      const phone_number = numbers.unserved
      for (const [endpoint, parts] of [
        ["createHostedInvoice", { body: {} }],
        ["createDirectInvoice", { body: {} }],
        ["createDirectInvoice", { body: directBody({ customer: phone_number }) }],
        ["createDirectInvoice", { body: directBody({ customer: numbers.wallet }) }],
        ["createDirectInvoice", { body: directBody({ total_amount: 1 }) }],
        ["submitWalletInvoice", { body: directBody({ otp: "1" }) }],
        ["submitWalletInvoice", { body: directBody({ customer: numbers.wallet, otp: "1" }) }],
        ["createWalletPayout", { body: {} }],
        ["createWalletPayout", { body: walletPayoutBody({ customer: phone_number }) }],
        ["createWalletPayout", { body: walletPayoutBody({ amount: 0 }) }],
        ["createDirectPayout", { body: {} }],
        ["createDirectPayout", { body: payoutBody({ customer: phone_number }) }],
        ["createDirectPayout", { body: payoutBody({ amount: 0 }) }],
        ["createDirectPayout", { body: payoutBody({ amount: 900_000_000 }) }],
        ["confirmInvoice", {}],
        ["confirmInvoice", { target: `${endpoints.confirmInvoice.path}?invoiceToken=x` }],
        ["confirmPayout", {}],
        ["confirmPayout", { target: `${endpoints.confirmPayout.path}?withdrawalToken=x` }],
        ["confirmPayout", { headers: { Apikey: "wrong" } }],
        ["confirmPayout", { target: "/nothing" }],
      ] as const) {
        const refused = yield* call(endpoint, parts)
        const page = yield* send(new URL(fieldOf(refused, "wiki")).pathname)
        assert.include(page.text, `[${fieldOf(refused, "response_text")}] => `, endpoint)
      }
    }).pipe(Effect.provide(layerHttp())),
  )
})

/** The names of all properties in a JSON schema, at any depth. */
const propertyNames = (schema: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(inner)) names.add(name)
      visit(inner)
    }
  }
  visit(schema)
  return names
}
