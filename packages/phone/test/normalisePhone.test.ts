/** What people type, and what becomes of it. Every number here is made up: prefixes of networks, then zeros. */
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Msisdn } from "@cauri/core/model"
import { Schema } from "effect"
import {
  type Country,
  countryOf,
  isCountry,
  maximumTypedLength,
  normalisePhone,
  type PhoneProblem,
  type PhoneProblemCause,
  phoneProblemCauses,
  type PhoneReading,
  regionalCountries,
} from "../src/index.ts"
import { anySample, anyTail, msisdn, samples, withTail } from "./support.ts"

const textOf = (read: PhoneReading): string => (read.ok ? read.phone : read.problem.because)

/** The number, or what is wrong: one text to compare. */
const outcome = (text: string, country?: string): string => textOf(normalisePhone(text, country))

const problemOf = (text: string, country?: string): PhoneProblem => {
  const read = normalisePhone(text, country)
  return read.ok ? assert.fail("this was taken as a number") : read.problem
}

describe("a number in each country of the region", () => {
  for (const { country, local, msisdn } of samples) {
    it(`of ${country} is taken as it is typed at home, and with its country code #13 #63`, () => {
      const digits = local.replaceAll(" ", "")
      const [, code = ""] = /^(.*?)0?$/.exec(msisdn.slice(0, 3)) ?? []
      assert.strictEqual(outcome(local, country), msisdn)
      assert.strictEqual(outcome(digits, country), msisdn)
      for (const typed of [`+${msisdn}`, `00${msisdn}`, `00 ${code} ${msisdn.slice(code.length)}`, msisdn]) {
        assert.deepStrictEqual([typed, outcome(typed)], [typed, msisdn])
        // In Nigeria 00 is no way out of the country, but people write it all the same.
        assert.deepStrictEqual([typed, outcome(typed, country)], [typed, msisdn])
      }
      assert.strictEqual(countryOf(Msisdn.make(msisdn)), country)
    })

    it(`of ${country} is refused with a digit too few or too many, whatever the reading`, () => {
      const lengths = ["too_short", "too_long", "wrong_length", "not_mobile"]
      assert.include(lengths, outcome(`+${msisdn.slice(0, -1)}`))
      assert.include(lengths, outcome(`+${msisdn}0`))
      assert.include(lengths, outcome(local.slice(0, -1), country))
      assert.include(lengths, outcome(`${local}0`, country))
    })
  }

  it("covers every country that the package calls regional", () => {
    assert.deepStrictEqual(
      samples.map(({ country }) => country),
      [...regionalCountries],
    )
  })

  it("of Benin has ten digits since 2024, and an old number is not mended into another person's", () => {
    assert.strictEqual(outcome("01 97 00 00 01", "BJ"), "2290197000001")
    assert.strictEqual(outcome("+229 01 97 00 00 01"), "2290197000001")
    assert.strictEqual(outcome("97 00 00 01", "BJ"), "too_short")
    assert.strictEqual(outcome("+229 97 00 00 01"), "too_short")
  })

  it("of Ivory Coast has ten digits since 2021, with the zero that belongs to it", () => {
    for (const prefix of ["01", "05", "07"]) {
      assert.strictEqual(outcome(`${prefix} 00 00 00 01`, "CI"), `225${prefix}00000001`)
      assert.strictEqual(outcome(`+225 ${prefix} 00 00 00 01`), `225${prefix}00000001`)
    }
    assert.strictEqual(outcome("07 00 00 01", "CI"), "too_short")
    assert.strictEqual(outcome("+225 7 00 00 00 01"), "too_short")
  })

  it("of Gabon has eight digits after its country code since 2019, and the older forms are refused", () => {
    for (const old of ["07 40 00 01", "7 40 00 01", "+241 07 40 00 01", "+241 7 40 00 01"]) {
      assert.deepStrictEqual([old, outcome(old, "GA")], [old, "not_mobile"])
    }
    assert.strictEqual(outcome("+241 74 00 00 01"), "24174000001")
    assert.strictEqual(outcome("+241 074 00 00 01"), "24174000001")
  })

  it("of Burkina Faso may begin with 0, 5, 6 or 7, but a fixed line is refused", () => {
    for (const local of ["01 00 00 01", "50 00 00 01", "60 00 00 01", "70 00 00 01"]) {
      assert.strictEqual(outcome(local, "BF"), `226${local.replaceAll(" ", "")}`)
    }
    assert.strictEqual(outcome("20 49 00 01", "BF"), "not_mobile")
    assert.strictEqual(outcome("+226 20 49 00 01"), "not_mobile")
  })
})

