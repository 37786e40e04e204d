/** What comes back, read through the gateway: leniently in form, strictly in meaning. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { blankConfirmRecord, ConfirmRecord, CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import { readCreation, readOtp, readConfirm, scrubbed } from "../src/readings.ts"

const token = CreationToken.make("created-token")
const cases = CreationAnswer.cases
const creations = [
  "createHostedInvoice",
  "createDirectInvoice",
  "submitWalletInvoice",
  "createWalletPayout",
  "createDirectPayout",
] as const
const json = (body: unknown) => JSON.stringify(body)
const read = (operation: (typeof creations)[number], body: unknown) => readCreation(operation, json(body), [])

describe("the reply of a creation", () => {
  it("00 with a token is accepted, and an address in the text is where the customer goes (#22, #71, #73)", () => {
    const url = "https://service.example/pay/invoice/created-token"
    const hosted = { response_code: "00", token, response_text: url, wiki: "x" }
    assert.deepStrictEqual(read("createHostedInvoice", hosted), cases.accepted.make({ token, url }))
    const direct = { ...hosted, response_text: "Votre requête est en cours de traitement" }
    assert.deepStrictEqual(read("createDirectInvoice", direct), cases.accepted.make({ token, url: null }))
  })

  for (const operation of creations) {
    it(`${operation}: whatever is no envelope is no answer, and a token in it is kept (S7)`, () => {
      for (const text of ["", "<html>", "null", "[]", '"00"', "{}", '{"response_code":0}', '{"response_code":"00"']) {
        assert.deepStrictEqual(readCreation(operation, text, []), noAnswer("unreadable"), text)
      }
      assert.deepStrictEqual(read(operation, { response_code: 0, token }), noAnswer("unreadable", "", token))
      assert.deepStrictEqual(read(operation, { token: "a b" }), noAnswer("unreadable"))
    })

    it(`${operation}: a token of digits keeps them all (#25, #78)`, () => {
      for (const digits of ["7", "90071992547409931234567890"]) {
        const reply = `{"response_code":"00","token" : ${digits},"response_text":"\\"token\\":${digits},"}`
        const answer = readCreation(operation, reply, [])
        assert.deepStrictEqual(answer, cases.accepted.make({ token: CreationToken.make(digits), url: null }))
        assert.deepStrictEqual(
          readCreation(operation, `{"token":${digits}}`, []),
          noAnswer("unreadable", "", CreationToken.make(digits)),
        )
      }
    })

    it(`${operation}: 00 without a token is no answer, and a refusal with one is contradictory (#25)`, () => {
      for (const empty of ["", null, undefined, 7.5, " "]) {
        const answer = read(operation, { response_code: "00", token: empty, response_text: "ok" })
        assert.deepStrictEqual(answer, noAnswer("token_missing"), String(empty))
      }
      assert.deepStrictEqual(
        read(operation, { response_code: "01", token, response_text: "Echec (Code01)" }),
        noAnswer("contradictory", "Code01", token),
      )
    })
  }

  it("what the service says of a failure is kept for operators, without what we sent and without its own numbers and tokens (#26, #216, S16)", () => {
    const said =
      "Le client Awaa 22670000001 (ref 123456789) et sig eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abcdefghijk refuse 42"
    const body = {
      response_code: "01",
      token: "",
      response_text: said,
      description: "Numéro\n inconnu",
      response_text_details: "Numéro inconnu",
      wiki: "https://service.example/wiki/createInvoice",
    }
    const answer = readCreation("createDirectInvoice", json(body), ["Awaa", "22670000001", "a"])
    const detail =
      "Le client … … (ref …) et sig … refuse 42 · Numéro inconnu · https://service.example/wiki/createInvoice"
    assert.deepStrictEqual(answer, cases.no_answer.make({ cause: "unrecognised_code", code: "", detail, token: null }))
    assert.strictEqual(scrubbed("code 12 of ab", ["12", "ab"]), "code 12 of ab")
  })

  it("what a payout in doubt was told is kept with it, and what public pages say of a code that is not stated (#218, #242)", () => {
    const refusal = { response_code: "01", token: "", response_text: "Echec (Code07)", description: "already there" }
    const hint = "The transaction_id exists already; a first attempt was probably executed"
    const detail = `already there · public pages say of this code: ${hint}`
    assert.deepStrictEqual(
      read("createWalletPayout", refusal),
      cases.no_answer.make({ cause: "unrecognised_code", code: "Code07", detail, token: null }),
    )
    assert.deepStrictEqual(
      read("createDirectPayout", { ...refusal, response_text: "Echec (Code08)" }),
      cases.turned_away.make({
        reason: CallFailure.cases.balance_too_low.make({ code: "Code08", detail: "already there" }),
      }),
    )
  })

  it("an address that is no page of sub-codes is not kept (#27, #28)", () => {
    for (const wiki of [
      "javascript:alert(1)",
      "https://service.example/wiki/22670000001",
      "https://a@b.example/wiki",
      7,
    ]) {
      assert.deepStrictEqual(
        read("createWalletPayout", { response_code: "01", token: "", response_text: "Echec (Code99)", wiki }),
        noAnswer("unrecognised_code", "Code99"),
      )
    }
  })

  it("however long a failure's texts are, they are cut (#75)", () => {
    const body = { response_code: "01", token: "", response_text: "é ".repeat(9_000), description: "b ".repeat(9_000) }
    const answer = read("createWalletPayout", body)
    assert.isAtMost(answer._tag === "no_answer" ? (answer.detail ?? "").length : 0, 500)
  })

  it("a name in capitals, and a number that is written in groups, are not kept either (S16)", () => {
    const said = "Mme ÉLODIE (SHOP+1) au +226 70 00-00.01, 7 refus le 12"
    assert.strictEqual(scrubbed(said, ["Élodie", "Shop+1"]), "Mme … (…) au +…, 7 refus le 12")
    assert.strictEqual(scrubbed("a.b axb", ["a.b"]), "… axb")
  })
})

describe("the reply to a request for the wallet's code", () => {
  const sent = cases.otp_sent.make({})
  const refused = (code: string, detail?: string) =>
    cases.refused.make({
      reason: CallFailure.cases.otp_not_sent.make({ code, ...(detail === undefined ? {} : { detail }) }),
    })
  const turnedAway = cases.turned_away.make({
    reason: CallFailure.cases.authentication_failed.make({ code: "Code00" }),
  })
  const rows: ReadonlyArray<readonly [string, unknown, CreationAnswer]> = [
    ["error false", { error: false, message: "OTP sent" }, sent],
    ["error true", { error: true, message: "No account for 22670000001" }, refused("", "No account for …")],
    ["error true with a code in its message", { error: true, message: "Echec (Code05)" }, refused("Code05")],
    ["error true with Code00 in its message (U1)", { error: true, message: "Echec (Code00)" }, turnedAway],
    ["the common envelope with Code00 (U1)", { response_code: "01", response_text: "Echec (Code00)" }, turnedAway],
    [
      "the common envelope with another code",
      { response_code: "01", response_text: "Echec (Code05)" },
      noAnswer("contradictory", "Code05"),
    ],
    ["the common envelope of a success alone", { response_code: "00", token: "t" }, noAnswer("unreadable")],
    ["error false in an envelope that refuses", { error: false, response_code: "01" }, noAnswer("contradictory")],
    ["error true in an envelope that refuses", { error: true, response_code: "01" }, refused("")],
    ...[0, 1, "false", "true", null, [false]].map(
      (error) => [`error ${JSON.stringify(error)}`, { error, message: "OTP sent" }, noAnswer("unreadable")] as const,
    ),
    ["nothing", {}, noAnswer("unreadable")],
    ["an array", [], noAnswer("unreadable")],
  ]
  for (const [what, body, answer] of rows) {
    it(`endpoint 4: ${what} is ${answer._tag} (#29, #163 to #165, #188, #219, #225)`, () => {
      assert.deepStrictEqual(readOtp(json(body), []), answer)
    })
  }
})

const recordIn = (read: ReturnType<typeof readConfirm>) => Result.getOrThrow(read)
const payin = (body: unknown) => readConfirm("confirmInvoice", json(body), token, {})
const payout = (body: unknown) => readConfirm("confirmPayout", json(body), token, {})
const entry = (key: string, value: string) => ({ keyof_customdata: key, valueof_customdata: value })

const paid = {
  response_code: "00",
  status: "completed",
  token: "",
  response_text: "",
  description: "",
  operator_id: "11",
  operator_name: "OPERATOR",
  customer: "22670000001",
  montant: 4200,
  amount: 4200,
  date: "2026-05-09 07:20:23+00",
  external_id: "order-17",
  oreference: "MP1",
  request_id: "P277",
  custom_data: [
    { ...entry("transaction_id", "order-17"), datecreation_customdata: "2026-05-09 07:20:23" },
    entry("logfile", "x"),
  ],
  customer_details: { firstname: "A", lastname: "B", email: "a@b.example", phone: "22670000001", details: "" },
  wiki: "https://service.example/wiki/confirmInvoice",
}
const record: ConfirmRecord = {
  status: "completed",
  unknownStatus: null,
  amount: 4200,
  tokenIsOurs: true,
  transactionId: "order-17",
  externalId: "order-17",
  operatorId: "11",
  operatorName: "OPERATOR",
  payer: "22670000001",
  operatorReference: "MP1",
  requestId: "P277",
  date: "2026-05-09 07:20:23+00",
  payerDetails: { firstName: "A", lastName: "B", email: "a@b.example", phone: "22670000001", details: "" },
}

describe("what a status record says in words", () => {
  it("is kept of payins and payouts, without numbers and tokens (#83, #84, #107)", () => {
    const said = { status: "notcompleted", response_text: "Solde insuffisant", description: `de 22670000001 ${token}` }
    const words = "Solde insuffisant · de … …"
    assert.strictEqual(recordIn(payin({ ...paid, ...said })).detail, words)
    assert.strictEqual(recordIn(payout({ response_code: "00", token, ...said })).detail, words)
  })
})

describe("the record of a payin", () => {
  it("is read as a whole, with the details of the payer (#80, #82, #85, #87-#95, #100)", () => {
    assert.deepStrictEqual(payin(paid), Result.succeed(record))
  })

  it("while it is pending may leave out what is empty, and its operator and payer are none (#86, #87, #102)", () => {
    const pending = { response_code: "00", status: "pending", customer: null, montant: 1, amount: 1 }
    assert.deepStrictEqual(payin(pending), Result.succeed({ ...blankConfirmRecord, amount: 1 }))
  })

  it("names its token where it should be empty: then it must be the one that was asked for (#82)", () => {
    const ours = ["", null, token, "another"].map((said) => recordIn(payin({ ...paid, token: said })).tokenIsOurs)
    assert.deepStrictEqual(ours, [true, true, true, false])
  })

  it("with amounts in another form or none is read without a guess (#88, #245)", () => {
    for (const [montant, amount, expected, least] of [
      ["4200", 4200, 4200, undefined],
      ["4200", 4200.5, null, 4200],
      [4200, 4100, null, 4100],
      [undefined, "9007199254740993", null, undefined],
    ]) {
      const read = recordIn(payin({ ...paid, montant, amount }))
      assert.deepStrictEqual([read.amount, read.leastAmount], [expected, least])
    }
  })

  it("with two identifiers that differ carries neither as it is, so core flags it (P13)", () => {
    const read = [[], ["a", "a"], ["order-17", "other"]].map((values) =>
      recordIn(payin({ ...paid, custom_data: values.map((value) => entry("transaction_id", value)) })),
    )
    assert.deepStrictEqual(
      read.map(({ transactionId }) => transactionId),
      [null, "a", "order-17, other"],
    )
  })

  it("without one of the three words, letter for letter, is pending, and what came is kept for a person (#80, #81, B9)", () => {
    const words = ["completed ", " completed", "COMPLETED", "Completed", "complete", "notcompleted\n", "succès"]
    for (const [status, kept] of [
      ...words.map((word) => [word, word]),
      ...["", null, undefined].map((none) => [none, "(empty)"]),
      ...[["completed"], { completed: true }, 1].map((other) => [other, "(not a text)"]),
    ]) {
      const read = recordIn(payin({ ...paid, status }))
      assert.deepStrictEqual([read.status, read.unknownStatus], ["pending", kept])
    }
  })

  it("with a word of its own for a status keeps that word without numbers and without the token (S16)", () => {
    const said = `sent to 226 70 00 00 01 for ${token}`
    const read = readConfirm("confirmInvoice", json({ ...paid, status: said }), token, {})
    assert.strictEqual(Result.getOrThrow(read).unknownStatus, "sent to … for …")
    const named = readConfirm("confirmInvoice", json({ ...paid, status: said }), token, { [said]: "completed" })
    assert.strictEqual(Result.getOrThrow(named).status, "completed")
  })

  it("that comes with any code but 00 says nothing, whatever its status (#79, #83, #103, #147, #230)", () => {
    const {
      authentication_failed: AuthenticationFailed,
      not_found: NotFound,
      unrecognised: Unrecognised,
    } = CallFailure.cases
    for (const [code, said, reason] of [
      ["01", "Echec (Code02)", NotFound.make({ code: "Code02" })],
      ["01", "Echec (Code00)", AuthenticationFailed.make({ code: "Code00" })],
      ["01", "Somebody 70000001", Unrecognised.make({ code: "" })],
      ["99", "", Unrecognised.make({ code: "" })],
    ] as const) {
      const failed = payin({ ...paid, response_code: code, response_text: said })
      assert.deepStrictEqual(failed, Result.fail(reason))
    }
  })

  it("is none when the body is something else", () => {
    const unreadable = Result.fail(CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" }))
    for (const body of [null, [], "completed", {}, { status: "completed" }]) {
      assert.deepStrictEqual(payin(body), unreadable)
      assert.deepStrictEqual(payout(body), unreadable)
    }
  })

  it("is cut to what can be kept", () => {
    const long = "x".repeat(5_000)
    const read = Result.getOrThrow(
      payin({
        ...paid,
        status: long,
        operator_name: long,
        external_id: long,
        custom_data: [entry("transaction_id", long)],
      }),
    )
    assert.isTrue(Schema.is(ConfirmRecord)(read))
  })
})

describe("the record of a payout", () => {
  const executed = { response_code: "00", status: "completed", token, operator_id: "1", operator_name: "O" }

  it("names the token that was asked for, or none (#104, #108, #113)", () => {
    const ours = [token, "", undefined, `${token} `].map(
      (said) => recordIn(payout({ ...executed, token: said })).tokenIsOurs,
    )
    assert.deepStrictEqual(ours, [true, false, false, false])
    const digits = CreationToken.make("90071992547409931234567890")
    const said = `{"response_code":"00","status":"completed","token":${digits}}`
    assert.isTrue(recordIn(readConfirm("confirmPayout", said, digits, {})).tokenIsOurs, "all digits of a number")
  })

  it("is read with what it has (#103-#110)", () => {
    assert.deepStrictEqual(
      payout({ ...executed, custom_data: [], wiki: "x" }),
      Result.succeed({ ...blankConfirmRecord, status: "completed", operatorId: "1", operatorName: "O" }),
    )
  })

  it("with any code but 00 says nothing (#103, #179)", () => {
    const error = payout({ response_code: "02", response_text: "Echec (Code02)", status: "completed", token })
    assert.deepStrictEqual(error, Result.fail(CallFailure.cases.not_found.make({ code: "Code02" })))
  })
})

const deep = (depth: number) =>
  `{"response_code":"00","token":"created-token","x":${"[".repeat(depth)}${"]".repeat(depth)}}`

describe("a hostile body", () => {
  it.effect("of a hundred thousand levels is read like any other, and nothing overflows (T18)", () =>
    Effect.sync(() => {
      const body = deep(100_000)
      assert.strictEqual(readCreation("createDirectInvoice", body, [])._tag, "accepted")
      assert.isTrue(Result.isSuccess(readConfirm("confirmInvoice", body, token, {})))
      assert.strictEqual(readOtp(body, [])._tag, "no_answer")
      const data = `{"response_code":"00","custom_data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
      assert.isTrue(Result.isSuccess(readConfirm("confirmInvoice", data, token, {})))
    }),
  )

  it("cannot reach a prototype", () => {
    const body = '{"__proto__":{"response_code":"00","token":"t","status":"completed","error":false}}'
    assert.deepStrictEqual(readCreation("createDirectInvoice", body, []), noAnswer("unreadable"))
    assert.deepStrictEqual(readOtp(body, []), noAnswer("unreadable"))
    assert.isTrue(Result.isFailure(readConfirm("confirmPayout", body, token, {})))
  })

  it.prop(
    "settles nothing unless it says exactly 00 and exactly a final word (B9)",
    [Schema.Json],
    ([body]) => {
      const read = payout(body)
      return Result.isFailure(read) || read.success.status === "pending"
    },
    { arbitrary: { runs: 500 } },
  )
})
