import { assert, describe, it } from "@effect/vitest"
import { receivedEventOf } from "../src/ourBooks.ts"

describe("the body of a reconciler's webhook", () => {
  it("is an announcement, or nothing", () => {
    const data = { id: "payin shop/a#4", payment: { id: "a" }, amount: 500 }
    const line = JSON.stringify({ type: "payin.completed", timestamp: "…", data: { ...data, seq: 4 } })
    assert.deepStrictEqual(receivedEventOf(line), { type: "payin.completed", data })
    for (const other of ["", "text", "{}", "[1]", '{"type":"payin.completed"}']) assert.isNull(receivedEventOf(other))
  })
})
