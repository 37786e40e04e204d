/**
 * Two hundred hostile texts in every field that ends on a page: those that a merchant's program sends, and those that people type. No
 * script of theirs runs, nothing that they name is loaded, and no markup comes of them, also where a script keeps a page up to date.
 */
import { assert, describe, it } from "@effect/vitest"
import { hostileTexts } from "@cauri/house/hostileTexts"
import { Engine } from "@cauri/simulator"
import { endpointNames } from "@cauri/wire"
import { Context, Effect } from "effect"
import { desktopSize, foreignMarkup, hasBrowser, startBrowser, whySkipped } from "@cauri/house/browser"
import { entered } from "./browser.ts"
import { call, formsOf, payin, startSandbox, visitor } from "./site.ts"

/** Texts that would be markup if they stood on a page as they are. */
const telling = hostileTexts.filter((text) => /<[a-z!/?]/i.test(text) && text.length > 12)

describe.skipIf(!hasBrowser)(`hostile texts${whySkipped}`, () => {
  it("are two hundred and more", () => {
    assert.isAtLeast(new Set(hostileTexts).size, 200)
  })

  it.live("of a merchant are shown as texts, on every page and by the script that keeps pages up to date", () =>
    Effect.gen(function* () {
      const browser = yield* startBrowser
      const served = yield* startSandbox()
      const { ask, enter } = visitor(served)
      yield* enter
      const phones = ["22650000001", "22650000002", "22650000003", "22650000004"]
      for (const [index, text] of hostileTexts.entries()) {
        const body = payin(text, phones[index % phones.length], { shop: text, description: text })
        yield* call(served, "createDirectInvoice", body)
        yield* call(served, "createHostedInvoice", payin(text, "", { shop: text, description: text, item: text }))
        const paid = payin(text, "22660000090", { shop: text, description: text })
        yield* call(served, "createDirectInvoice", paid)
      }
      const { misdeeds, page } = yield* entered(browser, served, { viewport: desktopSize })
      const rows = (yield* ask("/control")).text.split("<tr").length
      assert.isAbove(rows, 2 * hostileTexts.length)
      const paths = ["/", `/phones?${phones.map((each) => `n=${each}`).join("&")}`, "/control", "/control/callbacks"]
      const { callbackLog } = yield* Context.get(served.services, Engine).state
      for (const path of [
        ...paths,
        ...callbackLog.slice(0, 20).map(({ post }) => `/control/callback?id=${post.id}`),
        "/control/requests",
        "/control/projects",
        "/control/faults",
        "/scenarios",
        "/grades",
        "/try",
        "/docs",
      ]) {
        yield* Effect.promise(async () => {
          await page.goto(`${served.url}${path}`)
          assert.deepStrictEqual(await foreignMarkup(page), [], path)
        })
      }
      // Another one comes while the page is open: the script brings it in.
      yield* Effect.promise(() => page.goto(`${served.url}/control`))
      yield* call(served, "createHostedInvoice", payin("<img src=x onerror=alert(2)>", "", { shop: "<b>late</b>" }))
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "<img src=x onerror=alert(2)>" }).waitFor()
        assert.deepStrictEqual(await foreignMarkup(page), [])
      })
      assert.deepStrictEqual(misdeeds, [])
    }),
  )

  it.live("typed into any field of any form come back as texts, or not at all", () =>
    Effect.gen(function* () {
      const browser = yield* startBrowser
      const served = yield* startSandbox()
      const { ask, enter, submit } = visitor(served)
      yield* enter
      yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
      yield* call(served, "createDirectInvoice", payin("order-2", "22650000001"))
      const pages = ["/control", "/control/faults", "/control/projects", "/scenarios", "/control/callbacks"]
      const found = new Map<string, Readonly<Record<string, string>>>()
      const tried = endpointNames.map((name) => `/try?call=${name}`)
      const further = ["/phones?n=22660000001&n=22650000001&n=22670000001", "/control/payment?number=1", "/grades"]
      for (const path of [...pages, ...further, ...tried]) {
        for (const { act, fields } of formsOf((yield* ask(path)).text))
          if (act !== "reset") found.set(`${act} ${fields["call"] ?? ""}`.trim(), fields)
      }
      assert.isAtLeast(found.size, 15)
      for (const text of hostileTexts) {
        for (const fields of found.values()) {
          const own = new Set(fields["act"] === "try" ? ["act", "page", "call", "back"] : ["act", "page"])
          const filled = Object.entries(fields).map(([name, value]) => [name, own.has(name) ? value : text])
          const got = yield* submit({ ...Object.fromEntries(filled), body: text, [`header-${text}`]: text })
          if (telling.includes(text)) assert.notInclude(got.text, text)
        }
        const named = { n: text, number: text, lang: text, key: text, amountXof: text, phones: text }
        const query = new URLSearchParams({ ...named, invoiceToken: text, id: text }).toString()
        const called = "/try?call=confirmInvoice"
        for (const path of ["/phones", "/control/payment", "/", "/scenarios", "/control/callback", "/docs", called]) {
          const got = yield* ask(`${path}${path.includes("?") ? "&" : "?"}${query}`)
          if (telling.includes(text)) assert.notInclude(got.text, text, path)
        }
        const project = { ...found.get("team.AddProject"), id: text, name: text }
        yield* submit(Object.fromEntries(Object.entries(project).map(([name, value]) => [name, value ?? ""])))
        const rule = { ...found.get("faults.put"), id: text, usual: "slow", transactionId: text, phone: text }
        yield* submit(Object.fromEntries(Object.entries(rule).map(([name, value]) => [name, value ?? ""])))
      }
      const { misdeeds, page } = yield* entered(browser, served, { viewport: desktopSize })
      for (const path of ["/control/projects", "/control/faults", "/control", "/"]) {
        yield* Effect.promise(async () => {
          await page.goto(`${served.url}${path}`)
          assert.deepStrictEqual(await foreignMarkup(page), [], path)
        })
      }
      const shown = yield* Effect.promise(() =>
        page.goto(`${served.url}/control/projects`).then(() => page.locator("h2").count()),
      )
      assert.isAbove(shown, 150)
      assert.deepStrictEqual(misdeeds, [])
    }),
  )
})
