/** Several people before one console, each signed in with a password in a browser of their own: four eyes, roles, and what other sites try. */
import { afterAll, assert, beforeAll, describe, it as plainIt } from "@effect/vitest"
import { desktopSize, faultsOf, hasBrowser, launchBrowser, phoneSize, pictured, whySkipped } from "@cauri/house/browser"
import { Effect, Layer, type Scope } from "effect"
import type { Browser, Page } from "playwright-core"
import { Payouts, Review, Worker } from "@cauri/core"
import { layerDeedRecords, recordReveal } from "../../src/deeds/recordDeed.ts"
import { foreignSite, opened } from "../serving/chromium.ts"
import { layerWorld, newScript, payout, type Script, storedPayment, type WorldServices } from "../serving/world.ts"
import { accounts, signsIn } from "./accounts.ts"
import { password } from "./doors.ts"
import { itWithin } from "@cauri/house/it"

let browser: Browser | undefined

const approvers = ["A. Colleague", "E. Colleague"]
const approvals = { payoutsAbove: 100_000, afterRestore: true, approvers }
// The worker leaves a new payout to its caller for a while; here it sends at once, however fast the pages are.
const policy = { approvals, worker: { patience: 0 } }
const path = "/payments/payout/shop/salary-1"
const reason = "The salaries of May."

/** A shop whose large payouts need two people. */
const inStrictShop = (body: (script: Script) => Effect.Effect<void, unknown, WorldServices | Scope.Scope>) => {
  const script = newScript()
  const world = Layer.provideMerge(layerDeedRecords, layerWorld(script, true, undefined, policy))
  return Effect.scoped(body(script)).pipe(Effect.provide(world))
}

const it = itWithin(inStrictShop, plainIt.live)

/** Opens a browser of their own for a person, who signs in. */
const signedIn = Effect.fnUntraced(function* (origin: string, name: string) {
  const { faults, page } = yield* opened(browser)
  yield* Effect.promise(async () => {
    await page.goto(`${origin}/`)
    await signsIn(page, name)
    await page.getByRole("heading", { name: "Worklist" }).waitFor()
  })
  return { page, faults }
})

const sends = async (page: Page, button: string, fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByRole("button", { name: button }).click()
}

const statusOf = (page: Page) => page.getByRole("status").innerText()
const problemOf = (page: Page) => page.getByRole("alert").innerText()

