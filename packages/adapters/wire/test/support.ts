/** What several tests share: the samples, example bodies in the specification's shape, and arbitraries of related fields. */
import { readFileSync } from "node:fs"
import { Arbitrary, Result, Schema } from "effect"
import type { Item } from "../src/InvoiceRequest.ts"

/** The body of a sample, as parsed JSON. */
export const sample = (name: string): unknown => {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`samples/${name}.json`, import.meta.url), "utf8"))
  return Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Unknown }))(parsed).body
}

/** What is no telephone number with its country code in digits alone. */
export const wrongNumbers: ReadonlyArray<unknown> = [
  "",
  "+22600000000",
  "226 00 00 00 00",
  "0022600000",
  "2260000",
  "22600000000\n",
  22600000000,
]

/** Whether an exact schema takes a value, and takes it whole. */
export const accepts = (schema: Schema.ConstraintDecoder<unknown>, value: unknown): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(value))

/** A copy of an object with other values in some fields. */
export const withFields = (body: object, fields: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  ...fields,
})

/** A copy of an object without some fields. */
export const without = (body: object, ...names: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Any JSON value, with the keys and words that matter here among the rest. */
export const anyJson = Arbitrary.schema(Schema.Json)

const entry = Schema.Struct({ keyof_customdata: Schema.String, valueof_customdata: Schema.String })

const word = Schema.Union([
  Schema.Literals([
    "",
    "00",
    "01",
    "completed",
    "completed ",
    "COMPLETED",
    "nocompleted",
    "Echec (Code04)",
    "[]",
    "{}",
  ]),
  Schema.Json,
])

/** Objects that look like answers of the service, with anything in their fields. */
export const almostAnswer = Arbitrary.schema(
  Schema.Struct({
    response_code: Schema.optionalKey(word),
    status: Schema.optionalKey(word),
    token: Schema.optionalKey(word),
    response_text: Schema.optionalKey(word),
    amount: Schema.optionalKey(word),
    montant: Schema.optionalKey(word),
    error: Schema.optionalKey(word),
    custom_data: Schema.optionalKey(Schema.Union([word, Schema.Array(Schema.Union([entry, Schema.Json]))])),
    customdata: Schema.optionalKey(word),
    operator_id: Schema.optionalKey(word),
  }),
)

const small = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -1000, maximum: 1_000_000 })))

/** Items whose product agrees. */
export const anyItem: Arbitrary.Arbitrary<typeof Item.Type> = Arbitrary.all({
  quantity: small,
  unit_price: small,
}).pipe(
  Arbitrary.map(({ quantity, unit_price }) => ({
    name: "Item",
    quantity,
    unit_price,
    total_price: quantity * unit_price + 0,
  })),
)

/** A body of endpoint 1 as the specification describes it. */
export const hostedRequest = {
  commande: {
    invoice: {
      items: [{ name: "Book", description: "", quantity: 2, unit_price: 2100, total_price: 4200 }],
      total_amount: 4200,
      devise: "XOF",
      description: "Order 1",
      customer: "",
      customer_firstname: "",
      customer_lastname: "",
      customer_email: "",
      external_id: "",
      otp: "",
    },
    store: { name: "Shop", website_url: "https://shop.example" },
    actions: {
      cancel_url: "https://shop.example/cancel",
      return_url: "https://shop.example/return",
      callback_url: "https://shop.example/callback",
    },
    custom_data: { transaction_id: "T1" },
  },
}

/** A body of endpoint 3; with an `otp`, also of endpoint 5. */
export const directRequest = (otp: string) => ({
  commande: {
    ...hostedRequest.commande,
    invoice: { ...hostedRequest.commande.invoice, items: [], customer: "22600000000", otp },
    actions: { cancel_url: "", return_url: "", callback_url: "https://shop.example/callback" },
  },
})

/** A body of endpoint 7; endpoint 6 adds `top_up_wallet`. */
export const payoutRequest = {
  commande: {
    amount: 500,
    description: "Refund",
    customer: "22600000000",
    callback_url: "https://shop.example/callback",
    custom_data: { transaction_id: "T1" },
  },
}

const body = Schema.Record(Schema.String, Schema.Unknown)
const examples = Schema.Struct({ payinCompleted: body, payinPending: body, payoutPending: body })

/** Bodies as the specification describes them: two payin records and a payout record. */
export const { payinCompleted, payinPending, payoutPending } = Schema.decodeUnknownSync(
  Schema.fromJsonString(examples),
)(readFileSync(new URL("examples.json", import.meta.url), "utf8"))
