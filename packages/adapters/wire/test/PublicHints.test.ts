import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { endpointNames, endpoints, publicHint, publicHints, statedSubCode } from "../src/index.ts"
import { sample } from "./support.ts"

const codesByPage = Schema.Record(Schema.String, Schema.Array(Schema.String))

describe("PublicHints", () => {
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

  it("holds no hint that a stated cause hides on every endpoint of its page #218", () => {
    for (const [page, hints] of Object.entries(publicHints)) {
      const names = endpointNames.filter((name) => endpoints[name].wikiPath === page)
      for (const code of Object.keys(hints)) {
        assert.isTrue(
          names.some((name) => Option.isNone(statedSubCode(name, code))),
          `${page} ${code}`,
        )
      }
    }
  })
})
