/** What customers read, in both languages: every step and every state, by what must and must not be in it. */
import { assert, describe, it } from "@effect/vitest"
import { NextStep } from "@cauri/core"
import { PayinState } from "@cauri/core/model"
import {
  type CustomerStep,
  type InstructionDetails,
  instructions,
  operators,
  payinStatus,
  type PayinStatus,
} from "../src/index.ts"

const dialThisCodeFirst = (amount: number, fees: number): CustomerStep => ({
  type: "dial_this_code_first",
  amount,
  fees,
  total: amount + fees,
})
const languages = ["fr", "en"] as const
const states: ReadonlyArray<PayinStatus> = [
  "intended",
  "submitting",
  "awaiting_otp",
  "pending",
  "completed",
  "underpaid",
  "not_completed",
  "refused",
  "in_doubt",
  "expired",
  "cancelled",
]

/** Every step that core can name, in every variant. */
const everyStep: ReadonlyArray<CustomerStep> = [
  { type: "open_url", url: "https://pay.example/invoice/secret-token" },
  dialThisCodeFirst(1_000, 0),
  dialThisCodeFirst(1_000, 15),
  { type: "confirm_on_phone", how: "enter_pin" },
  { type: "confirm_on_phone", how: "follow_sms" },
  { type: "enter_code", from: "dialled_code" },
  { type: "enter_code", from: "sms" },
  { type: "enter_code", from: "wallet_app_or_sms" },
  { type: "wait_or_enter_code", from: "sms" },
  { type: "wait" },
  { type: "nothing" },
]

const everyDetail: ReadonlyArray<InstructionDetails> = [
  {},
  { operator: "Orange", dialCode: "*144*4*6#", phone: "22670000001" },
]

const everyText = (language: "fr" | "en"): ReadonlyArray<string> => [
  ...everyStep.flatMap((step) => everyDetail.map((details) => instructions(step, language, details))),
  ...states.map((state) => payinStatus(state, language)),
]

/** The text with its non-breaking spaces made visible as plain ones. */
const plain = (text: string): string => text.replaceAll("\u00A0", " ")

describe("what a customer must do", () => {
  it("is said for every step that core knows", () => {
    assert.deepStrictEqual(new Set<string>(everyStep.map(({ type }) => type)), new Set(Object.keys(NextStep.cases)))
  })

  it("before a USSD OTP payment names the code to dial, the exact total and the fees in it #123 #124 #149", () => {
    const details = { dialCode: operators.find(({ dialCode }) => dialCode !== null)?.dialCode ?? "" }
    const french = plain(instructions(dialThisCodeFirst(1_000, 15), "fr", details))
    const english = plain(instructions(dialThisCodeFirst(1_000, 15), "en", details))
    for (const part of ["*144*4*6#", "exactement 1 015 F CFA (1 000 F CFA plus 15 F CFA de frais)"]) {
      assert.include(french, part)
    }
    for (const part of ["*144*4*6#", "exactly 1,015 F CFA (1,000 F CFA plus 15 F CFA in fees)"]) {
      assert.include(english, part)
    }
  })

  it("speaks of no fees where the customer pays none #124", () => {
    assert.include(plain(instructions(dialThisCodeFirst(1_000, 0), "fr")), "exactement 1 000 F CFA : avec")
    assert.include(plain(instructions(dialThisCodeFirst(1_000, 0), "en")), "exactly 1,000 F CFA: with")
  })

  it("names the operator where there is no code to dial, and none where none is known #149", () => {
    const step = dialThisCodeFirst(1_000, 0)
    assert.include(instructions(step, "fr", { operator: "Orange" }), "le menu de paiement de votre opérateur (Orange)")
    assert.include(instructions(step, "en", { operator: "Orange" }), "the payment code of your operator (Orange)")
    assert.include(instructions(step, "fr"), "le menu de paiement de votre opérateur sur")
    assert.include(instructions(step, "en"), "the payment code of your operator on")
  })

  it("in USSD push is to check the amount and to enter the PIN on the phone only #150", () => {
    const step: CustomerStep = { type: "confirm_on_phone", how: "enter_pin" }
    assert.include(instructions(step, "fr"), "entrez votre code secret sur le téléphone, jamais ailleurs")
    assert.include(instructions(step, "en"), "enter your PIN on the phone, and never anywhere else")
  })

  it("in guided USSD is to dial the code that the operator's message brings #152", () => {
    const step: CustomerStep = { type: "confirm_on_phone", how: "follow_sms" }
    assert.match(
      instructions(step, "fr", { operator: "Moov" }),
      /^Votre opérateur \(Moov\) vous envoie un SMS .* Composez le code/,
    )
    assert.match(
      instructions(step, "en", { operator: "Moov" }),
      /^Your operator \(Moov\) sends a text message .* Dial the code/,
    )
  })

  it("with a code says where it is found, and that another may be entered #119 #156 #167", () => {
    const found = (["dialled_code", "sms", "wallet_app_or_sms"] as const).map((from) => {
      const step: CustomerStep = { type: "enter_code", from }
      const french = instructions(step, "fr")
      const english = instructions(step, "en")
      assert.include(french, "vous pouvez en entrer un autre")
      assert.include(english, "you can enter another one")
      return [/menu|SMS$|application|SMS/.exec(french)?.[0], /dialling|app |text message/.exec(english)?.[0]]
    })
    assert.deepStrictEqual(found, [
      ["menu", "dialling"],
      ["SMS", "text message"],
      ["application", "app "],
    ])
  })

  it("after a code is to wait, or to enter another one if it was wrong, which the service does not say #119", () => {
    const step: CustomerStep = { type: "wait_or_enter_code", from: "sms" }
    assert.include(
      plain(instructions(step, "fr")),
      "S’il était incorrect, entrez-en un autre ; ne payez pas une seconde fois",
    )
    assert.include(instructions(step, "en"), "If it was wrong, enter another one; do not pay a second time")
  })

  it("on a payment page is to open it and to pay once; the address itself is not in the text #72", () => {
    const step: CustomerStep = { type: "open_url", url: "https://pay.example/invoice/secret-token" }
    assert.include(instructions(step, "fr"), "Payez une seule fois")
    assert.include(instructions(step, "en"), "Pay only once")
  })

  it("while there is nothing to do is to wait, and not to pay again", () => {
    assert.include(plain(instructions({ type: "wait" }, "fr")), "ne payez pas une seconde fois")
    assert.include(instructions({ type: "wait" }, "en"), "do not pay a second time")
    assert.include(instructions({ type: "nothing" }, "fr"), "terminé")
    assert.include(instructions({ type: "nothing" }, "en"), "over")
  })

  it("shows the number that pays only masked", () => {
    const texts = languages.flatMap((language) =>
      everyStep.map((step) => instructions(step, language, { phone: "22670000001" })),
    )
    assert.strictEqual(texts.filter((text) => text.includes("+226 •• •• •• 01")).length, 8)
    for (const text of texts) assert.notMatch(text, /7000000/)
  })
})

