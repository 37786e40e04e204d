import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { readCreationEnvelope, readPayinRecord, readPayoutRecord, readWalletOtp } from "../src/index.ts"
import { almostAnswer, anyJson, payinCompleted, payinPending, payoutPending, withFields } from "./support.ts"

const noAnswers = [
  undefined,
  null,
  "",
  "<html>",
  3,
  true,
  [],
  [{ response_code: "00" }],
  {},
  { message: "x" },
  { response_code: "" },
  { response_code: 0 },
]

const envelope = (body: unknown) => Option.getOrThrow(readCreationEnvelope(body))

describe("readResponses", () => {
  it("reads no answer where there is no response_code in words #22", () => {
    for (const body of noAnswers) {
      assert.isTrue(Option.isNone(readCreationEnvelope(body)), JSON.stringify(body))
      assert.isTrue(Option.isNone(readPayinRecord(body)))
      assert.isTrue(Option.isNone(readPayoutRecord(body)))
      assert.isTrue(Option.isNone(readWalletOtp(body)))
    }
  })

  it("keeps any response_code as it was written, never as 00 #22 #23 #103", () => {
    for (const response_code of ["00", "01", "02", "00 ", "ok"]) {
      assert.strictEqual(envelope({ response_code }).responseCode, response_code)
    }
  })

  it("keeps a token letter for letter, also one of digits, and reads an empty one as none #25", () => {
    assert.deepStrictEqual(envelope({ response_code: "00", token: " A+B/=" }).token, Option.some(" A+B/="))
    assert.deepStrictEqual(envelope({ response_code: "00", token: 12 }).token, Option.some("12"))
    for (const token of ["", null, undefined, 1.5, 2 ** 60, ["t"]]) {
      assert.isTrue(Option.isNone(envelope({ response_code: "00", token }).token))
    }
  })

  it("keeps a token of an error: it is the caller who knows what to do with it #25", () => {
    assert.deepStrictEqual(envelope({ response_code: "01", token: "t" }).token, Option.some("t"))
  })

  it("reads the sub-code of a failure #26 #216", () => {
    assert.deepStrictEqual(
      envelope({ response_code: "01", response_text: "Echec (Code03a)" }).subCode,
      Option.some("03a"),
    )
    assert.isTrue(Option.isNone(envelope({ response_code: "01", response_text: "x" }).subCode))
    assert.isTrue(Option.isNone(envelope({ response_code: "01" }).subCode))
  })

  it("ignores fields that it does not know #26", () => {
    const body = { response_code: "00", token: "t" }
    assert.deepStrictEqual(readCreationEnvelope({ ...body, anything: { else: [] } }), readCreationEnvelope(body))
  })

  it("reads a completed payin record #79 #80 #85 #87 #88 #90 #92 #93 #100", () => {
    const record = Option.getOrThrow(readPayinRecord(payinCompleted))
    assert.deepStrictEqual(record.status, { _tag: "Stated", status: "completed" })
    assert.deepStrictEqual(record.amount, { _tag: "Read", xof: 4200 })
    assert.deepStrictEqual(record.montant, record.amount)
    assert.deepStrictEqual(record.customer, Option.some("22600000000"))
    const details = { firstName: "", lastName: "", email: "", phone: "22600000000", details: "" }
    assert.deepStrictEqual(record.customerDetails, Option.some(details))
    assert.deepStrictEqual(record.externalId, Option.some("T1"))
    assert.deepStrictEqual(record.requestId, Option.some("P1"))
    assert.isTrue(Option.isNone(record.operatorReference))
    assert.deepStrictEqual(
      record.customData.entries.map(({ value }) => value),
      ["T1"],
    )
  })

  it("reads a pending record with or without the fields that may be left out #86 #87 #102", () => {
    const short = readPayinRecord(payinPending)
    const long = readPayinRecord(
      withFields(payinPending, {
        token: "",
        response_text: "",
        description: "",
        operator_id: "",
        operator_name: "",
        oreference: "",
        customer_details: {},
      }),
    )
    assert.deepStrictEqual(short, long)
    assert.isTrue(Option.isNone(Option.getOrThrow(short).operatorId))
  })

  it("keeps amounts that disagree apart #88", () => {
    const record = Option.getOrThrow(readPayinRecord(withFields(payinCompleted, { montant: "100", amount: 100.5 })))
    assert.deepStrictEqual(record.montant, { _tag: "Read", xof: 100 })
    assert.deepStrictEqual(record.amount, { _tag: "Unreadable" })
  })

  it("reads the empty status of an error as no status at all #81 #147", () => {
    const record = Option.getOrThrow(
      readPayinRecord({ response_code: "01", status: "", response_text: "Echec (Code02)" }),
    )
    assert.deepStrictEqual(record.status, { _tag: "Empty" })
    assert.deepStrictEqual(record.subCode, Option.some("02"))
  })

  it("reads a payout record with its token #108 #109", () => {
    const record = Option.getOrThrow(readPayoutRecord(payoutPending))
    assert.deepStrictEqual(record.token, Option.some("payout-token"))
    assert.deepStrictEqual(record.status, { _tag: "Stated", status: "pending" })
    assert.deepStrictEqual(record.amount, { _tag: "Absent" })
  })

  it("reads whether an OTP was sent, and only from a boolean #29 #163 #164", () => {
    const sent = Option.getOrThrow(readWalletOtp({ error: false, message: "OTP sent" }))
    assert.deepStrictEqual([sent.error, sent.message], [Option.some(false), Option.some("OTP sent")])
    for (const error of ["false", 0, null, undefined]) {
      assert.isTrue(Option.isNone(readWalletOtp({ error, message: "OTP sent" })))
    }
  })

  it("reads the common envelope where an OTP request is refused with it #188 #219", () => {
    const reading = Option.getOrThrow(
      readWalletOtp({ response_code: "01", response_text: "Echec (Code00)", error: "no" }),
    )
    assert.isTrue(Option.isNone(reading.error))
    assert.deepStrictEqual(
      Option.flatMap(reading.envelope, ({ subCode }) => subCode),
      Option.some("00"),
    )
  })

  it("is not overcome by depth #22", () => {
    const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000))
    const body = { response_code: "00", status: deep, token: deep, amount: deep, custom_data: deep, description: deep }
    assert.deepStrictEqual(Option.getOrThrow(readPayinRecord(body)).status, { _tag: "Unreadable" })
  })

  it.prop("reads any JSON without throwing #22", [anyJson], ([body]) => {
    for (const read of [readCreationEnvelope, readPayinRecord, readPayoutRecord, readWalletOtp]) {
      read(body)
    }
  })

  it.prop("gives back only what was there #22 #25 #80", [almostAnswer], ([body]) => {
    const record = Option.getOrUndefined(readPayinRecord(body))
    if (record === undefined) {
      return typeof body.response_code !== "string" || body.response_code === ""
    }
    return (
      record.responseCode === body.response_code &&
      // A token that comes as a number is kept as its digits.
      Option.match(record.token, {
        onNone: () => true,
        onSome: (token) => token === body.token || (typeof body.token === "number" && Number(token) === body.token),
      }) &&
      (record.status._tag !== "Stated" || record.status.status === body.status) &&
      (record.status._tag !== "Unknown" || record.status.text === body.status) &&
      (record.amount._tag !== "Read" || record.amount.xof === Number(body.amount))
    )
  })
})
