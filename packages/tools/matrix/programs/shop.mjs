// What every program of the matrix shares: payments over the sandbox, and one order that is paid.
import { createPayments, memory } from "cauri"
import { consoleHandler } from "cauri/console"
import { https } from "cauri/https"

const { API_KEY, API_TOKEN, PORT, SERVICE_URL, TRANSPORT } = process.env

/** Without a callback nothing is confirmed for an hour: an order that is paid at once was called back. */
const policy = { schedules: { ussd_push: { first: "1 hour", next: ["1 hour"], deadline: "2 hours" } } }

/** What the log says of callbacks: nothing, where they come as the service sent them. */
const unusual = []

/** Opens the payments of a shop that listens on `PORT`. */
export const openShop = (store = memory()) =>
  createPayments({
    gateway: https({ baseUrl: SERVICE_URL, apiKey: API_KEY, apiToken: API_TOKEN, transport: TRANSPORT }),
    store,
    callbacks: {
      base: `http://127.0.0.1:${PORT}`,
      key: { id: "k1", secret: "only-for-this-matrix-0123456789abcdef" },
    },
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
    policy,
    logger: ({ message }) => (message.includes("callback") ? unusual.push(message) : console.error(message)),
  })

/** Creates an order's payin, and returns what became of it. The phone pays by itself, and the service calls back. */
export const payOrder = async (payments, id = `order-${process.hrtime.bigint()}`) => {
  const events = []
  payments.on("payin.completed", ({ payment }) => void events.push(payment.id))
  payments.start()
  await payments.payins.create({
    id,
    amount: 500,
    description: "Two loaves",
    method: { type: "direct", mode: "ussd_push", phone: "22660000090" },
  })
  const { status } = await payments.payins.waitFor(id, { untilDelivered: true, signal: AbortSignal.timeout(60_000) })
  return events.length === 1 ? (unusual[0] ?? status) : `${status} after ${events.length} events`
}

/** The console in this program's own admin. A header names the person here, as a proxy would that signs people in. */
export const consoleOf = (payments) =>
  consoleHandler({
    payments,
    base: "/admin/payments",
    who: ({ headers }) => {
      const may = headers.get("x-person-may")
      return may === null ? null : { name: "A. Colleague", may: may.split(" ") }
    },
  })

const actions = ["decide", "release", "reveal", "import", "approve"]

const form = { by: "Someone else", scope: "payouts", reason: "The operator is down.", since: "1", amount: "500" }

/** Addresses of the console, and what each takes. */
const addresses = (id) => [
  ["GET", "", "look"],
  ["GET", "/find", "look"],
  ["GET", "/together?act=recheck", "decide"],
  ["POST", "/together", "decide"],
  ["GET", "/day", "look"],
  ["GET", "/figures", "look"],
  ["GET", "/statements", "look"],
  ["POST", "/statements", "import"],
  ["GET", "/statements/compare", "look"],
  ["GET", "/pauses", "look"],
  ["GET", "/nowhere", "look"],
  ["GET", "/assets/0/style.css", "look"],
  ["POST", "/pauses", "decide"],
  ["GET", "/pauses/resume", "release"],
  ["POST", "/pauses/resume", "release"],
  ["GET", "/pauses/approve", "approve"],
  ["POST", "/pauses/approve", "approve"],
  ["GET", "/pauses/withdraw", "decide"],
  ["POST", "/pauses/withdraw", "decide"],
  ["GET", `/payments/payin/default/${id}`, "look"],
  ["POST", `/payments/payin/default/${id}/recheck`, "decide"],
  ["POST", `/payments/payin/default/${id}/send-again`, "release"],
  ["POST", `/payments/payin/default/${id}/approve`, "approve"],
  ["GET", `/payments/payin/default/${id}/reveal`, "reveal"],
  ["POST", `/payments/payin/default/${id}/reveal`, "reveal"],
]

/** Asks every address as someone unknown, as someone who may only look, and with each permission; says what was wrong. */
export const tryConsole = async (id) => {
  const wrong = []
  for (const may of [null, "", "look", ...actions.map((action) => `look ${action}`), `look ${actions.join(" ")}`]) {
    for (const [method, path, takes] of addresses(id)) {
      const headers = { "sec-fetch-site": "same-origin", ...(may === null ? {} : { "x-person-may": may }) }
      const body = method === "POST" ? new URLSearchParams(form) : undefined
      const address = `http://127.0.0.1:${PORT}/admin/payments${path}`
      const { status } = await fetch(address, { method, headers, body, redirect: "manual" })
      const allowed = may?.split(" ").includes("look") && may.split(" ").includes(takes)
      const right = may === null ? status === 401 : allowed ? ![401, 403, 413, 500].includes(status) : status === 403
      if (!right) wrong.push(`${method} ${path} as ${may}: ${status}`)
    }
  }
  return wrong.length === 0 ? "guarded" : wrong.join(", ")
}

/** Pays an order in this program and says what became of it, and how its console is guarded. */
export const tryShop = async (payments, hasConsole = false) => {
  const id = `order-${process.hrtime.bigint()}`
  console.log(`paid: ${await payOrder(payments, id)}${hasConsole ? `, console: ${await tryConsole(id)}` : ""}`)
  await payments.close()
  process.exit(0)
}
