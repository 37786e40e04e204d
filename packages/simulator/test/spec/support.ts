/** What the tests of the exact formats share: wire's samples and examples, and arbitraries of related fields. */
import { readFileSync } from "node:fs"
import { Amount } from "@cauri/wire"
import { Arbitrary, Result, Schema } from "effect"
import type { HostedInvoiceCreated } from "../../src/spec/CreateResponses.ts"
import { Token } from "../../src/spec/Fields.ts"
import { PayinCompleted, PayinNotCompleted, PayinPending } from "../../src/spec/PayinRecord.ts"
import { pageUrl } from "../../src/spec/Texts.ts"

const samples = new URL("../../../adapters/wire/test/samples/", import.meta.url)

/** The body of a sample, as parsed JSON. */
export const sample = (name: string): unknown => {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, samples), "utf8"))
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

const amount = Arbitrary.schema(Amount)

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

const body = Schema.Record(Schema.String, Schema.Unknown)
const examples = Schema.Struct({ payinCompleted: body, payinPending: body, payoutPending: body, payinCallback: body })

/** Bodies as the specification describes them: two payin records, a payout record and a payin callback. */
export const { payinCallback, payinCompleted, payinPending, payoutPending } = Schema.decodeUnknownSync(
  Schema.fromJsonString(examples),
)(readFileSync(new URL("../examples.json", samples), "utf8"))
