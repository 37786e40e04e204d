/** The routes of the shop, on node:http. */
import { randomUUID } from "node:crypto"
import type { IncomingMessage, RequestListener } from "node:http"
//? run=embedded
import { type Host, type Payments, PaymentsError } from "cauri"
//? run=programs
import { PaymentsError, readWebhook } from "cauri"
//?
import { frontPage, orderPage, problemPage } from "./pages.ts"
import type { Shop } from "./shop.ts"
import { words } from "./words.ts"

interface Answer {
  readonly html?: string
  readonly location?: string
  readonly status?: number
}

const maximumBody = 16_384

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maximumBody) throw new Error("A body is too large.")
    parts.push(part)
  }
  return Buffer.concat(parts)
}

//? run=embedded
export const makeApp = (shop: Shop, payments: Payments<Host>): RequestListener => {
//? run=programs
export const makeApp = (shop: Shop, webhookSecret: string): RequestListener => {
//?
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = (request.url ?? "").replace(/\?.*$/s, "")
    const [, id] = /^\/orders\/([^/]+)$/.exec(path) ?? []
    if (request.method === "GET" && path === "/") return { html: frontPage(randomUUID()) }
    if (request.method === "GET" && id !== undefined) return { html: orderPage(await shop.show(id)) }
    if (request.method === "POST" && path === "/orders") {
      const form = new URLSearchParams((await bodyOf(request)).toString("utf8"))
      return { status: 303, location: await shop.order(form.get("id") ?? "") }
    }
//? run=programs
    if (request.method === "POST" && path === "/payment-events") {
      await shop.receive(await readWebhook({ headers: request.headers, body: await bodyOf(request) }, webhookSecret))
      return { status: 204 }
    }
//?
    return { status: 404 }
  }
  return (request, response) => {
//? run=embedded
    if (request.url?.startsWith("/callbacks/")) return void payments.nodeCallbackHandler(request, response)
//?
    answer(request)
      .catch((error: unknown): Answer => {
        console.error(error)
        if (!(error instanceof PaymentsError)) return { status: 500 }
        return { status: error.status, html: problemPage(error.customerMessage(words.language)) }
      })
      .then(({ html = "", location, status = 200 }) => {
        response.writeHead(status, {
          "content-type": "text/html; charset=utf-8",
          ...(location === undefined ? {} : { location }),
        })
        response.end(html)
      })
  }
}
