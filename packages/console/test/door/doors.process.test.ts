/** Signing in with a real browser, by password and at a real OpenID provider; roles, foreign forms and frames. */
import { afterAll, assert, beforeAll, describe, it as plainIt } from "@effect/vitest"
import {
  faultsOf,
  framed,
  hasBrowser,
  launchBrowser,
  phoneSize,
  pictured,
  refusedFrame,
  whySkipped,
} from "@cauri/house/browser"
import { freePort } from "@cauri/programs"
import { Effect, Redacted } from "effect"
import type { Browser } from "playwright-core"
import { servedBehind } from "../serving/browsing.ts"
import { foreignSite, opened } from "../serving/chromium.ts"
import { accounts, signsIn } from "./accounts.ts"
import { doubtfulPath, inShop, newPeople, secrets } from "./doors.ts"
import { client, startProvider } from "./provider.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inShop, plainIt.live)

let browser: Browser | undefined

describe.skipIf(!hasBrowser)(`doors in a browser${whySkipped}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it("let a person in by password, under their name, until they leave", function* () {
    const origin = yield* accounts
    for (const viewport of [phoneSize, { width: 1280, height: 800 }]) {
      const { faults, page } = yield* opened(browser, { javaScriptEnabled: true, viewport })
      yield* Effect.promise(async () => {
        await page.goto(`${origin}${doubtfulPath}`)
        assert.deepStrictEqual(await faultsOf(page), [], "the sign-in")
        await signsIn(page, "A. Colleague", "wrong")
        await page.getByRole("alert").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [], "a wrong password")
        await pictured(page, `sign-in-${viewport.width}`)
        await signsIn(page, "A. Colleague")
        await page.waitForURL(`${origin}${doubtfulPath}`)
        await page.goto(`${origin}${doubtfulPath}/completed`)
        assert.strictEqual(await page.getByLabel("Your name").count(), 0)
        await page.goto(`${origin}${doubtfulPath}`)
        assert.include(await page.locator("footer").innerText(), "Signed in as A. Colleague")
        assert.deepStrictEqual(await faultsOf(page), [], "a payment")
        await page.getByRole("button", { name: "Leave" }).click()
        await page.getByRole("button", { name: "Sign in" }).waitFor()
        await page.goto(`${origin}/`)
        assert.strictEqual(await page.getByRole("heading", { name: "Worklist" }).count(), 0)
      })
      assert.deepStrictEqual(faults, [])
    }
  })

  it("take no form of another site, and show in no frame of one", function* () {
    const origin = yield* accounts
    const form = `<form method="post" action="${origin}/leave"><button>Win</button></form>`
    const site = yield* foreignSite(form)
    const { page } = yield* opened(browser)
    yield* Effect.promise(async () => {
      await page.goto(`${origin}/`)
      await signsIn(page, "A. Colleague")
      await page.getByRole("heading", { name: "Worklist" }).waitFor()
      await page.goto(site)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === `${origin}/leave`),
        page.getByRole("button", { name: "Win" }).click(),
      ])
      assert.strictEqual(answer.status(), 403)
      assert.strictEqual((await page.goto(`${origin}/`))?.status(), 200, "still signed in")
      for (const path of ["/", "/enter"]) {
        assert.strictEqual(await framed(page, site, `${origin}${path}`), refusedFrame, path)
      }
    })
  })

  it("let a person in by an OpenID provider, and tell one without rights so", function* () {
    const { file, write } = yield* newPeople
    write({ "a.colleague@shop.example": { may: ["look"] } })
    const port = yield* freePort()
    const origin = `http://127.0.0.1:${port}`
    const issuer = yield* startProvider({ origin })
    yield* servedBehind(
      {
        _tag: "OpenId",
        origin: new URL(origin),
        peopleFile: file,
        proxies: [],
        secrets,
        issuer,
        clientId: client.clientId,
        clientSecret: Redacted.make(client.clientSecret),
        claim: "email",
      },
      port,
    )
    for (const [mail, heading] of [
      ["a.colleague@shop.example", "Worklist"],
      ["c.nobody@shop.example", "You have no rights here"],
    ] as const) {
      const { faults, page } = yield* opened(browser, { viewport: phoneSize })
      yield* Effect.promise(async () => {
        // The provider's own page asks for a font.
        await page.route(/^https:/, (route) => route.fulfill({ body: "" }))
        await page.goto(`${origin}/`)
        assert.deepStrictEqual(await faultsOf(page), [])
        await page.getByRole("link", { name: "Go to the sign-in" }).click()
        await page.locator("input[name=login]").fill(mail)
        await page.locator("input[name=password]").fill("any")
        await page.locator("button[type=submit]").click()
        await page.locator("button[type=submit]").click()
        await page.getByRole("heading", { name: heading }).waitFor()
        assert.strictEqual(page.url(), `${origin}/`)
        assert.include(await page.locator("body").innerText(), mail)
        assert.deepStrictEqual(await faultsOf(page), [])
      })
      const ours = faults.filter((fault) => !fault.startsWith("request https://fonts."))
      assert.deepStrictEqual(ours, [])
    }
  })
})
