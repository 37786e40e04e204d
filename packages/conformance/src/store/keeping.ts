/**
 * What is stored comes back as it was: every state, every text byte for byte, every amount to the franc (#10, #245).
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CreationToken, issuedTokensOf, maximumPayinAmount, minimumPayinAmount } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import {
  accepted,
  flagClosed,
  flagged,
  keyOf,
  newGround,
  payinIn,
  payinStates,
  payoutIn,
  payoutStates,
  started,
  type Step,
} from "../samples.ts"
import { historyOf, inserted, move, put, sameRecord, stored } from "../steps.ts"

/** Texts that stores are known to lose, cut or misread. */
export const texts = {
  emoji: "🧵🪙 payé 👩‍👩‍👧 ✅",
  quotes: `it's "quoted", \`ticked\` and \\escaped\\`,
  lineBreaks: "first line\nsecond line\n\nfourth",
  sql: "'); DROP TABLE payments; -- % _ /* $1 ? :name {0}",
  json: '{"a": [1, null], "b\\u0000": "\\n"}',
  rightToLeft: "دفع ٥٠٠ فرنك \u202Eabc\u202C שלום",
  combining: "e\u0301 and \u00E9 differ, and so do \uFB01 and fi",
  edges: "  spaces at both ends  ",
  numberLike: "007.50e3",
  nullLike: "NULL",
  rare: "\u{10FFFF} \uFFFD \u2028 \u00A0 \u{1F468}",
} as const

const comesBack = Effect.fnUntraced(function* (step: Step) {
  sameRecord(yield* put(step), inserted(step))
  assert.deepStrictEqual(yield* historyOf(keyOf(step)), step.change.entries)
})

/** Nothing is lost or changed on the way in and out. */
export const keeping: Facet = {
  name: "keeping what was stored",
  alone: false,
  cases: {
    "a payin of every state comes back as it was": Effect.gen(function* () {
      const ground = yield* newGround
      for (const state of payinStates) yield* comesBack(payinIn(ground, state, state, { endedAt: ground.at + 3 }))
    }),

    "a payout of every state comes back as it was": Effect.gen(function* () {
      const ground = yield* newGround
      for (const state of payoutStates) yield* comesBack(payoutIn(ground, state, state, { endedAt: ground.at + 3 }))
    }),

    "every way to pay in and out comes back as it was": Effect.gen(function* () {
      const ground = yield* newGround
      const customer = ground.phone(1)
      const urls = { returnUrl: "https://shop.example/back?a=1&b=%20", cancelUrl: "https://shop.example/stop" }
      yield* comesBack(payinIn(ground, "page", "pending", { method: { type: "hosted", ...urls } }))
      yield* comesBack(payinIn(ground, "filter", "pending", { method: { type: "hosted", ...urls, phone: customer } }))
      yield* comesBack(
        payinIn(ground, "named", "pending", { method: { type: "hosted", ...urls, externalId: "Facture 17" } }),
      )
      yield* comesBack(payinIn(ground, "wallet", "awaiting_otp", { method: { type: "wallet", phone: customer } }))
      yield* comesBack(payoutIn(ground, "keep", "pending", { method: { type: "wallet", funds: "keep_in_wallet" } }))
      yield* comesBack(
        payoutIn(ground, "move", "pending", { method: { type: "wallet", funds: "transfer_to_mobile_money" } }),
      )
    }),

    "texts come back byte for byte, in content and in history": Effect.gen(function* () {
      const ground = yield* newGround
      for (const [name, text] of Object.entries(texts)) {
        yield* comesBack(
          payinIn(ground, `in-${name}`, "pending", {
            description: text,
            customer: { firstName: text, lastName: text },
            shop: { name: text, siteUrl: "https://shop.example" },
            items: [{ name: text, description: text, quantity: 2, unitPrice: 250 }],
            customData: { note: text },
            followedBy: [flagged(text)],
          }),
        )
        yield* comesBack(
          payoutIn(ground, `out-${name}`, "pending", { description: text, customData: { note: text, empty: "" } }),
        )
      }
    }),

    "texts of the greatest length come back whole": Effect.gen(function* () {
      const ground = yield* newGround
      const items = Array.from({ length: 200 }, (_, index) => ({
        name: `${index}`.padEnd(200, "é"),
        quantity: 1,
        unitPrice: 1,
      }))
      yield* comesBack(payinIn(ground, "long", "pending", { description: "é".repeat(500), items }))
    }),

    "the longest names come back whole": Effect.gen(function* () {
      const ground = yield* newGround
      const project = `${ground.project}-`.padEnd(64, "p")
      const step = payinIn(ground, "i".repeat(64), "pending", { project, orderRef: "o".repeat(128) })
      yield* comesBack(step)
      assert.strictEqual((yield* stored(keyOf(step))).payment.content.project.length, 64)
    }),

    "custom data keys that mean something to JavaScript are only keys": Effect.gen(function* () {
      const ground = yield* newGround
      const customData = { constructor: "a", toString: "b", hasOwnProperty: "c", length: "d" }
      yield* comesBack(payoutIn(ground, "keys", "intended", { customData }))
    }),

    "amounts from the smallest to the largest safe integer come back to the franc (#10, #243-#245)": Effect.gen(
      function* () {
        const ground = yield* newGround
        const amounts = [1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER]
        for (const amount of amounts) yield* comesBack(payoutIn(ground, `out-${amount}`, "completed", { amount }))
        for (const amount of [minimumPayinAmount, maximumPayinAmount]) {
          yield* comesBack(payinIn(ground, `in-${amount}`, "completed", { amount }))
        }
      },
    ),

    "a token of 16,384 characters comes back whole, in the write that brought it (#78)": Effect.gen(function* () {
      const ground = yield* newGround
      const token = CreationToken.make("eyJ~".repeat(4_096))
      const record = yield* put(payinIn(ground, "order", "submitting"))
      const moved = yield* move(record, [accepted(1, token)], ground.at + 1)
      assert.deepStrictEqual(issuedTokensOf(moved.payment.attempts), [{ attempt: 1, token }])
    }),

    "attempts and flags, open and closed, come back in their order": Effect.gen(function* () {
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "pending", {
        followedBy: [flagged("one"), flagged("two"), flagClosed("one"), flagged("three")],
      })
      yield* comesBack(step)
      const flags = (yield* stored(keyOf(step))).payment.flags
      assert.deepStrictEqual(
        flags.map(({ subject, closed }) => [subject, closed !== null]),
        [
          ["one", true],
          ["two", false],
          ["three", false],
        ],
      )
    }),

    "everything that is remembered about asking comes back as it was": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const tracking = {
        actAt: ground.at + 7,
        confirms: 3,
        failures: 2,
        lastConfirmAt: ground.at + 1,
        tokens: [
          {
            attempt: 1,
            notFound: 1,
            contradictedAt: ground.at,
            operatorReference: texts.quotes,
            requestId: texts.emoji,
          },
        ],
        agreedAt: ground.at + 2,
        followUpFrom: ground.at + 3,
        followUp: 4,
        followUpTries: 1,
        callbackHour: { since: ground.at + 4, count: 20 },
        unsent: 1,
      }
      const moved = yield* move(record, [started(1)], ground.at + 5, { tracking })
      assert.deepStrictEqual(moved.tracking, { ...record.tracking, ...tracking })
    }),
  },
}
