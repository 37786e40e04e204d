/**
 * Customers and a merchant in a real browser, before a shop and a service that are processes of their own: every way of paying, on the
 * service's page and at the shop, and the money back, with a phone's window in French and a desktop's in English.
 */
import { assert, describe, layer } from "@effect/vitest"
import {
  desktopSize,
  faultsOf,
  hasBrowser,
  opened,
  phoneSize,
  pictured,
  startBrowser,
  whySkipped,
} from "@cauri/house/browser"
import { Context, Effect, Layer, Schema } from "effect"
import type { Page } from "playwright-core"
import { agrees, checksOut, choosesOnPage, type Customer, dialledCode, ways, words } from "./customers.ts"
import { serveShop } from "./serving.ts"
import { adminPassword } from "./world.ts"

const makeWorld = Effect.gen(function* () {
  return { browser: yield* startBrowser, ...(yield* serveShop) }
})

class World extends Context.Service<World, Effect.Success<typeof makeWorld>>()("@cauri/shop/test/World") {}

const sizes = [
  [phoneSize, "fr-FR"],
  [desktopSize, "en-GB"],
] as const

/** Numbers of phones that nobody else uses here, and none of which ends as a magic one does. */
let lastPhone = 10
const newPhone = (prefix: string): string => `${prefix}${String(lastPhone++).padStart(6, "0")}`

/** What the service's control API tells of payments and balances. */
const Payments = Schema.Struct({
  payouts: Schema.Array(Schema.Struct({ token: Schema.String, beneficiary: Schema.String, status: Schema.String })),
})
const Balances = Schema.Struct({ balances: Schema.Record(Schema.String, Schema.Int) })

/** A customer's two windows, and what they did that they may not do. */
const newCustomer = Effect.fnUntraced(function* (size: (typeof sizes)[number], number: string) {
  const { at, browser, sandbox } = yield* World
  const [viewport, locale] = size
  const mayAsk = [`${at}/`, `${sandbox.url}/`]
  const shop = yield* opened(browser, { viewport, locale, mayAsk })
  const phone = yield* opened(browser, { viewport, locale, mayAsk })
  yield* Effect.promise(() => phone.page.goto(`${sandbox.url}/phones?n=${number}&key=${sandbox.controlToken}`))
  const customer: Customer = { shop: shop.page, phone: phone.page, say: words[locale] }
  return { customer, shop, phone, misdeeds: () => [...shop.misdeeds, ...phone.misdeeds] }
})

/** Keeps a picture of a page, and holds it against everything that pages must be. */
const look = async (page: Page, name: string) => {
  await pictured(page, `${name}-${page.viewportSize()?.width}`)
  assert.deepStrictEqual(await faultsOf(page), [], name)
}

/** Whether the order whose page this is was fulfilled, and whether no order ever was more than once: each is one piece. */
const recorded = Effect.fnUntraced(function* (page: Page) {
  const { database } = yield* World
  const id = /\/orders\/([^/?]+)/.exec(page.url())?.[1]
  const order = database.prepare("select fulfilled_at is not null from orders where id = ?").pluck().get(id)
  const fulfilled = database.prepare("select count(fulfilled_at) from orders").pluck()
  const sold = database.prepare("select coalesce(sum(pieces), 0) from sold").pluck()
  // In one reading transaction, because others buy at the same time.
  const [orders, pieces] = database.transaction(() => [fulfilled.get(), sold.get()])()
  return { isFulfilled: order === 1, isOnce: orders === pieces }
})

/** The order is fulfilled, once; every customer buys one piece. */
const isFulfilledOnce = Effect.fnUntraced(function* ({ say, shop }: Customer) {
  yield* Effect.promise(async () => {
    try {
      await shop.getByText(say.packing).waitFor()
    } catch (error) {
      // A time-out alone does not tell where this customer stands.
      throw new Error(`${shop.url()} says: ${await shop.locator("main").innerText()}`, { cause: error })
    }
  })
  assert.deepStrictEqual(yield* recorded(shop), { isFulfilled: true, isOnce: true })
})

