/**
 * What a confirm says: the records that the specification promises and the forms that were seen in public, read to the same
 * meaning; and the errors, none of which is ever a payment's end (#79 to #110, #144, #147, #179).
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { ConfirmRecord } from "@cauri/core/adapter"
import type { CallFailureTag } from "@cauri/core/model"
import type { Case, Facet } from "../Facet.ts"
import { confirmsOf } from "./answering.ts"
import { type Body, completion, confirmRefusal, payinCompleted, payinPending, payoutCompleted } from "./bodies.ts"
import { type ConfirmName, confirmNames } from "./calls.ts"
import type { GatewayUnderTest } from "./GatewayUnderTest.ts"

type GatewayCase = Case<GatewayUnderTest>

const withoutDetails: ConfirmRecord = {
  status: "completed",
  unknownStatus: null,
  amount: 4_200,
  tokenIsOurs: true,
  transactionId: "order-17_a",
  externalId: "order-17_a",
  operatorId: "11",
  operatorName: "ORANGE BURKINA",
  payer: "22670000001",
  operatorReference: "MP260509.0720.A1",
  requestId: "P2777636082026",
  date: "2026-05-09 07:20:23+00",
}

/** The same with the details of its payer, which a record may leave out (#100, #102). */
const payinRecord: ConfirmRecord = {
  ...withoutDetails,
  payerDetails: {
    firstName: "Firstname",
    lastName: "Lastname",
    email: "firstname@shop.example",
    phone: "22670000001",
    details: "",
  },
}

const payoutRecord: ConfirmRecord = {
  ...withoutDetails,
  amount: null,
  transactionId: null,
  externalId: "",
  payer: null,
  operatorReference: "",
  requestId: "",
  date: "",
}

const operatorless = { operatorId: "", operatorName: "" }

/** Fails unless the body reads as this record, whatever the status beside it. */
const reads = (name: ConfirmName, body: Body, expected: ConfirmRecord): GatewayCase =>
  Effect.gen(function* () {
    for (const confirmed of yield* confirmsOf(name, body)) {
      if (confirmed._tag === "Failed") return assert.fail(confirmed.error.message)
      assert.deepStrictEqual<unknown>({ ...confirmed.record }, expected)
    }
  })

const readsPayin = (changes: Body, expected: Partial<ConfirmRecord>): GatewayCase =>
  reads("confirmInvoice", { ...payinCompleted, ...changes }, { ...payinRecord, ...expected })
const readsPayout = (changes: Body, expected: Partial<ConfirmRecord>): GatewayCase =>
  reads("confirmPayout", { ...payoutCompleted, ...changes }, { ...payoutRecord, ...expected })

const all = (cases: ReadonlyArray<GatewayCase>): GatewayCase => Effect.all(cases, { concurrency: 1, discard: true })

const without = (body: Body, ...names: ReadonlyArray<string>): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Fails when the body gives the payment a final state. */
const settlesNothing = (name: ConfirmName, bodies: ReadonlyArray<unknown>): GatewayCase =>
  Effect.gen(function* () {
    for (const body of bodies) {
      for (const confirmed of yield* confirmsOf(name, body)) {
        if (confirmed._tag === "Record") assert.strictEqual(confirmed.record.status, "pending", JSON.stringify(body))
      }
    }
  })

const fails = (name: ConfirmName, body: Body, reason: CallFailureTag, code: string): GatewayCase =>
  Effect.gen(function* () {
    for (const confirmed of yield* confirmsOf(name, body)) {
      if (confirmed._tag === "Record") return assert.fail(`a record that says ${confirmed.record.status}`)
      assert.deepStrictEqual<unknown>({ ...confirmed.error.reason }, { _tag: reason, code })
    }
  })

/** Statuses that resemble one of the three and are none (#80, #108). */
const nearMisses = [
  "completed ",
  " completed",
  "COMPLETED",
  "Completed",
  "complete",
  "c\u043Empleted",
  "success",
  "00",
  "nocompleted",
  "not_completed",
  "notcompleted ",
  "not completed",
  "failed",
  "Pending",
]

