/** The page on a real port: what no browser sends, and only bytes can. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { SharedState } from "@cauri/core/adapter"
import { freePort } from "@cauri/programs"
import { servePage } from "../../src/serving/serve.ts"
import { newPeople, password, secrets } from "../door/doors.ts"
import { served, servedBehind } from "./browsing.ts"
import { layerWorld, newScript } from "./world.ts"

/** What the port answers to these lines. */
const answerTo = (port: number, lines: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => socket.write([...lines, "", ""].join("\r\n")))
    socket.setEncoding("utf8").on("data", (text) => (received += String(text)))
    socket.on("close", () => resume(Effect.succeed(received)))
  })

it.live("a request with two hosts is refused, whichever of them is our own (E2)", () =>
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

describe("a port", () => {
  it.live("for several people answers to one host, and never to two", () =>
    Effect.gen(function* () {
      const { file } = yield* newPeople
      const port = yield* freePort()
      const origin = new URL("https://console.shop.example")
      const door = { _tag: "Accounts", origin, peopleFile: file, proxies: [], secrets } as const
      assert.strictEqual(yield* servedBehind(door, port), "https://console.shop.example/")
      const own = "Host: console.shop.example"
      for (const [hosts, status] of [
        [[own], 401],
        [[own, own], 421],
        [[own, "Host: other.example"], 421],
        [["Host: other.example", own], 421],
        [[`Host: 127.0.0.1:${port}`], 421],
        [["Host: other.example", "X-Forwarded-Host: console.shop.example"], 421],
      ] as const) {
        const answer = yield* answerTo(port, ["GET / HTTP/1.1", ...hosts, "Connection: close"])
        assert.strictEqual(answer.slice(0, "HTTP/1.1 401".length), `HTTP/1.1 ${status}`, hosts.join())
      }
    }).pipe(Effect.scoped, Effect.provide(layerWorld(newScript()))),
  )

  it.live("does nothing for two hosts with the cookie of a person who may do everything", () =>
    Effect.gen(function* () {
      const { file } = yield* newPeople
      const port = yield* freePort()
      const origin = new URL(`http://127.0.0.1:${port}`)
      yield* servedBehind({ _tag: "Accounts", origin, peopleFile: file, proxies: [], secrets }, port)
      const signedIn = yield* Effect.promise(() =>
        fetch(new URL("/enter", origin), {
          method: "POST",
          body: new URLSearchParams({ name: "A. Colleague", password }),
          headers: { "sec-fetch-site": "same-origin" },
          redirect: "manual",
        }),
      )
      const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";")[0])
      const body = new URLSearchParams({ scope: "payouts", reason: "An outage." }).toString()
      const post = (...hosts: ReadonlyArray<string>) =>
        answerTo(port, [
          "POST /pauses HTTP/1.1",
          ...hosts.map((host) => `Host: ${host}`),
          `Cookie: ${cookie.join("; ")}`,
          "Sec-Fetch-Site: same-origin",
          "Content-Type: application/x-www-form-urlencoded",
          `Content-Length: ${body.length}`,
          "Connection: close",
          "",
          body,
        ])
      const pauses = Effect.flatMap(SharedState, (shared) => shared.pauses())
      for (const hosts of [
        [origin.host, "other.example"],
        ["other.example", origin.host],
        [origin.host, origin.host],
        ["other.example"],
        [`localhost:${port}`],
      ]) {
        assert.match(yield* post(...hosts), /^HTTP\/1\.1 421 /, hosts.join())
        assert.deepStrictEqual(yield* pauses, [], hosts.join())
      }
      assert.match(yield* post(), /^HTTP\/1\.1 400 /)
      assert.match(yield* post(origin.host), /^HTTP\/1\.1 303 /)
      assert.strictEqual((yield* pauses).length, 1, "the same request with its own host")
    }).pipe(Effect.scoped, Effect.provide(layerWorld(newScript()))),
  )

  it.effect("that other machines reach needs a door that knows people, and https", () =>
    Effect.gen(function* () {
      const { file } = yield* newPeople
      const accounts = { _tag: "Accounts", peopleFile: file, proxies: [], secrets } as const
      for (const door of [
        { _tag: "Token", token: null } as const,
        { ...accounts, origin: new URL("http://127.0.0.1:4600") },
      ]) {
        const refused = yield* Effect.flip(servePage({ host: "0.0.0.0", port: 0, door }, () => Effect.void))
        assert.strictEqual(refused._tag === "Misconfigured" ? refused.variable : "", "--host")
      }
      const gone = { ...accounts, origin: new URL("http://127.0.0.1:4600"), peopleFile: `${file}.gone` }
      const refused = yield* Effect.flip(servePage({ host: "127.0.0.1", port: 0, door: gone }, () => Effect.void))
      assert.strictEqual(refused._tag === "Misconfigured" ? refused.variable : "", "CONSOLE_PEOPLE_FILE")
    }).pipe(Effect.scoped, Effect.provide(layerWorld(newScript()))),
  )
})
