import { Validator } from "@seriousme/openapi-schema-validator"
import type { EventDetails } from "@cauri/core/adapter"
import type { HistoryLine as PlainLine, Payin as PlainPayin, Payout as PlainPayout, Sending } from "@cauri/plain"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { openApi } from "../src/index.ts"
import { details, events, HistoryLine, Payin, Payout, sending } from "../src/http/schemas.ts"

const file = new URL("../openapi.json", import.meta.url)
const written = `${JSON.stringify(openApi(), null, 2)}\n`

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

const sendings = Schema.Struct(sending)

/** It compiles while the schemas say what the plain objects are. */
const same: {
  readonly payin: Same<typeof Payin.Type, PlainPayin>
  readonly payout: Same<typeof Payout.Type, PlainPayout>
  readonly sending: Same<typeof sendings.Type, Sending>
  readonly line: Same<typeof HistoryLine.Type, PlainLine>
  readonly details: Same<{ readonly [Tag in keyof typeof details]: (typeof details)[Tag]["Type"] }, EventDetails>
} = { payin: true, payout: true, sending: true, line: true, details: true }

describe("the document", () => {
  it("is the file openapi.json; UPDATE_DOCS=1 writes it, before `pnpm format`", () => {
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, written)
    assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), openApi())
  })

  it("is OpenAPI 3.1, with a webhook for each event of a payment", async () => {
    const validator = new Validator()
    assert.deepStrictEqual(await validator.validate(JSON.parse(written)), { valid: true })
    assert.strictEqual(validator.version, "3.1")
    assert.deepStrictEqual(
      Object.keys(openApi()["webhooks"] ?? {}),
      events.map(({ type }) => type),
    )
    assert.strictEqual(events.length, 15)
  })

  it("says of each number in a query between which it is, and what holds without it", () => {
    const query = JSON.stringify(openApi()["paths"]).match(/"in":"query","schema":\{"type":"integer"[^}]*/g) ?? []
    assert.isAbove(query.length, 4)
    for (const each of query) assert.match(each, /"minimum":\d+,"maximum":\d+.*"default":\d+/)
  })

  it("describes the plain objects by schemas of their types", () => {
    assert.notInclude(Object.values(same), false)
  })

  it("holds no number and no secret of anyone", () => {
    assert.notMatch(written.replaceAll("22660000001", ""), /226[0-9]{8}|cauri_/)
  })
})