const noStatuses = [
  "completed\n",
  "completed\u0000",
  null,
  true,
  1,
  0,
  [],
  ["completed"],
  { status: "completed" },
  ["notcompleted"],
]

const payins: Readonly<{ [title: string]: GatewayCase }> = {
  "confirmInvoice: a completed record is read field by field, whatever the status (#79 to #99)": readsPayin({}, {}),
  "confirmInvoice: notcompleted is what the specification spells so (#80, #114)": readsPayin(
    { status: "notcompleted", response_text: "Solde insuffisant", description: "" },
    { status: "not_completed", detail: "Solde insuffisant" },
  ),
  "confirmInvoice: a pending record may omit its empty fields (#86, #87, #102)": reads("confirmInvoice", payinPending, {
    ...withoutDetails,
    ...operatorless,
    status: "pending",
    payer: null,
    operatorReference: "",
  }),
  "confirmInvoice: a pending record may also hold them, empty (#86, #87)": readsPayin(
    { status: "pending", operator_id: "", operator_name: "", customer: null, oreference: "" },
    { ...operatorless, status: "pending", payer: null, operatorReference: "" },
  ),
  "confirmInvoice: amounts that came as texts are the same amounts (#88)": all([
    readsPayin({ amount: "4200", montant: "4200" }, {}),
    readsPayin({ amount: 4_200.0, montant: "4200.00" }, {}),
  ]),
  "confirmInvoice: an amount that is not exactly an integer is none, and never rounded (#10, #88)": all(
    [4_200.5, "4200.5", "4 200", "4,200", "4200 XOF", "", null, true, [4_200], "1e3", "0x1068", 1e300].map((amount) =>
      readsPayin({ amount, montant: amount }, { amount: null }),
    ),
  ),
  "confirmInvoice: two amounts that differ are none (#88)": Effect.gen(function* () {
    for (const confirmed of yield* confirmsOf("confirmInvoice", { ...payinCompleted, montant: 4_100 })) {
      if (confirmed._tag === "Failed") return assert.fail(confirmed.error.message)
      assert.isNull(confirmed.record.amount)
      // For a person who decides what was paid: never the larger one.
      assert.strictEqual(confirmed.record.leastAmount ?? 4_100, 4_100)
    }
  }),
  "confirmInvoice: a record that echoes another token than the empty one is not ours (#82)": readsPayin(
    { token: "another-token" },
    { tokenIsOurs: false },
  ),
  "confirmInvoice: an amount that is missing is none (#88)": reads(
    "confirmInvoice",
    without(payinCompleted, "amount", "montant"),
    { ...payinRecord, amount: null },
  ),
  "confirmInvoice: the record of older clients is read too (#95)": reads(
    "confirmInvoice",
    {
      date: "2026-05-09 07:20:23+00",
      response_code: "00",
      token: "",
      description: "",
      amount: "4200",
      montant: "4200",
      response_text: null,
      status: "completed",
      custom_data: [{ id_invoice: 7, keyof_customdata: "transaction_id", valueof_customdata: "order-17_a" }],
      operator_name: "ORANGE BURKINA",
      operator_id: 11,
      customer: "22670000001",
      transaction_id: "order-17_a",
      external_id: null,
      request_id: "P2777636082026",
    },
    { ...withoutDetails, externalId: "", operatorReference: "" },
  ),
  "confirmInvoice: the merchant's identifier is found in every form of custom_data (#94, #99)": all([
    readsPayin({ custom_data: { transaction_id: "order-17_a", logfile: "1" } }, {}),
    readsPayin({ custom_data: '[{"keyof_customdata":"transaction_id","valueof_customdata":"order-17_a"}]' }, {}),
    reads(
      "confirmInvoice",
      { ...without(payinCompleted, "custom_data"), customdata: payinCompleted["custom_data"] },
      payinRecord,
    ),
  ]),
  "confirmInvoice: without custom_data there is no identifier, and the record still counts (#94)": all([
    ...[[], "", null, {}, [{ keyof_customdata: "basket", valueof_customdata: "b/7" }]].map((data) =>
      readsPayin({ custom_data: data }, { transactionId: null }),
    ),
    reads("confirmInvoice", without(payinCompleted, "custom_data"), { ...payinRecord, transactionId: null }),
  ]),
  "confirmInvoice: another payment's identifier is handed on as it is (#90)": readsPayin(
    {
      external_id: "order-18b-7",
      custom_data: [{ keyof_customdata: "transaction_id", valueof_customdata: "order-18" }],
    },
    { transactionId: "order-18", externalId: "order-18b-7" },
  ),
}

