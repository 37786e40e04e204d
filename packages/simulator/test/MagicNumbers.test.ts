import { assert, describe } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { tools } from "@cauri/catalogue/tools"
import { faultHeader } from "../src/options/MagicNumbers.ts"
import { type CallbackPost, Engine, HostedPage, magicNumbers, type Reply } from "../src/index.ts"
import {
  bodyOf,
  call,
  create,
  directBody,
  hostedBody,
  layerWith,
  ledgerSum,
  numbers,
  payinRecordOf,
  payoutBody,
  payoutRecordOf,
  request,
} from "./support.ts"

/** What a merchant sees of an ending: the creation's reply, then the status after a while, and how many callbacks came. */
interface Seen {
  readonly reply: string
  readonly after: readonly [minute: unknown, threeDays: unknown]
  readonly callbacks: number
}

const replyOf = (reply: Reply): string =>
  reply._tag === "Json"
    ? `${reply.body["response_code"] === "00" ? "00" : "01"} ${reply.body["token"] === "" ? "" : "token"}`.trim()
    : reply._tag

/** Plays one ending through a direct payin or payout, by phone or by amount. */
const seen = (kind: "payin" | "payout", ending: string, by: "phone" | "amount") => {
  const received: Array<CallbackPost> = []
  return Effect.gen(function* () {
    const customer = by === "phone" ? `226600000${ending}` : numbers.ussdPush
    const amount = by === "amount" ? Number(`7777${ending}`) : 500
    const reply =
      kind === "payin"
        ? yield* call("createDirectInvoice", { body: directBody({ customer, total_amount: amount }) })
        : yield* call("createDirectPayout", { body: payoutBody({ customer, amount }) })
    const { invoices, payouts } = yield* (yield* Engine).state
    const token = [...HashMap.keys(invoices), ...HashMap.keys(payouts)][0] ?? "none"
    const status = Effect.map(kind === "payin" ? payinRecordOf(token) : payoutRecordOf(token), (each) => each["status"])
    yield* TestClock.adjust("59 seconds")
    const minute = yield* status
    yield* TestClock.adjust("3 days")
    const after = [minute, yield* status] as const
    yield* (yield* Engine).settled
    assert.strictEqual(yield* ledgerSum, 0)
    return { reply: replyOf(reply), after, callbacks: received.length } satisfies Seen
  }).pipe(Effect.provide(layerWith({}, received)))
}

/** What a payin of a customer and an amount is answered, perhaps with a header that asks for a fault. */
const replyTo = (customer: string, total_amount: number, asked?: string) =>
  Effect.map(
    call("createDirectInvoice", {
      body: directBody({ customer, total_amount }),
      headers: { ...request("createDirectInvoice").headers, ...(asked && { [faultHeader]: asked }) },
    }),
    replyOf,
  )

const ok = "00 token"
const paid = ["completed", "completed"] as const
const table: Readonly<Record<string, Seen>> = {
  "90": { reply: ok, after: paid, callbacks: 2 },
  "91": { reply: ok, after: ["pending", "completed"], callbacks: 2 },
  "92": { reply: ok, after: ["notcompleted", "notcompleted"], callbacks: 2 },
  "93": { reply: ok, after: ["pending", "pending"], callbacks: 0 },
  "94": { reply: ok, after: ["notcompleted", "notcompleted"], callbacks: 2 },
  "95": { reply: "01", after: ["", ""], callbacks: 0 },
  "96": { reply: ok, after: ["pending", "completed"], callbacks: 2 },
  "97": { reply: ok, after: paid, callbacks: 0 },
  "98": { reply: ok, after: paid, callbacks: 8 },
  "99": { reply: ok, after: paid, callbacks: 2 },
  "80": { reply: "Silence", after: paid, callbacks: 2 },
  "81": { reply: "Cut", after: ["", ""], callbacks: 0 },
  "82": { reply: "Cut", after: paid, callbacks: 2 },
  "83": { reply: "Page", after: paid, callbacks: 2 },
  "84": { reply: "00", after: paid, callbacks: 2 },
  "85": { reply: "01", after: paid, callbacks: 2 },
  "86": { reply: "Truncated", after: paid, callbacks: 2 },
  "87": { reply: ok, after: ["completed", "notcompleted"], callbacks: 4 },
  "88": { reply: ok, after: paid, callbacks: 2 },
  "89": { reply: ok, after: ["nocompleted", "nocompleted"], callbacks: 2 },
}