describe.skipIf(!hasBrowser)(`two people in two browsers${whySkipped}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it("let a large payout go: one requests it, the other reads what it rests on and approves it, and it leaves once", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    const state = Effect.map(storedPayment("payout", "salary-1"), (payment) => payment.state._tag)
    const origin = yield* accounts
    const one = yield* signedIn(origin, "A. Colleague")
    const other = yield* signedIn(origin, "E. Colleague")
    yield* Effect.promise(async () => {
      const { page } = one
      await page.goto(`${origin}${path}`)
      await page.getByRole("link", { name: "Release" }).click()
      assert.include(await page.locator("main").innerText(), "another person approves it")
      await sends(page, "Request it", { Reason: reason, "Amount, typed again": "145 000" })
      assert.include(await statusOf(page), "Another person must approve it.")
      const request = page.getByRole("region", { name: "Waits for a second person" })
      assert.include(await request.innerText(), "Requested by A. Colleague.")
      assert.deepStrictEqual(await faultsOf(page), [], "requested")
      await page.goto(`${origin}${path}/approve`)
      await sends(page, "Record the decision", { "Amount, typed again": "145000" })
      assert.include(await problemOf(page), "another person must approve it")
    })
    assert.strictEqual(yield* state, "held")
    yield* (yield* Worker).runOnce
    assert.strictEqual(script.created, 0)
    yield* Effect.promise(async () => {
      const { page } = other
      await page.goto(`${origin}/?list=held`)
      assert.include(await page.getByRole("row", { name: /salary-1/ }).innerText(), "waits for a second person")
      await page.getByRole("link", { name: "salary-1" }).click()
      await page.getByRole("link", { name: "Approve" }).click()
      const request = await page.getByRole("region", { name: "Waits for a second person" }).innerText()
      for (const part of ["A. Colleague", reason, "145,000", "two people above 100,000", "E. Colleague"]) {
        assert.include(request.replaceAll("\u00A0", " "), part)
      }
      assert.match(request, /Digest of what is shown\s+[0-9a-f]{16}/)
      const consequences = await page.getByRole("region", { name: "What this decision does" }).innerText()
      assert.include(consequences, "It leaves at the next run")
      assert.deepStrictEqual(await faultsOf(page), [], "approve")
      await sends(page, "Record the decision", { "Amount, typed again": "145000" })
      assert.include(await statusOf(page), "approved")
      const deeds = await page.getByRole("region", { name: "Who did what, from where" }).innerText()
      // The approval of one's own request was refused, and is no deed.
      assert.deepStrictEqual(deeds.match(/^.*Colleague.*$/gm), [
        "Approve by E. Colleague · from 127.0.0.1",
        "Request by A. Colleague · from 127.0.0.1",
      ])
      await page.goto(`${origin}${path}/approve`)
      assert.include(await problemOf(page), "does not allow this decision")
    })
    yield* (yield* Worker).runOnce
    yield* (yield* Worker).runOnce
    assert.strictEqual(script.created, 1)
    assert.deepStrictEqual([...one.faults, ...other.faults], [])
  })

  it("show decisions to those who may take them, and tell the others which right is missing", function* () {
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    yield* (yield* Review).pause("payouts", "A. Colleague", "Maintenance.")
    const origin = yield* accounts
    const { faults, page } = yield* signedIn(origin, "B. Colleague")
    yield* Effect.promise(async () => {
      for (const shown of ["/", "/?list=all", "/day", "/figures", "/pauses", "/find?id=145000", path]) {
        await page.goto(`${origin}${shown}`)
        // The way out is the only form that sends anything.
        assert.deepStrictEqual(await page.locator("form[method=post]").allInnerTexts(), ["Leave"], shown)
        assert.strictEqual(await page.getByRole("checkbox").count(), 0, shown)
      }
      for (const [asked, right] of [
        [`${path}/release`, "“release” (let money leave)"],
        [`${path}/cancel`, "“decide” (take decisions)"],
        [`${path}/approve`, "“approve” (approve what another person requested)"],
        [`${path}/reveal`, "“reveal” (see what is masked)"],
        ["/pauses/resume?scope=payouts", "“release” (let money leave)"],
        ["/together?act=cancel", "“decide” (take decisions)"],
      ] as const) {
        const answer = await page.goto(`${origin}${asked}`)
        assert.strictEqual(answer?.status(), 403, asked)
        assert.include(await page.locator("main").innerText(), right, asked)
      }
      assert.deepStrictEqual(await faultsOf(page), [])
      await pictured(page, "not-allowed")
    })
    assert.deepStrictEqual(faults, [])
  })

  it("come to the page that they asked for, and say nothing of which part of a sign-in was wrong", function* () {
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    const origin = yield* accounts
    const { faults, page } = yield* opened(browser)
    yield* Effect.promise(async () => {
      const asked = `${origin}${path}/release?language=fr`
      await page.goto(asked)
      await page.getByRole("link", { name: "English" }).click()
      const problems: Array<string> = []
      for (const [name, typed] of [
        ["A. Colleague", "wrong"],
        ["X. Colleague", "wrong"],
      ] as const) {
        await signsIn(page, name, typed)
        problems.push(await problemOf(page))
        assert.strictEqual(await page.getByLabel("Password").inputValue(), "")
      }
      assert.strictEqual(new Set(problems).size, 1)
      await signsIn(page, "A. Colleague")
      await page.getByRole("heading", { name: "Release" }).waitFor()
      assert.strictEqual(page.url(), `${origin}${path}/release`)
      await page.getByRole("button", { name: "Leave" }).click()
      await page.getByRole("button", { name: "Sign in" }).waitFor()
      await page.goBack()
      assert.strictEqual(await page.getByRole("button", { name: "Request it" }).count(), 0, "nothing is kept")
      await page.goto(`${origin}/`)
      for (let tries = 0; tries < 5; tries++) {
        await signsIn(page, "E. Colleague", "wrong")
        assert.include(await problemOf(page), "Type both again")
      }
      await signsIn(page, "E. Colleague")
      assert.include(await problemOf(page), "Wait a minute")
      await page.goto(`${origin}/?list=all`)
      assert.strictEqual(await page.getByRole("table").count(), 0)
    })
    assert.deepStrictEqual(
      faults.filter((fault) => !fault.includes("429")),
      [],
    )
  })

  it("decide nothing by a form of another site, or of another port that the browser gives the cookie to", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1", 45_000))
    yield* (yield* Payouts).create(payout("salary-2", 45_000))
    const twin = "/payments/payout/shop/salary-2"
    const origin = yield* accounts
    const { page } = yield* signedIn(origin, "A. Colleague")
    const decided = { asOf: "", reason, amount: "45000" }
    decided.asOf = yield* Effect.promise(async () => {
      await page.goto(`${origin}${twin}/release`)
      return await page.locator("input[name=asOf]").inputValue()
    })
    const fields = Object.entries(decided).map(([name, value]) => `<input name="${name}" value="${value}">`)
    const forms = ["/release", "/cancel"].map(
      (act) => `<form method="post" action="${origin}${twin}${act}">${fields.join("")}<button>Win</button></form>`,
    )
    const site = yield* foreignSite(forms.join(""))
    // Cookies know no ports: a program on another port of this machine is the same site, and another origin.
    for (const [address, hasCookie] of [
      [site, false],
      [site.replace("localhost", "127.0.0.1"), true],
    ] as const) {
      for (const index of [0, 1]) {
        yield* Effect.promise(async () => {
          await page.goto(address)
          const [answer] = await Promise.all([
            page.waitForResponse((response) => response.request().method() === "POST"),
            page.getByRole("button", { name: "Win" }).nth(index).click(),
          ])
          assert.strictEqual(answer.status(), 403)
          const { cookie = "" } = await answer.request().allHeaders()
          assert.strictEqual(cookie.includes("cauri-console-session"), hasCookie, address)
        })
        assert.strictEqual((yield* storedPayment("payout", "salary-2")).state._tag, "held")
      }
    }
    yield* Effect.promise(async () => {
      await page.goto(`${origin}${twin}/release`)
      await sends(page, "Record the decision", { Reason: reason, "Amount, typed again": "45000" })
      await page.getByRole("status").waitFor()
    })
    assert.strictEqual((yield* storedPayment("payout", "salary-2")).state._tag, "intended", "the same form of ours")
    assert.strictEqual(script.created, 1)
  })

  /** What only people who sign in see, and what waits for a second person. */
  const peoplesPages: Readonly<Record<string, string>> = {
    "request-held": "/?list=held",
    request: path,
    approve: `${path}/approve`,
    withdraw: `${path}/withdraw`,
    "release-requested": `${path}/release`,
    pauses: "/pauses",
    "pauses-resume": "/pauses/resume?scope=payouts",
  }

  for (const viewport of [phoneSize, desktopSize]) {
    for (const [language, colorScheme] of [
      ["en", "light"],
      ["fr", "dark"],
    ] as const) {
      const { width } = viewport
      it(`have pages that fit a window ${width} wide and are accessible, in ${language} and ${colorScheme}`, function* () {
        const review = yield* Review
        const requested = { by: "A. Colleague", reason }
        yield* review.restored("A. Colleague", "Backup of 3 May.")
        const { key, seq } = (yield* (yield* Payouts).create(payout("salary-1", 145_000))).payment
        yield* recordReveal(key, { ...requested, from: "127.0.0.1" })
        yield* review.request(key, { ...requested, decision: "release", evidence: "", asOf: seq })
        const origin = yield* accounts
        const { faults, page } = yield* opened(browser, { viewport, colorScheme })
        const looked = async (name: string) => {
          await pictured(page, `${name}-${width}-${language}-${colorScheme}`)
          assert.deepStrictEqual(await faultsOf(page), [], name)
        }
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/enter?language=${language}`)
          await looked("sign-in")
          await page.locator("main button").click()
          await page.getByRole("alert").waitFor()
          await looked("sign-in-refused")
          await page.locator("input[name=name]").fill("E. Colleague")
          await page.locator("input[name=password]").fill(password)
          await page.locator("main button").click()
          await page.waitForURL(`${origin}/`)
          for (const [name, address] of Object.entries(peoplesPages)) {
            const answer = await page.goto(`${origin}${address}`)
            assert.strictEqual(answer?.status(), 200, name)
            assert.include(await page.locator("footer").innerText(), "E. Colleague", name)
            await looked(name)
          }
        })
        assert.deepStrictEqual(faults, [])
      })
    }
  }
})
