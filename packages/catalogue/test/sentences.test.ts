/** What every sentence must be, whatever it says: there in both languages, set as its language is, used, and harmless. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../src/index.ts"
import { sentencesOf } from "./languages.ts"

const languages = ["fr", "en"] as const
const shown = (path: ReadonlyArray<string>) => path.join(".")

describe("each sentence", () => {
  it("is there in both languages, and empty in neither", () => {
    const [fr, en] = [sentencesOf("fr"), sentencesOf("en")]
    assert.deepStrictEqual(
      fr.map(({ path }) => shown(path)),
      en.map(({ path }) => shown(path)),
    )
    assert.isAbove(fr.length, 400)
    for (const { path, text } of [...fr, ...en]) assert.match(text, /\S/, shown(path))
  })

  it("is set with typographic apostrophes, and with a space that does not break where French has one", () => {
    for (const { path, text } of sentencesOf("fr")) {
      assert.notMatch(text, /\p{L}'\p{L}/u, shown(path))
      assert.notMatch(text, /[^\u00A0:;!?]([;!?»]|:(?!\/))/u, shown(path))
      assert.notMatch(text, /«(?!\u00A0)|["“”]/u, shown(path))
    }
    for (const { path, text } of sentencesOf("en")) {
      assert.notMatch(text, /\p{L}'\p{L}|"/u, shown(path))
      assert.notMatch(text, /\s[:;!?]/u, shown(path))
    }
  })

  it("holds no gap that cheap phones show as a box, and no two spaces", () => {
    for (const language of languages) {
      for (const { path, text } of sentencesOf(language)) assert.notMatch(text, /[\u2009\u202F]| {2}/u, shown(path))
    }
  })

  it("speaks of notifications, tokens, unknown outcomes and suspensions in French, and keeps no word that was retired", () => {
    const retired = /\brappels?\b|\bcallback|\btoken|\ben doute\b|\barrêts\b|\bbureau\b|\binscrit|\btranch/iu
    for (const { path, text } of sentencesOf("fr")) {
      assert.notMatch(text.replaceAll(/\b[A-Z_]{6,}\b/g, ""), retired, shown(path))
    }
    for (const { path, text } of sentencesOf("en")) {
      assert.notMatch(
        text,
        /\b(whoever|nobody|somebody|anew|all the same|thereby|is told|shall)\b|\bon hold\b/iu,
        shown(path),
      )
    }
  })
})

/** A sentence that sends a customer to pay, or to begin, once more. */
const paysAgain = {
  en: /\b(start|begin|try)\b[^.;?]*\b(again|once more)\b|start a new payment|another way|start again/iu,
  fr: /recommenc|réessay|nouveau paiement|autre(ment| moyen)|relancer/iu,
}
/** Only whoever has not paid is meant. */
const unlessPaid = {
  en: /if (no )?money has left your account, do not pay|not paid yet\?|confirmed nothing|come to your phone\?|another amount or another way|before it left|on this page|do not start another|asks you to confirm this payment as well, refuse/iu,
  fr: /si de l’argent a quitté votre compte, ne payez pas|pas encore payé|rien confirmé|sur votre téléphone\u00A0\?|avant de partir|sur cette page|ne lancez pas un autre|confirmer ce paiement-ci, refusez/iu,
}

/** What a customer reads when no money can have moved: before anything left, or where the service refused and executed nothing. */
const nothingMoved = [
  "reasons.authentication_failed",
  "reasons.ip_denied",
  "reasons.payin_not_enabled",
  "reasons.payout_not_enabled",
  "reasons.amount_refused",
  "reasons.beneficiary_without_wallet",
  "reasons.balance_too_low",
  "reasons.otp_not_sent",
  "reasons.not_sent",
  "failures.store_failed",
  "failures.store_refused",
  "failures.misconfigured",
  "failures.too_late",
  "failures.closed",
  "failures.unexpected",
  "pages.numbers_of",
]

