/**
 * The pages in a real browser: a payment in doubt is resolved from end to end, every page is looked at in a narrow and in a wide
 * window, in both languages and in light and dark, and none of them does what it may not do.
 */
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it as plainIt } from "@effect/vitest"
import {
  desktopSize,
  faultsOf,
  foreignMarkup,
  hasBrowser,
  illFitting,
  launchBrowser,
  phoneSize,
  pictured,
  whySkipped,
} from "@cauri/house/browser"
import { runBatches } from "@cauri/batches"
import { Clock, Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { tools } from "@cauri/catalogue/tools"
import { PaymentStore } from "@cauri/core"
import { temporaryFolder, spawnApp, waitUntil } from "@cauri/programs"
import { layer as layerStore } from "@cauri/store-sqlite"
import { dayOf } from "../../src/words/days.ts"
import { hostile } from "./hostile.ts"
import { foreignSite, opened } from "./chromium.ts"
import { afterWeek, entered, inWeek, weekPages } from "./week.ts"
import { keyOf, layerWorld, newScript, storedPayment } from "./world.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWeek, plainIt.live)

let browser: Browser | undefined

const decision = {
  "Your name": "A colleague",
  Reason: "The service confirmed by letter that the transfer was executed.",
  Evidence: "Letter of the service of 20 November, reference 2026-118.",
}

/** Resolves the oldest payout in doubt as a person does, with one slip on the way. */
const resolves = async (page: Page, shot: (name: string) => Promise<void>) => {
  await page.getByRole("link", { name: "salary-2026-w46-003" }).click()
  await page.getByRole("heading", { name: /Payout shop\/salary-2026-w46-003/ }).waitFor()
  await page.getByRole("link", { name: "Decide: completed" }).click()
  for (const [label, text] of Object.entries(decision)) await page.getByLabel(label).fill(text)
  await page.getByLabel("Amount, typed again").fill("154000")
  await page.getByRole("button", { name: "Record the decision" }).click()
  await page.getByRole("alert").waitFor()
  await shot("refused")
  assert.strictEqual(await page.getByLabel("Evidence").inputValue(), decision.Evidence)
  await page.getByLabel("Amount, typed again").fill("145 000")
  await page.getByRole("button", { name: "Record the decision" }).click()
  assert.include(await page.getByRole("status").innerText(), "is saved")
  assert.strictEqual(await page.locator(".head .pill").innerText(), "Completed")
  await shot("resolved")
  await page.getByRole("link", { name: "Worklist", exact: true }).click()
  await page.getByRole("heading", { name: "Worklist" }).waitFor()
  assert.strictEqual(await page.getByRole("link", { name: "salary-2026-w46-003" }).count(), 0)
}

/** A text as one cell of a statement. */
const cellText = (text: string): string => text.replaceAll(/[\r\n;"\uFFFD]/g, " ").slice(0, 300)

/** Uploads a statement with hostile texts in its lines and its name, corrects its form, imports it, and compares. */
const importsStatement = async (page: Page, address: string, language: "en" | "fr", today: string) => {
  const { statementPages: words, console: own } = tools[language]
  const looked = async (name: string) => {
    assert.deepStrictEqual(await foreignMarkup(page, { scripts: 0 }), [], name)
    await pictured(page, `statement-${name}-${page.viewportSize()?.width}-${language}`)
    assert.deepStrictEqual(await faultsOf(page), [], name)
  }
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  await page.goto(address)
  await page.getByRole("button").first().click()
  const { origin } = new URL(address)
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/statements`)
  await looked("none")
  const rows = hostile.map(
    (text, index) => `${today} 00:0${index % 10}:00;payout;${index + 1};70000009;${cellText(text)}`,
  )
  const header = "time;kind;amount;number;reference"
  const paid = `${today} 00:00:00;payout;18500;22670000008;refund`
  const importing = async (...lines: ReadonlyArray<string>) => {
    await page.getByLabel(words.file).setInputFiles({
      name: `${cellText(hostile[0] ?? "").replaceAll("/", "-")} <img src=x onerror=alert(1)>.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from([header, paid, ...rows, ...lines].join("\n")),
    })
    await press(words.import)
  }
  await page.getByLabel(words.project).fill("shop")
  await page.getByLabel(own.decision.by).fill("A colleague")
  await page.getByLabel(own.decision.reason).fill("<script>alert(1)</script>")
  await importing(`${today} 01:00:00;payout;9,50;7;bad`)
  await page.getByRole("alert").waitFor()
  await looked("refused")
  await importing()
  await page.getByRole("status").waitFor()
  await looked("list")
  await page.getByRole("status").getByRole("link", { name: words.compare }).click()
  await page.getByRole("heading", { name: words.compareTitle }).waitFor()
  await looked("compared")
  await page.getByRole("link", { name: words.comparison.all }).click()
  await page.getByRole("link", { name: words.comparison.whole }).waitFor()
  await looked("theirs")
  // Without balances a statement covers no day: the page of the day shows no sums of it.
  await page.goto(`${origin}/day?day=${today}`)
  assert.strictEqual(await page.getByRole("heading", { name: words.day.title }).count(), 0)
  await looked("day")
}

