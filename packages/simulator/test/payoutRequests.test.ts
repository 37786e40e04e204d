import { DirectPayoutResponse, WalletPayoutResponse } from "../src/spec/CreateResponses.ts"
import { PayoutConfirmResponse } from "../src/spec/PayoutRecord.ts"
import { requestFaults } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import { account, Backstage, Engine, Phones, walletOperatorId } from "../src/index.ts"
import {
  bodyOf,
  call,
  create,
  faces,
  layerWith,
  ledgerSum,
  numbers,
  payoutBody,
  payoutRecordOf,
  walletPayoutBody,
} from "./support.ts"

const it = itOver(() => layerWith())

const statusOf = (token: string) => Effect.map(payoutRecordOf(token), (record) => record["status"])

const balance = (name: string) =>
  Effect.gen(function* () {
    return (yield* (yield* Backstage).ledger).balances[name] ?? 0
  })

const setBalance = (operatorId: string, balanceXof: number) =>
  Effect.flatMap(Backstage, ({ act }) => act({ _tag: "SetBalance", projectId: "project-1", operatorId, balanceXof }))

const textOf = (endpoint: "createWalletPayout" | "createDirectPayout", body: unknown) =>
  Effect.map(call(endpoint, { body }), (reply) => bodyOf(reply)["response_text"])

const longAfter = TestClock.adjust("60 days")