describe("the forms that people type", () => {
  const forms: ReadonlyArray<readonly [form: string, typed: string]> = [
    ["a plus and spaces", "+226 70 00 00 01"],
    ["two zeros", "0022670000001"],
    ["two zeros and spaces", "00 226 70 00 00 01"],
    ["a local number", "70 00 00 01"],
    ["a local number without spaces", "70000001"],
    ["the country code without a plus", "226 70000001"],
    ["hyphens", "70-00-00-01"],
    ["other dashes", "70\u201000\u201300\u221201"],
    ["dots", "70.00.00.01"],
    ["brackets", "(+226) 70 00 00 01"],
    ["a line break inside", "70 00\n00 01"],
    ["square brackets", "[226] 70000001"],
    ["no-break spaces", "70\u00A000\u202F00\u00A001"],
    ["a tab and a line break at the end", "\t70 00 00 01\r\n"],
    ["the marks that a contact list puts around it", "\u202A+226 70 00 00 01\u202C"],
    ["Arabic-Indic digits", "+٢٢٦ ٧٠ ٠٠ ٠٠ ٠١"],
    ["Persian digits", "۷۰۰۰۰۰۰۱"],
    ["N'Ko digits", "߇߀߀߀߀߀߀߁"],
    ["Adlam digits", "𞥗𞥐𞥐𞥐𞥐𞥐𞥐𞥑"],
    ["full-width digits, plus and brackets", "（＋２２６）７０００００－０１"],
    ["digits of two scripts", "٧0 00 00 0١"],
  ]
  for (const [form, typed] of forms) {
    it(`with ${form} give the same number #13`, () => {
      assert.strictEqual(outcome(typed, "BF"), "22670000001")
    })
  }

  it("with the zero of a local number in brackets after the country code, where the country has one #13", () => {
    assert.strictEqual(outcome("+243 (0)84 000 0001"), "243840000001")
    assert.strictEqual(outcome("+234 (0) 803 000 0001"), "2348030000001")
    assert.strictEqual(outcome("+226 (0) 70 00 00 01"), "too_long")
  })

  it("with a country code win over the default country #13", () => {
    assert.strictEqual(outcome("+226 70 00 00 01", "CI"), "22670000001")
    assert.strictEqual(outcome("00226 70 00 00 01", "SN"), "22670000001")
  })

  it("in Nigeria may begin with its own way out of the country, 009", () => {
    assert.strictEqual(outcome("009 226 70 00 00 01", "NG"), "22670000001")
    assert.strictEqual(outcome("00 226 70 00 00 01", "NG"), "22670000001")
    assert.strictEqual(outcome("009 226 70 00 00 01", "GH"), "not_mobile")
  })

  it("without a plus are read as local first, then with a country code of the region, never of the whole world", () => {
    assert.strictEqual(outcome("225 07 00 00 00 01", "BF"), "2250700000001")
    // One digit too many in Cameroon would be a mobile in Singapore.
    assert.strictEqual(outcome("6581000001", "CM"), "too_long")
    assert.strictEqual(outcome("+65 8100 0001", "CM"), "6581000001")
  })
})