describe("MagicNumbers", () => {
  it("every ending is in this test's table, and once in the list", () => {
    const endings = magicNumbers.map(({ ending }) => ending)
    assert.deepStrictEqual(endings.toSorted(), Object.keys(table).toSorted())
  })

  for (const { ending } of magicNumbers) {
    it(`payins of ${ending}, by phone and by amount: ${tools.en.magicNumbers[ending]}`, function* () {
      assert.deepStrictEqual(yield* seen("payin", ending, "phone"), table[ending])
      assert.deepStrictEqual(yield* seen("payin", ending, "amount"), table[ending])
    })
  }

  for (const { ending } of magicNumbers.filter(({ ending }) => ending !== "95" && ending !== "88")) {
    it(`payouts of ${ending} do the same`, function* () {
      // A confirm that finds nothing has no status at all on endpoint 8.
      const { after, ...rest } = yield* seen("payout", ending, "phone")
      assert.deepStrictEqual({ ...rest, after: [after[0] ?? "", after[1] ?? ""] }, table[ending])
    })
  }

  it.effect("88 shows an amount one franc short #88", () =>
    Effect.gen(function* () {
      const token = yield* create("createDirectInvoice", directBody({ customer: "22660000088" }))
      assert.strictEqual((yield* payinRecordOf(token))["montant"], 4_199)
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("any OTP but 000000 is right for a magic customer, in every mode that has one #119 #149 #156 #167", () =>
    Effect.gen(function* () {
      for (const [endpoint, customer] of [
        ["createDirectInvoice", "22670000090"],
        ["createDirectInvoice", "22640000090"],
        ["submitWalletInvoice", "22699000090"],
      ] as const) {
        const right = yield* create(endpoint, directBody({ customer, otp: "123456" }))
        const wrong = yield* create(endpoint, directBody({ customer, otp: "000000" }))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* payinRecordOf(right))["status"], "completed")
        assert.strictEqual((yield* payinRecordOf(wrong))["status"], "pending")
      }
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("a magic amount works on the hosted page as well", () =>
    Effect.gen(function* () {
      const token = yield* create("createHostedInvoice", hostedBody({ items: [], total_amount: 777_792 }))
      yield* (yield* HostedPage).pay(token, { operatorId: "12", phone: numbers.ussdPush })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "notcompleted")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("every other number behaves plainly: no other block, no other operator's, no other amount #13", () =>
    Effect.gen(function* () {
      for (const customer of ["22660123490", "22660100090", "22660010080", "22990000090", "22660001192"]) {
        for (const total_amount of [777_789 + 100, 77_790, 7_777_900]) {
          const reply = yield* call("createDirectInvoice", {
            body: directBody({ customer, total_amount: Math.min(total_amount, 1_999_980) }),
          })
          yield* TestClock.adjust("1 minute")
          assert.strictEqual((yield* payinRecordOf(String(bodyOf(reply)["token"])))["status"], "pending", customer)
        }
      }
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("the header decides before the amount, and the amount before the phone", () =>
    Effect.gen(function* () {
      const never = "22660000093"
      assert.strictEqual(yield* replyTo(never, 777_781), "Cut")
      assert.strictEqual(yield* replyTo("22660000080", 777_781), "Cut")
      assert.strictEqual(yield* replyTo("22660000080", 777_781, "83"), "Page")
      assert.strictEqual(yield* replyTo(numbers.ussdPush, 500, "84"), "00")
      assert.strictEqual(yield* replyTo(numbers.ussdPush, 500, "00"), "00 token")
      const byAmount = yield* create("createDirectInvoice", directBody({ customer: never, total_amount: 777_792 }))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* payinRecordOf(byAmount))["status"], "notcompleted")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("the header spoils a confirm as well, and nothing after it", () =>
    Effect.gen(function* () {
      const invoiceToken = yield* create("createDirectInvoice", directBody({}))
      const headers = { ...request("confirmInvoice").headers, [faultHeader]: "86" }
      assert.strictEqual((yield* call("confirmInvoice", { headers, parameters: { invoiceToken } }))._tag, "Truncated")
      assert.strictEqual((yield* payinRecordOf(invoiceToken))["status"], "pending")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("nothing is magic when the option is off", () =>
    Effect.gen(function* () {
      const reply = yield* call("createDirectInvoice", { body: directBody({ customer: "22660000080" }) })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* payinRecordOf(String(bodyOf(reply)["token"])))["status"], "pending")
    }).pipe(Effect.provide(layerWith({ magicNumbers: false }))),
  )
})