describe("no customer who may have paid", () => {
  it("is asked to pay again #120", () => {
    for (const language of languages) {
      const read = sentencesOf(language).filter(
        ({ path }) => path.at(-1) === "customer" || ["steps", "pages", "pageSteps"].includes(path[0] ?? ""),
      )
      assert.isAbove(read.length, 60)
      for (const { path, text } of read) {
        if (nothingMoved.some((harmless) => shown(path).startsWith(harmless))) continue
        if (paysAgain[language].test(text)) assert.match(text, unlessPaid[language], shown(path))
      }
    }
  })

  it("is left without being told not to pay twice, wherever the money may have moved", () => {
    const { fr, en } = catalogue
    for (const texts of [fr, en]) {
      const { failures, notNow, reasons, states } = texts
      const risky = [
        states.pending,
        states.in_doubt,
        states.expired,
        states.not_completed,
        states.refused,
        reasons.no_answer,
        reasons.unrecognised,
        reasons.not_found,
        failures.may_have_left,
        notNow.cannot_ask,
        notNow.already_paid,
        notNow.already_failed,
        notNow.too_often,
        notNow.wrong_state,
        notNow.changed_meanwhile,
      ]
      for (const { customer } of risky)
        assert.match(customer, /not pay a second time|ne payez pas une (deuxième|seconde) fois/iu)
    }
  })
})

describe("customers", () => {
  it("never read a sub-code, a token or a word of the trade #240", () => {
    const technical =
      /code ?[0-9]|echec|token|jeton|\bapi\b|http|\bip\b|balance|solde|whitelist|time-?out|json|notification|callback|payin|payout/iu
    for (const language of languages) {
      for (const { path, text } of sentencesOf(language)) {
        const isRead = path.at(-1) === "customer" || ["steps", "pages", "pageSteps", "ways"].includes(path[0] ?? "")
        if (isRead) assert.notMatch(text, technical, shown(path))
      }
    }
  })

  it("learn that their amount or their daily limit is refused #227 #228", () => {
    assert.match(catalogue.en.reasons.amount_refused.customer, /daily limit/)
    assert.match(catalogue.fr.reasons.amount_refused.customer, /plafond journalier/)
  })
})

describe("operators", () => {
  it("learn what to do about each reason and flag, in sentences", () => {
    for (const { flags, reasons } of [catalogue.en, catalogue.fr]) {
      for (const { operator } of [...Object.values(reasons), ...Object.values(flags)]) {
        assert.match(operator, /^\p{Lu}[^<>]{20,}\.$/u)
      }
    }
  })

  it("learn of the limits, the whitelist with its three places, and both credentials #225 #227 #229", () => {
    const { reasons } = catalogue.en
    assert.match(reasons.amount_refused.operator, /outside the limits.*daily limit/)
    assert.match(reasons.ip_denied.operator, /whitelist.*three/)
    assert.match(reasons.authentication_failed.operator, /two credentials.*re-issued/)
  })

  it("learn of the other way to pay out, and to resume only what is paused #174 #231 #232 #233 #237", () => {
    const { reasons } = catalogue.en
    assert.match(reasons.beneficiary_without_wallet.operator, /mobile money payout/)
    assert.match(reasons.balance_too_low.operator, /under a new id, and resume .* if they are paused/)
    assert.match(reasons.payout_not_enabled.operator, /resume its payouts/)
  })

  it("are never advised to send a payout again by a flag", () => {
    for (const { operator } of Object.values(catalogue.en.flags)) {
      assert.notMatch(operator.replaceAll(/(do not send it|Send nothing) again|was sent again/g, ""), /send.*again/i)
    }
  })
})

/** The sources that may name a code. */
const repository = new URL("../../../", import.meta.url)
const sources = ["packages", "apps"]
  .flatMap((root) => readdirSync(new URL(root, repository)).map((name) => `${root}/${name}`))
  .filter((member) => member !== "packages/catalogue")
  .flatMap((member) => {
    const folder = new URL(`${member}/src/`, repository)
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []
    return files.filter((file) => /\.(ts|eta)$/.test(file)).map((file) => readFileSync(new URL(file, folder), "utf8"))
  })
  .join("\n")

/** Families whose users name each code; the users of every other family hold a code of a union and name only the family. */
const named = ["asides", "details", "about", "pages", "scopes", "desk", "scenarioSteps", "simulated"]

const isUsed = ([family = "", code = ""]: ReadonlyArray<string>) =>
  new RegExp(named.includes(family) ? `[.({, "]${code}\\b` : `[.{, ]${family}\\b`).test(sources)

describe("no sentence", () => {
  it("is left without a user", () => {
    const unused = sentencesOf("en").filter(({ path }) => !isUsed(path))
    assert.deepStrictEqual(
      unused.map(({ path }) => shown(path)),
      [],
    )
  })
})
