/** What is erased of a person, and what stays. */
import { assert, describe, it } from "@effect/vitest"
import { Msisdn, OrderRef, PaymentId, Xof } from "../src/model/Identifiers.ts"
import { differences, counterparty, draftDescription } from "../src/model/Content.ts"
import { blankConfirmRecord } from "../src/model/Observation.ts"
import { blankPayout } from "../src/model/Payout.ts"
import { blankPayin } from "../src/model/Payin.ts"
import { newTracking, tokenMemoryOf } from "../src/model/PaymentRecord.ts"
import { toEntry, toEventRow, toPaymentWrite, toRecord } from "../src/ports/PaymentRow.ts"
import { erasedOf } from "../src/ports/erasing.ts"
import { everyEvent } from "./everyEvent.ts"
import { live } from "./lives.ts"
import { direct, Events, newPayin, newPayout, policy } from "./samples.ts"

const number = Msisdn.make("22670000017")
const mail = "given@example.test"
const person = { firstName: "Given", lastName: "Family", email: mail }
const record = {
  ...blankConfirmRecord,
  status: "completed" as const,
  payer: "70000017",
  externalId: "order-17 Given",
  payerDetails: { ...person, phone: number, details: "Given" },
  detail: `paid by ${number}`,
}
const wrote = `+226 70 00-00.17 called, so did GIVEN@example.test; Given is fine, Givenchy too`

const rowOf = (payment: Parameters<typeof toPaymentWrite>[0], tracking = newTracking(payment, policy)) => ({
  ...toPaymentWrite(payment, tracking),
  version: 3,
  leaseNumber: 0,
  leaseUntil: 0,
  newestNote: 0,
  notes: [],
})

const content = {
  ...newPayin().content,
  method: { ...direct("ussd_push"), customer: number },
  customer: person,
  description: "Given’s shoes",
  customData: { note: "for Given" },
}

describe("what is erased of a person", () => {
  const payment = blankPayin(content, 0)
  const tracking = newTracking(payment, policy)
  const row = rowOf(payment, { ...tracking, tokens: [{ ...tokenMemoryOf(tracking, 1), newest: { at: 1, record } }] })
  const events = [
    { seq: 1, at: 1, event: Events.intended.make({ content }) },
    { seq: 2, at: 2, event: Events.completed.make({ late: false, observation: { attempt: 1, startedAt: 1, record } }) },
    {
      seq: 3,
      at: 3,
      event: Events.flag_closed.make({ kind: "overdue", subject: "1", by: "A", reason: wrote }),
    },
  ].map(toEventRow)
  const erased = erasedOf({ version: 3, row, events }, 99)

  it("is its number in every spelling, its name, its address and what it wrote", () => {
    const [before, stored] = [{ row, events }, erased].map((each) => JSON.stringify([each.row, each.events]))
    for (const secret of [number, "70000017", mail, '"Given', "70 00-00.17"]) {
      assert.include(before, secret)
      assert.notInclude(stored, secret)
    }
    assert.isNull(erased.row.party)
    assert.include(stored, "erased called, so did erased; erased is fine, Givenchy too")
  })

  it("leaves a payment that reads, with its amounts, states and tokens", () => {
    const { payment: read } = toRecord({ ...row, ...erased.row })
    assert.isNull(counterparty(read.content))
    assert.strictEqual(read.content.erasedAt, 99)
    assert.deepStrictEqual([read.content.amount, read.state], [content.amount, payment.state])
    const lines = erased.events.map((each) => toEntry(each, payment.key))
    assert.deepStrictEqual(
      lines.map(({ at, event, seq }) => [seq, at, event._tag]),
      events.map(({ at, seq, tag }) => [seq, at, tag]),
    )
  })

  it("leaves names of payments and all that holds them together, whatever a person is called", () => {
    const odd = {
      ...content,
      id: PaymentId.make("order-22670000017"),
      orderRef: OrderRef.make("cart-70000017"),
      customer: { firstName: "completed", lastName: "default", email: "ussd_push" },
      customData: { customer: "intended", phone: "payin" },
      items: [{ name: "For 70000017", description: "red", quantity: 1, unitPrice: Xof.make(500) }],
    }
    const stored = rowOf(blankPayin(odd, 0))
    const history = [toEventRow({ seq: 1, at: 1, event: Events.intended.make({ content: odd }) })]
    const twice = erasedOf(erasedOf({ version: 3, row: stored, events: history }, 9), 10)
    const { payment: read } = toRecord({ ...stored, ...twice.row })
    assert.deepStrictEqual(read.key, { kind: "payin", project: odd.project, id: odd.id })
    assert.deepInclude(read.content, { orderRef: odd.orderRef, items: odd.items, shop: odd.shop })
    assert.deepStrictEqual(differences(odd, read.content), [])
    for (const each of twice.events) assert.strictEqual(toEntry(each, read.key).event._tag, "intended")
  })

  it("leaves a drafted refund known as one", () => {
    const refundOf = PaymentId.make("order-1")
    const description = draftDescription(refundOf)
    const found = rowOf(blankPayout({ ...newPayout().content, refundOf, description }, 0))
    const { payment: read } = toRecord({ ...found, ...erasedOf({ version: 3, row: found, events: [] }, 9).row })
    assert.strictEqual(read.content.description, description)
  })

  it("is said to be erased where a number is printed", () => {
    const payout = blankPayout(newPayout().content, 0)
    const found = rowOf(payout)
    const { payment: read } = toRecord({ ...found, ...erasedOf({ version: 3, row: found, events: [] }, 9).row })
    assert.include(String(read), "to erased by")
  })

  it("is not compared when the same payment is asked for again", () => {
    const { payment: read } = toRecord({ ...row, ...erased.row })
    assert.deepStrictEqual(differences(content, read.content), [])
    const other = { ...content, description: "Another", orderRef: null, items: [] }
    assert.deepStrictEqual(differences(other, read.content), ["orderRef"])
  })

  it("leaves every event and every payment readable", () => {
    const all = Object.values(everyEvent).flatMap((each) =>
      each.map((event, index) => toEventRow({ seq: index + 1, at: 1, event })),
    )
    for (const each of erasedOf({ version: 1, row, events: all }, 9).events) toEntry(each, payment.key)
    for (let seed = 1; seed <= 100; seed++) {
      const { payment: lived, tracking: followed } = live(seed, 40).record
      const found = rowOf(lived, followed)
      const { payment: read } = toRecord({ ...found, ...erasedOf({ version: 1, row: found, events: [] }, 9).row })
      assert.deepStrictEqual(read.state, lived.state)
    }
  })
})
