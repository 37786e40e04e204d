/**
 * Delivers to the host by a webhook, signed after the Standard Webhooks specification: the host verifies it with any library for it. An
 * answer other than 2xx, a redirect or silence is a refusal; the event is delivered again later, under the same id.
 */
import { createHmac } from "node:crypto"
import { Clock, Effect, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { envelopeOf } from "@cauri/catalogue/events"
import { DeliveryRefused, type DeliveredEvent, type PlainConsumer } from "@cauri/core"

/** Where events are posted, and what signs them. */
export interface WebhookOptions {
  readonly url: Redacted.Redacted
  /** The keys, each as bytes. All of them sign, so that the host may verify with either while keys are changed. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

/** The refusal of an event. It repeats neither the address nor the answer: they may hold what no log may. */
const refusal = (what: string): DeliveryRefused =>
  new DeliveryRefused({ message: `The webhook ${what}: look at the log of the program at WEBHOOK_URL.` })

/** The signature header: one signature per key. */
const signatureOf = (
  secrets: WebhookOptions["secrets"],
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): string =>
  secrets
    .map((secret) => {
      const signed = `${message.id}.${message.seconds}.${message.body}`
      return `v1,${createHmac("sha256", Redacted.value(secret)).update(signed, "utf8").digest("base64")}`
    })
    .join(" ")

/** The consumer that posts. Its name never changes: under another one the host would receive everything again. */
export const webhookConsumer = (
  options: WebhookOptions,
): Effect.Effect<PlainConsumer<DeliveryRefused>, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (anyClient) => {
    // The status is the answer. An unread body would hold its connection until it ends, and it may have no end.
    const client = HttpClient.withScope(anyClient)
    const receive = Effect.fn("Webhook.receive")(function* (deliveredEvent: DeliveredEvent) {
      const body = JSON.stringify(envelopeOf(deliveredEvent))
      const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      const request = HttpClientRequest.post(Redacted.value(options.url)).pipe(
        HttpClientRequest.setHeaders({
          "webhook-id": deliveredEvent.id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signatureOf(options.secrets, { id: deliveredEvent.id, seconds, body }),
        }),
        HttpClientRequest.bodyText(body, "application/json"),
      )
      const { status } = yield* Effect.scoped(client.execute(request)).pipe(
        Effect.catchTag("HttpClientError", () => Effect.fail(refusal("could not be reached"))),
        // A redirect must not send the host's event to another address.
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
        // A span of the client's own would hold the address, and the host has no use for our trace.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      )
      if (status < 200 || status > 299) return yield* refusal(`answered ${status}`)
    })
    return { name: "webhook", receive }
  })
