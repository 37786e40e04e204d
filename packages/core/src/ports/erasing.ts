/**
 * Takes a person's data out of what is stored of a payment: the fields that hold them, and the person's number, address and name in what
 * people wrote. Names of payments, amounts, times, states and tokens stay, letter for letter.
 */
import { Schema } from "effect"
import { draftDescription } from "../model/Content.ts"
import { erasedNumber } from "../model/Identifiers.ts"
import type { Erased } from "./Evidence.ts"

type Fields = Schema.JsonObject

const erasedText = "erased"

const Json = Schema.fromJsonString(Schema.Json)
const decode = Schema.decodeSync(Json)
const encode = Schema.encodeSync(Json)
const isFields = (value: Schema.Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const fieldsIn = (value: Schema.Json | undefined): Fields => (isFields(value) ? value : {})

/** The fields that are there, with these in their place; undefined: the field goes. */
const replaced = (fields: Fields, by: Readonly<Record<string, Schema.Json | undefined>>): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const kept = Object.hasOwn(by, name) ? by[name] : value
      return kept === undefined ? [] : [[name, kept]]
    }),
  )

const methodWithout = (method: Fields): Fields =>
  replaced(method, { phone: method["type"] === "hosted" ? null : erasedNumber })

const contentWithout = (content: Fields, at: number): Fields => {
  const { description = "", method, refundOf } = content
  // A drafted refund is known by what it says.
  const isDraft = typeof refundOf === "string" && description === draftDescription(refundOf)
  const left = replaced(content, {
    method: methodWithout(fieldsIn(method)),
    phone: erasedNumber,
    customer: {},
    customData: {},
    description: isDraft ? description : erasedText,
  })
  return Object.assign({}, left, { erasedAt: at })
}

/** The service joins entries of the contents in `externalId`. */
const recordWithout = (record: Fields): Fields =>
  replaced(record, { payer: null, payerDetails: undefined, externalId: "", detail: undefined })

/** Everything but what `change` makes of a field; what it makes undefined goes, and what it leaves as it is, is looked into. */
const walk = (
  value: Schema.Json,
  change: (name: string, value: Schema.Json) => Schema.Json | undefined,
): Schema.Json => {
  if (Array.isArray(value)) return value.map((each) => walk(each, change))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const changed = change(name, each)
      return changed === undefined ? [] : [[name, changed === each ? walk(each, change) : changed]]
    }),
  )
}

/** What tells a person in a content or a record: numbers, an address, names. */
const personIn = (fields: Fields): ReadonlyArray<string> => {
  const { email, firstName, lastName, payer, phone } = fields
  return [email, firstName, lastName, payer, phone].filter((each) => typeof each === "string")
}

const secretsIn = (value: Schema.Json): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk(value, (name, each) => {
    const fields = fieldsIn(each)
    if (name === "content")
      found.push(...[fields, fieldsIn(fields["method"]), fieldsIn(fields["customer"])].flatMap(personIn))
    if (name === "record") found.push(...[fields, fieldsIn(fields["payerDetails"])].flatMap(personIn))
    return each
  })
  return found
}

const spaced = (digits: string) => digits.split("").join("[ .-]*")

/** A number with and without its country's code and however it is spaced; everything else as a word of its own. */
const patternOf = (secret: string): RegExp => {
  const digits = secret.replaceAll(/[ +]/g, "")
  if (!/^[0-9]{8,}$/.test(digits))
    return new RegExp(`(?<![\\p{L}\\p{N}])${secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "giu")
  return new RegExp(`(?:\\+?${spaced(digits.slice(0, -8))}[ .-]*)?${spaced(digits.slice(-8))}`, "g")
}

/** A payment and its history without the person's data. */
export const erasedOf = ({ events, row, version }: Erased, at: number): Erased => {
  const bodies = [row.body, ...events.map(({ body }) => body)].map((body) => decode(body))
  const secrets = [...new Set(bodies.flatMap(secretsIn))].filter((each) => each.length > 1 && each !== erasedNumber)
  const patterns = secrets.toSorted((one, other) => other.length - one.length).map(patternOf)
  const change = (name: string, value: Schema.Json): Schema.Json | undefined => {
    if (name === "content") return contentWithout(fieldsIn(value), at)
    if (name === "record") return recordWithout(fieldsIn(value))
    // What the service said, and what came instead of an answer. What a person wrote is a text.
    if (name === "detail" || (name === "evidence" && isFields(value))) return undefined
    if (typeof value !== "string" || (name !== "reason" && name !== "evidence")) return value
    return patterns.reduce((text, pattern) => text.replace(pattern, erasedText), value)
  }
  const [own = row.body, ...lines] = bodies.map((body) => encode(walk(body, change)))
  return {
    version,
    row: { ...row, party: null, body: own },
    events: events.map((event, index) => ({ ...event, body: lines[index] ?? event.body })),
  }
}
