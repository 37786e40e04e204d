/**
 * What a request with a valid address amounts to: the bytes that identify it, what is kept of it, and the answer once it is durable. Each
 * one leads to a confirm, whatever its body, for the address alone says which attempt it is about.
 */
import type { CallbackTarget } from "@cauri/core/adapter"
import type { AnswerName } from "./answers.ts"
import type { CallbackRequest } from "./CallbackRequest.ts"
import { type BodyOddity, readCallbackBody } from "./readCallbackBody.ts"
import type { TakenBody } from "./takeBody.ts"

/** Something unusual about a callback that a person may want to know. It changes nothing. */
export type Oddity =
  | BodyOddity
  | Exclude<TakenBody["_tag"], "Whole">
  /** The body is compressed, and stays unread. */
  | "ContentEncoding"
  /** The body names another payment than the address. */
  | "OtherPayment"
  | "QueryString"

/** The result of weighing a callback. */
export interface Assessment {
  /** The bytes whose digest is the fingerprint. */
  readonly print: Uint8Array
  readonly body: Uint8Array | null
  readonly oddities: ReadonlyArray<Oddity>
  readonly answer: AnswerName
}

/** Weighs a request with a verified address. */
export const assessCallback = (request: CallbackRequest, taken: TakenBody, target: CallbackTarget): Assessment => {
  const query: ReadonlyArray<Oddity> = request.url.includes("?") ? ["QueryString"] : []
  switch (taken._tag) {
    case "TooLarge":
    case "CutShort":
      return bodiless(taken._tag, taken._tag, query)
    case "TakenBefore":
      return bodiless(taken._tag, "Unavailable", query)
    case "Whole":
      return { body: taken.bytes, ...weighBody(request, taken.bytes, target, query) }
  }
}

/** Two callbacks without a body cannot be told apart: such a callback counts once for each attempt. */
const bodiless = (oddity: Oddity, answer: AnswerName, others: ReadonlyArray<Oddity>): Assessment => ({
  print: encoder.encode(oddity),
  body: null,
  oddities: [oddity, ...others],
  answer,
})

const weighBody = (
  { headers }: CallbackRequest,
  bytes: Uint8Array,
  target: CallbackTarget,
  others: ReadonlyArray<Oddity>,
): Omit<Assessment, "body"> => {
  const compressed = (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity"
  const { oddities, print, transactionId } = readCallbackBody(bytes, compressed ? undefined : headers["content-type"])
  const foreign = transactionId !== null && transactionId !== target.key.id
  return {
    print,
    oddities: [
      ...(compressed ? (["ContentEncoding"] as const) : oddities),
      ...(foreign ? (["OtherPayment"] as const) : []),
      ...others,
    ],
    answer: oddities.includes("WrongMediaType") ? "WrongMediaType" : "Stored",
  }
}

const encoder = new TextEncoder()
