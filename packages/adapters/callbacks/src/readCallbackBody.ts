/**
 * Reads the body of a callback, JSON or form, in every known form. It is pure and total: it accepts any bytes and never throws; an
 * unreadable body still differs from other bodies, so it counts as one callback (#198, #199, #211). Nothing that is read here moves a
 * state; the callback's own token is dropped before other code can use it (#200, #201, #205).
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
import { canonicalText } from "./canonicalText.ts"
import { readFormText } from "./readFormText.ts"
import { readJsonText } from "./readJsonText.ts"
import { type Branch, isBranch, type Tree } from "./tree.ts"

/** The content of a callback, without its token. All of it is untrusted. */
export type CallbackContent = Omit<CallbackReading, "untrustedToken">

/** Something unusual about a body that a person may want to know. It changes nothing. */
export type BodyOddity = "WrongMediaType" | "Unreadable" | "RepeatedKey"

/** A body, as far as it is readable. */
export interface CallbackBody {
  /** Its content; none when it is unreadable. */
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

/** An opened body: as much of it as is needed to save a note. */
export interface OpenedBody extends Pick<CallbackBody, "print" | "oddities"> {
  /** Its fields without its token, and the payment that they name; none when it is unreadable. */
  readonly opened: Option.Option<{ readonly body: Branch; readonly names: CallbackNames }>
}

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
    print: encoder.encode(`content ${canonicalText(body, names.customData)}`),
    oddities: repeatedKey ? ["RepeatedKey"] : [],
  }
}

/**
 * The merchant's own identifiers of the payment that a callback claims to be about: the entry `transaction_id` (#204), else the field of
 * that name that payout callbacks are said to have. Compare them with the address; never look anything up by them.
 */
export const claimedTransactionIds = ({ customData, transactionId }: CallbackNames): ReadonlyArray<string> => {
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

/** UTF-8, strictly; one byte order mark at the start is dropped. */
const textOf = (bytes: Uint8Array): Option.Option<string> =>
  bytes.length > bodyLimits.bytes ? Option.none() : Result.getSuccess(Result.try(() => decoder.decode(bytes)))

const treeOf =
  (encoding: BodyEncoding) =>
  (text: string): Option.Option<OpenedTree> =>
    Option.flatMap(encoding === "Json" ? readJsonText(text) : readFormText(text), opened)

/** A body whose nested JSON is parsed. */
interface OpenedTree {
  readonly body: Branch
  readonly repeatedKey: boolean
}

/** Parses JSON inside the texts of the body's own fields: one of the ways in which nested fields come. It may change the tree. */
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

/** A quick check: almost every text begins with another character than a bracket or a space. */
const mayHoldJson = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first <= space || first === openingBracket || first >= openingBrace) && /^\s*[[{]/.test(text)
}

const space = 0x20
const openingBracket = 0x5b
const openingBrace = 0x7b

const decoder = new TextDecoder("utf-8", { fatal: true })
const encoder = new TextEncoder()
