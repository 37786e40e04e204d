import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  asConfirmRecord,
  blankConfirmRecord,
  ConfirmRecord,
  Observation,
  readStatus,
  attemptOfReply,
  Status,
} from "../src/model/Observation.ts"

const pendingWith = (text: string): ReturnType<typeof readStatus> => ({ status: "pending", unknownStatus: text })
const nearMisses = [
  "",
  " ",
  "completed ",
  " completed",
  "Completed",
  "COMPLETED",
  "complete",
  "completed\n",
  "completed\u0000",
  "completed,pending",
  "notcompleted ",
  "nocompleted",
  "not completed",
  "notCompleted",
  "failed",
  "success",
  "cancelled",
  "true",
  "00",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
]

const spelt = [
  ["pending", "pending"],
  ["completed", "completed"],
  ["notcompleted", "not_completed"],
] as const

describe("readStatus", () => {
  it("knows the specification's three statuses, for payins and payouts alike #80 #108 #112 #113 #114", () => {
    assert.sameOrderedMembers(
      [...Status.literals],
      spelt.map(([, status]) => status),
    )
    for (const [text, status] of spelt) assert.deepStrictEqual(readStatus(text, {}), { status, unknownStatus: null })
  })

  it("reads every near-miss as pending and keeps its text for a person #80", () => {
    for (const text of nearMisses) assert.deepStrictEqual(readStatus(text, {}), pendingWith(text), JSON.stringify(text))
  })

  it("takes an alias exactly where the merchant's policy names it", () => {
    const aliases = { nocompleted: "not_completed", success: "completed" } as const
    assert.deepStrictEqual(readStatus("nocompleted", aliases), { status: "not_completed", unknownStatus: null })
    assert.deepStrictEqual(readStatus("success", aliases), { status: "completed", unknownStatus: null })
    for (const text of nearMisses.filter((each) => !Object.hasOwn(aliases, each))) {
      assert.deepStrictEqual(readStatus(text, aliases), pendingWith(text), JSON.stringify(text))
    }
  })

  it("lets no alias change one of the three", () => {
    const aliases = { pending: "completed", completed: "not_completed", notcompleted: "completed" } as const
    for (const [text, status] of spelt) {
      assert.deepStrictEqual(readStatus(text, aliases), { status, unknownStatus: null })
    }
  })

  it("takes an alias that is named like a part of every object only when the policy itself names it", () => {
    const aliases = JSON.parse('{"__proto__":"completed","constructor":"not_completed"}')
    assert.deepStrictEqual(readStatus("__proto__", aliases), { status: "completed", unknownStatus: null })
    assert.deepStrictEqual(readStatus("constructor", aliases), { status: "not_completed", unknownStatus: null })
    assert.deepStrictEqual(readStatus("toString", aliases), pendingWith("toString"))
    assert.deepStrictEqual(readStatus("toString", Object.create({ toString: "completed" })), pendingWith("toString"))
  })

  it("cuts a status without end", () => {
    assert.deepStrictEqual(readStatus("x".repeat(100_000), {}), pendingWith("x".repeat(200)))
  })

  it.prop("reads no other text than the three as final", [Schema.String], ([text]) => {
    const read = readStatus(text, {})
    const status = spelt.find(([spelling]) => spelling === text)?.[1]
    return status === undefined ? read.status === "pending" && read.unknownStatus !== null : read.status === status
  })
})

describe("a confirm record", () => {
  it("starts from pending, with nothing known", () => {
    assert.isTrue(Schema.is(ConfirmRecord)(blankConfirmRecord))
    assert.deepStrictEqual(readStatus(blankConfirmRecord.status, {}), { status: "pending", unknownStatus: null })
    assert.isNull(blankConfirmRecord.amount)
  })

  it("keeps an amount as whole francs, or none #88 #10", () => {
    const record = { ...blankConfirmRecord, amount: 501 }
    assert.deepStrictEqual(Schema.decodeUnknownSync(ConfirmRecord)(record), record)
    for (const amount of [500.5, "500", Number.NaN]) {
      assert.isFalse(Schema.is(ConfirmRecord)({ ...blankConfirmRecord, amount }))
    }
  })

  it("keeps what helps a person to ask the service: its references, the operator, the date #85 #89 #92 #93 #100", () => {
    const record: ConfirmRecord = {
      ...blankConfirmRecord,
      status: "completed",
      operatorId: "1",
      operatorName: "ORANGE BURKINA",
      payer: "22670000001",
      operatorReference: "PP260101.1200.A00001",
      requestId: "request-1",
      date: "2026-01-01 12:00:00+00",
      externalId: "order-1",
      transactionId: "order-1",
      payerDetails: { firstName: "A", lastName: "", email: "", phone: "22670000001", details: "" },
    }
    const written: unknown = JSON.parse(JSON.stringify(Observation.make({ attempt: 1, startedAt: 5, record })))
    assert.deepStrictEqual(Schema.decodeUnknownSync(Observation)(written).record, record)
  })

  it("takes no status outside the three", () => {
    for (const status of nearMisses) assert.isFalse(Schema.is(ConfirmRecord)({ ...blankConfirmRecord, status }), status)
  })
})

