import { assert, describe, it } from "@effect/vitest"
import { json, mine, received, send } from "./support.ts"

describe("a body that cannot be read", () => {
  for (const [what, body] of [
    ["HTML", "<html>CANARY</html>"],
    ["no text at all", "%ff%fe"],
    ["broken JSON", '{"status":"completed'],
    ["too deep JSON", "[".repeat(9_000)],
    ["nothing", ""],
  ] as const)
    it.effect(`still rings the bell: ${what} (A10, A15)`, () =>
      received(function* (desk, logged) {
        assert.strictEqual((yield* send(body)).status, 200)
        assert.strictEqual(desk.notes.length, 1)
        assert.include(logged.join(), "Unreadable")
        assert.notInclude(logged.join(), "CANARY")
      }),
    )

  for (const type of [
    null,
    "text/plain",
    "application/json; charset=utf-7",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
  ])
    it.effect(`of the content type ${type ?? "that is missing"} is answered 415, and its bell rings (A14)`, () =>
      received(function* (desk, logged) {
        const body = new TextEncoder().encode(mine)
        assert.strictEqual((yield* send(body, type)).status, 415)
        assert.strictEqual(desk.notes.length, 1)
        assert.include(logged.join(), "WrongMediaType")
      }),
    )

  for (const encoding of ["gzip", "br", "deflate", "identity, gzip", "x"])
    it.effect(`and is encoded as ${encoding} is not opened: 415, and its bell rings (A16)`, () =>
      received(function* (desk, logged) {
        assert.strictEqual((yield* send(mine, json, { headers: { "content-encoding": encoding } })).status, 415)
        assert.strictEqual(desk.notes.length, 1)
        assert.include(logged.join(), "nothing to do: ContentEncoding'")
      }),
    )

  it.effect("may say that it is not encoded", () =>
    received(function* () {
      const { status } = yield* send(mine, json, { headers: { "content-encoding": "Identity" } })
      assert.strictEqual(status, 200)
    }),
  )
})