describe("payoutRequests", () => {
  for (const [face, options] of faces) {
    it.effect(
      `answers creations and confirms in the promised shape (${face}) #74 #75 #76 #77 #103 #104 #105 #106 #107 #108 #109 #110`,
      () =>
        Effect.gen(function* () {
          const wallet = bodyOf(yield* call("createWalletPayout", { body: walletPayoutBody() }))
          assert.deepStrictEqual(requestFaults(WalletPayoutResponse, wallet), [])
          assert.deepStrictEqual(wallet["custom_data"], [])
          const direct = bodyOf(yield* call("createDirectPayout", { body: payoutBody() }))
          assert.deepStrictEqual(requestFaults(DirectPayoutResponse, direct), [])
          assert.strictEqual(direct["custom_data"], "")
          const token = String(direct["token"])
          const pending = yield* payoutRecordOf(token)
          assert.deepStrictEqual(requestFaults(PayoutConfirmResponse, pending), [])
          assert.deepStrictEqual(
            [pending["status"], pending["operator_id"], pending["operator_name"], pending["token"]],
            ["pending", "", "", token],
          )
          yield* longAfter
          const final = yield* payoutRecordOf(token)
          assert.deepStrictEqual(requestFaults(PayoutConfirmResponse, final), [])
          assert.deepStrictEqual([final["status"], final["operator_id"], final["token"]], ["completed", "12", token])
          assert.deepStrictEqual(final["custom_data"], [])
        }).pipe(Effect.provide(layerWith(options))),
    )
  }

  it("a wallet payout credits the wallet at once, and 1 keeps the money there #6 #68 #127 #172", function* () {
    yield* (yield* Phones).look(numbers.wallet)
    const token = yield* create("createWalletPayout", walletPayoutBody())
    assert.strictEqual(yield* statusOf(token), "completed")
    yield* longAfter
    assert.strictEqual(yield* balance(account.wallet(numbers.wallet)), 5_000_500)
    assert.strictEqual(yield* balance(account.merchant("project-1", walletOperatorId)), 10_000_000 - 500)
  })

  it.effect("0 moves the money on to the linked mobile money account #69", () =>
    Effect.gen(function* () {
      const token = yield* create(
        "createWalletPayout",
        walletPayoutBody({ customer: numbers.ussdOtp, top_up_wallet: 0 }),
      )
      assert.strictEqual(yield* balance(account.wallet(numbers.ussdOtp)), 5_000_500)
      yield* longAfter
      assert.strictEqual(yield* balance(account.wallet(numbers.ussdOtp)), 5_000_000)
      assert.strictEqual(yield* balance(account.customer("11", numbers.ussdOtp)), 5_000_500)
      assert.strictEqual(yield* statusOf(token), "completed")
    }).pipe(Effect.provide(layerWith({ wallets: [numbers.ussdOtp] }))),
  )

  it.effect("a failed onward transfer leaves the money in the wallet, and the payout as assumed (U24) #69", () => {
    const failing = Effect.gen(function* () {
      // A wallet's own number has no mobile money account behind it.
      const token = yield* create("createWalletPayout", walletPayoutBody({ top_up_wallet: 0 }))
      yield* longAfter
      assert.strictEqual(yield* balance(account.wallet(numbers.wallet)), 5_000_500)
      assert.strictEqual(yield* ledgerSum, 0)
      return yield* statusOf(token)
    })
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(failing, layerWith()), "completed")
      const other = layerWith({ assumptions: { failedOnwardTransferStatus: "notcompleted" } })
      assert.strictEqual(yield* Effect.provide(failing, other), "notcompleted")
    })
  })

  it("a beneficiary without a wallet is Code02 on endpoint 6, and reachable on endpoint 7 #7 #174 #232", function* () {
    const customer = numbers.ussdPush
    assert.strictEqual(yield* textOf("createWalletPayout", walletPayoutBody({ customer })), "Echec (Code02)")
    assert.strictEqual(yield* textOf("createDirectPayout", payoutBody({ customer })), "")
    yield* (yield* Phones).setWallet(customer, true)
    assert.strictEqual(yield* textOf("createWalletPayout", walletPayoutBody({ customer })), "")
    yield* (yield* Phones).setWallet(customer, false)
    assert.strictEqual(yield* textOf("createWalletPayout", walletPayoutBody({ customer })), "Echec (Code02)")
  })

  it("a low balance on the operator refuses, though others are full #233 #237 #238 #239", function* () {
    yield* setBalance(walletOperatorId, 499)
    yield* setBalance("12", 499)
    assert.strictEqual(yield* textOf("createWalletPayout", walletPayoutBody()), "Echec (Code04)")
    assert.strictEqual(yield* textOf("createDirectPayout", payoutBody()), "Echec (Code08)")
    assert.strictEqual(yield* textOf("createDirectPayout", payoutBody({ customer: numbers.ussdOtp })), "")
    yield* setBalance("12", 500)
    assert.strictEqual(yield* textOf("createDirectPayout", payoutBody()), "")
    // The money left at creation: a second one finds nothing.
    assert.strictEqual(yield* textOf("createDirectPayout", payoutBody()), "Echec (Code08)")
  })

  it("a direct payout arrives after seconds to days #112 #113 #126", function* () {
    const tokens = yield* Effect.forEach(
      Array.from({ length: 60 }, (_, index) => index),
      () => create("createDirectPayout", payoutBody({ amount: 10 })),
      { concurrency: 1 },
    )
    const done = Effect.map(
      Effect.forEach(tokens, statusOf, { concurrency: 1 }),
      (all) => all.filter((status) => status === "completed").length,
    )
    assert.strictEqual(yield* done, 0)
    yield* TestClock.adjust("10 minutes")
    const soon = yield* done
    yield* TestClock.adjust("1 day")
    const later = yield* done
    yield* TestClock.adjust("2 days")
    assert.isTrue(soon > 0 && later > soon && later < 60, `${soon} ${later}`)
    assert.strictEqual(yield* done, 60)
  })

  it("an operator's refusal gives the money back #114", function* () {
    const token = yield* create("createDirectPayout", payoutBody())
    assert.strictEqual(yield* balance(account.merchant("project-1", "12")), 10_000_000 - 500)
    yield* (yield* Backstage).act({ _tag: "Decide", token, completed: false })
    const record = yield* payoutRecordOf(token)
    assert.deepStrictEqual([record["status"], record["operator_id"]], ["notcompleted", "12"])
    assert.strictEqual(yield* balance(account.merchant("project-1", "12")), 10_000_000)
    // N3: final is final; what the operator had planned comes too late.
    yield* longAfter
    assert.strictEqual(yield* statusOf(token), "notcompleted")
  })

  it.effect("names the operator while pending where that is assumed (U17) #109", () =>
    Effect.gen(function* () {
      const record = yield* payoutRecordOf(yield* create("createDirectPayout", payoutBody()))
      assert.deepStrictEqual([record["status"], record["operator_id"]], ["pending", "12"])
    }).pipe(Effect.provide(layerWith({ assumptions: { payoutOperatorBeforeFinal: true } }))),
  )

  it("the merchant pays an operator's payout fee on top, and gets it back on a failure #239", function* () {
    const operator = (yield* (yield* Engine).state).operators.find(({ id }) => id === "12")
    assert.isDefined(operator)
    const backstage = yield* Backstage
    yield* backstage.act({
      _tag: "PutOperator",
      operator: { ...operator, payoutFee: { basisPoints: 100, fixedXof: 1 } },
    })
    const token = yield* create("createDirectPayout", payoutBody())
    assert.strictEqual(yield* balance(account.merchant("project-1", "12")), 10_000_000 - 506)
    yield* backstage.act({ _tag: "Decide", token, completed: false })
    assert.strictEqual(yield* balance(account.merchant("project-1", "12")), 10_000_000)
    yield* create("createDirectPayout", payoutBody())
    yield* longAfter
    assert.strictEqual(yield* balance(account.fees("12")), 6)
  })
})
