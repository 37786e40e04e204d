import { strictEqual } from "node:assert"
import { test } from "node:test"
import { payOnSimulatedTime } from "./ownTests.mjs"

test("is paid", async () => {
  const said = await payOnSimulatedTime()
  strictEqual(said, "paid: completed, 1 event")
  console.log(said)
})
