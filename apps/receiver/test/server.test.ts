/** The limits of connections (T16), what is shed, and how the server leaves. Times are short here, and every wait ends with an event. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { StoreError } from "@cauri/core"
import { socketLimits } from "@cauri/runtime"
import { answersTo, body, json, postText, requestText, served, statusesIn, until, wireTo } from "./serving.ts"

const host = "Host: callbacks.shop.example"

/** Times that a test can wait for. */
const hasty = { head: 200, request: 400, checkEvery: 20, silence: 300, idle: 100, linger: 0 }

/** Everything that a server says about itself in an answer but the date. */
const plainly = (answer: string) => answer.replace(/^Date: .*\r\n/im, "")

/** An answer as it is written, but for the date. */
const answer = (status: string, text: string, header = "") =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${text.length}\r\ncache-control: no-store\r\n${header}Connection: close\r\n\r\n${text}`

/** The head of a POST whose sender waits until the body is asked for. */
const asking = (to: string, length: number) =>
  requestText(`POST ${to} HTTP/1.1`, [host, json, "Expect: 100-continue", `Content-Length: ${length}`])

describe("a connection", () => {
  it("has limits that close what Node would leave open (A7, A8, T16)", () => {
    assert.deepStrictEqual(socketLimits, {
      head: 5_000,
      request: 10_000,
      checkEvery: 1_000,
      silence: 10_000,
      idle: 5_000,
      connections: 1_000,
      requestsPerConnection: 1_000,
      pipelined: 16,
      headBytes: 8_192,
      unreadBytes: 16_777_216,
      unread: 5_000,
      linger: 1_000,
      drain: 10_000,
    })
  })

  it.live("on which nothing is ever said is closed (A8, T16)", () =>
    Effect.gen(function* () {
      // The other times would close it, too; which of them do so differs between versions of Node.
      const { port } = yield* served({ ...hasty, head: 60_000, request: 60_000 })
      assert.strictEqual(yield* (yield* wireTo(port)).closed, "")
    }),
  )

  it.live("whose head comes letter by letter is closed with 408 (A8, T16)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served(hasty)
      const wire = yield* wireTo(port)
      const letters = postText(path)[Symbol.iterator]()
      const dripping = setInterval(() => wire.write(String(letters.next().value)), 10)
      const heard = yield* Effect.ensuring(
        wire.closed,
        Effect.sync(() => clearInterval(dripping)),
      )
      assert.deepStrictEqual(statusesIn(heard), [408])
      assert.lengthOf(desk.notes, 0)
    }),
  )

  it.live("whose body comes letter by letter is answered 400, and its bell still rings (A8, T16)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ ...hasty, request: 5_000 }, { bodyWithinMillis: 200 })
      const wire = yield* wireTo(port)
      wire.write(requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 1000"]))
      const dripping = setInterval(() => wire.write("x"), 10)
      const heard = yield* Effect.ensuring(
        wire.until(/Bad Request\n$/),
        Effect.sync(() => clearInterval(dripping)),
      )
      assert.deepStrictEqual(statusesIn(heard), [400])
      assert.deepStrictEqual(
        desk.notes.map((note) => note.body),
        [null],
      )
    }),
  )

  it.live("that is idle after an answer is closed (A8, T16)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served(hasty)
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(path, { stays: true }))), [200])
    }),
  )

  it.live("beyond the limit ends the one that has been without a request for longest (A7, A8)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ connections: 3, linger: 0 })
      const kept = yield* wireTo(port)
      const silent = [yield* wireTo(port), yield* wireTo(port)]
      kept.write(postText(path, { stays: true }))
      yield* kept.until(/OK\n$/)
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(path))), [200])
      assert.strictEqual(yield* silent[0]?.closed ?? Effect.succeed("open"), "")
      kept.write(postText(path))
      assert.deepStrictEqual(statusesIn(yield* kept.closed), [200, 200])
    }),
  )

  it.live("beyond the limit is closed at once where all others have a request under way (A7)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ connections: 2, linger: 0, drain: 100 })
      let begun = 0
      desk.answer = () => Effect.suspend(() => (begun++, Effect.never))
      const busy = [yield* wireTo(port), yield* wireTo(port)]
      for (const { write } of busy) write(postText(path))
      yield* until(() => begun === 2)
      assert.strictEqual(yield* (yield* wireTo(port)).closed, "")
      busy[0]?.socket.destroy()
      desk.answer = () => Effect.succeed("First")
      const answered = Effect.map(answersTo(port, postText(path)), (heard) => statusesIn(heard)[0] ?? 0)
      assert.strictEqual(yield* Effect.repeat(answered, { until: (status) => status === 200 }), 200)
    }),
  )

  it.live("gets its callback noted although more others are silent than are taken (A7, A8)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ connections: 100, linger: 0, drain: 100 })
      const answers = yield* Effect.forEach(
        Array.from({ length: 220 }, (_, index) => index),
        (index) =>
          index % 11 === 0 ? Effect.map(answersTo(port, postText(path)), statusesIn) : Effect.as(wireTo(port), []),
        { concurrency: 10 },
      )
      assert.deepStrictEqual(
        answers.flat(),
        Array.from({ length: 20 }, () => 200),
      )
    }),
  )

  it.live("gets its callback noted although one address has more slow bodies than are taken in all (A7, A8)", () =>
    Effect.gen(function* () {
      const { otherPath, path, port } = yield* served({ linger: 0, drain: 100 })
      const slow = requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 900"], "{")
      yield* Effect.forEach(
        Array.from({ length: 280 }),
        () => Effect.tap(wireTo(port), ({ write }) => Effect.sync(() => write(slow))),
        { concurrency: 50, discard: true },
      )
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(otherPath))), [200])
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(path))), [200])
    }),
  )

  it.live("is ended after so many requests, and the last answer says so (A7)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ ...hasty, requestsPerConnection: 2 })
      const heard = yield* answersTo(port, postText(path, { stays: true }).repeat(2))
      assert.deepStrictEqual(statusesIn(heard), [200, 200])
      assert.match(heard, /connection: close\r\n(?:.+\r\n)*\r\nOK\n$/i)
    }),
  )

  it.live("may have some requests waiting at a time, and is ended when there are more (A7)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ pipelined: 3, linger: 0 })
      const open = yield* Deferred.make<void>()
      const { answer } = desk
      desk.answer = (note) => Effect.andThen(Deferred.await(open), answer(note))
      const wire = yield* wireTo(port)
      wire.write(postText(path, { stays: true }).repeat(5))
      const waiting = yield* Effect.forkChild(wire.closed, { startImmediately: true })
      yield* until(() => wire.socket.bytesWritten > 0)
      yield* Deferred.succeed(open, undefined)
      const heard = yield* Fiber.join(waiting)
      assert.deepStrictEqual(statusesIn(heard), [200, 200, 200, 503])
      assert.match(heard, /retry-after: 5\r\n/)
    }),
  )

  it.live("gets its callback noted although 600 others are silent, slow or stuck (A7, A8)", () =>
    Effect.gen(function* () {
      const { otherPath, path, port } = yield* served({ linger: 0, drain: 100 })
      const others = yield* Effect.forEach(Array.from({ length: 600 }), () => wireTo(port), { concurrency: 50 })
      for (const [index, { write }] of others.entries()) {
        if (index % 3 === 1) write(`POST ${path} HTT`)
        if (index % 3 === 2) write(requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 900"], "{"))
      }
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(otherPath))), [200])
    }),
  )
})

describe("an answer", () => {
  it.live("is constant and names no program, whatever was asked (A20)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 })
      const ask = (text: string) => Effect.map(answersTo(port, text), plainly)
      assert.strictEqual(yield* ask(postText(path)), answer("200 OK", "OK\n"))
      assert.strictEqual(yield* ask(postText(`${path}x`)), answer("404 Not Found", "Not Found\n"))
      assert.strictEqual(
        yield* ask(postText(path).replace("POST", "PUT")),
        answer("405 Method Not Allowed", "Method Not Allowed\n", "allow: POST\r\n"),
      )
      assert.strictEqual(
        yield* ask(postText(path, { headers: ["Content-Type: text/plain"] })),
        answer("415 Unsupported Media Type", "Unsupported Media Type\n"),
      )
      desk.answer = () => Effect.fail(new StoreError({ operation: "noteCallback", cause: "CANARY" }))
      assert.strictEqual(
        yield* ask(postText(path)),
        answer("503 Service Unavailable", "Service Unavailable\n", "retry-after: 5\r\n"),
      )
    }),
  )

  it.live("of 404 is the same for every wrong address, with and without a body (A4)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 })
      const last = path.slice(path.lastIndexOf("/") + 1)
      const wrong = [
        "/",
        "/callbacks/",
        "/callbacks/x",
        `/callbacks/${last.slice(0, -1)}`,
        `/callbacks/${last.replace("k1.", "k2.")}`,
        `/callbacks/${last.replace("order-17", "order-18")}`,
        `/callbacks/${last.replace(".1.", ".2.")}`,
        `/callbacks/${"x".repeat(4_000)}`,
        `/elsewhere/${last}`,
      ]
      const answers = yield* Effect.forEach(
        wrong.flatMap((each) => [postText(each), postText(each, { content: "" })]),
        (text) => Effect.map(answersTo(port, text), plainly),
        { concurrency: 1 },
      )
      assert.lengthOf(new Set(answers), 1)
      assert.deepStrictEqual(statusesIn(answers[0] ?? ""), [404])
      assert.lengthOf(desk.notes, 0)
    }),
  )

  it.live("of 413 comes before the body, and the connection ends behind it (A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ linger: 0 })
      const wire = yield* wireTo(port)
      wire.write(requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 10000000"]))
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [413])
    }),
  )

  it.live("of 413 reaches a sender who first writes all of a body that is much too large (A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ linger: 0 })
      const text = requestText(
        `POST ${path} HTTP/1.1`,
        [host, json, "Content-Length: 10000000"],
        "x".repeat(10_000_000),
      )
      const wire = yield* wireTo(port)
      wire.socket.pause()
      let failed = ""
      wire.socket.on("error", (error) => (failed = String(error)))
      yield* Effect.callback<void>((resume) => {
        wire.socket.write(text, "latin1", () => resume(Effect.void))
      })
      wire.socket.resume()
      assert.deepStrictEqual([statusesIn(yield* wire.closed), failed], [[413], ""])
    }),
  )

  it.live("of 413 is not waited upon for ever, nor for a body without end (A8, A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served({ linger: 0, unreadBytes: 100_000, unread: 200 })
      const head = requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 10000000"])
      for (const content of ["", "x".repeat(1_000_000)]) {
        const wire = yield* wireTo(port)
        // The other side's end alone does not end this connection.
        wire.socket.allowHalfOpen = true
        wire.write(head + content)
        yield* wire.until(/Content Too Large\n$/)
        const open = setInterval(() => wire.write("x"), 20)
        yield* Effect.ensuring(
          wire.closed,
          Effect.sync(() => clearInterval(open)),
        )
      }
    }),
  )

  it.live("of a wrong address ends the connection where a body without end would follow (A4, A9)", () =>
    Effect.gen(function* () {
      const { port } = yield* served({ linger: 0 })
      const wire = yield* wireTo(port)
      wire.write(requestText("POST /callbacks/x HTTP/1.1", [host, json, "Transfer-Encoding: chunked"], "ffff\r\nxxxx"))
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [404])
    }),
  )

  it.live("to those who ask first comes after the address was verified, and before a body that is too large (A9)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 })
      const wire = yield* wireTo(port)
      wire.write(asking(path, body.length))
      yield* wire.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
      wire.write(body)
      assert.deepStrictEqual(statusesIn(yield* wire.until(/OK\n$/)), [100, 200])
      wire.write(asking(path, 131_073))
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [100, 200, 413])
      const stranger = yield* wireTo(port)
      stranger.write(asking(`${path}x`, 5))
      assert.deepStrictEqual(statusesIn(yield* stranger.until(/Not Found\n$/)), [404])
      assert.lengthOf(desk.notes, 2)
    }),
  )
})

describe("overload", () => {
  it.live("is shed with 503 before the body is read, and what is under way is answered (A7)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 }, { atOnce: 2 })
      const open = yield* Deferred.make<void>()
      const { answer } = desk
      let begun = 0
      desk.answer = (note) => Effect.suspend(() => (begun++, Effect.andThen(Deferred.await(open), answer(note))))
      const under = yield* Effect.forkChild(
        Effect.all([answersTo(port, postText(path)), answersTo(port, postText(path))], { concurrency: 2 }),
        { startImmediately: true },
      )
      yield* until(() => begun === 2)
      const wire = yield* wireTo(port)
      wire.write(requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 1000"]))
      const shed = yield* wire.until(/Service Unavailable\n$/)
      assert.deepStrictEqual(statusesIn(shed), [503])
      assert.match(shed, /retry-after: 5\r\n/)
      yield* Deferred.succeed(open, undefined)
      assert.deepStrictEqual((yield* Fiber.join(under)).flatMap(statusesIn), [200, 200])
    }),
  )
})

describe("a defect", () => {
  it.live("while one callback is noted costs that callback a 503 and nothing else (A26)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 })
      const { answer } = desk
      desk.answer = () => Effect.die(new Error("CANARY"))
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(path))), [503])
      desk.answer = answer
      assert.deepStrictEqual(statusesIn(yield* answersTo(port, postText(path))), [200])
    }),
  )
})

describe("told to stop, the server", () => {
  /** A server in a scope of its own, and its end. */
  const stoppable = Effect.fnUntraced(function* (limits: Parameters<typeof served>[0]) {
    const scope = yield* Scope.make()
    const server = yield* Scope.provide(served(limits), scope)
    return { ...server, stop: Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true }) }
  })

  it.live("takes no new connection, answers what was begun, and ends connections behind it (A21)", () =>
    Effect.gen(function* () {
      const { desk, listening, path, port, stop } = yield* stoppable({ linger: 50 })
      const open = yield* Deferred.make<void>()
      const { answer } = desk
      let begun = 0
      desk.answer = (note) => Effect.suspend(() => (begun++, Effect.andThen(Deferred.await(open), answer(note))))
      const wire = yield* wireTo(port)
      wire.write(postText(path, { stays: true }))
      yield* until(() => begun === 1)
      const stopping = yield* stop
      assert.isFalse(yield* listening)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(wireTo(port))))
      yield* Deferred.succeed(open, undefined)
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [200])
      yield* Fiber.join(stopping)
      assert.lengthOf(desk.notes, 1)
    }),
  )

  it.live("answers what is on its way on connections that were idle, and says that it leaves (A21)", () =>
    Effect.gen(function* () {
      const { path, port, stop } = yield* stoppable({ linger: 2_000 })
      const wire = yield* wireTo(port)
      wire.write(postText(path, { stays: true }))
      yield* wire.until(/OK\n$/)
      const stopping = yield* stop
      wire.write(postText(path, { stays: true }))
      const heard = yield* wire.closed
      assert.deepStrictEqual(statusesIn(heard), [200, 200])
      assert.match(heard, /connection: close\r\n/i)
      yield* Fiber.join(stopping)
    }),
  )

  it.live("answers what came while the machine was busy elsewhere, before it ends idle connections (A21)", () =>
    Effect.gen(function* () {
      const { desk, path, port, stop } = yield* stoppable({ linger: 5 })
      const wire = yield* wireTo(port)
      wire.write(postText(path, { stays: true }))
      yield* wire.until(/OK\n$/)
      const stopping = yield* stop
      wire.write(postText(path, { stays: true }))
      // The event loop does not turn until the time to end idle connections has passed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [200, 200])
      yield* Fiber.join(stopping)
      assert.lengthOf(desk.notes, 2)
    }),
  )

  it.live("waits for no caller for ever (A8)", () =>
    Effect.gen(function* () {
      const { desk, path, port, stop } = yield* stoppable({ linger: 0, drain: 100 })
      let begun = 0
      desk.answer = () => Effect.suspend(() => (begun++, Effect.never))
      const wire = yield* wireTo(port)
      wire.write(postText(path))
      yield* until(() => begun === 1)
      yield* Fiber.join(yield* stop)
      assert.strictEqual(yield* wire.closed, "")
    }),
  )
})
