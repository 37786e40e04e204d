import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { codeOf, formatSubCode, statedSubCode, statedSubCodes } from "../../src/spec/SubCodes.ts"
import { endpointNames, endpoints, parseSubCode, publicHint, publicHints } from "@cauri/wire"
import { sample } from "./support.ts"

const codesByPage = Schema.Record(Schema.String, Schema.Array(Schema.String))

const meaning = (number: number, code: string) => {
  const name = endpointNames[number - 1]
  return name === undefined ? undefined : Option.getOrUndefined(statedSubCode(name, code))?.meaning
}

describe("SubCodes", () => {
  it("states Code00 as an authentication failure on any endpoint #225", () => {
    for (const { number } of Object.values(endpoints)) {
      assert.strictEqual(meaning(number, "00"), "authentication_failed")
    }
  })

  it("states Code01 on payin creations as the payin feature not enabled #226", () => {
    assert.deepStrictEqual(
      [1, 3, 5].map((number) => meaning(number, "01")),
      Array(3).fill("payin_not_enabled"),
    )
  })

  it("states Code02 on payin creations as a wrong amount or the customer's daily limit #227", () => {
    assert.deepStrictEqual(
      [1, 3, 5].map((number) => meaning(number, "02")),
      Array(3).fill("amount_refused"),
    )
  })

  it("states Code03 on payin creations as IP denied #229", () => {
    assert.deepStrictEqual(
      [1, 3, 5].map((number) => meaning(number, "03")),
      Array(3).fill("ip_denied"),
    )
  })

  it("states Code02 on the payin confirm as invoice not found #230", () => {
    assert.strictEqual(meaning(2, "02"), "not_found")
  })

  it("states four more codes on wallet payouts #231 #232 #233 #234", () => {
    assert.deepStrictEqual(
      ["01", "02", "04", "06"].map((code) => meaning(6, code)),
      ["payout_not_enabled", "beneficiary_without_wallet", "balance_too_low", "ip_denied"],
    )
  })

  it("states three more codes on direct payouts #235 #236 #237", () => {
    assert.deepStrictEqual(
      ["01", "06", "08"].map((code) => meaning(7, code)),
      ["payout_not_enabled", "ip_denied", "balance_too_low"],
    )
  })

  it("states nothing but Code00 on the OTP request and on the payout confirm #179 #219 #225", () => {
    for (const number of [4, 8]) {
      const stated = statedSubCodes.filter(({ endpoints: names }) =>
        names.some((name) => endpoints[name].number === number),
      )
      assert.deepStrictEqual(
        stated.map(({ code }) => code),
        ["00"],
      )
    }
  })

  it("keeps the meaning of a code to its endpoint #218 #242", () => {
    assert.strictEqual(meaning(7, "02"), undefined)
    assert.strictEqual(meaning(6, "08"), undefined)
    assert.strictEqual(meaning(1, "07"), undefined)
  })

  it("finds the code of a meaning per endpoint #218", () => {
    assert.deepStrictEqual(codeOf("createWalletPayout", "balance_too_low"), Option.some("04"))
    assert.deepStrictEqual(codeOf("createDirectPayout", "balance_too_low"), Option.some("08"))
    assert.deepStrictEqual(codeOf("confirmPayout", "balance_too_low"), Option.none())
  })

  it.prop(
    "reads every code that it writes #216",
    [Schema.String.check(Schema.isPattern(/^[0-9]{2,3}[a-z]?$/))],
    ([code]) => Option.contains(parseSubCode(formatSubCode(code)), code),
  )

  it("knows a hint or a stated cause for every code that public sources list #218 #242", () => {
    for (const [page, codes] of Object.entries(
      Schema.decodeUnknownSync(codesByPage)(sample("sub-codes-by-wiki-page")),
    )) {
      const names = endpointNames.filter((name) => endpoints[name].wikiPath === `/wiki/${page}`)
      for (const code of codes) {
        assert.isTrue(
          names.some((name) => Option.isSome(publicHint(name, code)) || Option.isSome(statedSubCode(name, code))),
          `${page} ${code}`,
        )
      }
    }
  })

  it("leaves no public hint to a code whose cause it states #218", () => {
    for (const [page, hints] of Object.entries(publicHints)) {
      const names = endpointNames.filter((name) => endpoints[name].wikiPath === page)
      for (const code of Object.keys(hints)) {
        assert.isTrue(
          names.every((name) => Option.isNone(statedSubCode(name, code))),
          `${page} ${code}`,
        )
      }
    }
  })
})
