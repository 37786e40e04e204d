import { assert, describe, it } from "@effect/vitest"
import { FailureText, PayoutErrorCode, RecordDate, StatusWord, wikiAddress } from "../../src/spec/Fields.ts"
import { accepts } from "./support.ts"

const refusesAll = (schema: Parameters<typeof accepts>[0], values: ReadonlyArray<unknown>) => {
  for (const value of values) {
    assert.isFalse(accepts(schema, value), JSON.stringify(value))
  }
}

describe("Fields of answers", () => {
  it("spells a failure as Echec with a two-digit code #26 #216", () => {
    assert.isTrue(accepts(FailureText, "Echec (Code00)"))
    refusesAll(FailureText, ["Echec (Code0)", "echec (code00)", "Echec (Code00) ", "Echec Code00", ""])
  })

  it("takes any payout code but 00 as an error #23 #103", () => {
    assert.isTrue(accepts(PayoutErrorCode, "01"))
    assert.isTrue(accepts(PayoutErrorCode, "99"))
    refusesAll(PayoutErrorCode, ["00", "", 1])
  })

  it("knows three statuses, letter for letter #80 #108", () => {
    assert.isTrue(accepts(StatusWord, "completed"))
    refusesAll(StatusWord, ["completed ", "COMPLETED", "nocompleted", "", null])
  })

  it("takes dates as YYYY-MM-DD HH:MM:SS and a zone #89", () => {
    for (const date of ["2026-05-09 07:20:23+00", "2026-05-09 07:20:23+0000", "2026-05-09 07:20:23-01:00"]) {
      assert.isTrue(accepts(RecordDate, date))
    }
    refusesAll(RecordDate, [
      "2026-05-09 07:20:23",
      "2026-13-09 07:20:23+00",
      "2026-05-09T07:20:23+00",
      "2026-05-09 24:00:00+00",
    ])
  })

  it("takes only the endpoint's own page as wiki #28", () => {
    const schema = wikiAddress("/wiki/createInvoice")
    assert.isTrue(accepts(schema, "https://service.example/wiki/createInvoice"))
    refusesAll(schema, ["https://service.example/wiki/confirmInvoice", "/wiki/createInvoice", ""])
  })
})
