import { format, inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { keyText } from "../src/model/Identifiers.ts"
import { append } from "../src/machine/decide.ts"
import { amountPaidOf, closedAt, Payment } from "../src/model/Payment.ts"
import { type PaymentRow, toEntry, toEventRow, toRecord, toPaymentWrite } from "../src/ports/PaymentRow.ts"
import { HistoryEntry, openFlags } from "../src/model/Event.ts"
import { blankConfirmRecord } from "../src/model/Observation.ts"
import { PayinState } from "../src/model/Payin.ts"
import { live } from "./lives.ts"
import {
  accepted,
  Events,
  beneficiary,
  customer,
  direct,
  hosted,
  newPayin,
  newPayout,
  payinWith,
  policy,
  recordOf,
  silence,
  token,
  tried,
  walletPayin,
} from "./samples.ts"
import { earliest, newTracking, type TokenMemory, tokenMemoryOf, Tracking } from "../src/model/PaymentRecord.ts"

const lives = Array.from({ length: 400 }, (_, index) => ({ seed: index + 1, ...live(index + 1, 40) }))

/** The columns that the store counts itself. */
const counted = { version: 7, leaseNumber: 3, leaseUntil: 60_000, newestNote: 2, notes: [{ attempt: 1, newest: 2 }] }

const columns = (payment: Payment) => {
  const { rail, party, operator, orderRef, refundOf } = toPaymentWrite(payment, newTracking(payment, policy))
  return [rail, party, operator, orderRef, refundOf]
}

/** Everything by which a value may come to be read. */
const printed = (value: unknown) => [
  String(value),
  JSON.stringify(value),
  JSON.stringify({ nested: [value] }),
  inspect(value, { depth: 20 }),
  inspect({ nested: [value] }, { depth: 20, showHidden: true }),
  format("%s %o %O %j", value, value, value, value),
]

const named = (attempt: number, operatorName: string, operatorId = ""): TokenMemory => ({
  ...tokenMemoryOf(newTracking(newPayin(), policy), attempt),
  newest: { at: 0, record: { ...blankConfirmRecord, operatorId, operatorName } },
})
const operatorIn = (state: PayinState, ...tokens: ReadonlyArray<TokenMemory>) => {
  const payment = payinWith(newPayin(), { state })
  return toPaymentWrite(payment, { ...newTracking(payment, policy), tokens }).serviceOperator
}

const encodeBody = Schema.encodeSync(
  Schema.fromJsonString(Schema.toCodecJson(Schema.Struct({ payment: Payment, tracking: Tracking }))),
)
const encodeLine = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(HistoryEntry)))

