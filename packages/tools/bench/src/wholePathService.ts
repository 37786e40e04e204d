/**
 * The service as far as one payment needs it, in a process of its own: it accepts each creation with a token of its own, posts both
 * callbacks to the address that it was given, on http, and confirms each token as completed. It prints its port.
 */
import { invoiceTokenParameter, payoutTokenParameter } from "@cauri/wire"
import { Agent, createServer, request, type ServerResponse } from "node:http"
import { listenAsChild } from "./listenAsChild.ts"

interface Sold {
  readonly token: string
  readonly amount: number
  readonly customer: string
  readonly customData: Readonly<Record<string, string>>
  readonly callbackUrl: string
}

const sold = new Map<string, Sold>()
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const recordOf = ({ amount, customData, customer, token }: Sold) => ({
  response_code: "00",
  token,
  response_text: "",
  description: "",
  status: "completed",
  operator_id: "12",
  operator_name: "MOOV",
  customer,
  montant: amount,
  amount,
  date: "2026-05-09 07:20:23+00",
  external_id: customData["transaction_id"] ?? "",
  oreference: "",
  request_id: `R${token}`,
  custom_data: Object.entries(customData).map(([name, value]) => ({
    keyof_customdata: name,
    valueof_customdata: value,
    datecreation_customdata: "2026-05-09 07:20:23.362788",
  })),
  wiki: "https://service.example/wiki",
})

const post = (url: string, type: string, body: string) => {
  const sent = request(url, { agent, method: "POST", headers: { "content-type": type, "content-length": body.length } })
  sent.on("error", (error) => process.stderr.write(`${error.message}\n`))
  sent.on("response", (answer) => answer.resume())
  sent.end(body)
}

/** The callback in both encodings; a payin's has no token. */
const callBack = (payment: Sold): void => {
  const url = payment.callbackUrl.replace(/^https:/, "http:")
  const { custom_data: entries, ...record } = { ...recordOf(payment), token: "" }
  post(url, "application/json", JSON.stringify({ ...record, custom_data: entries }))
  const form = new URLSearchParams(Object.entries(record).map(([name, value]) => [name, String(value)]))
  entries.forEach((entry, index) => {
    for (const [name, value] of Object.entries(entry)) form.set(`custom_data[${index}][${name}]`, value)
  })
  post(url, "application/x-www-form-urlencoded", form.toString())
}

const say = (response: ServerResponse, body: object): void => {
  const text = JSON.stringify(body)
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text)
}

const create = (response: ServerResponse, body: string): void => {
  const { commande } = JSON.parse(body)
  // A payin has its amount in an invoice and its address among actions; a payout has both beside each other.
  const { actions = commande, custom_data: customData = {}, invoice = commande } = commande
  const token = `token-${sold.size + 1}`
  const payment: Sold = {
    token,
    amount: invoice.total_amount ?? invoice.amount,
    customer: invoice.customer,
    customData,
    callbackUrl: actions.callback_url,
  }
  sold.set(token, payment)
  response.once("close", () => callBack(payment))
  say(response, {
    response_code: "00",
    token,
    response_text: "",
    description: "",
    wiki: "https://service.example/wiki",
  })
}

const server = createServer((asked, response) => {
  let body = ""
  asked.setEncoding("utf8").on("data", (part) => void (body += part))
  asked.on("end", () => {
    if (asked.method === "POST") return create(response, body)
    const { searchParams } = new URL(asked.url ?? "/", "http://service.example")
    const payment = sold.get(searchParams.get(invoiceTokenParameter) ?? searchParams.get(payoutTokenParameter) ?? "")
    if (payment === undefined) return say(response, { response_code: "01", token: "", response_text: "", wiki: "" })
    say(response, recordOf(payment))
  })
})
server.keepAliveTimeout = 60_000
listenAsChild(server)
