/** What several tests share: the samples, example bodies in the specification's shape, and arbitraries of related fields. */
import { readFileSync } from "node:fs"
import { Arbitrary, Result, Schema } from "effect"
import {
  Amount,
  CustomDataEntry,
  HostedInvoiceCreated,
  Item,
  PayinCompleted,
  PayinNotCompleted,
  PayinPending,
  pageUrl,
  Token,
} from "../src/index.ts"

/** The body of a sample, as parsed JSON. */
export const sample = (name: string): unknown => {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`samples/${name}.json`, import.meta.url), "utf8"))
  return Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Unknown }))(parsed).body
}

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
    custom_data: Schema.optionalKey(Schema.Union([word, Schema.Array(Schema.Union([CustomDataEntry, Schema.Json]))])),
    customdata: Schema.optionalKey(word),
    operator_id: Schema.optionalKey(word),
  }),
)

const amount = Arbitrary.schema(Amount)
const small = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -1000, maximum: 1_000_000 })))

/** Items whose product agrees. */
export const anyItem: Arbitrary.Arbitrary<Item> = Arbitrary.all({ quantity: small, unit_price: small }).pipe(
  Arbitrary.map(({ quantity, unit_price }) => ({
    name: "Item",
    quantity,
    unit_price,
    total_price: quantity * unit_price + 0,
  })),
)

/** Successful hosted creations, whose address ends in their token. */
export const anyHostedCreated: Arbitrary.Arbitrary<HostedInvoiceCreated> = Arbitrary.schema(Token).pipe(
  Arbitrary.filter((token) => !/\s/u.test(token)),
  Arbitrary.map((token) => ({
    response_code: "00",
    token,
    response_text: pageUrl("https://service.example", token),
    wiki: "https://service.example/wiki/createInvoice",
  })),
)

const same = <A extends { readonly montant: number; readonly amount: number }>(
  fields: Arbitrary.Arbitrary<A>,
): Arbitrary.Arbitrary<A> =>
  Arbitrary.all({ fields, amount }).pipe(
    Arbitrary.map(({ fields, amount }) => ({ ...fields, amount, montant: amount })),
  )

/** Payin records of each status, whose two amounts agree. */
export const anyPayinCompleted = same(Arbitrary.schema(Schema.Struct(PayinCompleted.fields)))
export const anyPayinNotCompleted = same(Arbitrary.schema(Schema.Struct(PayinNotCompleted.fields)))
export const anyPayinPending = same(Arbitrary.schema(Schema.Struct(PayinPending.fields)))

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

/** A completed payin record. */
export const payinCompleted = {
  response_code: "00",
  status: "completed",
  token: "",
  response_text: "",
  description: "",
  operator_id: "11",
  operator_name: "OPERATOR",
  customer: "22600000000",
  montant: 4200,
  amount: 4200,
  date: "2026-05-09 07:20:23+00",
  external_id: "T1",
  oreference: "",
  request_id: "P1",
  custom_data: [
    {
      keyof_customdata: "transaction_id",
      valueof_customdata: "T1",
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
  ],
  customer_details: { firstname: "", lastname: "", email: "", phone: "22600000000", details: "" },
  wiki: "https://service.example/wiki/confirmInvoice",
}

/** A pending payin record without the fields that it may leave out. */
export const payinPending = {
  response_code: "00",
  status: "pending",
  customer: null,
  montant: 4200,
  amount: 4200,
  date: "2026-05-09 07:20:23+00",
  external_id: "T1",
  request_id: "P1",
  custom_data: payinCompleted.custom_data,
  wiki: payinCompleted.wiki,
}

/** A pending payout record. */
export const payoutPending = {
  response_code: "00",
  token: "payout-token",
  response_text: "",
  description: "",
  custom_data: [],
  status: "pending",
  operator_id: "",
  operator_name: "",
  wiki: "https://service.example/wiki/createStraightWithdrawal",
}

/** A payin callback. */
export const payinCallback = {
  ...payinCompleted,
  token: "callback-token",
  custom_data: [
    ...payinCompleted.custom_data,
    { keyof_customdata: "hash", valueof_customdata: "h" },
    { keyof_customdata: "logfile", valueof_customdata: "l" },
  ],
}
