/** Batches on the pages: a list is checked, kept, approved by another person, paused, cancelled, and read with what became of it. */
import { assert, describe } from "@effect/vitest"
import { runBatches } from "@cauri/batches"
import { Documents } from "@cauri/core/adapter"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { shownDeeds } from "../../src/deeds/shownDeeds.ts"
import { layerDeedRecords } from "../../src/deeds/recordDeed.ts"
import { type Browser, browserOf, hiddenIn, inWorld } from "../serving/browsing.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const policy = {
  approvals: { payoutsAbove: 1_000, approvers: ["The manager", "The clerk"] },
  merchant: { project: "shop" },
} as const
const clerk = { by: "The clerk", reason: "salaries of May" }
const list = { id: "may", project: "shop", country: "bf", description: "Salary", ...clerk }
const path = "/batches/shop/may"
const plain = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/[\s\u00A0\u202F]+/g, " ")

const file = {
  name: "may <b>.csv",
  text: "Matricule;Téléphone;Montant\nA1;70 00 00 01;12 500\nA2;2,267E+10;500\nA3;70 00 00 03;7.500\n",
}

const checked = (browser: Browser, given: Partial<typeof list> = {}) =>
  browser.upload("/batches", { ...list, ...given }, file)

/** Keeps the list that a page has checked. */
const kept = Effect.fnUntraced(function* (browser: Browser) {
  const { text } = yield* checked(browser)
  const names = ["fileName", "content", "digest"]
  const hidden = Object.fromEntries(names.map((name) => [name, hiddenIn(text, name)]))
  return yield* browser.upload("/batches", { ...list, ...hidden }, null)
})

const act = (browser: Browser, name: string, more: Readonly<Record<string, string>> = {}) =>
  browser.post(path, { act: name, ...clerk, ...more })

describe("a batch on the pages", () => {
  it.effect("is checked first, kept once, and started by two people who see the same digest", () =>
    inWorld(
      (browser) =>
        Effect.gen(function* () {
          assert.include((yield* browser.get("/batches")).text, "No batch yet")
          const preview = plain((yield* checked(browser)).text)
          for (const part of ["2 lines to pay, 20,000 F CFA", "the spreadsheet shortened its number", "Orange BF"])
            assert.include(preview, part)
          assert.deepStrictEqual(yield* (yield* Documents).list({ kind: "batch", limit: 9 }), [])
          assert.strictEqual((yield* kept(browser)).headers.get("location"), `${path}?done=kept`)
          assert.strictEqual((yield* kept(browser)).headers.get("location"), `${path}?done=already`)
          const page = plain((yield* browser.get(path)).text)
          for (const part of ["Not started", "Request the start", "The policy asks for two people"])
            assert.include(page, part)
          assert.strictEqual((yield* act(browser, "start")).status, 303)
          const digest = hiddenIn((yield* browser.get(path)).text, "digest")
          // Behind the token one person could type both names.
          const typed = yield* act(browser, "approve", { digest, by: "The manager" })
          assert.strictEqual(typed.status, 403)
          assert.include(typed.text, "CONSOLE_DOOR")
          const own = yield* act(yield* browserOf("The clerk"), "approve", { digest })
          assert.strictEqual(own.status, 422)
          assert.include(own.text, "Another person must approve what you requested.")
          assert.strictEqual((yield* act(yield* browserOf("The manager"), "approve", { digest })).status, 303)
          const sending = yield* Effect.forkChild(runBatches)
          yield* TestClock.adjust("5 seconds")
          yield* Fiber.interrupt(sending)
          const sent = plain((yield* browser.get(`${path}?language=fr`)).text)
          for (const part of ["Envoyé", "The manager", "reste 0 ligne", "En attente", "A2"]) assert.include(sent, part)
          const result = yield* act(browser, "result")
          assert.include(result.headers.get("content-disposition"), "may.csv")
          assert.include(result.text, "A1;70 00 00 01;12 500;En attente;eyJ0")
          assert.include(result.text, 'A2;"2,267E+10";500;Erronée;;')
          assert.deepStrictEqual(
            (yield* shownDeeds(9)).map((deed) => `${deed["record"]} ${deed["act"] ?? ""} ${deed["by"]}`),
            [
              "reveal  The clerk",
              "batch approve The manager",
              "batch start The clerk",
              "batch add The clerk",
              "batch add The clerk",
            ],
            "what was refused is no deed",
          )
        }).pipe(Effect.provide(layerDeedRecords)),
      true,
      policy,
    ),
  )

  it("is paused, resumed and cancelled; what is wrong with a form or a list is said beside it", function* (browser) {
    const wrong = Effect.fnUntraced(function* (form: Partial<typeof list>, given: typeof file | null) {
      const { status, text } = yield* browser.upload("/batches", { ...list, ...form }, given)
      assert.strictEqual(status, 422)
      return [...text.matchAll(/id="([a-z]+)-wrong"/g)].map(([, name]) => name)
    })
    assert.deepStrictEqual(yield* wrong({ id: "may_1", project: "", by: "", reason: "" }, null), [
      "id",
      "project",
      "file",
      "by",
      "reason",
    ])
    assert.deepStrictEqual(yield* wrong({}, { name: "x", text: "a;b\n1;2" }), ["file"])
    assert.deepStrictEqual(yield* wrong({}, { name: "x", text: 'number;amount\n"1;2' }), ["file"])
    yield* kept(browser)
    yield* act(browser, "start")
    for (const [name, state] of [
      ["pause", "Paused"],
      ["resume", "Being sent"],
      ["cancel", "Cancelled"],
    ] as const) {
      assert.strictEqual((yield* act(browser, name)).status, 303, name)
      assert.include(plain((yield* browser.get(path)).text), state)
    }
    assert.strictEqual((yield* act(browser, "pause")).status, 422)
    assert.strictEqual((yield* act(browser, "pause", { reason: "" })).status, 422)
    assert.strictEqual((yield* act(browser, "burn")).status, 404)
    assert.strictEqual((yield* browser.get("/batches/shop/june")).status, 404)
    assert.include(plain((yield* browser.get("/batches")).text), "shop/may")
  })
})
