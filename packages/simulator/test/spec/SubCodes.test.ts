import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { codeOf, formatSubCode, statedSubCode } from "../../src/spec/SubCodes.ts"
import { type EndpointName, endpointNames, endpoints, parseSubCode, publicHint, publicHints } from "@cauri/wire"
import { sample } from "./support.ts"

const codesByPage = Schema.Record(Schema.String, Schema.Array(Schema.String))

const payinCodes = {
  "00": "authentication_failed",
  "01": "payin_not_enabled",
  "02": "amount_refused",
  "03": "ip_denied",
}
/** What the specification states, by endpoint; nothing else is. */
const stated: Readonly<Record<EndpointName, Readonly<Record<string, string>>>> = {
  createHostedInvoice: payinCodes,
  createDirectInvoice: payinCodes,
  submitWalletInvoice: payinCodes,
  sendWalletOtp: { "00": "authentication_failed" },
  confirmInvoice: { "00": "authentication_failed", "02": "not_found" },
  createWalletPayout: {
    "00": "authentication_failed",
    "01": "payout_not_enabled",
    "02": "beneficiary_without_wallet",
    "04": "balance_too_low",
    "06": "ip_denied",
  },
  createDirectPayout: {
    "00": "authentication_failed",
    "01": "payout_not_enabled",
    "06": "ip_denied",
    "08": "balance_too_low",
  },
  confirmPayout: { "00": "authentication_failed" },
}
const codes = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"))

describe("SubCodes", () => {
  it.each(endpointNames)(
    "states for %s what the specification states there, and nothing else #179 #218 #219 #225 #226 #227 #229 #230 #231 #232 #233 #234 #235 #236 #237 #242",
    (name) => {
      const found = codes.flatMap((code) =>
        Option.toArray(Option.map(statedSubCode(name, code), ({ meaning }) => [code, meaning] as const)),
      )
      assert.deepStrictEqual(Object.fromEntries(found), stated[name])
    },
  )

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