describe("how a payin stands", () => {
  it("is said for every state that core knows", () => {
    assert.deepStrictEqual(new Set(Object.keys(PayinState.cases)), new Set<string>(states))
  })

  it("has a text of its own for every end, in both languages", () => {
    for (const language of languages) {
      const ends = ["completed", "underpaid", "not_completed", "refused", "in_doubt", "expired", "cancelled"] as const
      assert.strictEqual(new Set(ends.map((state) => payinStatus(state, language))).size, ends.length)
    }
  })

  it("says that money has come only when a confirm or a person said so #24 #113", () => {
    assert.include(payinStatus("completed", "fr"), "reçu")
    assert.include(payinStatus("completed", "en"), "received")
    for (const state of states.filter((each) => each !== "completed")) {
      assert.notMatch(payinStatus(state, "fr"), /paiement est reçu|Merci/)
      assert.notMatch(payinStatus(state, "en"), /has been received|Thank/)
    }
  })

  it("warns against paying twice wherever money may still arrive #120 #121", () => {
    for (const state of [
      "intended",
      "submitting",
      "pending",
      "in_doubt",
      "expired",
      "not_completed",
      "refused",
      "cancelled",
    ] as const) {
      assert.match(payinStatus(state, "fr"), /[Nn]e payez pas une seconde fois/)
      assert.match(payinStatus(state, "en"), /[Dd]o not pay a second time/)
    }
  })

  it("invites to start again only where nothing is awaited any more", () => {
    const again = states.filter((state) => payinStatus(state, "fr").includes("recommencer"))
    assert.deepStrictEqual(again, ["not_completed", "refused", "cancelled"])
    assert.deepStrictEqual(
      states.filter((state) => payinStatus(state, "en").includes("start again")),
      again,
    )
  })
})

describe("every text", () => {
  it("is plain: no code of the service, no address, no token and no word of the trade #240", () => {
    const technical =
      /echec|code\d|\bcode ?xx|token|jeton|\botp\b|ussd|https?:|\burl\b|api\b|callback|confirm call|webhook|statu[st]|pending|\bxof\b|undefined|null|NaN|\[object/i
    for (const text of languages.flatMap(everyText)) assert.notMatch(text, technical)
  })

  it("is whole sentences, short enough for two text messages", () => {
    for (const text of languages.flatMap(everyText)) {
      assert.match(text, /^\p{Lu}[\s\S]*[.!]$/u)
      assert.isAtMost(text.length, 260, text)
      assert.notMatch(text, / {2}|\s$|\$\{/)
    }
  })

  it("in French has a non-breaking space before each sign that stands apart, and inside amounts", () => {
    for (const text of everyText("fr")) {
      assert.notMatch(text, /(?<!\u00A0)[;:!?]/, text)
      assert.notMatch(text, /[0-9] [0-9F]|F CFA/, text)
    }
    assert.isTrue(everyText("fr").some((text) => text.includes("\u00A0:")))
  })

  it("in English has no space before a sign", () => {
    for (const text of everyText("en")) assert.notMatch(text, /[\s\u00A0][;:!?,.]/)
  })

  it("exists in two languages that differ", () => {
    const english = everyText("en")
    everyText("fr").forEach((text, index) => assert.notStrictEqual(text, english[index]))
  })
})
