/** The shop in process, on time that stands still until a test moves it, with a customer's browser without a browser. */
import { assert } from "@effect/vitest"
import Database from "better-sqlite3"
import type { Hono } from "hono"
import { type SimulatedPayments, simulatedPayments, type SimulatedPaymentsOptions } from "cauri/simulated"
import { type SqliteHost, sqlite } from "cauri/sqlite"
import { onTestFinished } from "vitest"
import { fulfilOrders, makeOrders } from "../src/orders.ts"
import { makeShop } from "../src/shop.ts"
import { makeStaff } from "../src/staff.ts"

export const url = "https://shop.example"
/** The password of the tests' admin page. */
export const adminPassword = "only-for-practice"
/** Who works there: one who may do everything, and one who may look. */
export const staff = `colleague:owner:${adminPassword},trainee:clerk:another-${adminPassword}`

export interface World {
  readonly app: Hono
  readonly database: Database.Database
  readonly payments: SimulatedPayments<SqliteHost>
  readonly orders: () => ReadonlyArray<{
    readonly id: string
    readonly fulfilled_at: string | null
    readonly tries: number
  }>
  readonly sold: () => ReadonlyArray<unknown>
}

export const openShop = async (
  simulator: NonNullable<SimulatedPaymentsOptions<SqliteHost>["simulator"]> = {},
): Promise<World> => {
  const database = new Database(":memory:")
  const payments = await simulatedPayments({
    store: sqlite(database),
    logger: () => {},
    simulator,
  })
  fulfilOrders(payments)
  onTestFinished(async () => {
    await payments.close()
    database.close()
  })
  const app = makeShop({ payments, orders: makeOrders(database, payments), url, staff: makeStaff(staff) })
  const orders = () =>
    database
      .prepare<[], { id: string; fulfilled_at: string | null; tries: number }>(
        "select id, fulfilled_at, tries from orders where placed_at is not null",
      )
      .all()
  const sold = () => database.prepare("select good, pieces from sold order by good").all()
  return { app, database, payments, orders, sold }
}

interface Requested {
  request(address: string, init: RequestInit): Response | Promise<Response>
}

interface Answer {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly header: (name: string) => string
}

/** A browser: keeps cookies, and follows no redirect by itself. */
export const visit = ({ app, at = url }: { readonly app: Requested; readonly at?: string }, language = "en") => {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    const own = [...cookies].map(([name, value]) => `${name}=${value}`)
    headers.set("cookie", [...own, ...(headers.get("cookie") ?? "").split(/; */)].join("; "))
    headers.set("accept-language", language)
    const response = await app.request(`${at}${path}`, { redirect: "manual", ...init, headers })
    for (const each of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    const header = (name: string) => response.headers.get(name) ?? ""
    return { status: response.status, location: header("location"), text: await response.text(), header }
  }
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    ask(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: at, ...headers },
    })
  return { ask, post }
}

/** A customer's browser. */
export type Visitor = ReturnType<typeof visit>

export const hiddenField = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? assert.fail(`${name} is not on the page`)

/** Puts two soaps into the basket and fills in the checkout form, without sending it. */
export const checkoutForm = async ({ ask, post }: Visitor, way: string, phone = "") => {
  await post("/basket", { good: "soap", pieces: "2" })
  const { text } = await ask("/checkout")
  return { order: hiddenField(text, "order"), name: "A customer", note: "Ouagadougou, secteur 4", way, phone }
}

/** Checks out, and gives the path of the order's page. */
export const order = async (visitor: Visitor, way: string, phone = "", more: Readonly<Record<string, string>> = {}) => {
  const form = await checkoutForm(visitor, way, phone)
  const answer = await visitor.post("/checkout", { ...form, ...more })
  assert.strictEqual(answer.status, 303, answer.text)
  return answer.location
}

export const codeOn = async ({ payments }: World, phone: string): Promise<string> => {
  const [newest = ""] = await payments.service.phones.inbox(phone)
  return /(?<![0-9])[0-9]{4,8}(?![0-9])/.exec(newest)?.[0] ?? ""
}