describe("a record as a gateway hands it over", () => {
  it("is kept as it is when history can hold it", () => {
    const record: ConfirmRecord = {
      status: "completed",
      unknownStatus: "paid",
      amount: 501,
      tokenIsOurs: true,
      transactionId: "order-1",
      externalId: "order-1b-7",
      operatorId: "1",
      operatorName: "ORANGE BURKINA",
      payer: "22670000001",
      operatorReference: "PP260101.1200.A00001",
      requestId: "request-1",
      date: "2026-01-01 12:00:00+00",
    }
    assert.deepStrictEqual(asConfirmRecord(record), record)
    assert.deepStrictEqual(asConfirmRecord(blankConfirmRecord), blankConfirmRecord)
    const failed = { ...blankConfirmRecord, detail: "insufficient funds" }
    assert.deepStrictEqual(asConfirmRecord(failed), failed)
    assert.deepStrictEqual(asConfirmRecord({ ...blankConfirmRecord, detail: "" }), blankConfirmRecord)
  })

  it("keeps of a payer's details what is text, cut to what is kept #100", () => {
    const details = { firstName: "A".repeat(300), lastName: 7, email: "a@b.example", phone: null, other: "x" }
    assert.deepStrictEqual(asConfirmRecord({ ...blankConfirmRecord, payerDetails: details })?.payerDetails, {
      firstName: "A".repeat(200),
      lastName: "",
      email: "a@b.example",
      phone: "",
      details: "",
    })
    assert.isFalse(Object.hasOwn(asConfirmRecord({ ...blankConfirmRecord, payerDetails: "A" }) ?? {}, "payerDetails"))
  })

  it("of which only the status can be read says nothing else, and is not of our token", () => {
    const bare = { ...blankConfirmRecord, tokenIsOurs: false }
    assert.deepStrictEqual(asConfirmRecord({ status: "pending" }), bare)
    const odd = { unknownStatus: null, amount: 500.5, tokenIsOurs: 1, transactionId: null, date: 7 }
    assert.deepStrictEqual(asConfirmRecord({ ...odd, status: "pending", payer: null, operatorReference: null }), bare)
    for (const amount of [Number.NaN, Infinity, 2 ** 53]) {
      assert.deepStrictEqual(asConfirmRecord({ status: "pending", amount }), bare)
    }
  })

  it("is none without one of the three statuses, and nothing breaks over it", () => {
    for (const status of nearMisses) assert.isNull(asConfirmRecord({ ...blankConfirmRecord, status }), status)
    assert.isNull(asConfirmRecord({ amount: 500 }))
    assert.isNull(asConfirmRecord(null))
    assert.isNull(asConfirmRecord(undefined))
  })

  it("is cut and cleaned, so that no store refuses it", () => {
    const long = `a\u0000${"x".repeat(1_000)}`
    const cut = `a\uFFFD${"x".repeat(198)}`
    const record = asConfirmRecord({
      status: "pending",
      unknownStatus: long,
      externalId: long,
      payer: long,
      operatorReference: long,
    })
    assert.deepInclude(record, { unknownStatus: cut, externalId: cut, payer: cut, operatorReference: cut })
    assert.isTrue(Schema.is(ConfirmRecord)(record))
  })
})

it("the reply about a handle names its attempt, whether something was observed or not", () => {
  const observation = Observation.make({ attempt: 3, startedAt: 0, record: blankConfirmRecord })
  assert.strictEqual(attemptOfReply({ _tag: "Observed", observation }), 3)
  assert.strictEqual(attemptOfReply({ _tag: "NotFound", attempt: 4, startedAt: 0 }), 4)
  assert.strictEqual(attemptOfReply({ _tag: "Failed", attempt: 5, startedAt: 0 }), 5)
})
