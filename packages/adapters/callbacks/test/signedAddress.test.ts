import { assert, describe } from "@effect/vitest"
import { Arbitrary, Effect, Layer, Option, Redacted, Schema } from "effect"
import { WebCrypto } from "effect/crypto"
import { createHmac } from "node:crypto"
import { inspect } from "node:util"
import { it } from "@cauri/house/it"
import { PaymentKey } from "@cauri/core"
import { CallbackAddress, type CallbackTarget } from "@cauri/core/adapter"
import { CallbackVerifier, layerCallbackAddress } from "../src/index.ts"
import { addressFor, base, keyNamed, keyOf, lastSegment, options, target, targetOf, verified } from "./support.ts"

const anyTarget = Arbitrary.schema(
  Schema.Struct({
    key: PaymentKey,
    attempt: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999_999_999 })),
  }),
)

const misconfigured = (changes: Parameters<typeof options>[0]) =>
  Effect.flip(Effect.scoped(Layer.build(layerCallbackAddress(options(changes)))))

/** An address that the holder of a key would make of these words. */
const signedBy = (secret: Redacted.Redacted, words: string) =>
  `${words}.${createHmac("sha256", Redacted.value(secret)).update(words).digest().subarray(0, 16).toString("base64url")}`

describe("the signed address", () => {
  it.effect(
    "names the key, the kind, the project, the payment and the attempt, and ends in 128 bits of HMAC-SHA-256",
    () =>
      Effect.gen(function* () {
        const address = yield* addressFor()
        assert.strictEqual(address, `${base}/callbacks/${signedBy(keyNamed("k1").secret, "k1.payin.shop.order-17.1")}`)
        assert.strictEqual(lastSegment(address).split(".").at(-1)?.length, 22)
      }),
  )

  it.effect.prop("verifies what it made, for any payment and attempt", { to: anyTarget }, ({ to }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(targetOf(yield* verified(yield* addressFor(to))), to)
    }),
  )

  it("makes another address for the payin and the payout of one id, and for another project or attempt", function* () {
    const targets: ReadonlyArray<CallbackTarget> = [
      target,
      { ...target, attempt: 2 },
      { ...target, key: keyOf("payout") },
      { ...target, key: keyOf("payin", "order-17", "other") },
    ]
    const addresses = yield* Effect.forEach(targets, (each) => addressFor(each))
    assert.strictEqual(new Set(addresses).size, 4)
  })

  it.effect("refuses an address with any one character changed, added or left out (A2, A4)", () =>
    Effect.gen(function* () {
      const addresses = { ...(yield* CallbackAddress), ...(yield* CallbackVerifier) }
      const address = lastSegment(yield* addresses.make(target))
      const broken = address.split("").flatMap((character, at) => {
        const [before, after] = [address.slice(0, at), address.slice(at + 1)]
        return [before + (character === "A" ? "B" : "A") + after, before + after, `${before}A${character}${after}`]
      })
      for (const each of [...broken, `${address}A`, `${address}.`, `${address}=`])
        assert.isTrue(Option.isNone(yield* addresses.verify(each)), each)
      assert.isTrue(Option.isSome(yield* addresses.verify(address)))
    }).pipe(Effect.provide(layerCallbackAddress(options()))),
  )

  it("knows one spelling of a mac: the unused bits of its last character count too", function* () {
    const address = yield* addressFor()
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    const last = digits.indexOf(address.slice(-1))
    // The last of 22 characters carries 2 of the 128 bits; the next digit differs in the other four alone.
    const twin = address.slice(0, -1) + digits[last + 1]
    assert.deepStrictEqual(Buffer.from(twin.slice(-22), "base64url"), Buffer.from(address.slice(-22), "base64url"))
    assert.isTrue(Option.isNone(yield* verified(twin)))
  })

  it("takes no mac of another payment (A2)", function* () {
    const [one, other] = [yield* addressFor(), yield* addressFor({ ...target, key: keyOf("payin", "order-18") })]
    assert.isTrue(Option.isNone(yield* verified(one.slice(0, -22) + other.slice(-22))))
  })

  it.effect("refuses what a key never signs, even when the mac is right", () =>
    Effect.gen(function* () {
      const addresses = yield* CallbackVerifier
      for (const words of [
        "k1.refund.shop.order-17.1",
        "k1.payin.shop.order 17.1",
        "k1.payin..order-17.1",
        `k1.payin.shop.${"x".repeat(65)}.1`,
        "k1.payin.shop.order-17.0",
        "k1.payin.shop.order-17.01",
        "k1.payin.shop.order-17.1e3",
        "k1.payin.shop.order-17.-1",
        "k1.payin.shop.order-17.",
        "k1.payin.shop.order-17.1234567890",
        "k1.payin.order-17.1",
        "k1.payin.a.shop.order-17.1",
      ])
        assert.isTrue(Option.isNone(yield* addresses.verify(signedBy(keyNamed("k1").secret, words))), words)
    }).pipe(Effect.provide(layerCallbackAddress(options()))),
  )

  it.effect.prop("gives none for any text that it did not make, and never fails", { text: Schema.String }, ({ text }) =>
    Effect.gen(function* () {
      for (const each of [text, `k1.payin.shop.${text}`, `k1.payin.shop.order-17.1.${text}`, text.repeat(300)])
        assert.isTrue(Option.isNone(yield* verified(each)))
    }),
  )

  it.effect(
    "costs no HMAC at all where its form is wrong, its key unknown, or its length beyond any of ours (A7)",
    () => {
      let signed = 0
      const subtle = {
        importKey: crypto.subtle.importKey.bind(crypto.subtle),
        sign: (...args: Parameters<SubtleCrypto["sign"]>) => {
          signed++
          return crypto.subtle.sign(...args)
        },
      }
      const counting = layerCallbackAddress(options()).pipe(
        // @ts-expect-error two methods of WebCrypto are all that an address needs
        Layer.provide(WebCrypto.layer({ subtle })),
      )
      return Effect.gen(function* () {
        const addresses = { ...(yield* CallbackAddress), ...(yield* CallbackVerifier) }
        const good = lastSegment(yield* addresses.make(target))
        assert.strictEqual(signed, 1)
        for (const wrong of [
          "",
          "x",
          good.replace("k1", "k9"),
          `${good}.x`,
          good.slice(0, -23),
          `${good}${"x".repeat(200)}`,
        ])
          assert.isTrue(Option.isNone(yield* addresses.verify(wrong)), wrong)
        assert.strictEqual(signed, 1)
        yield* addresses.verify(good)
        assert.strictEqual(signed, 2)
      }).pipe(Effect.provide(counting))
    },
  )

  it("is never longer than 200 characters in its last segment, whatever it names", function* () {
    const long = keyOf("payout", "i".repeat(64), "p".repeat(64))
    const longest = yield* addressFor({ key: long, attempt: 999_999_999 }, { signing: keyNamed("k".repeat(16)) })
    assert.isAtMost(lastSegment(longest).length, 200)
    assert.isTrue(Option.isSome(yield* verified(longest, { signing: keyNamed("k".repeat(16)) })))
  })
})

