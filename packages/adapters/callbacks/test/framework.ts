/** What the endpoint does under every framework alike. Each test has an endpoint of its own. */
import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { it } from "@cauri/house/it"
import { fetched, postText, written } from "./serving.ts"
import { form, json, mine, mineAsForm, soon } from "./support.ts"

/** An endpoint under a framework that listens on the loopback. */
export interface Framed {
  readonly port: number
  /** The path of a payment that nobody has rung for. */
  readonly path: string
  /** The bodies that were noted of that payment, without repetitions. */
  readonly noted: Effect.Effect<ReadonlyArray<Uint8Array | null>>
}

/** Another event of the same payment. */
const failedAsForm = mineAsForm.replace("completed", "failed")

/** As the service does, the caller comes again after a 503, which a busy machine may earn at any time. */
const asked = (...request: Parameters<typeof fetched>) =>
  Effect.repeat(fetched(...request), { until: ({ status }) => status !== 503, times: 9 })

export const testsOfEndpoint = (framed: Effect.Effect<Framed, never, Scope.Scope>): void => {
  const started = Effect.map(framed, ({ noted, path, port }) => ({
    path,
    port,
    bodies: Effect.map(noted, (all) => all.map((body) => (body === null ? null : new TextDecoder().decode(body)))),
    to: (body: string | undefined, contentType = json, method = "POST", where = path) =>
      asked(`http://127.0.0.1:${port}${where}`, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": contentType } }),
      }),
  }))

  it("takes both POSTs of an event with their raw bodies, and knows them for one #196 #198 #199", function* () {
    const { bodies, to } = yield* started
    const answers = [yield* to(mine), yield* to(mineAsForm, form)]
    assert.deepStrictEqual(yield* bodies, [mine])
    answers.push(yield* to(failedAsForm, form))
    assert.deepStrictEqual(yield* bodies, [mine, failedAsForm])
    for (const { body, status } of answers) assert.deepStrictEqual([status, body], [200, "OK\n"])
  })

  it.effect("answers 404, 405, 413 and 415 with the same small answers, and names no server (A4, A9, A14, A20)", () =>
    Effect.gen(function* () {
      const { bodies, path, to } = yield* started
      const large = "x".repeat(131_073)
      const answers = [
        yield* to(mine, json, "POST", `${path}x`),
        yield* to(undefined, json, "GET"),
        yield* to(mine, json, "PUT"),
        yield* to(undefined, json, "OPTIONS"),
        yield* to(large),
        yield* to(mine, "text/plain"),
      ]
      assert.deepStrictEqual(
        answers.map(({ body, status }) => `${status} ${body}`),
        [
          "404 Not Found\n",
          "405 Method Not Allowed\n",
          "405 Method Not Allowed\n",
          "405 Method Not Allowed\n",
          "413 Content Too Large\n",
          "415 Unsupported Media Type\n",
        ],
      )
      answers.push(yield* to(undefined, json, "HEAD"))
      assert.deepStrictEqual([answers.at(-1)?.status, answers.at(-1)?.body], [405, ""])
      for (const { headers, status } of answers) {
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
        for (const told of ["server", "x-powered-by", "etag"]) assert.isNull(headers.get(told), told)
        assert.strictEqual(headers.get("allow"), status === 405 ? "POST" : null)
      }
      // Two with a valid address rang: the large one and the one of another media type.
      assert.lengthOf(yield* bodies, 2)
    }),
  )

  it.effect("takes a body without a length, one byte at a time (A9)", () =>
    Effect.gen(function* () {
      const { bodies, path, port } = yield* started
      const chunks = mine
        .split("")
        .map((character) => `1\r\n${character}\r\n`)
        .join("")
      const headers = [`Content-Type: ${json}`, "Transfer-Encoding: chunked"]
      assert.match(yield* written(port, postText(path, headers, `${chunks}0\r\n\r\n`)), /^HTTP\/1\.1 200 OK\r\n/)
      assert.deepStrictEqual(yield* bodies, [mine])
    }),
  )

  it.effect("answers 413 to a body that has no end (A9)", () =>
    Effect.gen(function* () {
      const { bodies, path, port } = yield* started
      const endless = `10000\r\n${"x".repeat(0x10000)}\r\n`.repeat(4)
      const headers = [`Content-Type: ${json}`, "Transfer-Encoding: chunked"]
      assert.match(yield* written(port, postText(path, headers, endless)), /^HTTP\/1\.1 413 /)
      assert.deepStrictEqual(yield* bodies, [null])
    }),
  )

  it("lives on when a caller hangs up in the middle of a body (A8, A26)", function* () {
    const { path, port, to } = yield* started
    const headers = [`Content-Type: ${json}`, "Content-Length: 1000"]
    for (let times = 0; times < 5; times++) yield* written(port, postText(path, headers, "{"), { hangUp: true })
    yield* soon
    assert.strictEqual((yield* to(mine)).status, 200)
  })
}
