import { assert, describe, it } from "@effect/vitest"
import { memoryStore } from "@cauri/core"
import { Documents } from "@cauri/core/adapter"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { addKey, type KeyInput, listKeys, replaceKey, revokeKey } from "../src/index.ts"
import { isRange, isWithin } from "../src/keys/addresses.ts"
import { keyOfSecret } from "../src/keys/keys.ts"

const shop: KeyInput = { name: "shop", project: "shop", may: ["read", "collect"] }

const added = (input: KeyInput) => Effect.map(addKey(input), ({ secret }) => Redacted.value(secret))

describe("a key", () => {
  it.effect("opens by its secret, of which the store keeps the hash alone", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* addKey({ ...shop, may: ["read", "read", "refund"], perMinute: 60 })
      const shown = { name: "shop", project: "shop", createdAt: 0, expiresAt: null, addresses: [], revokedAt: null }
      assert.deepStrictEqual(key, { ...shown, may: ["read", "refund"], perMinute: 60 })
      assert.match(Redacted.value(secret), /^cauri_[A-Za-z0-9_-]{43}$/)
      assert.deepStrictEqual(yield* keyOfSecret(Redacted.value(secret)), {
        ...key,
        number: 1,
        hears: { name: "shop", number: 1, since: 0 },
      })
      const stored = JSON.stringify(yield* (yield* Documents).list({ kind: "key", limit: 10 }))
      assert.notInclude(stored, Redacted.value(secret).slice(6))
      assert.notInclude(JSON.stringify(yield* listKeys), "about")
      for (const wrong of ["", Redacted.value(secret).slice(0, -1), `${Redacted.value(secret).slice(0, -1)}!`])
        assert.isNull(yield* keyOfSecret(wrong))
    }).pipe(Effect.provide(memoryStore)),
  )

  it.effect("is closed for ever once it is revoked, and another one may have its name", () =>
    Effect.gen(function* () {
      const first = yield* added(shop)
      assert.strictEqual((yield* Effect.flip(addKey(shop)))._tag, "KeyExists")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* revokeKey("shop")).revokedAt, 1_000)
      assert.isNull(yield* keyOfSecret(first))
      assert.strictEqual((yield* Effect.flip(revokeKey("shop")))._tag, "KeyNotFound")
      const second = yield* added({ ...shop, may: ["read"] })
      yield* revokeKey("shop")
      const third = yield* added(shop)
      assert.isNull(yield* keyOfSecret(first))
      assert.isNull(yield* keyOfSecret(second))
      assert.strictEqual((yield* keyOfSecret(third))?.number, 5)
      assert.deepStrictEqual(
        (yield* listKeys).map(({ may, revokedAt }) => [may.length, revokedAt]),
        [
          [2, null],
          [1, 1_000],
          [2, 1_000],
        ],
      )
    }).pipe(Effect.provide(memoryStore)),
  )

  it.effect("is replaced by one that may do the same, and ends a day later, when it is said, or at once", () =>
    Effect.gen(function* () {
      const first = yield* added({ ...shop, addresses: ["10.0.0.0/8"], expiresAt: 1e9, perMinute: 60 })
      const { key, secret } = yield* replaceKey({ name: "shop-2", replaces: "shop" })
      assert.deepInclude(key, {
        name: "shop-2",
        project: "shop",
        may: shop.may,
        addresses: ["10.0.0.0/8"],
        expiresAt: 1e9,
        perMinute: 60,
      })
      assert.strictEqual((yield* Effect.flip(replaceKey({ name: "shop", replaces: "shop-2" })))._tag, "KeyExists")
      const again = yield* Effect.flip(replaceKey({ name: "shop-3", replaces: "shop" }))
      assert.deepInclude(again, { field: "replaces", expected: "the key that replaced it, shop-2" })
      // Once the heir is revoked it may be, and ends when the first one would have.
      yield* replaceKey({ name: "lost", replaces: "shop-2", oldUntil: 86_400_000 })
      yield* revokeKey("lost")
      assert.strictEqual((yield* replaceKey({ name: "found", replaces: "shop-2" })).key.expiresAt, 1e9)
      yield* revokeKey("found")
      assert.strictEqual((yield* Effect.flip(replaceKey({ name: "shop-3", replaces: "none" })))._tag, "KeyNotFound")
      const never = yield* Effect.flip(replaceKey({ name: "shop-3", replaces: "shop", oldUntil: Number.NaN }))
      assert.deepInclude(never, { _tag: "InvalidInput", field: "oldUntil" })
      yield* TestClock.adjust(86_399_999)
      assert.isNotNull(yield* keyOfSecret(first))
      yield* TestClock.adjust(1)
      assert.isNull(yield* keyOfSecret(first))
      const second = Redacted.value(secret)
      const third = yield* replaceKey({ name: "shop-3", replaces: "shop-2", oldUntil: 86_400_005 })
      yield* TestClock.adjust(5)
      assert.isNull(yield* keyOfSecret(second))
      yield* replaceKey({ name: "shop-4", replaces: "shop-3", oldUntil: 0 })
      assert.isNull(yield* keyOfSecret(Redacted.value(third.secret)))
    }).pipe(Effect.provide(memoryStore)),
  )

  it.effect("is closed once it has expired", () =>
    Effect.gen(function* () {
      const secret = yield* added({ ...shop, expiresAt: 5_000 })
      yield* TestClock.adjust(4_999)
      assert.isNotNull(yield* keyOfSecret(secret))
      yield* TestClock.adjust(1)
      assert.isNull(yield* keyOfSecret(secret))
    }).pipe(Effect.provide(memoryStore)),
  )

  it.effect("is refused with the field that is wrong", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [object, string]> = [
        [{ name: "my shop" }, "name"],
        [{ project: "" }, "project"],
        [{ may: [] }, "may"],
        [{ may: ["approve"] }, "may[0]"],
        [{ expiresAt: 0 }, "expiresAt"],
        [{ addresses: ["10.0.0.0/33"] }, "addresses"],
        [{ perMinute: 0 }, "perMinute"],
        [{ scope: "read" }, "scope"],
      ]
      for (const [more, field] of wrong)
        assert.deepInclude(yield* Effect.flip(addKey({ ...shop, ...more })), { _tag: "InvalidInput", field })
      assert.deepStrictEqual(yield* listKeys, [])
    }).pipe(Effect.provide(memoryStore)),
  )
})

