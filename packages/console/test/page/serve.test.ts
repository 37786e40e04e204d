/** The page on a real port: what no browser sends, and only bytes can. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { served } from "./browsing.ts"
import { layerWorld, newScript } from "./world.ts"

/** What the port answers to these lines. */
const answerTo = (port: number, lines: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => socket.write([...lines, "", ""].join("\r\n")))
    socket.setEncoding("utf8").on("data", (text) => (received += String(text)))
    socket.on("close", () => resume(Effect.succeed(received)))
  })

describe("a request with two hosts", () => {
  it.live("is refused, whichever of them is our own (E2)", () =>
    Effect.gen(function* () {
      const { host, port } = new URL(yield* served)
      const own = `Host: ${host}`
      const ask = (...hosts: ReadonlyArray<string>) =>
        Effect.map(answerTo(Number(port), ["GET / HTTP/1.1", ...hosts, "Connection: close"]), (received) =>
          received.slice(0, "HTTP/1.1 401".length),
        )
      assert.strictEqual(yield* ask(own), "HTTP/1.1 401")
      for (const hosts of [
        [own, "Host: elsewhere.example"],
        ["Host: elsewhere.example", own],
        [own, own],
      ]) {
        assert.strictEqual(yield* ask(...hosts), "HTTP/1.1 421", hosts.join())
      }
    }).pipe(Effect.scoped, Effect.provide(layerWorld(newScript()))),
  )
})