describe("what is not a number", () => {
  const refused: ReadonlyArray<
    readonly [what: string, typed: string, because: PhoneProblemCause, country: Country | null]
  > = [
    ["nothing", "", "empty", null],
    ["white space", " \u00A0\u200B\n", "empty", null],
    ["a letter in it", "7O 00 00 01", "not_a_number", null],
    ["letters instead of digits", "+226 CALL ME", "not_a_number", null],
    ["a text around it", "tel: +226 70 00 00 01", "not_a_number", null],
    ["a text after it", "+226 70 00 00 01 (mine)", "not_a_number", null],
    ["an extension", "+226 70 00 00 01 ext. 5", "not_a_number", null],
    ["two numbers", "70 00 00 01 / 76 00 00 01", "not_a_number", null],
    ["a plus inside", "226+70000001", "not_a_number", null],
    ["two pluses", "++22670000001", "not_a_number", null],
    ["a plus alone", "+", "not_a_number", null],
    ["hidden digits", "226••••••01", "not_a_number", null],
    ["starred digits", "+226******01", "not_a_number", null],
    ["a fraction", "½", "not_a_number", null],
    ["raised digits", "7000000¹", "not_a_number", null],
    ["digits of a script that is not typed here", "७०००००००१", "not_a_number", null],
    ["control characters", "7000\u00000001", "not_a_number", null],
    ["a USSD code", "*144*4*6#", "not_a_number", null],
    ["an unknown country code", "+999 70 00 00 01", "country_unknown", null],
    ["two ways out of the country", "+00226 70 00 00 01", "country_unknown", null],
    ["a country code alone", "+226", "too_short", null],
    ["a missing digit", "+226 70 00 00 0", "too_short", "BF"],
    ["an extra digit", "+226 70 00 00 011", "too_long", "BF"],
    ["a length that only fixed lines have", "+224 620 00 00 0", "not_mobile", "GN"],
    ["a length that does not exist between two that do", "+245 95 50 00 00", "wrong_length", "GW"],
    ["a fixed line", "+226 20 49 00 01", "not_mobile", "BF"],
    ["a free-phone number without a country", "+800 1234 5678", "not_mobile", null],
    ["a satellite phone", "+881 612 345 678", "not_mobile", null],
    ["a mobile number that is too short for the service", "+690 7290", "not_mobile", "TK"],
  ]
  for (const [what, typed, because, country] of refused) {
    it(`such as ${what} is refused as ${because}`, () => {
      const problem = problemOf(typed)
      assert.deepStrictEqual([problem.because, problem.country], [because, country])
    })
  }

  it("because its country is missing asks for the country", () => {
    assert.strictEqual(outcome("70 00 00 01"), "country_needed")
    assert.strictEqual(outcome("0700000001"), "country_needed")
  })

  it("because the default country is none is refused, even for names that every object has", () => {
    for (const country of ["XX", "bf", "", "constructor", "toString", "__proto__"]) {
      assert.isFalse(isCountry(country))
      assert.strictEqual(outcome("70 00 00 01", country), "country_unknown")
    }
  })

  it("because it is far too long is refused unread", () => {
    assert.strictEqual(outcome(`${" ".repeat(maximumTypedLength - 8)}70000001`, "BF"), "22670000001")
    assert.strictEqual(outcome(`${" ".repeat(maximumTypedLength - 7)}70000001`, "BF"), "too_long")
  })
})

