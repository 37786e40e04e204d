/** The pages in a real browser: what people do there, on a phone's window and a desktop's, with a script and without. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, HashMap, type Scope } from "effect"
import type { Browser } from "playwright-core"
import { catalogue } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { Engine, factorOf } from "@cauri/simulator"
import { desktopSize, faultsOf, hasBrowser, phoneSize, pictured, startBrowser, whySkipped } from "@cauri/house/browser"
import { brokenIn, entered, headerHeight } from "./browser.ts"
import { call, livelySandbox, payin, startSandbox } from "./site.ts"

/** The pages that are looked at, by the name of their screenshots. */
const looks: ReadonlyArray<readonly [name: string, path: string]> = [
  ["home", "/"],
  ["phones", "/phones?n=22660000001&n=22650000001&n=22670000001&n=22640000001&n=22699000001"],
  ["payments", "/control"],
  ["callbacks", "/control/callbacks"],
  ["faults", "/control/faults"],
  ["projects", "/control/projects"],
  ["requests", "/control/requests"],
  ["scenarios", "/scenarios?amountXof=2500&phones=22660012345"],
  ["scenarios-refused", "/scenarios?amountXof=cher&phones=22660012345"],
  ["grades", "/grades"],
  ["try", "/try"],
  ["docs", "/docs"],
  ["sub-codes", "/wiki/createInvoice"],
  ["missing", "/control/payment?number=999"],
]

const promised = <A>(work: () => Promise<A>) => Effect.promise(work)

const withBrowser = <A>(body: (browser: Browser) => Effect.gen.Return<A, unknown, Scope.Scope>) =>
  Effect.flatMap(startBrowser, (browser) => Effect.gen(() => body(browser)))

