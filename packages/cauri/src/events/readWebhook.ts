/**
 * Reads what the reconciler's webhook posts: verified by its signature, after the Standard Webhooks specification, and as the same events
 * that `on` gives. A handler moves from one to the other without a change.
 */
import type { Envelope } from "@cauri/catalogue/events"
import { type EventName, isEventName, type PaymentEvents } from "./events.ts"
import { invalidInput, PaymentsError } from "@cauri/plain"

/** Any event, told apart by its `type`. */
export type AnyPaymentEvent = PaymentEvents[EventName]

/**
 * What the reconciler's webhook posts.
 *
 * ```ts
 * const posted = { type: "payin.completed", data: { payment: { id: "order-17" }, status: "completed" } }
 * const { data }: WebhookEnvelope = JSON.parse(JSON.stringify(posted))
 * const said = `${data.payment.id} is ${data.status}` // => "order-17 is completed"
 * ```
 */
export type WebhookEnvelope = { readonly [Name in EventName]: Envelope<PaymentEvents[Name]> }[EventName]

/** A posted event: a Fetch request, or the headers of another framework with the body as it came, before any parser. */
export type WebhookRequest =
  | Pick<Request, "headers" | "arrayBuffer">
  | {
      /** By their names in lower case. */
      readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
      /** As it came, before any parser. */
      readonly body: string | Uint8Array
    }

/** The parts of reading that a test may set. */
export interface ReadWebhookOptions {
  /** The time in milliseconds. Default: now. */
  readonly now?: number
}

/** How far the clocks of sender and receiver may be apart: an older message may be a recording. */
const tolerance = 300_000

const refusals = {
  no_signature:
    "it lacks the headers webhook-id, webhook-timestamp and webhook-signature. Only the reconciler may post to this address",
  wrong_time: "it is more than five minutes old or new. Check the clocks of both machines",
  wrong_signature:
    "its signature fits no secret. Compare WEBHOOK_SECRET on both sides, and hand over the body as it came, before any parser",
  not_an_event: "it holds no event of this version. Update the program that reads it",
} as const

const refused = (reason: keyof typeof refusals) =>
  new PaymentsError({
    code: "webhook_refused",
    message: `The webhook is refused: ${refusals[reason]}.`,
    reason,
  })

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

const noSecret = () =>
  invalidInput("secret", "whsec_ and 24 to 64 bytes in base64, as WEBHOOK_SECRET of the reconciler")

const keyOf = (secret: unknown): Promise<CryptoKey> => {
  const bytes = typeof secret === "string" && secret.startsWith("whsec_") ? bytesOf(secret.slice(6)) : null
  if (bytes === null || bytes.length < 24 || bytes.length > 64) throw noSecret()
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const headerOf = (headers: WebhookRequest["headers"], name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return typeof value === "string" ? value : ""
}

const bodyOf = async (request: WebhookRequest): Promise<Uint8Array<ArrayBuffer>> => {
  if ("arrayBuffer" in request) return new Uint8Array(await request.arrayBuffer())
  return typeof request.body === "string" ? new TextEncoder().encode(request.body) : Uint8Array.from(request.body)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The event in a signed body, or null. The signature says that the reconciler wrote it, so only its frame is checked. */
const eventIn = (body: Uint8Array, id: string): AnyPaymentEvent | null => {
  const parsed = ((): unknown => {
    try {
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
    } catch {
      return null
    }
  })()
  if (!isObject(parsed) || !isObject(parsed["data"])) return null
  const { data } = parsed
  const isOurs = isEventName(data["type"]) && data["type"] === parsed["type"] && data["id"] === id
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signature says who wrote it, and its type says what it is
  return isOurs ? (data as unknown as AnyPaymentEvent) : null
}

/**
 * The event of a webhook, once its signature is verified. `secrets`: the reconciler's `WEBHOOK_SECRET`, or several while you change it. Fails
 * with `webhook_refused`; answer 400 then. An event may come twice, under the same id.
 *
 * ```ts
 * const request = new Request("https://shop.example/events", { method: "POST", body: "{}" })
 * const secret = `whsec_${btoa("a secret of 24 bytes ...")}`
 * await readWebhook(request, secret).catch(({ reason }) => reason) // => "no_signature"
 * ```
 */
export const readWebhook = async (
  request: WebhookRequest,
  secrets: string | ReadonlyArray<string>,
  { now = Date.now() }: ReadWebhookOptions = {},
): Promise<AnyPaymentEvent> => {
  const keys = await Promise.all([secrets].flat().map(keyOf))
  if (keys.length === 0) throw noSecret()
  const id = headerOf(request.headers, "webhook-id")
  const seconds = headerOf(request.headers, "webhook-timestamp")
  const signatures = headerOf(request.headers, "webhook-signature").split(" ")
  const body = await bodyOf(request)
  if (id === "" || !/^[0-9]{1,12}$/.test(seconds) || signatures[0] === "") throw refused("no_signature")
  if (Math.abs(now - Number(seconds) * 1_000) > tolerance) throw refused("wrong_time")
  const head = new TextEncoder().encode(`${id}.${seconds}.`)
  const signed = new Uint8Array([...head, ...body])
  const given = signatures.slice(0, 8).map((each) => (each.startsWith("v1,") ? bytesOf(each.slice(3)) : null))
  const fits = await Promise.all(
    keys.flatMap((key) =>
      given.map((bytes) =>
        bytes === null ? Promise.resolve(false) : crypto.subtle.verify("HMAC", key, bytes, signed),
      ),
    ),
  )
  if (!fits.includes(true)) throw refused("wrong_signature")
  const event = eventIn(body, id)
  if (event === null) throw refused("not_an_event")
  return event
}
