/** A program that is stopped as a whole while the service answers, as a suspended machine or a frozen container is. */
import { spawn } from "node:child_process"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { json, serving } from "./server.ts"

const start = (baseUrl: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const program = new URL("pausedMerchant.ts", import.meta.url).pathname
      const child = spawn(process.execPath, [program, baseUrl], { stdio: ["ignore", "pipe", "inherit"] })
      let text = ""
      child.stdout.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
      const closed = new Promise<string>((resolve) => child.once("close", () => resolve(text)))
      return { signal: (name: NodeJS.Signals) => child.kill(name), heard: Effect.promise(() => closed) }
    }),
    ({ signal }) => Effect.sync(() => signal("SIGKILL")),
  )

describe("a program that stood still for longer than its time-out", () => {
  it.live("hears every answer that came meanwhile", function* () {
    const waiting: Array<() => Promise<void>> = []
    const { url } = yield* serving((request, response) => {
      waiting.push(
        () =>
          new Promise((written) => {
            response.once("finish", written)
            json({ response_code: "00", token: "kept", response_text: "" })(request, response)
          }),
      )
    })
    const { heard, signal } = yield* start(url)
    while (waiting.length < 12) yield* Effect.sleep(5)
    signal("SIGSTOP")
    yield* Effect.promise(() => Promise.all(waiting.map((answer) => answer())))
    yield* Effect.sleep("6 seconds")
    signal("SIGCONT")
    assert.deepStrictEqual(
      (yield* heard).split("\n"),
      Array.from({ length: 12 }, () => "kept"),
    )
  })
})
