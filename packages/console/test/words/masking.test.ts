import { assert, describe } from "@effect/vitest"
import { Context, Effect, Schema } from "effect"
import { Review } from "@cauri/core"
import { blankConfirmRecord } from "@cauri/core/adapter"
import { maskingOf } from "../../src/words/masking.ts"
import { completed, createPayin, createPayout, keyOf, newWorld, note, stored, tokenOf, type World } from "../world.ts"
import { it } from "../it.ts"

const Phone = Schema.String.check(Schema.isPattern(/^226[0-9]{8}$/))
const Name = Schema.String.check(Schema.isPattern(/^[A-Z][a-z]{4,9}$/))
const Mailbox = Schema.String.check(Schema.isPattern(/^[a-z]{6,12}$/))
const Person = Schema.Struct({
  phone: Phone,
  payer: Phone,
  beneficiary: Phone,
  first: Name,
  last: Name,
  mailbox: Mailbox,
})
type Person = typeof Person.Type

/** Everything that a person must not see unasked: the numbers also as people write them. */
const secretsOf = ({ beneficiary, first, last, mailbox, payer, phone }: Person): ReadonlyArray<string> => [
  ...[phone, payer, beneficiary].flatMap((number) => [
    number,
    number.slice(3),
    `+${number.slice(0, 3)} ${number.slice(3, 5)} ${number.slice(5, 7)} ${number.slice(7, 9)} ${number.slice(9)}`,
  ]),
  first,
  last,
  `${mailbox}@mail.example`,
  tokenOf(1),
  tokenOf(2),
]

const sentence = ({ beneficiary, first, last, mailbox, phone }: Person): string =>
  `${first} ${last} (${mailbox}@mail.example, +${phone.slice(0, 3)} ${phone.slice(3, 5)} ${phone.slice(5, 7)} ${phone.slice(7, 9)} ${phone.slice(9)}) asked for ${beneficiary}`

/** A payin and a payout with everything personal in every place that takes a text, and a history that repeats it. */
const fill = Effect.fnUntraced(function* (world: World, person: Person) {
  const { beneficiary, first, last, mailbox, payer, phone } = person
  yield* createPayin(world, "order-1", {
    method: { type: "direct", mode: "ussd_push", phone },
    description: `For ${first}, ${phone}`,
    customer: { firstName: first, lastName: last, email: `${mailbox}@mail.example` },
    customData: { contact: sentence(person) },
    orderRef: `${mailbox}@mail.example`,
  })
  yield* createPayout(world, "salary-1", { phone: beneficiary, description: `Salary of ${beneficiary}` })
  yield* note(world, "payin", "order-1", 1, `{"customer":"${phone}","token":"${tokenOf(1)}","name":"${first}"}`)
  world.service.confirm = {
    ...completed(4_000),
    payer,
    externalId: `order-1 ${phone}`,
    operatorName: `Operator ${phone}`,
  }
  yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
  const { payment } = yield* stored(world, "payin", "order-1")
  const seen = ["--as-of", String(payment.seq), "--by", `${first} ${last}`]
  const closed = yield* world.console(
    "close-flag",
    "order-1",
    "--flag",
    "amount_mismatch",
    "--reason",
    sentence(person),
    ...seen,
  )
  assert.strictEqual(closed.code, 0, closed.err)
})

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["list"],
  ["list", "--json"],
  ["list", "--csv"],
  ["show", "order-1"],
  ["show", "order-1", "--json"],
  ["show", "order-1", "--language", "fr"],
  ["show", "salary-1"],
  ["show", "salary-1", "--json"],
  ["report"],
  ["report", "--json"],
  ["report", "--csv"],
  ["export-evidence", "order-1"],
  ["export-evidence", "salary-1"],
  ["pauses"],
  ["audit"],
  ["audit", "--json"],
  ["recheck", "order-1"],
  ["recheck", "salary-1", "--json"],
  ["replay-notes", "order-1"],
]

