import { assert, describe, it } from "@effect/vitest"
import { wordIn } from "../src/outside.ts"

describe("what a program says of an order", () => {
  it.each([
    ["paid", { says: "Paid" }],
    ['{"state":"completed","bookedXof":2500}', { says: "Paid", bookedXof: 2_500 }],
    ['{"status":"Cancelled"}', { says: "Failed" }],
    ['{"says":"Paid","state":"failed"}', { says: "Paid" }],
    ['{"state":"unpaid"}', { says: "Open" }],
    ['{"status":"paid","bookedXof":null}', { says: "Paid" }],
    ['{"says":null,"status":"paid","bookedXof":"2500.00"}', { says: "Paid", bookedXof: 2_500 }],
    ['{"status":"paid","bookedXof":"two"}', { says: "Paid" }],
    ['{"status":7}', { says: "Open" }],
    ["<html>paid</html>", { says: "Open" }],
    ["", { says: "Open" }],
  ])("is read from %s", (text, said) => {
    assert.deepStrictEqual(wordIn(text), said)
  })
})
