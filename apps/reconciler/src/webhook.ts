/**
 * Announces to the host by a webhook, signed after the Standard Webhooks specification: the host's side verifies it with any library
 * that follows it. An answer other than 2xx, a redirect or silence is a refusal; the event comes again later, under the same id.
 */
import { createHmac } from "node:crypto"
import { Clock, Effect, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { Announced, Listener } from "@cauri/core"
import { messageOf } from "./messageOf.ts"

/** Where announcements go, and what signs them. */
export interface WebhookOptions {
  readonly url: string
  /** The keys, each as bytes. The first is the newest; the host may verify with any of them while keys are changed. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

/** The host refused an announcement. */
class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
}

/** The signature header: one signature per key. */
export const signatureOf = (
  secrets: WebhookOptions["secrets"],
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): string =>
  secrets
    .map((secret) => {
      const signed = `${message.id}.${message.seconds}.${message.body}`
      return `v1,${createHmac("sha256", Redacted.value(secret)).update(signed, "utf8").digest("base64")}`
    })
    .join(" ")

/** The consumer that posts. Its name is for ever: under another one the host would hear everything again. */
export const webhook = (options: WebhookOptions): Effect.Effect<Listener, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (client) => {
    const hear = Effect.fn("Webhook.hear")(function* (announcement: Announced) {
      const body = JSON.stringify(messageOf(announcement))
      const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      const request = HttpClientRequest.post(options.url).pipe(
        HttpClientRequest.setHeaders({
          "webhook-id": announcement.id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signatureOf(options.secrets, { id: announcement.id, seconds, body }),
        }),
        HttpClientRequest.bodyText(body, "application/json"),
      )
      const status = yield* Effect.scoped(
        client.execute(request).pipe(
          Effect.map((response) => response.status),
          // What went wrong on the way may name the address, which may hold a secret of the host.
          Effect.catchTag("HttpClientError", () => Effect.fail(new WebhookRefused("The webhook could not be reached."))),
          // Somebody else's address must not get what was meant for the host.
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
        ),
      )
      if (status < 200 || status > 299) return yield* Effect.fail(new WebhookRefused(`The webhook answered ${status}.`))
    })
    return { name: "webhook", hear }
  })
