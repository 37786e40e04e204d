/** Which language a person at a command line reads. */
import { assert, describe, it } from "@effect/vitest"
import { localeLanguage } from "../src/tools.ts"

describe("the language", () => {
  it.each([
    [{ LANG: "fr_FR.UTF-8" }, "fr"],
    [{ LANG: "fr" }, "fr"],
    [{ LC_ALL: "fr_BF.UTF-8", LANG: "en_US.UTF-8" }, "fr"],
    [{ LC_ALL: "", LC_MESSAGES: "C", LANG: "fr_FR" }, "en"],
    [{ LANG: "frr_DE" }, "en"],
    [{}, "en"],
  ] as const)("of %o is %s", (environment, language) => assert.strictEqual(localeLanguage(environment), language))
})
