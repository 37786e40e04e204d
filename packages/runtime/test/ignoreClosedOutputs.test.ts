import { assert, it } from "@effect/vitest"
import { PassThrough } from "node:stream"
import { ignoreClosedOutputs } from "../src/ignoreClosedOutputs.ts"

it("keeps a stream whose reader has gone from ending the program", () => {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const broken = () => out.emit("error", new Error("write EPIPE"))
  assert.throws(broken, "EPIPE")
  ignoreClosedOutputs(out, err)
  assert.doesNotThrow(broken)
  assert.doesNotThrow(() => err.emit("error", new Error("write EPIPE")))
})
