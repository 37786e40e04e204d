import { assert, describe, it } from "@effect/vitest"
import type { Language } from "@cauri/catalogue"
import { painter } from "../src/paint.ts"
import { type About, printProof } from "../src/printProof.ts"
import type { Proof } from "../src/proof.ts"

const about: About = { seed: 7, payments: 258, payouts: 86, seconds: 12.34, forged: 26 }

const proof: Proof = {
  payins: {
    there: { payments: 125, francs: 186_775 },
    here: { payments: 103, francs: 189_275 },
    forPerson: { payments: 1, francs: -2_500 },
  },
  payouts: {
    there: { payments: 2, francs: 1_230_825 },
    here: { payments: 1, francs: 555_350 },
    forPerson: { payments: 1, francs: 675_475 },
  },
  open: 4,
  doublePayouts: 0,
  calls: { begun: 301, arrived: 262, repeated: 0 },
  completions: { payments: 148, francs: 706_750 },
  receivedAgain: 1,
  waiting: [
    { kind: "payout", why: "timed_out", payments: 4, francs: 48_550, moved: 3 },
    { kind: "payin", why: "overdue", payments: 1, francs: 500, moved: 0 },
  ],
  disagreements: [],
}

const lines = (change: Partial<Proof> = {}, language: Language = "en") =>
  printProof({ ...proof, ...change }, about, { language, paint: painter(false) })
    .replaceAll("\u00A0", " ")
    .split("\n")
const lineOf = (all: ReadonlyArray<string>, name: string) => all.find((line) => line.includes(` ${name} `)) ?? ""

describe("the printed proof", () => {
  it("sets each sum of the service against ours, franc by franc", () => {
    const all = lines()
    assert.match(
      lineOf(all, "payins"),
      /✓ payins +186,775 F CFA collected there = 189,275 F CFA completed here - 2,500 F CFA/,
    )
    assert.match(
      lineOf(all, "payouts"),
      /✓ payouts +1,230,825 F CFA paid out there = 555,350 F CFA completed here \+ 675,475 F CFA/,
    )
    assert.match(lineOf(all, "double payouts"), /✓ double payouts +0 of 86/)
    assert.match(lineOf(all, "announcements"), /148 completions, 706,750 F CFA: .* \(1 again, under the same id\)/)
    assert.match(all.join("\n"), /Everything agrees, franc by franc\. 258 payments, 12\.3 s, seed 7\./)
  })

  it("says for which payments a person is asked, why, and what the person will find", () => {
    const text = lines().join("\n")
    assert.include(text, "4 payouts    48,550 F CFA   in doubt: no answer came, money moved for 3")
    assert.include(text, "1 payin       500 F CFA   Overdue, no money moved")
  })

  it("marks what does not agree, names it, and says how to see it again", () => {
    const all = lines({ disagreements: [{ id: "wage-1", about: "twice", found: ["paid_out", 2] }] })
    assert.match(lineOf(all, "double payouts"), /✗ double payouts/)
    assert.match(lineOf(all, "payins"), /✓ payins/)
    assert.include(all.join("\n"), "✗ wage-1: it was paid out 2 times")
    assert.match(all.join("\n"), /1 disagreement\. Run it with --seed 7 to get the same payments and faults again\./)
    assert.notInclude(all.join("\n"), "Everything agrees")
  })

  it("fits a hundred and twenty columns", () => {
    for (const language of ["fr", "en"] as const)
      for (const line of lines({}, language)) assert.isAtMost(line.length, 120)
  })

  it("speaks French where the locale does", () => {
    const text = lines({ disagreements: [{ id: "wage-1", about: "twice", found: ["paid_out", 2] }] }, "fr").join("\n")
    assert.include(text, "186 775 F CFA encaissés par le service = 189 275 F CFA aboutis ici - 2 500 F CFA")
    assert.include(text, "4 versements    48 550 F CFA   issue inconnue : pas de réponse, argent transféré pour 3")
    assert.include(text, "✗ wage-1: il a été versé 2 fois")
  })
})