const payouts: Readonly<{ [title: string]: GatewayCase }> = {
  "confirmPayout: a completed record is read field by field, whatever the status (#103 to #111)": readsPayout({}, {}),
  "confirmPayout: notcompleted is what the specification spells so (#108, #114)": readsPayout(
    { status: "notcompleted", response_text: "Echec" },
    { status: "not_completed", detail: "Echec" },
  ),
  "confirmPayout: a pending record has no operator (#109)": readsPayout(
    { status: "pending", operator_id: "", operator_name: "" },
    { ...operatorless, status: "pending" },
  ),
  "confirmPayout: an operator that came as a number is the same operator (#111)": readsPayout({ operator_id: 11 }, {}),
  "confirmPayout: a record that does not echo our token is not ours (#104)": all([
    ...["another-token", "", null].map((token) => readsPayout({ token }, { tokenIsOurs: false })),
    reads("confirmPayout", without(payoutCompleted, "token"), { ...payoutRecord, tokenIsOurs: false }),
  ]),
}

const shared = (name: ConfirmName): Readonly<{ [title: string]: GatewayCase }> => {
  const full = completion(name)
  const record = name === "confirmInvoice" ? payinRecord : payoutRecord
  return {
    [`${name}: a status that only resembles one of the three is pending, and kept for a person (#80, #108)`]: all(
      nearMisses.map((status) =>
        reads(name, { ...full, status }, { ...record, status: "pending", unknownStatus: status }),
      ),
    ),
    [`${name}: a status that is no text settles nothing (#80, #108)`]: settlesNothing(name, [
      ...noStatuses.map((status) => ({ ...full, status })),
      { ...full, status: "" },
      without(full, "status"),
    ]),
    [`${name}: a code that is not 00 settles nothing, whatever the status says (#79, #103)`]: settlesNothing(
      name,
      ["01", "02", "00 ", " 00", "0", "000", "OK", "", 0, null, true, ["00"]].flatMap((code) =>
        ["completed", "notcompleted"].map((status) => ({ ...full, response_code: code, status })),
      ),
    ),
    [`${name}: a record without a code settles nothing (#79, #103)`]: settlesNothing(name, [
      without(full, "response_code"),
    ]),
    [`${name}: Code00 fails with authentication_failed (#188, #225)`]: fails(
      name,
      confirmRefusal(name, "Code00"),
      "authentication_failed",
      "Code00",
    ),
    [`${name}: Code02 fails with NotFound (#144, #230)`]: fails(
      name,
      confirmRefusal(name, "Code02"),
      "not_found",
      "Code02",
    ),
    [`${name}: any other sub-code fails with Unrecognised and is kept as it came (#147, #179, #242)`]: all(
      ["Code01", "Code03", "Code04", "Code03a", "Code99"].map((code) =>
        fails(name, confirmRefusal(name, code), "unrecognised", code),
      ),
    ),
    [`${name}: an error says nothing about the payment (#81, #147, #179)`]: settlesNothing(name, [
      { response_code: "01", response_text: "Echec (Code03)", status: "notcompleted" },
      { response_code: "01", response_text: "", status: "" },
      { response_code: "01" },
    ]),
  }
}

export const confirming: Facet<GatewayUnderTest> = {
  name: "what a confirm says",
  alone: false,
  together: true,
  cases: { ...payins, ...payouts, ...Object.assign({}, ...confirmNames.map(shared)) },
}