/** Checks a list with hostile texts in it, keeps it, starts it, and looks at it while it is sent and afterwards. */
const bringsBatch = async (page: Page, address: string, language: "en" | "fr") => {
  const { batches: words, console: own, statementPages } = tools[language]
  const looked = async (name: string) => {
    assert.deepStrictEqual(await foreignMarkup(page, { scripts: 0 }), [], name)
    await pictured(page, `batch-${name}-${page.viewportSize()?.width}-${language}`)
    assert.deepStrictEqual(await faultsOf(page), [], name)
  }
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const signs = async () => {
    await page.getByLabel(own.decision.by).fill("A colleague")
    await page.getByLabel(own.decision.reason).fill("<script>alert(1)</script>")
  }
  await page.goto(address)
  await page.getByRole("button").first().click()
  const { origin } = new URL(address)
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/batches`)
  await looked("none")
  await press(words.check)
  await page.getByRole("alert").waitFor()
  await looked("refused")
  const rows = hostile.map((text, index) => `h${index};7000${index};${index + 1};${cellText(text)}`)
  const good = Array.from({ length: 30 }, (_, index) => `l${index};+226 75 00 00 ${index + 10};1 ${index + 100} F CFA;`)
  await page.getByLabel(words.id, { exact: true }).fill("may")
  await page.getByLabel(statementPages.project).fill("shop")
  await page.getByLabel(words.description).fill("Salary")
  await page.getByLabel(words.file, { exact: true }).setInputFiles({
    name: "<img src=x onerror=alert(1)>.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["id;numéro;montant;motif", ...good, ...rows].join("\n")),
  })
  await signs()
  await press(words.check)
  await page.getByRole("heading", { name: words.preview("may") }).waitFor()
  await looked("preview")
  await press(words.keep)
  await page.getByRole("status").waitFor()
  await looked("kept")
  await signs()
  await press(words.acts.start)
  await page.getByRole("button", { name: words.acts.pause }).or(page.getByText(words.states.sent)).first().waitFor()
  await looked("sending")
  await page.goto(`${origin}/batches`)
  await page.getByRole("link", { name: "shop/may" }).waitFor()
  await looked("list")
}

describe.skipIf(!hasBrowser)(`pages in a browser${whySkipped}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  for (const viewport of [phoneSize, desktopSize]) {
    const { width } = viewport
    it(`resolve a payment in doubt from end to end in a window ${width} wide, without a script`, function* (address) {
      const { faults, page } = yield* opened(browser, { viewport, javaScriptEnabled: false })
      yield* Effect.promise(async () => {
        await entered(page, address)
        await resolves(page, async (name) => {
          await pictured(page, `${name}-${width}`)
          assert.deepStrictEqual(await illFitting(page), [], name)
        })
      })
      const found = yield* (yield* PaymentStore).find(keyOf("payout", "salary-2026-w46-003"))
      assert.strictEqual(found?.payment.state._tag, "completed")
      assert.deepStrictEqual(faults, [])
    })

    for (const [language, colorScheme] of [
      ["en", "light"],
      ["fr", "dark"],
    ] as const) {
      it(`fit a window ${width} wide and are accessible, in ${language} and ${colorScheme}`, function* (address) {
        const { faults, page } = yield* opened(browser, { viewport, colorScheme })
        yield* Effect.promise(async () => {
          await page.goto(`${address}?language=${language}`)
          assert.deepStrictEqual(await faultsOf(page), [], "the door")
          const { origin } = new URL(address)
          await page.getByRole("button").first().click()
          // The door has a heading as well.
          await page.waitForURL(`${origin}/`)
          for (const [name, path] of Object.entries(weekPages)) {
            await page.goto(`${origin}${path}`)
            await pictured(page, `${name}-${width}-${language}-${colorScheme}`)
            assert.deepStrictEqual(await faultsOf(page), [], name)
          }
        })
        assert.deepStrictEqual(faults, [])
      })
    }
  }

  for (const viewport of [phoneSize, desktopSize]) {
    for (const language of ["en", "fr"] as const) {
      const { width } = viewport
      it(`import and compare a statement in a window ${width} wide, in ${language}, with hostile texts in it`, function* (address) {
        const { faults, page } = yield* opened(browser, { viewport, javaScriptEnabled: true })
        const today = dayOf(yield* Clock.currentTimeMillis)
        yield* Effect.promise(() => importsStatement(page, `${address}?language=${language}`, language, today))
        const found = yield* (yield* PaymentStore).find(keyOf("payout", "refund-order-0998"))
        assert.strictEqual(found?.payment.state._tag, "in_doubt")
        assert.deepStrictEqual(faults, [])
      })
    }
  }

  for (const viewport of [phoneSize, desktopSize]) {
    for (const language of ["en", "fr"] as const) {
      it(`check, keep and start a batch in a window ${viewport.width} wide, in ${language}`, function* (address) {
        const { faults, page } = yield* opened(browser, { viewport, javaScriptEnabled: true })
        yield* Effect.promise(() => bringsBatch(page, `${address}?language=${language}`, language))
        yield* Effect.forkScoped(runBatches)
        const store = yield* PaymentStore
        const isSent = Effect.map(store.find(keyOf("payout", "may_l29")), (record) => record?.payment.state._tag)
        yield* waitUntil(isSent, (state) => state === "pending")
        assert.isNull(yield* store.find(keyOf("payout", "may_h1")))
        assert.deepStrictEqual(faults, [])
      })
    }
  }

  it("show nothing inside a frame of another site, and take no form from it", function* (address) {
    const { page } = yield* opened(browser)
    const origin = yield* Effect.promise(() => entered(page, address))
    const target = `${origin}/payments/payout/shop/salary-2026-w47-003b/cancel`
    const other = yield* foreignSite(
      `<iframe src="${origin}/"></iframe><form method="post" action="${target}"><input name="by" value="x"><input name="asOf" value="2"><button>win</button></form>`,
    )
    yield* Effect.promise(async () => {
      await page.goto(other)
      const frame = page.frames().find((each) => each !== page.mainFrame())
      // Neither the worklist nor the door, which is what a browser without our cookie would be shown.
      assert.notMatch((await frame?.content()) ?? "", /Cauri/)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === target),
        page.getByRole("button", { name: "win" }).click(),
      ])
      assert.strictEqual(answer.status(), 403)
    })
    const found = yield* (yield* PaymentStore).find(keyOf("payout", "salary-2026-w47-003b"))
    assert.strictEqual(found?.payment.state._tag, "held")
  })

  it("are gone through with the keyboard: past the navigation, to a payment, into its form, and to the record", function* (address) {
    const { page } = yield* opened(browser)
    yield* Effect.promise(async () => {
      const origin = await entered(page, address)
      const focused = () =>
        page.evaluate<string>("document.activeElement.textContent.trim() || document.activeElement.id")
      await page.goto(`${origin}/`)
      await page.keyboard.press("Tab")
      assert.strictEqual(await focused(), "Skip to the content")
      await page.keyboard.press("Enter")
      const order: Array<string> = []
      const lists = ["Unknown outcome 3", "Flagged 2", "Overdue", "Held 1", "All"]
      for (let index = 0; index < 12; index++) {
        await page.keyboard.press("Tab")
        order.push(await focused())
      }
      assert.deepStrictEqual(
        order.map((text) => text.replaceAll(/\s+/g, " ")),
        ["id", "Find", ...lists, "Filters", "Most money first", "Oldest first", "", "salary-2026-w46-003"],
      )
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: /Payout/ }).waitFor()
      // Nothing but Tab, Enter and letters until the decision is on record.
      const tabsTo = async (text: string) => {
        for (let tabs = 0; tabs < 40 && (await focused()) !== text; tabs++) {
          await page.keyboard.press("Tab")
          const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle")
          assert.notStrictEqual(outline, "none", await focused())
        }
        assert.strictEqual(await focused(), text)
      }
      await tabsTo("Decide: completed")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Decide: completed" }).waitFor()
      await tabsTo("by")
      const answers = ["A colleague", "The service confirmed it.", "Letter 12", "145000"]
      for (const [index, id] of ["by", "reason", "evidence", "amount"].entries()) {
        assert.strictEqual(await focused(), id)
        await page.keyboard.type(answers[index] ?? "")
        await page.keyboard.press("Tab")
      }
      assert.strictEqual(await focused(), "Record the decision")
      await page.keyboard.press("Enter")
      assert.include(await page.getByRole("status").innerText(), "is saved")
      assert.include(await page.getByRole("region", { name: "Timeline" }).innerText(), "Letter 12")
    })
  })

  it("take each decision by the form that its page shows", function* (address) {
    const { faults, page } = yield* opened(browser)
    const taken = [
      ["payout/shop/salary-2026-w46-003", "Decide: not executed, send again", "intended"],
      ["payout/shop/refund-order-0998", "Decide: completed", "completed"],
      ["payout/shop/salary-2026-w47-003b", "Release", "intended"],
      ["payout/shop/salary-2026-w47-003b", "Cancel", "cancelled"],
      ["payin/shop/order-1046", "Close a flag", "pending"],
      ["payout/shop/supplier-771", "Ask the service now", "pending"],
    ] as const
    const origin = yield* Effect.promise(() => entered(page, address))
    for (const [of, name, state] of taken) {
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/payments/${of}`)
        const amount = (await page.locator(".sum").innerText()).replaceAll(/\D/g, "")
        const offers = page.getByRole("region", { name: "What can be decided" })
        await offers.getByRole("link", { name, exact: true }).or(offers.getByRole("button", { name })).click()
        await page.waitForLoadState()
        const form = page.locator("main form.card")
        if ((await form.count()) > 0) {
          for (const [label, text] of Object.entries({ ...decision, "Amount, typed again": amount })) {
            const field = form.getByLabel(label)
            if ((await field.count()) > 0) await field.fill(text)
          }
          await form.getByRole("button").click()
        }
        await page.getByRole("status").waitFor()
      })
      const [kind = "", , id = ""] = of.split("/")
      const stored = yield* storedPayment(kind === "payin" ? "payin" : "payout", id)
      assert.strictEqual(stored.state._tag, state, name)
    }
    assert.deepStrictEqual(
      (yield* storedPayment("payin", "order-1046")).flags.map(({ closed }) => closed?.by),
      ["A colleague"],
    )
    assert.deepStrictEqual(faults, [])
  })

  it.live("are served by the program itself on a file, until it gets SIGTERM", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      const onFile = () => layerStore({ file })
      yield* afterWeek(Effect.void, onFile())
      const program = yield* started({ STORE_URL: `sqlite:${file}` })
      const { faults, page } = yield* opened(browser)
      yield* Effect.promise(async () => {
        await entered(page, program.address)
        await resolves(page, async (name) => {
          for (const size of [phoneSize, desktopSize]) {
            await page.setViewportSize(size)
            assert.deepStrictEqual(await faultsOf(page), [], name)
          }
        })
        await page.goto(`${new URL(program.address).origin}/payments/payin/shop/order-1041/reveal`)
        await page.getByLabel("Your name").fill("A colleague")
        await page.getByLabel("Reason").fill("Refund by hand")
        await page.getByRole("button", { name: "Show everything" }).click()
        assert.include(await page.getByRole("status").innerText(), "and that is recorded")
        assert.include(await page.locator("main").innerText(), "22670000001")
        const second = await page.context().browser()?.newContext()
        const other = await second?.newPage()
        await other?.goto(program.address)
        await other?.getByRole("button", { name: "Open the console" }).click()
        assert.include((await other?.getByRole("alert").innerText()) ?? "", "was used already")
        await second?.close()
      })
      assert.deepStrictEqual(faults, [])
      yield* program.kill("SIGTERM")
      assert.strictEqual(yield* program.ended, 0)
      const token = program.address.split("/").at(-1) ?? "missing"
      assert.notInclude(yield* program.err, token)
      const deeds = yield* spawnApp({
        app: "console",
        environment: { STORE_URL: `sqlite:${file}` },
        arguments: ["deeds", "--json"],
      })
      yield* deeds.ended
      const [deed]: ReadonlyArray<unknown> = JSON.parse(yield* deeds.out)
      const recorded = {
        record: "reveal",
        payment: "payin shop/order-1041",
        by: "A colleague",
        reason: "Refund by hand",
      }
      assert.deepInclude(deed, recorded)
      const state = Effect.gen(function* () {
        const found = yield* (yield* PaymentStore).find(keyOf("payout", "salary-2026-w46-003"))
        const { by, reason } = { by: "A colleague", reason: decision.Reason }
        const history = yield* (yield* PaymentStore).history({
          key: keyOf("payout", "salary-2026-w46-003"),
          after: 0,
          limit: 100,
        })
        assert.deepInclude(history.at(-1)?.event, { _tag: "resolved", by, reason })
        return found?.payment.state._tag
      })
      const after = yield* state.pipe(Effect.provide(layerWorld(newScript(), true, onFile())))
      assert.strictEqual(after, "completed")
    }).pipe(Effect.scoped),
  )
})

/** The program as whoever deploys it starts it, with the address that it prints. */
const started = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const program = yield* spawnApp({ app: "console", environment, arguments: ["serve", "--port", "0"] })
  yield* program.says("Open ")
  return { ...program, address: /Open (\S+)\n/.exec(yield* program.out)?.[1] ?? "" }
})
