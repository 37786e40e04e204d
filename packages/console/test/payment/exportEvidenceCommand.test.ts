import { assert, describe } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Context, Effect } from "effect"
import { Review } from "@cauri/core"
import { completed, createPayin, keyOf, newWorld, note, spoilLines, tokenOf } from "../world.ts"
import { itFrom } from "../it.ts"

const body = '{"status":"completed","phone":"22670000001"}'

const filled = Effect.gen(function* () {
  const world = yield* newWorld()
  yield* createPayin(world, "order-1")
  yield* note(world, "payin", "order-1", 1, body)
  const payerDetails = {
    firstName: "Aminata",
    lastName: "",
    email: "aminata@shop.example",
    phone: "22670000009",
    details: "Aminata, 22670000009",
  }
  world.service.confirm = { ...completed(5_000), payerDetails }
  yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
  return world
})

const test = itFrom(filled)

describe("export-evidence", () => {
  test("holds every event, call and callback, and of a masked callback what proves the original", function* (world) {
    const { code, out } = yield* world.console("export-evidence", "order-1")
    assert.strictEqual((yield* world.console("export-evidence", "order-1", "--json")).out, out)
    assert.strictEqual(code, 0)
    const evidence = JSON.parse(out)
    assert.deepInclude(evidence, { document: "cauri evidence", form: 1, revealed: null })
    assert.deepInclude(evidence.payment, { kind: "payin", project: "shop", id: "order-1", status: "completed" })
    assert.deepStrictEqual(
      evidence.history.map(({ event }: { readonly event: string }) => event),
      ["intended", "attempt_started", "accepted", "completed"],
    )
    assert.deepStrictEqual(evidence.callbacks, [
      {
        number: 1,
        attempt: 1,
        receivedAt: "1970-01-01T00:00:00.000Z",
        fingerprint: `print of ${body.length}`,
        bytes: body.length,
        sha256: createHash("sha256").update(body).digest("hex"),
      },
    ])
    for (const secret of ["22670000001", "22670000009", "Aminata", "aminata@"]) assert.notInclude(out, secret)
    assert.notInclude(out, tokenOf(1))
  })

  test("holds everything as it came when it is revealed, and who asked for it", function* (world) {
    const { err, out } = yield* world.console("export-evidence", "order-1", "--reveal", "--reason", "request 7")
    const evidence = JSON.parse(out)
    assert.deepStrictEqual(evidence.revealed, {
      at: "1970-01-01T00:00:00.000Z",
      by: "A. Colleague",
      from: "user@machine",
      reason: "request 7",
    })
    assert.deepInclude(evidence.callbacks[0], { text: body, base64: Buffer.from(body).toString("base64") })
    assert.include(out, tokenOf(1))
    assert.include(err, '"record":"reveal"')
  })

  test("exports nothing of a payment of which a line cannot be read, says which, and ends with 1", function* (world) {
    spoilLines(world, "payin shop/order-1", 2)
    const { code, err, out } = yield* world.console("export-evidence", "order-1")
    assert.deepStrictEqual([code, out], [1, ""])
    assert.strictEqual(
      err,
      "payin shop/order-1: this program cannot read line 2 (attempt_started). Use one at least as new as the one that wrote it.\n",
    )
  })
})
