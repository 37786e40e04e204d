/** What the app works among in tests: keys, a policy under which things happen soon, and a host's endpoint that listens to it. */
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { Webhook } from "standardwebhooks"

export const callbackKeys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"

export const webhookSecret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`

/** A policy under which a payment's life takes seconds. */
export const hastyPolicy = {
  worker: { patience: 0, sleep: 500 },
  confirms: { spacing: 100 },
  limits: { payoutFailureAgreement: 200 },
  calls: { confirmRate: null, creationRate: null, callbackConfirmRate: null },
  schedules: Object.fromEntries(
    ["hosted", "ussd_push", "guided_ussd", "ussd_otp", "sms_otp", "wallet", "wallet_payout", "mobile_money_payout"].map(
      (rail) => [rail, { first: 100, next: [], afterwards: [{ every: 200, until: null }] }],
    ),
  ),
}

export const writeJson = (folder: string, name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  return path
}

/** A host's endpoint: it keeps what it was told and whether the signature was right. */
export interface Host {
  readonly url: string
  /** Every announcement whose signature was right, in the order of arrival. */
  readonly received: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly type: string; readonly body: string }>>
  readonly forged: Effect.Effect<number>
}

/** Serves a host's endpoint that verifies with the library of the specification. */
export const startHost = (secret: string): Effect.Effect<Host, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<{ readonly id: string; readonly type: string; readonly body: string }> = []
    let forged = 0
    const verifier = new Webhook(secret)
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (chunk) => (body += String(chunk)))
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        try {
          const message: { readonly type: string } = Object(verifier.verify(body, headers))
          received.push({ id: headers["webhook-id"] ?? "", type: message.type, body })
          response.writeHead(204).end()
        } catch {
          forged += 1
          response.writeHead(401).end()
        }
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      }),
      () => Effect.sync(() => server.close()),
    )
    return {
      url: `http://127.0.0.1:${port}/payments`,
      received: Effect.sync(() => [...received]),
      forged: Effect.sync(() => forged),
    }
  })