describe.skipIf(!hasBrowser)(`the pages in a browser${whySkipped}`, () => {
  for (const language of ["fr", "en"] as const) {
    it.live(
      `fit a phone and a desk in ${language}, without a violation of axe-core, under 60 KB, from one origin`,
      () =>
        withBrowser(function* (browser) {
          const { engine, hosted, served } = yield* livelySandbox
          const { bytesOf, misdeeds, page } = yield* entered(browser, served, { locale: language })
          const { callbackLog, invoices } = yield* engine.state
          const payments = [...HashMap.values(invoices)].map(({ number }) => `/control/payment?number=${number}`)
          const callback = `/control/callback?id=${callbackLog[0]?.post.id}`
          const visits: ReadonlyArray<readonly [name: string, visit: () => Promise<unknown>]> = [
            ...[...looks, ["payment", payments.at(0) ?? ""], ["callback", callback], ["hosted", hosted]].map(
              ([name = "", path = ""]) =>
                [name, () => page.goto(path.startsWith("http") ? path : `${served.url}${path}`)] as const,
            ),
            [
              "tried",
              async () => {
                await page.goto(`${served.url}/try`)
                await page.getByLabel("Apikey").fill("wrong")
                await page.getByRole("button", { name: tools[language].sandbox.send }).click()
                await page.locator("#outcome").waitFor()
              },
            ],
            [
              "locked",
              async () => {
                await page.context().clearCookies()
                await page.goto(`${served.url}/control`)
              },
            ],
          ]
          for (const [name, visit] of visits) {
            yield* promised(async () => {
              // What comes later keeps the page up to date.
              const loaded = await bytesOf(visit)
              assert.strictEqual(await page.locator("html").getAttribute("lang"), language, name)
              for (const each of await page.locator("summary").all()) await each.click()
              for (const viewport of [phoneSize, desktopSize]) {
                await page.setViewportSize(viewport)
                await pictured(page, `${name}-${language}-${viewport.width}`)
                assert.deepStrictEqual(await faultsOf(page), [], `${name} ${viewport.width}`)
              }
              assert.isAbove(loaded, 500, name)
              assert.isBelow(loaded, 60 * 1_024, name)
              assert.include((await page.textContent("header")) ?? "", "Sandbox", name)
            })
          }
          assert.deepStrictEqual(misdeeds, [])
        }),
    )
  }

  it.live("break no button's label, and keep a navigation of two lines at most where it is, from page to page", () =>
    withBrowser(function* (browser) {
      const { served } = yield* livelySandbox
      for (const language of ["fr", "en"] as const) {
        const { page } = yield* entered(browser, served, { locale: language })
        for (const viewport of [{ width: 390, height: 844 }, desktopSize]) {
          yield* promised(async () => {
            await page.setViewportSize(viewport)
            const heights = new Set<number>()
            for (const [name, path] of looks) {
              if (name === "sub-codes") continue
              await page.goto(`${served.url}${path}`)
              assert.deepStrictEqual(await brokenIn(page), [], `${name} ${language} ${viewport.width}`)
              heights.add(await headerHeight(page))
            }
            assert.strictEqual(heights.size, 1, `${language} ${viewport.width}: ${[...heights].join(", ")}`)
          })
        }
      }
    }),
  )

  it.live("show a customer's prompt as it comes, take the PIN, and show the payment completed elsewhere", () =>
    withBrowser(function* (browser) {
      const served = yield* startSandbox()
      const customer = yield* entered(browser, served)
      const team = yield* entered(browser, served, { viewport: desktopSize })
      yield* promised(() => customer.page.goto(`${served.url}/phones?n=22660000001`))
      yield* promised(() => team.page.goto(`${served.url}/control`))
      yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
      yield* promised(() => team.page.getByRole("link", { name: "order-1" }).waitFor())
      yield* promised(async () => {
        await customer.page.getByText("Librairie du Port").waitFor()
        await customer.page.getByLabel("Code secret").fill("1234")
        await customer.page.getByRole("button", { name: "Confirmer" }).click()
      })
      yield* promised(() => team.page.getByText("completed").first().waitFor())
      yield* promised(() => customer.page.getByText("4 995 800 F CFA").waitFor())
      assert.deepStrictEqual([...customer.misdeeds, ...team.misdeeds], [])
    }),
  )

  /** A phone that is asked for a PIN, and what begins the next look at the page and ends when the page has looked. */
  const askedPhone = Effect.fnUntraced(function* (browser: Browser) {
    const served = yield* startSandbox()
    const { page } = yield* entered(browser, served)
    yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
    yield* promised(() => page.goto(`${served.url}/phones?n=22660000001`))
    const somethingHappens = Effect.gen(function* () {
      // Asked for before anything happens: it may come before the next line is reached.
      const renewed = page.waitForResponse((response) => response.url().includes("/phones"))
      yield* call(served, "createDirectInvoice", payin("order-2", "22660000001"))
      yield* promised(async () => {
        await (await renewed).finished()
        // Behind the look at the page, which was answered before this is asked.
        await page.evaluate("fetch(location.href).then((answer) => answer.text())")
      })
    })
    return { page, somethingHappens, pin: page.getByLabel("Code secret").first() }
  })

  it.live("leave a person who is typing alone, and what was typed, while something happens", () =>
    withBrowser(function* (browser) {
      for (const place of ["in the field", "elsewhere"]) {
        const { page, pin, somethingHappens } = yield* askedPhone(browser)
        yield* promised(() => pin.fill("12"))
        if (place === "elsewhere") yield* promised(() => page.getByRole("heading", { level: 1 }).click())
        yield* somethingHappens
        assert.strictEqual(yield* promised(() => pin.inputValue()), "12", place)
      }
    }),
  )

  it.live("take what was typed although something happens between the press of a button and its release", () =>
    withBrowser(function* (browser) {
      const { page, pin, somethingHappens } = yield* askedPhone(browser)
      yield* promised(async () => {
        await pin.fill("1234")
        await page.getByRole("button", { name: "Confirmer" }).first().hover()
        await page.mouse.down()
      })
      yield* somethingHappens
      yield* promised(async () => {
        await page.mouse.up()
        await page.getByText("4 995 800 F CFA").waitFor()
      })
    }),
  )

  it.live("show what happened while a button was pressed that does nothing", () =>
    withBrowser(function* (browser) {
      const { page, somethingHappens } = yield* askedPhone(browser)
      yield* promised(async () => {
        await page.getByRole("heading", { level: 1 }).hover()
        await page.mouse.down()
      })
      yield* somethingHappens
      const asked = page.getByRole("group", { name: "Demande de paiement" })
      assert.strictEqual(yield* promised(() => asked.count()), 1)
      yield* promised(async () => {
        await page.mouse.up()
        await asked.nth(1).waitFor()
      })
    }),
  )

  it.live("work without a script: a code by SMS read on the phone, an operator who decides, a fault switched on", () =>
    withBrowser(function* (browser) {
      const served = yield* startSandbox()
      const engine = Context.get(served.services, Engine)
      const { page } = yield* entered(browser, served, { javaScriptEnabled: false })
      yield* call(served, "createDirectInvoice", payin("order-1", "22650000001"))
      yield* promised(async () => {
        await page.goto(`${served.url}/phones?n=22650000001`)
        const message = (await page.locator(".messages li").first().textContent()) ?? ""
        await page.getByLabel("Code USSD").fill(/\*555\*4\*[0-9]+#/.exec(message)?.[0] ?? "none")
        await page.getByLabel("Code secret").fill("1234")
        await page.getByRole("button", { name: "Appeler" }).click()
        // The form's answer is there, so nothing else is on its way to this window.
        await page.getByText("4 995 800 F CFA").waitFor()
      })
      yield* call(served, "createDirectInvoice", payin("order-2", "22660000001"))
      yield* promised(async () => {
        await page.goto(`${served.url}/control`)
        await page.getByRole("link", { name: "order-2" }).click()
        await page.getByRole("button", { name: "notcompleted" }).click()
        await page.getByRole("button", { name: "Contester" }).waitFor()
        await page.goto(`${served.url}/control/faults`)
        await page.getByRole("button", { name: "Activer\u00A0: Notifications perdues" }).click()
        await page.getByRole("button", { name: "Désactiver\u00A0: Notifications perdues" }).waitFor()
      })
      const { faultRules, invoices } = yield* engine.state
      assert.deepStrictEqual([...HashMap.values(invoices)].map(({ status }) => status).toSorted(), [
        "completed",
        "notcompleted",
      ])
      assert.deepStrictEqual(
        faultRules.map(({ id }) => id),
        ["callback-lost"],
      )
    }),
  )

  it.live("move the time of one project and of one payment, and say at the field what is wrong with a pace", () =>
    withBrowser(function* (browser) {
      const served = yield* startSandbox()
      const engine = Context.get(served.services, Engine)
      const { misdeeds, page } = yield* entered(browser, served, { viewport: desktopSize, locale: "en-GB" })
      // The owner of this number pays after two days.
      yield* call(served, "createDirectInvoice", payin("order-1", "22660000096"))
      yield* promised(async () => {
        await page.goto(`${served.url}/phones?n=22660000096&n=abc`)
        await page.locator(".wrong").waitFor()
        await page.getByText("Magic number:").waitFor()
        await page.goto(`${served.url}/control/projects`)
        await page.getByText("Time of this project").click()
        await page.getByLabel("Pace").fill("fast")
        await page.getByRole("button", { name: "Set", exact: true }).click()
        await page.getByText(tools.en.sandbox.wrong_fields.factor).waitFor()
        assert.strictEqual(await page.getByLabel("Pace").inputValue(), "fast")
        await page.getByRole("link", { name: catalogue.en.simulatorRefusals.bad_form }).click()
        await page.getByRole("button", { name: "Stop the time" }).click()
        await page.getByText("Time of this project").click()
        await page.getByRole("button", { name: "Let time run" }).waitFor()
        await page.goto(`${served.url}/control/payment?number=1`)
        await page.getByRole("button", { name: /^\+ 3.d$/ }).click()
        await page.getByText("completed", { exact: true }).first().waitFor()
      })
      const { projects } = yield* engine.state
      assert.strictEqual(factorOf(yield* engine.state, projects[0]?.id ?? ""), 0)
      assert.deepStrictEqual(misdeeds, [])
    }),
  )
})
