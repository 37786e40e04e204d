/**
 * One field of the input: read, or named with what was expected. An error never repeats the value, because it may be a phone number.
 *
 * Spec: custom data (#58, #60, #70), `external_id` (#90, #91).
 */
import { Result, Schema } from "effect"
import { isPersonsText, plainText } from "./Content.ts"
import type { PolicyShape } from "./Policy.ts"

/** A field of the input is invalid. Nothing was stored and nothing was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `${this.field} must be ${this.expected}. Nothing was stored or sent.`
  }
}

/** What is expected of a field, in words. */
export const expectations = {
  id: "1 to 64 letters, digits, hyphens or underscores",
  payinAmount: "a whole number of francs (XOF) from 9 to 2,000,000",
  payoutAmount: "a whole number of francs (XOF), at least 1",
  phone: "the country code and the number in digits, without plus, spaces or letters, such as 22670XXXXXXX",
  externalId: "at most 128 characters, without control characters other than line breaks",
  url: "an absolute http or https address",
  text: (from: number) => `${from} to 500 characters, without control characters other than line breaks (\\n)`,
  shop: "a name of 1 to 200 characters and an absolute http or https siteUrl, here or in the policy's shops",
  customer: "firstName and lastName of at most 100 and email of at most 200 characters, each of them optional",
  item:
    "a name of 1 to 200 characters, a whole quantity from 1 to 1,000,000, a unitPrice in whole francs up to " +
    "1,000,000,000 and perhaps a description of at most 500 characters",
} as const

/** Fails with `InvalidInput` for this field. */
export const wrong = (field: string, expected: string) => Result.fail(new InvalidInput({ field, expected }))

/** The field decoded by its schema; fails with `InvalidInput`. */
export const read = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown, field: string, expected: string) =>
  Result.mapError(Schema.decodeUnknownResult(schema)(value), () => new InvalidInput({ field, expected }))

/** The person's name, or why it is invalid. */
export const readBy = (by: string): Result.Result<string, InvalidInput> =>
  isPersonsText(by)
    ? Result.succeed(by)
    : wrong("by", "a name in 1 to 2,000 characters, with a letter or a digit and without control characters")

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Without undefined fields: untyped programs often write a missing field as undefined. */
export const withoutUndefined = (value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
    : value

/** Numbers and booleans become text; other values stay as they are, and anything but a text is refused later. */
const customDataText = (value: unknown): unknown =>
  typeof value === "boolean" || Number.isFinite(value) ? String(value) : value

const isCustomDataText = Schema.is(plainText(500))

/** The entries that travel with a payment, each as its text. */
export const readCustomData = (data: unknown, policy: PolicyShape) => {
  if (data === undefined) return Result.succeed({})
  // `Object.entries` shows no entries of a list or map, so their contents would be lost silently.
  if (!isObject(data) || Symbol.iterator in data)
    return wrong("customData", "a plain object of texts, numbers and booleans")
  const entries = Object.entries(data)
  if (entries.length > policy.merchant.maxCustomData)
    return wrong("customData", `at most ${policy.merchant.maxCustomData} entries`)
  const texts: Array<readonly [string, string]> = []
  for (const [key, value] of entries) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(key)) {
      return wrong("customData", "keyed by 1 to 64 letters, digits, hyphens or underscores, a letter first")
    }
    if (key.toLowerCase() === "transaction_id") {
      return wrong(`customData.${key}`, "left out: Cauri sends the payment's id there")
    }
    if (policy.merchant.refuseIdKeys && /id/i.test(key)) {
      return wrong(`customData.${key}`, 'named without "id": the service would mix its value into external_id')
    }
    const text = customDataText(value)
    if (!isCustomDataText(text)) {
      const aText = `a text of ${expectations.text(0)}`
      return wrong(`customData.${key}`, `a number, a boolean or ${aText}; write nested data as JSON text`)
    }
    texts.push([key, text])
  }
  return Result.succeed(Object.fromEntries(texts))
}