describe.skipIf(!hasBrowser)(`the shop in a browser${whySkipped}`, () => {
  layer(Layer.effect(World, makeWorld), { excludeTestServices: true })((it) => {
    for (const size of sizes) {
      const [{ width }, locale] = size

      it.effect(`sells by the service's page in each mode, ${width} wide #37 #55 #72 #149-#156 #162`, () =>
        Effect.forEach(
          ways,
          ([way, operator, prefix]) =>
            Effect.gen(function* () {
              const { at } = yield* World
              const number = newPhone(prefix)
              const { customer, misdeeds, shop } = yield* newCustomer(size, number)
              const { page } = shop
              const isFirst = way === "push"
              const seen = isFirst ? (name: string) => look(page, name) : async () => {}
              const bytes = yield* Effect.promise(() =>
                shop.bytesOf(async () => {
                  await checksOut(customer, at, { name: `A customer, ${way}`, way: "page" }, seen)
                  await page.waitForURL(/\/orders\//)
                  await seen("order-page")
                  await choosesOnPage(customer, operator, number, seen)
                }),
              )
              // All the pages of a purchase together; so each of them, seen for the first time, is below that.
              assert.isAbove(bytes, 5_000, way)
              assert.isBelow(bytes, 100_000, way)
              yield* Effect.promise(async () => {
                await look(page, `paying-${way}`)
                await agrees[way](customer)
                await page.waitForURL(/\/orders\//)
              })
              yield* isFulfilledOnce(customer)
              yield* Effect.promise(() => seen("packed"))
              assert.deepStrictEqual(misdeeds(), [], way)
            }).pipe(Effect.scoped),
          { concurrency: 3 },
        ),
      )

      it.effect(`sells directly in each mode and by wallet, ${width} wide #149-#156 #162 #163`, () =>
        Effect.forEach(
          ways,
          ([way, , prefix]) =>
            Effect.gen(function* () {
              const { at } = yield* World
              const number = newPhone(prefix)
              const { customer, misdeeds, shop } = yield* newCustomer(size, number)
              const { page } = shop
              const { say } = customer
              yield* Effect.promise(async () => {
                await checksOut(customer, at, { name: `A customer, ${way}`, way, phone: number })
                if (way === "dialled") {
                  await page.getByLabel(say.code).waitFor()
                  await look(page, "direct-dialled")
                  await page.getByLabel(say.code).fill(await dialledCode(customer))
                  await page.getByRole("button", { name: say.pay }).click()
                }
                await page.waitForURL(/\/orders\//)
                if (way === "dialled") return
                const leads = way === "operatorPage" || way === "ownPage"
                if (way === "sms" || way === "wallet") await page.getByLabel(say.code).waitFor()
                if (leads) await page.getByRole("link", { name: say.open }).waitFor()
                await look(page, `direct-${way}`)
                const order = page.url()
                if (leads) await page.getByRole("link", { name: say.open }).click()
                // What the customer does elsewhere must show here by itself.
                else await page.evaluate("document.title = 'not loaded again'")
                await agrees[way](customer)
                if (leads) {
                  await page.getByText(say.paid).waitFor()
                  await page.goto(order)
                }
              })
              yield* isFulfilledOnce(customer)
              const isLive = way === "push" || way === "guided"
              if (isLive) assert.strictEqual(yield* Effect.promise(() => page.title()), "not loaded again")
              assert.deepStrictEqual(misdeeds(), [], way)
            }).pipe(Effect.scoped),
          { concurrency: 3 },
        ),
      )

      it.effect(`gives the money of an order back, ${width} wide`, () =>
        Effect.gen(function* () {
          const { at, browser, sandbox } = yield* World
          const number = newPhone("22660")
          const { customer } = yield* newCustomer(size, number)
          const { say } = customer
          yield* Effect.promise(async () => {
            await checksOut(customer, at, { name: `A customer, ${width}`, way: "push", phone: number })
            await customer.shop.waitForURL(/\/orders\//)
            await agrees.push(customer)
          })
          yield* isFulfilledOnce(customer)
          const httpCredentials = { username: "colleague", password: adminPassword, origin: at }
          const viewport = size[0]
          const merchant = yield* opened(browser, { viewport, locale, httpCredentials, mayAsk: [`${at}/`] })
          const { page } = merchant
          const row = page.getByRole("row").filter({ hasText: `A customer, ${width}` })
          yield* Effect.promise(async () => {
            const bytes = await merchant.bytesOf(() => page.goto(`${at}/admin`))
            assert.isAbove(bytes, 1_000)
            assert.isBelow(bytes, 100_000)
            await row.getByText(say.refund).first().click()
            await look(page, "refund")
            await row.getByRole("button", { name: say.refund }).click()
            await row.getByText(`${say.refunded} 500`).waitFor()
          })
          // The operator takes between seconds and days; here somebody at the operator decides.
          const { payouts } = yield* Schema.decodeUnknownEffect(Payments)(yield* sandbox.control("/payments"))
          const token = payouts.find(({ beneficiary }) => beneficiary === number)?.token
          yield* sandbox.control("/acts", { _tag: "Decide", token, completed: true })
          yield* Effect.promise(async () => {
            while (!((await row.textContent()) ?? "").includes(`: ${say.completed}`)) await page.reload()
            await look(page, "admin")
          })
          const { balances } = yield* Schema.decodeUnknownEffect(Balances)(yield* sandbox.control("/ledger"))
          assert.strictEqual(balances[`customer:12:${number}`], 5_000_000)
          assert.deepStrictEqual(merchant.misdeeds, [])
        }),
      )
    }
  })
})
