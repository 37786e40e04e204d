import { expect, it } from "vitest"
import { payOnSimulatedTime } from "./ownTests.mjs"

it("is paid", async () => {
  const said = await payOnSimulatedTime()
  expect(said).toBe("paid: completed, 1 event")
  console.log(said)
})
