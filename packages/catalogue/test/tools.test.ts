/** How the tools put codes, figures and help into sentences. */
import { assert, describe, it } from "@effect/vitest"
import { issuePage as issuePageOfCore } from "@cauri/core/adapter"
import { codedData, helpPage, inBoth, issuePage, say, tools, variableTexts, wordingIn } from "../src/tools.ts"

describe("a code", () => {
  it("is said with its parameters, or as the sentence that it names", () => {
    assert.strictEqual(say(tools.en.findings, ["refunds_exceed", 700, 500]), "its refunds come to 700 of 500 XOF")
    assert.strictEqual(say(tools.en.findings, ["twin_open"]), "another payout of this amount to this number is open")
  })

  it("stands in data with its parameters beside it", () =>
    assert.deepStrictEqual(codedData(["tokens_lost", 2, "order-17"]), {
      code: "tokens_lost",
      parameters: [2, "order-17"],
    }))
})

describe("a name at the command line", () => {
  it("is that of the system's user where two people must decide, and none without one", () => {
    for (const { expected } of [tools.en, tools.fr]) {
      assert.include(expected.own_user("awa"), "awa")
      assert.notStrictEqual(expected.own_user(""), expected.own_user("awa").replace("awa", ""))
    }
  })
})

describe("a defect", () => {
  it("is reported at the page that core names", () => assert.strictEqual(issuePage, issuePageOfCore))
})

describe("a text of the tools", () => {
  it("is chosen in both languages, and read in one; a plain one is the same in both", () => {
    assert.deepStrictEqual(
      inBoth(({ settings }) => settings.or),
      { fr: "ou", en: "or" },
    )
    assert.strictEqual(
      wordingIn(variableTexts("SERVICE_URL").SERVICE_URL, "fr"),
      "l’adresse https du service (http sur cette machine seulement)",
    )
    assert.strictEqual(wordingIn("sqlite", "fr"), "sqlite")
  })
})

describe("figures in sentences", () => {
  it("an audit without a problem says so, and otherwise counts them", () => {
    assert.strictEqual(tools.en.audit.found(0, 9, 40, 15), "No problem found (9 payments, 40 events, 15 rules).")
    assert.strictEqual(tools.en.audit.found(2, 9, 40, 15), "2 problems found (9 payments, 40 events, 15 rules).")
    assert.match(tools.fr.audit.found(0, 9, 40, 15), /^Aucun problème trouvé \(9 paiements/)
    assert.match(tools.fr.audit.found(1, 9, 40, 15), /^1 problème trouvé \(/)
  })

  it("a proof adds what is for a person, or takes it away", () => {
    assert.include(tools.en.proof.collected(5_000, 4_000, 1_000), "completed here + 1,000")
    assert.include(tools.en.proof.collected(5_000, 6_000, -1_000), "completed here - 1,000")
    assert.include(tools.fr.proof.paid(5_000, 4_000, 1_000), "aboutis ici +")
    assert.include(tools.fr.proof.paid(5_000, 6_000, -1_000), "aboutis ici -")
  })

  it("a proof counts what came twice, and says when nothing did", () => {
    assert.include(tools.en.proof.arrived(1_200, 0), "none of them twice")
    assert.include(tools.en.proof.arrived(1_200, 3), "3 of them twice")
    assert.include(tools.en.proof.completions(10, 50_000, 2), "(2 again, under the same id)")
    assert.notInclude(tools.en.proof.completions(10, 50_000, 0), "again")
    assert.include(tools.fr.proof.arrived(1_200, 0), "aucune en double")
    assert.include(tools.fr.proof.arrived(1_200, 3), "dont 3 en double")
    assert.include(tools.fr.proof.completions(10, 50_000, 2), "2 répétés")
    assert.notInclude(tools.fr.proof.completions(10, 50_000, 0), "répétés")
  })
})

describe("a refusal", () => {
  it("lists what a payment allows instead, or says that it allows nothing", () => {
    assert.match(
      tools.en.decisionCommands.not_offered("held", "resolve", "release, cancel"),
      /allows release, cancel\.$/,
    )
    assert.match(tools.en.decisionCommands.not_offered("cancelled", "release", ""), /allows nothing\.$/)
    assert.match(
      tools.fr.decisionCommands.not_offered("held", "resolve", "release, cancel"),
      /\u00A0: release, cancel\.$/,
    )
    assert.match(tools.fr.decisionCommands.not_offered("cancelled", "release", ""), /\u00A0: aucune\.$/)
  })

  it("of a store that cannot copy itself names the command that copies it, where there is one", () => {
    assert.match(tools.en.expected.copies_itself("pg_dump shop"), /; copy this one with `pg_dump shop`$/)
    assert.strictEqual(tools.en.expected.copies_itself(""), "a store that copies itself")
    assert.match(tools.fr.expected.copies_itself("pg_dump shop"), /; copiez celle-ci avec `pg_dump shop`$/)
    assert.strictEqual(tools.fr.expected.copies_itself(""), "une base que cette commande sait copier")
  })
})

describe("a page of help", () => {
  it("aligns its calls and its flags", () =>
    assert.strictEqual(
      helpPage({
        about: "Does this.",
        heading: "Usage:",
        usage: ["this", "this --once"],
        flags: [
          ["--once", "does it once"],
          ["-h", "prints this"],
        ],
        notes: ["A note."],
      }),
      "Does this.\n\nUsage: this\n       this --once\n\n  --once  does it once\n  -h      prints this\n\nA note.\n",
    ))
})
