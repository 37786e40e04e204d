/** What logs and lists show of bodies: no code, token, key or path of a merchant's address, and telephones without their middle. */
import { formMediaType } from "@cauri/wire"
import { Result, Schema } from "effect"
import type { CallbackPost } from "../model/Callback.ts"

/** The most characters of a kept body, and of a shown value. */
const maximumKept = 4_000
const maximumShown = 80
/** What stands deeper is left out. */
const deepest = 32

/** A telephone number without its middle; its ends show the operator and the magic. */
export const maskedPhone = (text: string): string => {
  const digits = text.replaceAll(/\D/g, "").length
  let seen = 0
  return text.replaceAll(/\d/g, (digit) => (++seen <= 5 || seen > digits - 2 ? digit : "*"))
}

const secretNames = ["otp", "token", "pin", "apikey", "api_key", "apitoken", "api_token", "password", "secret", "hash"]

const maskedText = (name: string, text: string): string => {
  if (secretNames.includes(name.toLowerCase())) return text === "" ? "" : "***"
  if (/^https?:\/\//i.test(text)) return maskedUrl(text)
  return /^\+?[0-9][0-9 .-]{7,19}$/.test(text) ? maskedPhone(text) : text
}

/** An address without its path: that of a callback, and of the payment page, may be a secret. */
export const maskedUrl = (text: string): string => {
  const origin = /^https?:\/\/[^/?#]*/i.exec(text)?.[0] ?? ""
  return text.length > origin.length + 1 ? `${origin}/***` : text
}

const masked = (value: unknown, name = "", depth = 0): Schema.Json => {
  if (depth > deepest) return "…"
  if (typeof value === "string") return maskedText(name, value)
  if (Array.isArray(value)) return value.map((each) => masked(each, name, depth + 1))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, key, depth + 1)]))
  }
  return typeof value === "number" || typeof value === "boolean" ? value : null
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** A value of a field as a reason shows it. */
export const shownValue = (name: string, value: unknown): string | null =>
  value === undefined ? null : cut(JSON.stringify(masked(value, name)), maximumShown)

export const keptBody = (value: unknown): string | null =>
  value === undefined ? null : cut(JSON.stringify(masked(value)), maximumKept)

/** A callback as every list shows it, in the control API and on the pages; a single one, asked for by its id, is shown as it was posted. */
export const maskedPost = (post: CallbackPost): CallbackPost => ({
  ...post,
  url: maskedUrl(post.url),
  body: maskedBody(post.contentType, post.body),
})

/** A body with its secrets masked, in its own encoding. A person may have made it anything. */
const maskedBody = (contentType: string, body: string): string => {
  if (contentType === formMediaType) {
    const fields = [...new URLSearchParams(body)].map(([name, value]) => [name, maskedText(lastName(name), value)])
    return new URLSearchParams(fields).toString()
  }
  return Result.match(decodeJson(body), { onFailure: () => body, onSuccess: (value) => JSON.stringify(masked(value)) })
}

/** A body with one field per line, for people. */
export const laidOut = ({ body, contentType }: Pick<CallbackPost, "body" | "contentType">): string =>
  contentType === formMediaType
    ? [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join("\n")
    : Result.match(decodeJson(body), { onFailure: () => body, onSuccess: (value) => JSON.stringify(value, null, 2) })

const lastName = (name: string): string => /([^[\]]*)\]?$/.exec(name)?.[1] ?? name
const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))
