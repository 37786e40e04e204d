import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { it } from "@cauri/house/it"
import { type CallbackKeys, CallbacksMisconfigured } from "../src/index.ts"
import { makeKeyRing } from "../src/keyRing.ts"
import { keyNamed } from "./support.ts"

const secretOf = (text: string) => ({ id: "k1", secret: Redacted.make(text) })
const refusal = (keys: CallbackKeys) => Effect.flip(makeKeyRing(keys))

describe("the key ring", () => {
  it("holds one key that signs and any number that verify", function* () {
    const ring = yield* makeKeyRing({ signing: keyNamed("k3"), verifying: [keyNamed("k2"), keyNamed("k1")] })
    assert.strictEqual(ring.signing.id, "k3")
    assert.deepStrictEqual([...ring.byId.keys()], ["k3", "k2", "k1"])
  })

  for (const [what, text] of [
    ["shorter than 32 characters", "0123456789abcdefghijklmnopqrstu"],
    ["longer than 512 characters", "0123456789abcdef".repeat(33)],
    ["with a space", "0123456789abcdef 0123456789abcdef"],
    ["with a line end, as a file often has", "0123456789abcdef0123456789abcdef\n"],
    ["with a letter beyond ASCII", "0123456789abcdef0123456789abcdeé"],
    ["that is empty", ""],
  ] as const)
    it(`refuses a secret ${what}`, function* () {
      const error = yield* refusal({ signing: secretOf(text) })
      assert.strictEqual(error.setting, "signing")
      assert.match(error.message, /^The callbacks do not start: signing has a secret other than 32 to 512 /)
    })

  it("takes secrets of 32 and of 512 characters", function* () {
    yield* makeKeyRing({ signing: secretOf("0123456789abcdefghijklmnopqrstuv") })
    yield* makeKeyRing({ signing: secretOf("0123456789abcdef".repeat(32)) })
  })

  it("refuses a placeholder for a secret", function* () {
    assert.match((yield* refusal({ signing: secretOf("x".repeat(40)) })).problem, /cannot be random/)
    assert.match((yield* refusal({ signing: secretOf("changeme".repeat(5)) })).problem, /cannot be random/)
    yield* makeKeyRing({ signing: secretOf("changed-".repeat(5)) })
  })

  it("refuses two keys of one name, and two names for one secret", function* () {
    const same = yield* refusal({ signing: keyNamed("k1"), verifying: [keyNamed("k0"), keyNamed("k1", "other")] })
    assert.deepStrictEqual(
      [same.setting, same.problem],
      ["verifying[1]", "has the id of another key: give each key its own"],
    )
    const twice = yield* refusal({ signing: keyNamed("k1"), verifying: [keyNamed("k0", "k1")] })
    assert.deepStrictEqual(
      [twice.setting, twice.problem.slice(0, 29)],
      ["verifying[0]", "has the secret of another key"],
    )
  })

  for (const id of ["", "k.1", "k/1", "k 1", "clé", "k".repeat(17)])
    it.effect(`refuses the id ${JSON.stringify(id)}, which an address could not hold`, () =>
      Effect.map(refusal({ signing: keyNamed(id, "k1") }), (error) => assert.match(error.problem, /^has an id other/)),
    )

  it("never repeats a key in an error", function* () {
    for (const text of ["too-short-CANARY", "CANARY ".repeat(9), "CANARYCC".repeat(5)]) {
      const error = yield* refusal({ signing: secretOf(text) })
      assert.instanceOf(error, CallbacksMisconfigured)
      for (const shown of [error.message, String(error), JSON.stringify(error), inspect(error)])
        assert.notInclude(shown, "CANARY")
    }
  })
})
