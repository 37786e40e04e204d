import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { publicHint } from "../src/index.ts"

describe("PublicHints", () => {
  it("gives no hint where the specification states the cause #218", () => {
    assert.isTrue(Option.isNone(publicHint("createDirectPayout", "01")))
    assert.isTrue(Option.isNone(publicHint("createDirectPayout", "06")))
    assert.isTrue(Option.isNone(publicHint("createWalletPayout", "04")))
  })

  it("gives a hint on the endpoint whose page lists the code, whatever the letter's case #218", () => {
    assert.isTrue(Option.isSome(publicHint("createWalletPayout", "07")))
    assert.isTrue(Option.isSome(publicHint("createWalletPayout", "03A")))
    assert.isTrue(Option.isNone(publicHint("createWalletPayout", "99")))
    assert.isTrue(Option.isNone(publicHint("sendWalletOtp", "04")))
    assert.isTrue(Option.isNone(publicHint("createWalletPayout", "__proto__")))
  })
})
