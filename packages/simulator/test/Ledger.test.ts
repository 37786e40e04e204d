import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  account,
  asObserved,
  Backstage,
  balanceOf,
  Engine,
  HostedPage,
  type OptionsInput,
  Phones,
  type State,
  strict,
  walletOperatorId,
} from "../src/index.ts"
import { sumOf } from "../src/life/movements.ts"
import { call, create, directBody, hostedBody, layerWith, numbers, payoutBody, walletPayoutBody } from "./support.ts"

/** A small generator of its own: what a script does must not depend on what the simulator draws. */
const chooser = (seed: number) => {
  let current = seed >>> 0
  return (below: number): number => {
    current = (Math.imul(current, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((current / 4_294_967_296) * below)
  }
}

const people = [
  ...Object.values(numbers),
  "22660000002",
  "22640000002",
  "22699000002",
  ...["87", "90", "92", "94", "97", "99"].map((ending) => `226600000${ending}`),
  "22670000090",
  "22699000092",
]

/** One random act of a merchant, a customer, an operator or the service's team; refusals are part of the script. */
const randomAct = (choose: (below: number) => number, tokens: Array<string>) =>
  Effect.gen(function* () {
    const phones = yield* Phones
    const page = yield* HostedPage
    const backstage = yield* Backstage
    const phone = people[choose(people.length)] ?? ""
    const token = tokens[choose(tokens.length)] ?? ""
    const amount = [9, 100, 777_790, 777_792, 1_500_000][choose(5)] ?? 9
    const made = (endpoint: Parameters<typeof create>[0], body: unknown) =>
      Effect.map(create(endpoint, body), (created) => void tokens.push(created))
    const newestCode = Effect.map(phones.look(phone), ({ codes }) => codes[0]?.code ?? "111111")
    switch (choose(14)) {
      case 0:
        return yield* made("createHostedInvoice", hostedBody({ total_amount: amount }))
      case 1:
        return yield* made("createDirectInvoice", directBody({ customer: phone, total_amount: amount, otp: "" }))
      case 2:
        return yield* made(
          "createDirectInvoice",
          directBody({ customer: phone, total_amount: amount, otp: yield* newestCode }),
        )
      case 3:
        return yield* Effect.asVoid(
          call("sendWalletOtp", { parameters: { phone_number: phone, amount: String(amount) } }),
        )
      case 4:
        return yield* made(
          "submitWalletInvoice",
          directBody({ customer: phone, total_amount: amount, otp: yield* newestCode }),
        )
      case 5:
        return yield* made(
          "createWalletPayout",
          walletPayoutBody({ customer: phone, amount, top_up_wallet: choose(2) }),
        )
      case 6:
        return yield* made("createDirectPayout", payoutBody({ customer: phone, amount }))
      case 7:
        return yield* Effect.asVoid(phones.dialForCode(phone, amount))
      case 8:
        return yield* phones.approve(phone, choose(3) === 0 ? { pin: "9999" } : {})
      case 9:
        return yield* phones.refuse(phone)
      case 10:
        return yield* page.pay(token, {
          operatorId: ["1", "11", "12", "13", "14"][choose(5)] ?? "",
          phone,
          otp: yield* newestCode,
        })
      case 11:
        return yield* backstage.act({ _tag: "Decide", token, completed: choose(2) === 0 })
      case 12:
        return choose(4) === 0
          ? yield* phones.setBalance(phone, choose(3) * 1_000)
          : yield* phones.setWallet(phone, choose(2) === 0)
      default:
        return yield* TestClock.adjust(
          (["1 second", "1 minute", "6 hours", "3 days"] as const)[choose(4)] ?? "1 second",
        )
    }
  }).pipe(Effect.catchTag("SimulatorRefusal", () => Effect.void))

/** Every way in which a ledger could be wrong. */
const wrongs = (state: State): ReadonlyArray<string> => {
  const found: Array<string> = []
  const balances = HashMap.toEntries(state.ledger.balances)
  const sum = balances.reduce((total, [, balance]) => total + balance, 0)
  if (sum !== 0) found.push(`the balances add up to ${sum}`)
  for (const [name, balance] of balances) {
    if (balance < 0 && name !== account.world && !name.startsWith("merchant:")) found.push(`${name} holds ${balance}`)
  }
  const rebuilt = new Map(HashMap.toEntries(state.ledger.opening))
  const byPayment = new Map<string, number>()
  for (const entry of HashMap.values(state.ledger.entries)) {
    rebuilt.set(entry.from, (rebuilt.get(entry.from) ?? 0) - entry.amountXof)
    rebuilt.set(entry.to, (rebuilt.get(entry.to) ?? 0) + entry.amountXof)
    const merchants = (entry.to.startsWith("merchant:") ? 1 : 0) - (entry.from.startsWith("merchant:") ? 1 : 0)
    if (entry.payment !== null) {
      byPayment.set(entry.payment, (byPayment.get(entry.payment) ?? 0) + merchants * entry.amountXof)
    }
  }
  for (const [name, balance] of balances) {
    if (rebuilt.get(name) !== balance) found.push(`${name} is not what its entries say`)
  }
  const transit = new Map<string, number>()
  for (const invoice of HashMap.values(state.invoices)) {
    const earned = invoice.status === "completed" ? invoice.amountXof : 0
    if ((byPayment.get(invoice.token) ?? 0) !== earned) found.push(`payin ${invoice.number} is ${invoice.status}`)
  }
  for (const payout of HashMap.values(state.payouts)) {
    const spent = payout.status === "notcompleted" ? 0 : -(payout.amountXof + payout.feeXof)
    if ((byPayment.get(payout.token) ?? 0) !== spent) found.push(`payout ${payout.number} is ${payout.status}`)
    const moving = payout.status === "pending" ? -spent : 0
    transit.set(payout.operatorId, (transit.get(payout.operatorId) ?? 0) + moving)
  }
  for (const [operatorId, moving] of transit) {
    const held = balanceOf(state.ledger, account.transit(operatorId))
    if (held !== moving) found.push(`transit of ${operatorId} holds ${held}, and ${moving} is under way`)
  }
  return found
}

const fees = { basisPoints: 150, fixedXof: 0 }
const worlds: ReadonlyArray<readonly [string, OptionsInput]> = [
  ["strict", { profile: strict }],
  ["asObserved", { profile: asObserved, limits: { ledgerEntries: 1_000_000 } }],
]

describe("Ledger", () => {
  for (const [name, options] of worlds) {
    it.effect.prop(
      `balances after every one of 1,000 random acts, and agrees with every payment's status (${name}) #238 #239`,
      { seed: Schema.Int },
      ({ seed }) =>
        Effect.gen(function* () {
          const choose = chooser(seed)
          const tokens: Array<string> = []
          const { state } = yield* Engine
          for (let act = 0; act < 1_000; act++) {
            yield* randomAct(choose, tokens)
            const now = yield* state
            assert.strictEqual(sumOf(now.ledger.balances), 0)
            // Looking at every payment after each act would take most of the time.
            if (act % 50 === 0) assert.deepStrictEqual(wrongs(now), [], `act ${act}`)
          }
          yield* TestClock.adjust("30 days")
          const last = yield* state
          assert.deepStrictEqual(wrongs(last), [])
          assert.isTrue(HashMap.some(last.invoices, ({ status }) => status === "completed"))
          assert.isTrue(HashMap.some(last.payouts, ({ status }) => status === "completed"))
        }).pipe(Effect.provide(layerWith(options))),
      { arbitrary: { runs: 6 } },
    )
  }

  it.effect("keeps its newest entries and lets the others melt into the opening balances", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 30; count++) {
        yield* create("createWalletPayout", walletPayoutBody({ amount: 10 }))
      }
      const { ledger } = yield* (yield* Engine).state
      assert.strictEqual(HashMap.size(ledger.entries), 20)
      assert.strictEqual(balanceOf(ledger, account.merchant("project-1", walletOperatorId)), 10_000_000 - 300)
      const rebuilt = new Map(HashMap.toEntries(ledger.opening))
      for (const { amountXof, from, to } of HashMap.values(ledger.entries)) {
        rebuilt.set(from, (rebuilt.get(from) ?? 0) - amountXof)
        rebuilt.set(to, (rebuilt.get(to) ?? 0) + amountXof)
      }
      for (const [name, balance] of HashMap.toEntries(ledger.balances)) assert.strictEqual(rebuilt.get(name), balance)
    }).pipe(Effect.provide(layerWith({ limits: { ledgerEntries: 20 } }))),
  )

  it.effect("takes a fee from the merchant's share, or from the customer on top #124", () =>
    Effect.gen(function* () {
      const phones = yield* Phones
      const backstage = yield* Backstage
      const operator = (yield* (yield* Engine).state).operators.find(({ id }) => id === "12")
      assert.isDefined(operator)
      yield* backstage.act({ _tag: "PutOperator", operator: { ...operator, payinFee: fees } })
      const pay = Effect.gen(function* () {
        const before = (yield* backstage.ledger).balances
        yield* create("createDirectInvoice", directBody({ total_amount: 1_001 }))
        yield* phones.approve(numbers.ussdPush)
        yield* TestClock.adjust("10 seconds")
        const after = (yield* backstage.ledger).balances
        const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 5_000_000)
        return [
          grown(account.merchant("project-1", "12")),
          (after[account.fees("12")] ?? 0) - (before[account.fees("12")] ?? 0),
          grown(account.customer("12", numbers.ussdPush)),
        ]
      })
      assert.deepStrictEqual(yield* pay, [985, 16, -1_001])
      yield* backstage.act({ _tag: "ChangeProject", projectId: "project-1", change: { customerPaysFees: true } })
      assert.deepStrictEqual(yield* pay, [1_001, 16, -1_017])
    }).pipe(Effect.provide(layerWith())),
  )
})
