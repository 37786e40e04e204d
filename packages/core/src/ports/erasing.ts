/**
 * Takes a person's data out of what is stored of a payment: by the names of the fields that hold them, and wherever a text repeats a number
 * or a mail address of that person. Amounts, times, states and tokens stay.
 */
import { Schema } from "effect"
import { erasedNumber } from "../model/Identifiers.ts"
import type { Erased } from "./Evidence.ts"

const erasedText = "erased"

const Json = Schema.fromJsonString(Schema.Json)
const isObject = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const decode = Schema.decodeSync(Json)
const encode = Schema.encodeSync(Json)

/** What stands in the place of a field; undefined: the field goes. Fields without an entry stay. */
const replacements: Readonly<Record<string, (value: Schema.Json) => Schema.Json | undefined>> = {
  // Of a method, a number; of a payin, a name and an address.
  customer: (value) => (typeof value === "string" ? erasedNumber : {}),
  beneficiary: () => erasedNumber,
  operatorFilter: () => null,
  customData: () => ({}),
  description: () => erasedText,
  // The service joins entries of the contents in it.
  externalId: () => erasedText,
  payer: () => null,
  payerDetails: () => undefined,
  detail: () => undefined,
  // What came instead of an answer; a person's evidence is a text.
  evidence: (value) => (typeof value === "string" ? value : undefined),
}

const secretFields = new Set(["customer", "beneficiary", "operatorFilter", "payer", "phone", "email"])

/** The numbers and addresses that a value holds. */
const secretsIn = (value: Schema.Json): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(secretsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === "string" ? (secretFields.has(name) && each.length >= 6 ? [each] : []) : secretsIn(each),
  )
}

/** Numbers are repeated with and without the code of their country. */
const spellings = (secret: string): ReadonlyArray<string> =>
  /^[0-9]{9,}$/.test(secret) ? [secret, secret.slice(-8)] : [secret]

const without = (value: Schema.Json, secrets: ReadonlyArray<string>): Schema.Json => {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, erasedText), value)
  if (Array.isArray(value)) return value.map((each) => without(each, secrets))
  if (!isObject(value)) return value
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const replace = replacements[name]
    const kept = replace === undefined ? without(each, secrets) : replace(each)
    return kept === undefined ? [] : [[name, name === "evidence" ? without(kept, secrets) : kept] as const]
  })
  return Object.fromEntries(fields)
}

/** Says in the contents since when they are erased. */
const marked = (value: Schema.Json, at: number): Schema.Json => {
  if (Array.isArray(value)) return value.map((each) => marked(each, at))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "content" && isObject(each) ? Object.assign({}, each, { erasedAt: at }) : marked(each, at),
    ]),
  )
}

/** A payment and its history without the person's data. */
export const erasedOf = ({ events, row, version }: Erased, at: number): Erased => {
  const bodies = [row.body, ...events.map(({ body }) => body)].map((body) => decode(body))
  const secrets = [...new Set(bodies.flatMap(secretsIn).flatMap(spellings))].toSorted(
    (one, other) => other.length - one.length,
  )
  const [own = row.body, ...lines] = bodies.map((body) => encode(marked(without(body, secrets), at)))
  return {
    version,
    row: { ...row, party: null, body: own },
    events: events.map((event, index) => ({ ...event, body: lines[index] ?? event.body })),
  }
}