describe("normalising", () => {
  it.prop("takes a normalised number for itself, wherever one is #13", [anySample, anyTail], ([index, tail]) => {
    const { msisdn } = withTail(index, tail)
    return [undefined, ...regionalCountries].every((country) => outcome(msisdn, country) === msisdn)
  })

  it.prop(
    "gives one result for the local, the full and the dialled form #13 #63",
    [anySample, anyTail],
    ([index, tail]) => {
      const { country, local, msisdn } = withTail(index, tail)
      return [local, `+${msisdn}`, `00${msisdn}`].every((typed) => outcome(typed, country) === msisdn)
    },
  )

  it.prop(
    "does not care what stands between the digits #13",
    [
      anySample,
      anyTail,
      Schema.Array(Schema.Literals(" \t\u00A0\u202F-‐–—−.()[]（）\u200E\u200B\uFEFF".split(""))).check(
        Schema.isMaxLength(20),
      ),
    ],
    ([index, tail, noise]) => {
      const { country, local, msisdn } = withTail(index, tail)
      return [local, `+${msisdn}`].every((typed) => {
        const noisy = noise.reduce((text, sign, at) => {
          const place = (at * 7 + sign.charCodeAt(0)) % (text.length + 1)
          return text.slice(0, place) + sign + text.slice(place)
        }, typed)
        return outcome(noisy, country) === msisdn
      })
    },
  )

  const anyTyped = Schema.Union([
    Schema.String,
    Schema.String.check(Schema.isPattern(/^[+0-9 .()-]{0,20}$/)),
    Schema.String.check(Schema.isPattern(/^(\+|00)?2[0-9]{8,14}$/)),
  ])

  it.prop(
    "is total, gives only what core takes, and takes its own result again #13 #63",
    [anyTyped, Schema.Literals([...regionalCountries, "FR", "US", "IN"])],
    ([typed, country]) =>
      [undefined, country].every((each) => {
        const read = normalisePhone(typed, each)
        return read.ok
          ? Schema.is(Msisdn)(read.phone) && outcome(read.phone) === read.phone
          : phoneProblemCauses.includes(read.problem.because)
      }),
    { arbitrary: { runs: 1_000 } },
  )
})

const everyProblem: ReadonlyArray<readonly [typed: string, country?: string]> = [
  [""],
  ["x"],
  ["70000001"],
  ["70000001", "XX"],
  ["7000", "BF"],
  ["700000011", "BF"],
  ["+24595500000"],
  ["+22620490001"],
]

describe("a problem", () => {
  const canary = "70007"
  const problems = [`+226 ${canary}`, `+226 ${canary}000000`, `x${canary}`, `+226 20 ${canary}0`, canary].map((typed) =>
    problemOf(typed),
  )

  it("never repeats what was typed, however it is printed", () => {
    for (const problem of problems) {
      const printed = [problem.message, JSON.stringify(problem), inspect(problem, { depth: 5 })]
      const shown = printed.join("\n")
      assert.notInclude(shown, canary)
      assert.notInclude(shown, canary.slice(0, 4))
    }
  })

  it("tells a program what is wrong and by whose rules", () => {
    assert.strictEqual(
      problemOf("70 00 00", "BF").message,
      "This is not a mobile number (too_short, judged as a number of BF). Ask for it again; the text is not repeated here.",
    )
    assert.notInclude(problemOf("").message, "judged")
  })

  it("tells a customer what to mend in both languages, in words of their own", () => {
    const problems = new Map(
      everyProblem.map(([typed, country]) => problemOf(typed, country)).map((each) => [each.because, each]),
    )
    assert.deepStrictEqual(new Set(problems.keys()), new Set(phoneProblemCauses))
    const texts = [...problems.values()].map(({ customerMessages: { fr, en } }) => [fr, en])
    for (const [french, english] of texts) {
      assert.match(french ?? "", /^\p{Lu}.*\.$/u)
      assert.match(english ?? "", /^\p{Lu}.*\.$/u)
      assert.notMatch(french ?? "", / [;:!?]/)
    }
    assert.strictEqual(new Set(texts.flat()).size, 2 * phoneProblemCauses.length)
  })
})

describe("the country of a number", () => {
  it("is found by its country code, or null where the code belongs to none", () => {
    assert.strictEqual(countryOf(msisdn("22670000001")), "BF")
    assert.isNull(countryOf(msisdn("99970000001")))
    assert.isNull(countryOf(msisdn("80012345678")))
  })
})
