/** Holds README.md to what the package really answers. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { formatMaskedPhone, instructions, normalisePhone, operators, suggestOperators } from "../src/index.ts"
import { msisdn } from "./support.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const number = msisdn("22670000001")

describe("README.md", () => {
  it("shows what its example answers", () => {
    const typed = normalisePhone(/normalisePhone\("([^"]+)"\)/.exec(readme)?.[1] ?? "")
    assert.deepStrictEqual(typed, { ok: true, phone: number })
    const suggested = suggestOperators(number).map(({ name, modes }) => [name, modes])
    const told = instructions({ type: "dial_this_code_first", amount: 1_000, fees: 15, total: 1_015 }, "en", {
      dialCode: "*144*4*6#",
    }).replaceAll("\u00A0", " ")
    const quoted = /\/\/ "(Dial [^…]+)…"/.exec(readme)?.[1] ?? "nothing"
    assert.include(readme, `"${formatMaskedPhone(number)}"`)
    assert.include(readme, `// ${JSON.stringify(suggested).replaceAll(",", ", ")}`)
    assert.isTrue(told.startsWith(quoted))
  })

  it("counts the operators as they are", () => {
    const direct = operators.filter(({ method }) => method === "direct")
    const countries = new Set(direct.map(({ country }) => country))
    assert.include(readme, `${direct.length} operators of ${countries.size} countries`)
  })
})
