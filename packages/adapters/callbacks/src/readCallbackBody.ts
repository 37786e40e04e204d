/**
 * Reads of a callback's body what the two POSTs of one event share (#196, #197): its texts, each under the name that a form gives it. A form
 * has no types, no empty values and no order, so nothing else counts; and of an entry of `custom_data` only key and value do, because one way
 * to write a form has no room for more. It takes any bytes and never throws (#198, #199, #211). Nothing that is read here moves a state, and
 * the callback's own token is skipped (#200, #201, #205).
 */
import { Result, type Schema } from "effect"
import { transactionIdKey } from "@cauri/wire"
import { bodyLimits } from "./limits.ts"
import { bodyEncoding } from "./mediaType.ts"

/** Something unusual about a body that a person may want to know. It changes nothing. */
export type BodyOddity = "WrongMediaType" | "Unreadable"

/** What is read of a body. */
export interface CallbackBody {
  /** The bytes whose digest is the fingerprint: the same for the two encodings of one event (#196, #197). */
  readonly print: Uint8Array
  /** The merchant's identifier that the body states (#204); null: none. Compare it with the address; never look anything up by it. */
  readonly transactionId: string | null
  readonly oddities: ReadonlyArray<BodyOddity>
}

/** Reads a body. An unreadable one, and one that says nothing, counts by its bytes. */
export const readCallbackBody = (bytes: Uint8Array, contentType: string | undefined): CallbackBody => {
  const encoding = bodyEncoding(contentType)
  if (encoding === undefined) return unread(bytes, "WrongMediaType")
  if (bytes.length > bodyLimits.bytes) return unread(bytes, "Unreadable")
  const read = Result.try(() => new Texts()[encoding](decoder.decode(bytes)))
  return Result.getOrElse(read, () => unread(bytes, "Unreadable"))
}

const unread = (bytes: Uint8Array, oddity: BodyOddity): CallbackBody => {
  const mark = encoder.encode("bytes ")
  const print = new Uint8Array(mark.length + bytes.length)
  print.set(mark)
  print.set(bytes, mark.length)
  return { print, transactionId: null, oddities: [oddity] }
}

/** A part of an entry of `custom_data`, where the entries are a list. */
const partOfEntry = /^custom_?data(.*)\[(keyof|valueof|datecreation)_customdata\]$/

/** The texts of one body. Reading throws where it is unreadable, or beyond the limits. */
class Texts {
  readonly #lines: Array<string> = []
  readonly #keys = new Map<string, string>()
  readonly #values = new Map<string, string>()
  #transactionId: string | null = null
  #fields = 0

  Json(text: string): CallbackBody {
    const body = json(text)
    if (typeof body !== "object" || body === null || isList(body)) throw new TypeError("no object")
    for (const name of Object.keys(body)) this.#field(name, body[name] ?? null)
    return this.#read()
  }

  Form(text: string): CallbackBody {
    // Spaces and brackets at once: decoding each name by itself would take as long as all the rest.
    const plain = text.replaceAll("+", " ").replaceAll("%5B", "[").replaceAll("%5D", "]")
    for (const pair of plain.split("&", bodyLimits.fields + 1)) {
      const cut = pair.indexOf("=")
      if (cut !== -1) this.#field(decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1)))
    }
    return this.#read()
  }

  /** A field of the body itself, whose text may be JSON: one of the ways in which `custom_data` comes. */
  #field(name: string, value: Schema.Json): void {
    if (name === "token" || name.startsWith("token[")) return
    const inner =
      typeof value === "string" && /^[[{]/.test(value) ? Result.try(() => json(value)) : Result.succeed(value)
    this.#add(
      name,
      Result.getOrElse(inner, () => value),
      bodyLimits.depth,
    )
  }

  #add(name: string, value: Schema.Json, depth: number): void {
    if (++this.#fields > bodyLimits.fields || depth === 0) throw new RangeError("beyond the limits")
    if (value === null || value === "") return
    if (typeof value !== "object") this.#text(name, String(value))
    else if (isList(value)) value.forEach((each, index) => this.#add(`${name}[${index}]`, each, depth - 1))
    else for (const key of Object.keys(value)) this.#add(`${name}[${key}]`, value[key] ?? null, depth - 1)
  }

  #text(name: string, text: string): void {
    const [, entry = "", part] = name.startsWith("custom") ? (partOfEntry.exec(name) ?? none) : none
    if (part === "keyof") this.#keys.set(entry, text)
    else if (part === "valueof") this.#values.set(entry, text)
    else if (part === undefined) this.#say(name, text)
  }

  #say(name: string, text: string): void {
    if (name === `custom_data[${transactionIdKey}]`) this.#transactionId = text
    if (name === transactionIdKey) this.#transactionId ??= text
    // JSON can write a lone surrogate and a form cannot.
    this.#lines.push(`${name}=${text}`.toWellFormed())
  }

  #read(): CallbackBody {
    for (const [entry, text] of this.#values) this.#say(`custom_data[${this.#keys.get(entry) ?? entry}]`, text)
    if (this.#lines.length === 0) throw new TypeError("no text")
    const print = encoder.encode(`content ${JSON.stringify(this.#lines.toSorted())}`)
    return { print, transactionId: this.#transactionId, oddities: [] }
  }
}

const none: ReadonlyArray<string> = []

const json = (text: string): Schema.Json => JSON.parse(text)

/** `Array.isArray` alone does not narrow a read-only list for the compiler. */
const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)

/** A part of a form. Throws where a percent sign is invalid, or the bytes are no UTF-8. */
const decoded = (text: string): string => (text.includes("%") ? decodeURIComponent(text) : text)

const decoder = new TextDecoder("utf-8", { fatal: true })
const encoder = new TextEncoder()