describe("a payment on its way to a store and back", () => {
  it("is written as its schema encodes it, its history too", () => {
    for (const { entries, record } of lives) {
      const { payment, tracking } = record
      assert.strictEqual(toPaymentWrite(payment, tracking).body, encodeBody({ payment, tracking }))
      for (const entry of entries) assert.strictEqual(toEventRow(entry).body, encodeLine(entry))
    }
  })

  it("is the same payment with the same watch", () => {
    for (const { seed, record } of lives) {
      const write = toPaymentWrite(record.payment, record.tracking)
      const read = toRecord({ ...write, ...counted })
      assert.deepStrictEqual(read.tracking, record.tracking, `seed ${seed}`)
      assert.strictEqual(toPaymentWrite(read.payment, read.tracking).body, write.body, `seed ${seed}`)
      assert.strictEqual(read.payment.constructor, record.payment.constructor)
      assert.deepStrictEqual(
        { version: read.version, lease: read.lease, notes: read.notes, newestNote: read.newestNote },
        { version: 7, lease: { number: 3, until: 60_000 }, notes: counted.notes, newestNote: 2 },
      )
    }
  })

  it("has every line of its history read back as it was written", () => {
    for (const { entries, record } of lives) {
      const { key } = record.payment
      for (const entry of entries) {
        const row = toEventRow(entry)
        assert.deepInclude(row, { seq: entry.seq, at: entry.at, tag: entry.event._tag })
        assert.strictEqual(toEventRow(toEntry(row, key)).body, row.body)
        assert.strictEqual(toEntry(row, key).event._tag, entry.event._tag)
      }
    }
  })

  it("has columns that agree with it", () => {
    for (const { record } of lives) {
      const { payment, tracking } = record
      const write = toPaymentWrite(payment, tracking)
      assert.deepInclude(write, {
        kind: payment._tag === "Payin" ? "payin" : "payout",
        project: "shop",
        id: payment._tag === "Payin" ? "order-1" : "salary-1",
        state: payment.state._tag,
        seq: payment.seq,
        amount: payment.content.amount,
        createdAt: 0,
        closedAt: closedAt(payment),
        amountPaid: amountPaidOf(payment),
        actAt: earliest(tracking.actAt, tracking.notesAt),
        openFlags: openFlags(payment.flags).length,
      })
      assert.deepStrictEqual(
        write.attempts.map(({ number, outcome }) => `${number} ${outcome}`),
        payment.attempts.map(({ number, outcome }) => `${number} ${outcome._tag}`),
      )
    }
  })

  it("has the operator that the service names where it was completed, or else last, by name or id (#85, #109, #238)", () => {
    const done = PayinState.cases.completed.make({ at: 0, attempt: 1, late: false, amountPaid: 500 })
    const waits = PayinState.cases.pending.make({})
    assert.strictEqual(operatorIn(done, named(2, "Two"), named(1, "One")), "One")
    assert.strictEqual(operatorIn(done, named(2, "Two"), named(1, "", "11")), "11")
    assert.strictEqual(operatorIn(waits, named(2, "Two"), named(1, "One")), "Two")
    assert.strictEqual(operatorIn(done, named(2, "Two"), named(1, "")), "Two")
    assert.isNull(operatorIn(waits, named(1, ""), tokenMemoryOf(newTracking(newPayin(), policy), 2)))
  })

  it("is found by its number, operator, order and payin, where it has them", () => {
    assert.deepStrictEqual(columns(newPayin(direct("sms_otp"))), ["sms_otp", customer, null, "order/1", null])
    assert.deepStrictEqual(columns(newPayin(walletPayin)), ["wallet", customer, null, "order/1", null])
    assert.deepStrictEqual(columns(newPayin(hosted)), ["hosted", null, null, "order/1", null])
    assert.deepStrictEqual(columns(newPayout()), ["mobile_money_payout", beneficiary, null, null, null])
  })

  it("keeps its tokens in the columns of its attempts, where the database can refuse a second one", () => {
    const payin = tried(tried(newPayin(), accepted(1)), silence, 0, "pay", true)
    assert.deepStrictEqual(
      toPaymentWrite(payin, newTracking(payin, policy)).attempts.map((attempt) => [
        attempt.kind,
        attempt.token,
        attempt.startedAt,
      ]),
      [
        ["pay", token(1), 0],
        ["pay", null, 0],
      ],
    )
  })

  it("is a defect of the store when it does not read, never an answer", () => {
    const { payment, tracking } = recordOf(newPayin())
    const row: PaymentRow = { ...toPaymentWrite(payment, tracking), ...counted, body: '{"payment":{}}' }
    assert.throws(() => toRecord(row))
    const line = { seq: 1, at: 0, tag: "intended", deliveredAs: null }
    assert.throws(
      () => toEntry({ ...line, body: "{" }, payment.key),
      `Line 1 (intended) of the history of the ${keyText(payment.key)} cannot be read.`,
    )
  })
})

describe("a payment in print", () => {
  const canary = "ey-CANARY-token"
  const secrets = [canary, customer, beneficiary, customer.slice(3), beneficiary.slice(3), "token-"]

  it("shows what it is and where it stands", () => {
    const payin = tried(newPayin(), accepted(1))
    assert.strictEqual(String(payin), "payin shop/order-1 of 500 XOF from 226••••••01 by ussd_push: pending")
    assert.strictEqual(String(newPayin(hosted)), "payin shop/order-1 of 500 XOF by hosted: intended")
    assert.strictEqual(
      String(newPayout()),
      "payout shop/salary-1 of 700 XOF to 226••••••02 by mobile_money_payout: intended",
    )
    assert.strictEqual(JSON.stringify(payin), JSON.stringify(String(payin)))
    assert.strictEqual(JSON.stringify(newPayout()), JSON.stringify(String(newPayout())))
    assert.strictEqual(inspect(payin), String(payin))
    assert.strictEqual(inspect(newPayout()), String(newPayout()))
  })

  it("shows no token, no code and no whole number, in whatever state it is (S16)", () => {
    const told = [newPayin(), newPayout(), newPayin(walletPayin)].map((payment) => tried(payment, accepted(canary)))
    for (const payment of [...told, ...lives.map(({ record }) => record.payment)]) {
      for (const text of printed(payment)) {
        for (const secret of secrets) assert.notInclude(text, secret)
      }
    }
  })

  it("shows none of it in an error about it either (S16)", () => {
    const payin = tried(newPayin(), accepted(canary))
    const step = append(payin, [Events.released.make({ by: "A colleague", reason: canary })], 0)
    if (Result.isSuccess(step)) throw new Error("a payin is never released")
    for (const secret of secrets) assert.notInclude(step.failure, secret)
  })

  it("carries no code in its history: an attempt only says that it had one (S17)", () => {
    const payin = newPayin()
    const step = Result.getOrThrow(
      append(payin, [Events.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: true })], 0),
    )
    assert.strictEqual(
      step.entries.map((entry) => toEventRow(entry).body).join("\n"),
      '{"seq":2,"at":0,"event":{"_tag":"attempt_started","attempt":1,"kind":"pay","carriesOtp":true}}',
    )
  })
})
