/**
 * Reads the body of a callback, JSON or form, in every form that is known. It is pure and total: any bytes go in, nothing is thrown,
 * and what cannot be read is still told apart from other bodies, so that it rings the bell once (#198, #199, #211).
 * Nothing that is read here moves a state; the callback's own token is dropped before anybody could hold it (#200, #201, #205).
 */
import { Option, Result } from "effect"
import {
  type CallbackNames,
  type CallbackReading,
  readCallback,
  readCallbackNames,
  transactionIdKey,
  valuesOf,
} from "@cauri/wire"
import { bodyLimits } from "./limits.ts"
import { type BodyEncoding, bodyEncoding } from "./mediaType.ts"
import { printOf } from "./printOf.ts"
import { readFormText } from "./readFormText.ts"
import { readJsonText } from "./readJsonText.ts"
import { type Branch, isBranch, type Tree } from "./tree.ts"

/** What a callback says, without its token. Untrusted, all of it. */
export type CallbackContent = Omit<CallbackReading, "untrustedToken">

/** Something about a body that a person may want to know. It changes nothing. */
export type BodyOddity = "WrongMediaType" | "Unreadable" | "RepeatedKey"

/** A body that was read, as far as it can be. */
export interface CallbackBody {
  /** What it says; none when it cannot be read. */
  readonly content: Option.Option<CallbackContent>
  /** The bytes whose digest is the fingerprint: the same for the two encodings of one event (#196, #197). */
  readonly print: Uint8Array
  readonly oddities: ReadonlyArray<BodyOddity>
}

/** Reads a body. */
export const readCallbackBody = (bytes: Uint8Array, contentType: string | undefined): CallbackBody => {
  const { oddities, opened, print } = openCallbackBody(bytes, contentType)
  return { content: Option.flatMap(opened, ({ body }) => readCallback(body)), print, oddities }
}

/** A body that was opened: as much of it as is needed to note it. */
export interface OpenedBody extends Pick<CallbackBody, "print" | "oddities"> {
  /** Its fields without its token, and whose payment they name; none when it cannot be read. */
  readonly opened: Option.Option<{ readonly body: Branch; readonly names: CallbackNames }>
}

/** Opens a body. */
export const openCallbackBody = (bytes: Uint8Array, contentType: string | undefined): OpenedBody => {
  const encoding = bodyEncoding(contentType)
  if (encoding === undefined) return unread(bytes, "WrongMediaType")
  const tree = Option.flatMap(textOf(bytes), treeOf(encoding))
  return Option.isSome(tree) ? named(tree.value) : unread(bytes, "Unreadable")
}

const named = ({ body, repeatedKey }: OpenedTree): OpenedBody => {
  delete body["token"]
  const names = readCallbackNames(body)
  return {
    opened: Option.some({ body, names }),
    print: encoder.encode(`content ${printOf(body, names.customData)}`),
    oddities: repeatedKey ? ["RepeatedKey"] : [],
  }
}

/**
 * The merchant's own identifiers of the payment that a callback says it is about: the entry `transaction_id` (#204), else the field
 * of that name that payout callbacks are said to have. For comparing with the address, never for looking anything up.
 */
export const namedPayments = ({ customData, transactionId }: CallbackNames): ReadonlyArray<string> => {
  const entries = valuesOf(customData, transactionIdKey)
  return entries.length > 0 ? entries : Option.toArray(transactionId)
}

const unread = (bytes: Uint8Array, oddity: BodyOddity): OpenedBody => {
  const mark = encoder.encode("bytes ")
  const print = new Uint8Array(mark.length + bytes.length)
  print.set(mark)
  print.set(bytes, mark.length)
  return { opened: Option.none(), print, oddities: [oddity] }
}

/** UTF-8, strictly; one byte order mark at the start is no part of the text. */
const textOf = (bytes: Uint8Array): Option.Option<string> =>
  bytes.length > bodyLimits.bytes ? Option.none() : Result.getSuccess(Result.try(() => decoder.decode(bytes)))

const treeOf =
  (encoding: BodyEncoding) =>
  (text: string): Option.Option<OpenedTree> =>
    Option.flatMap(encoding === "Json" ? readJsonText(text) : readFormText(text), opened)

/** A body whose fields are opened. */
interface OpenedTree {
  readonly body: Branch
  readonly repeatedKey: boolean
}

/** Opens JSON inside the texts of the body's own fields: one of the ways in which nested fields come. The tree is ours to change. */
const opened = ({ repeatedKey, value: body }: Tree): Option.Option<OpenedTree> => {
  if (!isBranch(body)) return Option.none()
  let repeated = repeatedKey
  for (const key of Object.keys(body)) {
    const field = body[key]
    const inner = typeof field === "string" && mayHoldJson(field) ? readJsonText(field) : Option.none()
    if (Option.isNone(inner)) continue
    body[key] = inner.value.value
    repeated ||= inner.value.repeatedKey
  }
  return Option.some({ body, repeatedKey: repeated })
}

/** Almost every text begins with something else than a bracket or a space. */
const mayHoldJson = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first <= space || first === openingBracket || first >= openingBrace) && /^\s*[[{]/.test(text)
}

const space = 0x20
const openingBracket = 0x5b
const openingBrace = 0x7b

const decoder = new TextDecoder("utf-8", { fatal: true })
const encoder = new TextEncoder()