describe("a list of addresses", () => {
  it("is read as people write it", () => {
    for (const text of ["192.0.2.7", "10.0.0.0/8", "2001:db8::/32", "::1", "::ffff:192.0.2.7", "1:2:3:4:5:6:7:8"])
      assert.isTrue(isRange(text), text)
    const wrong = [
      "",
      "256.1.1.1",
      "01.2.3.4",
      "1.2.3",
      "1:2:3",
      "::1::",
      "1.2.3.4/33",
      "::/129",
      "1.2.3.4/",
      "a/b/c",
      ":::",
    ]
    for (const text of wrong) assert.isFalse(isRange(text), text)
  })

  it("holds the addresses in it and no other, however they are written", () => {
    const ranges = ["192.0.2.0/25", "2001:db8::/33", "::ffff:198.51.100.0/120"]
    for (const text of ["192.0.2.127", "::ffff:192.0.2.1", "::FFFF:c000:201", "2001:db8:7fff::1%eth0", "198.51.100.9"])
      assert.isTrue(isWithin(text, ranges), text)
    for (const text of [undefined, "", "192.0.2.128", "2001:db8:8000::", "192.0.2.0/32x", "10.0.0.0/8", "::192.0.2.1"])
      assert.isFalse(isWithin(text, ranges), String(text))
  })
})