describe("masking", () => {
  it.effect.prop(
    "no command prints a number, a token, a name or an e-mail address in full unless it is asked to reveal it",
    [Person],
    ([person]) =>
      Effect.gen(function* () {
        const world = yield* newWorld()
        yield* fill(world, person)
        for (const command of commands) {
          const { err, out } = yield* world.console(...command)
          assert.isAbove(out.length, 0, command.join(" "))
          for (const secret of secretsOf(person)) {
            assert.notInclude(out, secret, `${command.join(" ")} shows ${secret}`)
            assert.notInclude(err, secret, `${command.join(" ")} tells ${secret}`)
          }
        }
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 25 } },
  )

  it("hides and defuses in the decisions what a flag is about: it may be the service's own words", function* (world) {
    yield* createPayin(world, "order-1")
    world.service.confirm = { ...blankConfirmRecord, unknownStatus: "sent to 22670000001\u202E" }
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    const { payment } = yield* stored(world, "payin", "order-1")
    assert.include(payment.flags[0]?.subject, "22670000001", "the service said so")
    for (const command of [["show"], ["show", "--json"], ["export-evidence"]]) {
      const { out } = yield* world.console(...command, "order-1")
      assert.include(out, "226••••••01", command.join(" "))
      assert.notInclude(out, "22670000001", command.join(" "))
      assert.notInclude(out, "\u202E", command.join(" "))
    }
  })

  it("shows everything to a person who asks, and records who asked before it does", function* (world) {
    const person = {
      phone: "22670000001",
      payer: "22670000002",
      beneficiary: "22670000003",
      first: "Alpha",
      last: "Bravo",
      mailbox: "charlie",
    }
    yield* fill(world, person)
    const shown = yield* world.console("show", "order-1", "--reveal", "--reason", "ticket 12")
    assert.include(shown.out, person.phone)
    assert.include(shown.out, tokenOf(1))
    assert.include(shown.out, "charlie@mail.example")
    assert.deepStrictEqual(JSON.parse(shown.err), {
      record: "reveal",
      at: "1970-01-01T00:00:00.000Z",
      payment: "payin shop/order-1",
      by: "A. Colleague",
      from: "user@machine",
      reason: "ticket 12",
    })
  })

  it("shows nothing to a person who gives no name or no reason", function* () {
    const world = yield* newWorld({ user: null })
    yield* createPayin(world, "order-1")
    for (const flags of [
      ["--reason", "ticket 12"],
      ["--by", "A. Colleague"],
      ["--by", " ", "--reason", "x"],
    ]) {
      for (const command of ["show", "export-evidence"]) {
        const { code, out } = yield* world.console(command, "order-1", "--reveal", ...flags)
        assert.deepStrictEqual({ code, out }, { code: 64, out: "" })
      }
    }
  })

  it("hides in the evidence what a caller that asked for another check wrote as a name", function* (world) {
    yield* createPayin(world, "order-1")
    yield* note(world, "payin", "order-1", 1, "{}")
    const by = "someone@mail.example +226 70 00 00 01"
    assert.strictEqual((yield* world.console("replay-notes", "order-1", "--by", by)).code, 0)
    const masked = yield* world.console("export-evidence", "order-1")
    assert.include(masked.out, "replayed 0 by s•••@••• 226••••••01")
    assert.notInclude(masked.out, "someone")
    const revealed = yield* world.console("export-evidence", "order-1", "--reveal", "--reason", "ticket 12")
    assert.include(revealed.out, `replayed 0 by ${by}`)
  })

  it("leaves in a text what only looks a little like a number", function* (world) {
    yield* createPayin(world, "order-1")
    const { text } = maskingOf((yield* stored(world, "payin", "order-1")).payment)
    const kept = ["statement of 2026-01-31", "event 12", "7000 XOF", "REQ-1234", "call 226 back"]
    for (const each of kept) assert.strictEqual(text(each), each)
    assert.strictEqual(text("call 70 00 00 09"), "call 70•••09")
    assert.strictEqual(text("call +226 70-00-00-09!"), "call 226••••••09!")
    assert.strictEqual(text("write to someone@mail.example."), "write to s•••@•••")
    assert.strictEqual(text("eyJhbGciOiJIUzI1NiJ9.x.y is it"), "token ••• is it")
    const moments = ["event 12, 2026-01-31, 7000 XOF", "2026-01-31T10:00:00.000Z", "2026-01-31 10:00:00, event 12"]
    for (const each of moments) assert.strictEqual(text(each), each)
  })

  it("hides a number however its groups are separated", function* (world) {
    yield* createPayin(world, "order-1")
    const { text } = maskingOf((yield* stored(world, "payin", "order-1")).payment)
    const separators = "  |\u00A0|\u202F|\u2011|–|\u2060| - | – |\n|\r\n|,|, |:|_|·|) - ".split("|")
    for (const between of separators) {
      const local = ["70", "00", "00", "09"].join(between)
      assert.strictEqual(text(`call ${local}!`), "call 70•••09!", JSON.stringify(between))
      assert.strictEqual(text(`call +226${between}${local}!`), "call 226••••••09!", JSON.stringify(between))
    }
    assert.strictEqual(text("22670000008, 22670000009 22670000007"), "226••••••08, 226••••••09 226••••••07")
    assert.strictEqual(text("22670000001, 22670000009"), "226••••••01, 226••••••09", "the first is known")
    assert.strictEqual(text("70 00 00 08, 70 00 00 09"), "70•••09")
    assert.strictEqual(text("2026-01-31 70 00 00 09"), "2026-01-31 70•••09")
  })

  it("hides a name however it is written", function* (world) {
    yield* createPayin(world, "order-1", { customer: { firstName: "Awa N’Dèye", lastName: "Ouédraogo" } })
    yield* createPayin(world, "order-2", { customer: { firstName: "Awa", lastName: "Groß" } })
    const { reference, text } = maskingOf((yield* stored(world, "payin", "order-1")).payment)
    for (const written of [
      "ouédraogo",
      "OUÉDRAOGO",
      "OUEDRAOGO",
      "Oue\u0301draogo",
      "OUE\u0301DRAOGO",
      "Ouédra\u00ADogo",
    ]) {
      assert.strictEqual(text(`for ${written}, twice`), "for O•••, twice", written)
      assert.strictEqual(reference(`${written}-17`), "O•••-17", written)
    }
    assert.strictEqual(text("AWA N'DE\u0300YE\u0301, awa\u00A0n’deye"), "A•••, A•••")
    const other = maskingOf((yield* stored(world, "payin", "order-2")).payment)
    assert.strictEqual(other.text("awa, AWA and GROSS went away: groß"), "A•••, A••• and G••• went away: G•••")
  })
})