describe("the rotation of keys (A24)", () => {
  const steps = {
    before: { signing: keyNamed("k1") },
    announced: { signing: keyNamed("k1"), verifying: [keyNamed("k2")] },
    changed: { signing: keyNamed("k2"), verifying: [keyNamed("k1")] },
    after: { signing: keyNamed("k2") },
  }

  it("loses no callback while processes are a step apart (A24)", function* () {
    const order = [steps.before, steps.announced, steps.changed] as const
    for (const [at, makes] of order.entries())
      for (const checks of order.slice(Math.max(at - 1, 0), at + 2))
        assert.deepStrictEqual(targetOf(yield* verified(yield* addressFor(target, makes), checks)), target)
  })

  it("refuses the addresses of a key that was given up (A24)", function* () {
    assert.isTrue(Option.isNone(yield* verified(yield* addressFor(target, steps.before), steps.after)))
  })

  it("refuses an address whose key id was swapped for that of another live key", function* () {
    const address = yield* addressFor(target, steps.changed)
    const swapped = lastSegment(address).replace(/^k2/, "k1")
    assert.isTrue(Option.isNone(yield* verified(swapped, steps.changed)))
  })
})

describe("the base of addresses", () => {
  for (const good of [
    "https://shop.example",
    "https://shop.example:8443",
    "https://shop.example/pay",
    "http://127.0.0.1:8080",
  ])
    it.effect(`may be ${good}, with a slash at its end or without`, () =>
      Effect.gen(function* () {
        for (const written of [good, `${good}/`]) {
          const address = yield* addressFor(target, { base: written })
          assert.isTrue(address.startsWith(`${good}/callbacks/k1.payin.`), address)
        }
      }),
    )

  for (const bad of [
    "",
    "shop.example",
    "ftp://shop.example",
    "https://user:CANARY@shop.example",
    "https://shop.example?CANARY",
    "https://shop.example#CANARY",
    "https://shop.example//",
  ])
    it(`may not be ${JSON.stringify(bad)}, and the error does not repeat it`, function* () {
      const error = yield* misconfigured({ base: bad })
      assert.strictEqual(error.setting, "base")
      assert.notInclude(inspect(error), "CANARY")
    })

  it.effect("reaches core without the slash, so that core can refuse payouts without https #210", () =>
    Effect.gen(function* () {
      const addresses = yield* CallbackAddress
      assert.strictEqual(addresses.base, "https://shop.example/pay")
    }).pipe(Effect.provide(layerCallbackAddress(options({ base: "https://shop.example/pay/" })))),
  )

  it("comes with keys that are checked when the program starts", function* () {
    const error = yield* misconfigured({ signing: { id: "k1", secret: Redacted.make("short") } })
    assert.strictEqual(error.setting, "signing")
  })
})
