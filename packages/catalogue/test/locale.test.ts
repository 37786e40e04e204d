/** Which language a person reads, at a command line and in a browser. */
import { assert, describe, it } from "@effect/vitest"
import { asLanguage, localeLanguage, preferredLanguage } from "../src/tools.ts"

describe("the language", () => {
  it.each([
    [{ LANG: "fr_FR.UTF-8" }, "fr"],
    [{ LANG: "fr" }, "fr"],
    [{ LC_ALL: "fr_BF.UTF-8", LANG: "en_US.UTF-8" }, "fr"],
    [{ LC_ALL: "", LC_MESSAGES: "C", LANG: "fr_FR" }, "en"],
    [{ LANG: "frr_DE" }, "en"],
    [{}, "en"],
  ] as const)("of %o is %s", (environment, language) => assert.strictEqual(localeLanguage(environment), language))

  it.each([
    [undefined, null],
    ["fr-BF,fr;q=0.9,en;q=0.8", "fr"],
    ["de, fr;q=0.3, en;q=0.7", "en"],
    ["fr;q=0, en;q=0.1", "en"],
    ["fr;q=x", null],
    [`${"de,".repeat(1_000)}fr`, null],
  ] as const)("of a browser that prefers %s is %s", (accepted, language) =>
    assert.strictEqual(preferredLanguage(accepted), language),
  )

  it("is one of two texts", () => {
    assert.deepStrictEqual(["fr", "en", "de", "", null, undefined].map(asLanguage), [
      "fr",
      "en",
      null,
      null,
      null,
      null,
    ])
  })
})
