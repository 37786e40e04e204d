import { assert, it } from "@effect/vitest"
import { EventEmitter } from "node:events"
import { stopOnHangUp } from "../src/stopOnHangUp.ts"

it("tells a program to stop whose terminal was closed", () => {
  const program = new EventEmitter()
  const told: Array<unknown> = []
  program.on("SIGTERM", (signal) => told.push(signal))
  stopOnHangUp(program)
  program.emit("SIGHUP", "SIGHUP")
  assert.deepStrictEqual(told, ["SIGTERM"])
})
