import { expect, it } from "@jest/globals"
import { payOnSimulatedTime } from "./ownTests.mjs"

it("is paid", async () => {
  const said = await payOnSimulatedTime()
  expect(said).toBe("paid: completed, 1 event")
  process.stdout.write(`${said}\n`)
})
