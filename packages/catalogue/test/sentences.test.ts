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
    assert.isAbove(fr.length, 800)
    for (const { path, text } of [...fr, ...en]) assert.match(text, /\S/, shown(path))
  })

  it("shows the same parameters in both languages, and is translated", () => {
    const french = sentencesOf("fr")
    const untranslated: Array<string> = []
    for (const [place, { parts, path, text }] of sentencesOf("en").entries()) {
      assert.deepStrictEqual(french[place]?.parts, parts, shown(path))
      if (french[place]?.text === text && / /.test(text)) untranslated.push(shown(path))
    }
    assert.deepStrictEqual(untranslated, [])
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
      assert.notMatch(text.replaceAll(/\b([A-Z_]{6,}|[a-z]+(_[a-z]+)+)\b|\{\w+\}/g, ""), retired, shown(path))
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

/** The families that only customers read; of the others they read what is called `customer`. */
const customerFamilies = ["transfers", "steps", "ways", "pages", "pageSteps", "pageProblems", "phoneProblems"]
const isForCustomers = (path: ReadonlyArray<string>) =>
  path.at(-1) === "customer" ||
  customerFamilies.includes(path[0] ?? "") ||
  (path[0] === "delayed" && path[1] !== "operator")

/** Words that send a customer to pay, or to begin, once more; what only warns against it is left out. */
const paysAgain = {
  en: /\b(start|begin|try|tries|pay|order|send|fill|ask|repeat)\b[^.;?]*\b(again|once more|anew|another|later|second time)\b|\bretry|\bnew payment\b|\banother (way|amount|operator|payment)\b|come back tomorrow/iu,
  fr: /recommenc|re-?ss?a[iy]|réessa|relanc|renvoy|redemand|repay|retent|(de|à) nouveau|nouve(au|l) (paiement|essai)|nouvelle tentative|encore une fois|autre (paiement|moyen|montant|opérateur)|autrement|(payez|payer)[^.;?]*(seconde|deuxième) fois|revenez demain|plus tard/iu,
}
const warnings = {
  en: /do not (pay|ask for it) a second time|with another amount the payment would not go through/giu,
  fr: /ne (payez|le demandez) pas une seconde fois|avec un autre montant, le paiement ne passerait pas/giu,
}

/** What makes paying again safe, in the words with which the sentence has to begin. */
const because = {
  /** Only a customer whose account is as it was goes on: every other reads the warning first. */
  unlessPaid: {
    en: /if (you had confirmed it|money has left your account), (it may still go through: )?do not pay a second time/iu,
    fr: /si (vous l’aviez confirmé|votre compte a été débité), (il peut encore aboutir\u00A0: )?ne payez pas une seconde fois/iu,
  },
  /** The program refuses before it sends anything. */
  nothingSent: { en: /nothing was sent/iu, fr: /rien n’a été envoyé/iu },
}

/** Every sentence that lets a customer pay again, and why it may. */
const payingAgain: Readonly<Record<string, keyof typeof because>> = {
  // The service confirmed the failure (P14), refused and left no call unanswered (P7), or has executed nothing so far (P3).
  "states.not_completed.customer": "unlessPaid",
  "states.refused.customer": "unlessPaid",
  "states.cancelled.customer": "unlessPaid",
  "notNow.already_failed.customer": "unlessPaid",
  // The last call executed nothing, but an earlier one may have: a problem speaks of the last call only.
  "reasons.amount_refused.customer": "unlessPaid",
  "reasons.declined.customer": "unlessPaid",
  "reasons.otp_not_sent.customer": "unlessPaid",
  // In doubt, closed, or without a page: the customer alone knows whether money has left (P15, P16).
  "pages.try_once_more": "unlessPaid",
  "pages.pay_unconfirmed": "unlessPaid",
  "pages.nothing_confirmed": "unlessPaid",
  "pages.nothing_happens": "unlessPaid",
  // The form that was refused did nothing, but another one may have.
  "pages.unreadable_form": "unlessPaid",
  "pages.expired_form": "unlessPaid",
  // The shop's form and the payment page check these before they begin a payment.
  "pages.numbers_of": "nothingSent",
  "pageProblems.no_wallet": "nothingSent",
  "pageProblems.other_operator": "nothingSent",
  "pageProblems.out_of_bounds": "nothingSent",
  "pageProblems.daily_limit": "nothingSent",
}

/** Does a sentence send a customer to pay again without the words that make it safe, or with them too late? */
const isRisky = (language: "fr" | "en", code: string, text: string): boolean => {
  const exemption = payingAgain[code]
  const found = exemption === undefined ? null : because[exemption][language].exec(text)
  const unguarded = found === null ? text : text.slice(0, found.index)
  return paysAgain[language].test(unguarded.replaceAll(warnings[language], ""))
}

/** Sentences that must never pass, wherever they stand. */
const planted = {
  en: [
    "Payment is unavailable at the moment. Please try again later.",
    "We are checking your payment. Do not pay a second time: try again later.",
    "This payment was cancelled before it left. You can start again.",
    "Have you not paid yet? Pay another way",
    "Please retry in a moment.",
    "Try this payment once more.",
    "Fill it in again here.",
    "Pay again. If money has left your account, do not pay a second time.",
  ],
  fr: [
    "Le paiement est momentanément indisponible. Veuillez réessayer plus tard.",
    "Nous vérifions. Ne payez pas une seconde fois\u00A0: recommencez plus tard.",
    "Ce paiement a été annulé avant de partir. Vous pouvez recommencer.",
    "Vous n’avez pas encore payé\u00A0? Payer autrement",
    "Payez de nouveau.",
    "Relancer ce paiement",
    "Remplissez-la de nouveau ici.",
    "Payez une seconde fois.",
    "Recommencez. Si votre compte a été débité, ne payez pas une seconde fois.",
  ],
} as const

/** What a customer reads about a payment that says nothing of paying twice, because there is no payment to pay twice. */
const silent = [
  "states.completed.customer", // It is paid, and says so.
  "states.awaiting_otp.customer", // The payment goes on with its code.
  "notNow.code_needed.customer",
  "failures.invalid_input.customer", // Nothing was stored or sent.
  // The reader is paid, and does not pay.
  "reasons.beneficiary_without_wallet.customer",
  "notNow.held.customer",
]

const read = (language: "fr" | "en") => sentencesOf(language).filter(({ path }) => isForCustomers(path))

describe("no customer who may have paid", () => {
  it("is asked to pay again #120", () => {
    for (const language of languages) {
      assert.isAbove(read(language).length, 100)
      for (const { path, text } of read(language)) assert.isFalse(isRisky(language, shown(path), text), shown(path))
    }
  })

  it("would pass a planted sentence, in any place: exemptions hold for their own words only", () => {
    for (const language of languages) {
      for (const text of planted[language]) {
        for (const { path } of read(language))
          assert.isTrue(isRisky(language, shown(path), text), `${shown(path)} ${text}`)
      }
    }
  })

  it("is the reason for an exemption that no sentence needs", () => {
    for (const language of languages) {
      for (const [code, kind] of Object.entries(payingAgain)) {
        const text = read(language).find(({ path }) => shown(path) === code)?.text ?? ""
        assert.match(text, because[kind][language], code)
        assert.match(text.replaceAll(warnings[language], ""), paysAgain[language], code)
      }
    }
  })

  it("is left without being told not to pay twice, wherever the money may have moved", () => {
    const warned = { en: /not (pay|ask for it) a second time/iu, fr: /ne (payez|le demandez) pas une seconde fois/iu }
    const families = ["states", "reasons", "notNow", "failures"]
    for (const language of languages) {
      const risky = read(language).filter(
        ({ path }) => families.includes(path[0] ?? "") && !silent.includes(shown(path)),
      )
      assert.isAbove(risky.length, 30)
      for (const { path, text } of risky) assert.match(text, warned[language], shown(path))
    }
  })
})

describe("customers", () => {
  it("never read a sub-code, a token or a word of the trade #240", () => {
    const technical =
      /code ?[0-9]|echec|token|jeton|\bapi\b|http|\bip\b|balance|solde|whitelist|time-?out|json|notification|callback|payin|payout/iu
    for (const language of languages) {
      for (const { path, text } of sentencesOf(language)) {
        if (isForCustomers(path)) assert.notMatch(text, technical, shown(path))
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

  it("learn of the other way to pay out, and that a payout without balance waits #174 #231 #232 #233 #237", () => {
    const { reasons } = catalogue.en
    assert.match(reasons.beneficiary_without_wallet.operator, /mobile money payout/)
    assert.match(reasons.balance_too_low.operator, /Top up .* payouts pause for the time in the policy/)
    assert.match(reasons.payout_not_enabled.operator, /resume its payouts/)
  })

  it("are never advised to send a payout again by a flag", () => {
    for (const { operator } of Object.values(catalogue.en.flags)) {
      assert.notMatch(operator.replaceAll(/(do not send it|Send nothing) again|was sent again/g, ""), /send.*again/i)
    }
  })
})

const repository = new URL("../../../", import.meta.url)
const sources = ["packages", "packages/adapters", "apps"]
  .flatMap((root) => readdirSync(new URL(root, repository)).map((name) => `${root}/${name}`))
  .filter((member) => member !== "packages/catalogue")
  .flatMap((member) => {
    const folder = new URL(`${member}/src/`, repository)
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []
    return files.filter((file) => /\.(ts|eta)$/.test(file)).map((file) => readFileSync(new URL(file, folder), "utf8"))
  })
  .join("\n")

/** Families whose users name each code; the users of every other family hold a code of a union and name only the family. */
const named = ["asides", "details", "about", "pages", "scopes", "review", "scenarioSteps", "simulated"]

/** Families of the tools whose users hold a code as well. */
const heldAsCodes = ["requestReasons", "requestFixes", "portRefusals", "storeRefusals", "findingSteps"]

/**
 * The tools' own words: each is named after its table, in a coded tuple, or its list of words as a whole. The demo's reasons have codes of
 * core: codes.test.ts compares them.
 */
const inTools = (family: string, names: ReadonlyArray<string>) =>
  (family === "demoWaiting" ? [family] : names).some((name) =>
    new RegExp(family === "sandbox" ? `\\bwords\\.${name}\\b` : `[.{, "]${name}(?!\\w)`).test(sources),
  )

const isUsed = (path: ReadonlyArray<string>) => {
  const [family = "", code = "", ...names] = path
  if (family === "tools") {
    return heldAsCodes.includes(code) ? new RegExp(`[.{, ]${code}\\b`).test(sources) : inTools(code, names)
  }
  return new RegExp(named.includes(family) ? `[.({, "]${code}\\b` : `[.{, ]${family}\\b`).test(sources)
}

describe("no sentence", () => {
  it("is left without a user", () => {
    const unused = sentencesOf("en").filter(({ path }) => !isUsed(path))
    assert.deepStrictEqual(
      unused.map(({ path }) => shown(path)),
      [],
    )
  })
})
