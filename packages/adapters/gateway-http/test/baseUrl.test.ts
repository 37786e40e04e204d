/** Where requests may go, and that nothing in them can change it. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { Msisdn } from "@cauri/core/model"
import { confirmInvoiceTarget, confirmPayoutTarget, endpointNames, endpoints, sendWalletOtpTarget } from "@cauri/wire"
import { requestTarget, isPlainLoopback, readBaseUrl } from "../src/baseUrl.ts"

const base = (text: string) => Result.getOrThrow(readBaseUrl(text))
const service = base("https://pay.example")

describe("the base address", () => {
  const good = [
    ["https://pay.example", "https://pay.example", ""],
    ["https://pay.example/", "https://pay.example", ""],
    ["https://pay.example:8443/a/b-1", "https://pay.example:8443", "/a/b-1"],
    ["https://pay.example/prefix/", "https://pay.example", "/prefix"],
    ["http://localhost:3000", "http://localhost:3000", ""],
    ["http://127.0.0.1:3000/x", "http://127.0.0.1:3000", "/x"],
    ["http://127.8.9.1", "http://127.8.9.1", ""],
    ["http://[::1]:3000", "http://[::1]:3000", ""],
  ] as const
  for (const [text, origin, prefix] of good) {
    it(`${text} is configurable and its path is kept (#1, #2, #14)`, () => {
      assert.deepStrictEqual(base(text), { origin, prefix, loopback: text.startsWith("http:") })
    })
  }

  const bad = [
    ["", "no absolute address"],
    ["pay.example", "no absolute address"],
    ["//pay.example", "no absolute address"],
    ["http://pay.example", "not https"],
    ["http://localhost.example", "not https"],
    ["http://127.0.0.1.example", "not https"],
    ["ftp://pay.example", "not https"],
    ["https://user@pay.example", "credentials"],
    ["https://user:word@pay.example", "credentials"],
    ["https://:word@pay.example", "credentials"],
    ["https://pay.example?a=b", "a query"],
    ["https://pay.example/?", "a query"],
    ["https://pay.example#", "a query or a fragment"],
    ["https://pay.example/a/../b", "a plain path"],
    ["https://pay.example/a/%2e%2e/b", "a plain path"],
    ["https://pay.example//b", "a plain path"],
    ["https://pay.example/a b", "a plain path"],
    ["https://pay.example\\@other.example", "a plain path"],
    ["https://pay.example/a\tb", "a plain path"],
  ] as const
  for (const [text, why] of bad) {
    it(`${JSON.stringify(text)} is refused and not repeated, for it holds ${why} or is that (#2, B6)`, () => {
      const problem = Result.getOrThrow(Result.flip(readBaseUrl(text)))
      assert.include(problem, why)
      assert.notInclude(problem, "word")
    })
  }

  it("only this machine is spoken to without TLS (#2)", () => {
    assert.isTrue(isPlainLoopback("http://127.0.0.1:80/a"))
    for (const text of ["https://127.0.0.1", "http://shop.example", "http://[::2]", "127.0.0.1", ""]) {
      assert.isFalse(isPlainLoopback(text), text)
    }
  })
})

describe("the address of a call", () => {
  it("keeps the base's path in front of every path of the specification (#1, #133-#140)", () => {
    const prefixed = base("https://pay.example/prefix/")
    for (const name of endpointNames) {
      if (name === "sendWalletOtp") continue
      assert.deepStrictEqual(
        requestTarget(prefixed, endpoints[name].path),
        Option.some(`/prefix${endpoints[name].path}`),
      )
    }
  })

  const foreign = [
    "//evil.example/pay",
    "/pay/v02/debitotp/../100",
    "/pay/v02/debitotp/%2e%2e/100",
    "/pay/v02/debitotp/./100",
    "/pay/\t/100",
    "/pay\\v02",
    "/pay#part",
    "pay",
    "",
    "https://evil.example/pay",
  ]
  for (const target of foreign) {
    it(`T10: ${JSON.stringify(target)} leads elsewhere once it is parsed, so it is no address`, () => {
      const found = requestTarget(service, target)
      assert.isTrue(Option.isNone(found), JSON.stringify(found))
    })
  }

  it.prop(
    "T10: whatever a phone number holds, it is refused or stands in the path as it is (#158-#160)",
    [Schema.String, Schema.Int],
    ([phone, amount]) => {
      const path = Option.flatMap(sendWalletOtpTarget(phone, amount), (target) => requestTarget(service, target))
      return Option.isNone(path)
        ? true
        : Schema.is(Msisdn)(phone) && path.value === `/pay/v02/debitotp/${phone}/${amount}`
    },
    { arbitrary: { runs: 500 } },
  )

  it.prop(
    "T10: whatever a token holds, it arrives as one parameter of an unchanged path (#143, #175)",
    [Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,60}$/))],
    ([token]) => {
      for (const [target, path, name] of [
        [confirmInvoiceTarget(token), endpoints.confirmInvoice.path, "invoiceToken"],
        [confirmPayoutTarget(token), endpoints.confirmPayout.path, "withdrawalToken"],
      ] as const) {
        const aimedAt = Option.getOrThrow(Option.flatMap(target, (each) => requestTarget(service, each)))
        const url = new URL(aimedAt, "https://pay.example")
        if (url.pathname !== path || url.searchParams.size !== 1 || url.searchParams.get(name) !== token) return false
      }
      return true
    },
    { arbitrary: { runs: 500 } },
  )

  it("T10: a quotation mark in a token, which the parser would encode by itself, is encoded before", () => {
    const target = Option.getOrThrow(confirmInvoiceTarget("a'b"))
    assert.isTrue(Option.getOrThrow(requestTarget(service, target)).endsWith("?invoiceToken=a%27b"))
  })
})
