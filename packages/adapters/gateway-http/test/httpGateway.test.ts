/** Who sends how often, who waits for whom, and what is said when nothing was sent. No socket is involved, and time is the test's. */
import { assert, describe } from "@effect/vitest"
import { Duration, Deferred, Effect, Exit, Fiber, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { defaultPolicy } from "@cauri/core"
import { blankConfirmRecord, CreationAnswer, type Gateway, GatewayError, noAnswer, notSent } from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import { CredentialsVault } from "../src/credentials.ts"
import { type TransportResult, unanswered, unsent } from "../src/Transport.ts"
import { callOf, confirmPayin, confirmPayout, direct, otp, pair, pairOf, payin, payout } from "./calls.ts"
import { answeredWith, recorded, type Recorder } from "./recorder.ts"

const connectTimeout = Duration.toMillis(defaultPolicy.calls.connectTimeout)
const creationTimeout = Duration.toMillis(defaultPolicy.calls.creationTimeout)

const token = CreationToken.make("created-token")
const accepted = answeredWith({ response_code: "00", token, response_text: "" })
const pending = answeredWith({ response_code: "00", status: "pending" })
const mobileMoney = payout({ type: "mobile_money" })
const pay = (gateway: Gateway["Service"], notAfter?: number) =>
  Effect.flatMap(callOf(mobileMoney, notAfter === undefined ? {} : { notAfter }), (call) => gateway.create(call))
const ask = (gateway: Gateway["Service"]) => confirmPayin(gateway, token)
const denied = CallFailure.cases.authentication_failed.make({ code: "" })

const begun = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.forkChild(work, { startImmediately: true })

/** Runs something to its end while the clock runs. */
const patiently = <A, E>(work: Effect.Effect<A, E>, time = "2 minutes" as const) =>
  Effect.gen(function* () {
    const fiber = yield* begun(Effect.exit(work))
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })

const later = (recorder: Recorder, ...deliveries: ReadonlyArray<TransportResult>) =>
  Effect.forEach(
    deliveries,
    (delivery) =>
      Effect.map(Deferred.make<void>(), (gate) => {
        recorder.replies.push(Effect.as(Deferred.await(gate), delivery))
        return Deferred.succeed(gate, undefined)
      }),
    { concurrency: 1 },
  )

/** The answer to a text that the recorder replied. */
const withText = (answer: CreationAnswer, text: string): CreationAnswer => {
  const evidence = { status: 200, contentType: "application/json", text }
  return answer._tag === "no_answer" ? { ...answer, evidence } : answer
}

describe("a creation", () => {
  const failures: ReadonlyArray<readonly [string, TransportResult, CreationAnswer]> = [
    ...(["name_not_resolved", "connection_refused", "connect_timeout", "tls_failure", "lease_over"] as const).map(
      (cause) => [cause, unsent(cause), notSent(cause)] as const,
    ),
    ...(["timed_out", "connection_lost", "redirected", "unreadable"] as const).map(
      (cause) => [cause, unanswered(cause), noAnswer(cause)] as const,
    ),
    ["an error page", answeredWith("<html>503</html>"), withText(noAnswer("web_page"), "<html>503</html>")],
    [
      "an unknown code",
      answeredWith({ response_code: "99", token: "" }),
      withText(noAnswer("unrecognised_code"), '{"response_code":"99","token":""}'),
    ],
  ]
  for (const [what, delivery, answer] of failures) {
    it.effect(`T8: is sent once and never again after ${what} (S1, R1)`, () =>
      recorded(function* (gateway, recorder) {
        recorder.replies.push(delivery)
        assert.deepStrictEqual(yield* patiently(pay(gateway)), Exit.succeed(answer))
        assert.strictEqual(recorder.sent.length, 1)
      }),
    )
  }

  it.effect(
    "keeps the first 2 KB of an answer that decides nothing, with its head and without secrets (#240, #241)",
    () =>
      recorded(function* (gateway, recorder) {
        const heads = {
          page: { status: 502, contentType: "text/html; charset=utf-8" },
          cut: { status: 200, contentType: "application/json" },
          moved: { status: 302, contentType: "" },
        }
        const said =
          '+226 70 00\u00A000 01, 42"06, 42\\"06, 42%2206, the-api-key, token=abc, {"token":"short"}, "token":null,'
        const page = `<html>\n<h1>Bad gateway</h1> ${said} ${"x ".repeat(5_000)}</html>`
        recorder.replies.push(
          { _tag: "answered", ...heads.page, text: page },
          unanswered("cut_off", { ...heads.cut, text: '{"response_code":"00","description":"the-api-k' }),
          unanswered("redirected", { ...heads.moved, text: "" }),
        )
        const kept = []
        for (const _ of recorder.replies.slice()) {
          const call = yield* callOf(payin(direct("sms_otp")), { otp: otp('42"06') })
          const answer = yield* gateway.create(call)
          kept.push(answer._tag === "no_answer" ? answer : assert.fail(answer._tag))
        }
        assert.deepStrictEqual(
          kept.map(({ cause }) => cause),
          ["web_page", "cut_off", "redirected"],
        )
        const start = '<html> <h1>Bad gateway</h1> +…, …, …, …, …, token=…, {"token":"…"}, "token":null, x '
        const [text = ""] = kept.map(({ evidence }) => evidence?.text)
        assert.strictEqual(text, start.padEnd(2_048, "x "))
        assert.deepStrictEqual(
          kept.map(({ evidence }) => evidence),
          [
            { ...heads.page, text },
            { ...heads.cut, text: '{"response_code":"00","description":"…' },
            { ...heads.moved, text: "" },
          ],
        )
      }),
  )

  it.effect("travels on the line of its kind, within the policy's times", () =>
    recorded(function* (gateway, recorder) {
      recorder.replies.push(accepted, accepted)
      yield* pay(gateway)
      yield* Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))
      assert.deepStrictEqual(
        recorder.sent.map(({ answerWithin, connectWithin, line }) => [line, connectWithin, answerWithin()]),
        [
          ["Payout", connectTimeout, creationTimeout],
          ["Payin", connectTimeout, creationTimeout],
        ],
      )
    }),
  )

  it.effect("may leave while its lease has room for the whole answer, and not from that moment on", () =>
    recorded(function* (gateway, recorder) {
      recorder.replies.push(accepted)
      yield* pay(gateway, 1_000 + creationTimeout)
      const [sending] = recorder.sent
      yield* TestClock.adjust(999)
      assert.isTrue(sending?.mayLeave())
      yield* TestClock.adjust(1)
      assert.isFalse(sending?.mayLeave())
    }),
  )

  it.effect("waits for its turn only while its lease has room for the whole answer, and then is not sent (B4)", () =>
    recorded(
      function* (gateway, recorder) {
        const [first] = yield* later(recorder, accepted)
        const one = yield* begun(pay(gateway))
        const two = yield* begun(pay(gateway, 5_000 + creationTimeout))
        const three = yield* begun(pay(gateway))
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* Fiber.join(two), notSent("lease_over"))
        assert.strictEqual(recorder.sent.length, 1)
        recorder.replies.push(accepted)
        yield* first ?? assert.fail("no gate")
        assert.strictEqual((yield* Fiber.join(one))._tag, "accepted")
        assert.strictEqual((yield* Fiber.join(three))._tag, "accepted")
        assert.strictEqual(recorder.sent.length, 2)
      },
      { creations: { atOnce: 1 } },
    ),
  )

  it.effect("is waited for once it has begun, also when it began in a queue and its lease is over", () =>
    recorded(
      function* (gateway, recorder) {
        const [first, second] = yield* later(recorder, accepted, accepted)
        const one = yield* begun(pay(gateway))
        const two = yield* begun(pay(gateway, 5_000 + creationTimeout))
        yield* first ?? assert.fail("no gate")
        yield* Fiber.join(one)
        yield* TestClock.adjust("40 seconds")
        yield* second ?? assert.fail("no gate")
        assert.strictEqual((yield* Fiber.join(two))._tag, "accepted")
      },
      { creations: { atOnce: 1 } },
    ),
  )

  it.effect("is not sent when too many wait already", () =>
    recorded(
      function* (gateway, recorder) {
        const [gate] = yield* later(recorder, accepted)
        const one = yield* begun(pay(gateway))
        const two = yield* begun(pay(gateway))
        assert.deepStrictEqual(yield* pay(gateway), notSent("throttled"))
        yield* Fiber.interrupt(two)
        recorder.replies.push(accepted)
        const three = yield* begun(pay(gateway))
        yield* gate ?? assert.fail("no gate")
        yield* Fiber.join(one)
        assert.strictEqual((yield* Fiber.join(three))._tag, "accepted")
        assert.strictEqual(recorder.sent.length, 2)
      },
      { creations: { atOnce: 1, waiting: 1 } },
    ),
  )

  it.effect("of many is at most as many at once as the limit says, and confirms have a limit of their own", () =>
    recorded(
      function* (gateway, recorder) {
        const gates = yield* later(recorder, accepted, accepted)
        recorder.replies.push(pending)
        const paying = yield* Effect.forEach([1, 2, 3], () => begun(pay(gateway)), { concurrency: 1 })
        assert.strictEqual(recorder.sent.length, 2)
        yield* ask(gateway)
        recorder.replies.push(accepted)
        yield* Effect.forEach(gates, (gate) => gate, { concurrency: 1 })
        yield* Effect.forEach(paying, (fiber) => Fiber.join(fiber), { concurrency: 1 })
        assert.strictEqual(recorder.sent.length, 4)
      },
      { creations: { atOnce: 2 } },
    ),
  )

  it("answers whatever breaks: before the request nothing left, afterwards it is unknown", function* () {
    const broken = Layer.succeed(CredentialsVault, CredentialsVault.of({ find: () => Effect.die("vault") }))
    yield* recorded(
      function* (gateway) {
        assert.deepStrictEqual(yield* pay(gateway), notSent("invalid_request"))
      },
      { credentials: broken },
    )
    yield* recorded(function* (gateway, recorder) {
      recorder.replies.push(Effect.die("transport"))
      assert.deepStrictEqual(yield* pay(gateway), noAnswer("unreadable"))
    })
  })
})

describe("a project without credentials that can be sent", () => {
  const rows = [
    ["none", { kiosk: pair }, undefined],
    ["a line break in a vault's key", undefined, pairOf("a\r\nX-Evil: 1", "token")],
    ["an empty token", undefined, pairOf("key", "")],
    ["a token that is too long", undefined, pairOf("key", "t".repeat(4_097))],
  ] as const
  for (const [what, projects, given] of rows) {
    it.effect(
      `${what}: nothing is sent, it is turned away as the service would, and no attempt is used up (#180)`,
      () =>
        recorded(
          function* (gateway, recorder) {
            assert.deepStrictEqual(yield* pay(gateway), CreationAnswer.cases.turned_away.make({ reason: denied }))
            const error = yield* Effect.flip(ask(gateway))
            assert.deepStrictEqual(error, new GatewayError({ key: payin(direct()).key, reason: denied }))
            assert.strictEqual(recorder.sent.length, 0)
          },
          given === undefined
            ? { projects }
            : {
                credentials: Layer.succeed(
                  CredentialsVault,
                  CredentialsVault.of({ find: () => Effect.succeed(given) }),
                ),
              },
        ),
    )
  }

  it.effect("as soon as some are there, they are used (#192)", () =>
    Effect.suspend(() => {
      let current: typeof pair | null = null
      const credentials = Layer.succeed(
        CredentialsVault,
        CredentialsVault.of({ find: () => Effect.sync(() => current) }),
      )
      return recorded(
        function* (gateway, recorder) {
          yield* pay(gateway)
          current = pairOf("new-key", "new-token")
          recorder.replies.push(accepted)
          assert.strictEqual((yield* pay(gateway))._tag, "accepted")
          assert.strictEqual(recorder.sent[0]?.headers["Apikey"], "new-key")
          assert.strictEqual(recorder.sent[0]?.headers["Authorization"], "Bearer new-token")
        },
        { credentials },
      )
    }),
  )
})

describe("a confirm", () => {
  for (const failure of [
    unsent("connection_refused"),
    unsent("name_not_resolved"),
    unsent("connect_timeout"),
    unanswered("connection_lost"),
  ] as const) {
    it.effect(`is asked again after ${failure._tag === "answered" ? "" : failure.cause}, up to the limit`, () =>
      recorded(function* (gateway, recorder) {
        recorder.replies.push(failure, failure, pending)
        assert.deepStrictEqual(yield* patiently(ask(gateway)), Exit.succeed(blankConfirmRecord))
        assert.strictEqual(recorder.sent.length, 3)
        recorder.replies.push(failure, failure, failure)
        assert.isTrue(Exit.isFailure(yield* patiently(ask(gateway))))
        assert.strictEqual(recorder.sent.length, 6)
      }),
    )
  }

  const once = [
    [unanswered("timed_out"), CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })],
    [unanswered("redirected"), CallFailure.cases.no_answer.make({ cause: "redirected", code: "" })],
    [unanswered("unreadable"), CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" })],
    [unsent("tls_failure"), CallFailure.cases.not_sent.make({ cause: "tls_failure" })],
    [answeredWith("<html>502</html>"), CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" })],
    [
      answeredWith({ response_code: "01", response_text: "Echec (Code02)" }),
      CallFailure.cases.not_found.make({ code: "Code02" }),
    ],
  ] as const
  for (const [delivery, reason] of once) {
    it.effect(`is left to the schedule after ${"cause" in delivery ? delivery.cause : reason._tag}`, () =>
      recorded(function* (gateway, recorder) {
        recorder.replies.push(delivery)
        const error = new GatewayError({ key: payin(direct()).key, reason })
        assert.deepStrictEqual(yield* patiently(ask(gateway)), Exit.fail(error))
        assert.strictEqual(recorder.sent.length, 1)
      }),
    )
  }

  it.effect("waits longer each time, spread by half of itself", () =>
    recorded(
      function* (gateway, recorder) {
        const lost = unanswered("connection_lost")
        recorder.replies.push(lost, lost, lost)
        const asking = yield* begun(Effect.exit(ask(gateway)).pipe(Random.withSeed("a seed")))
        const counts: Array<number> = []
        for (let elapsed = 0; elapsed < 900; elapsed += 25) {
          counts.push(recorder.sent.length)
          yield* TestClock.adjust(25)
        }
        yield* Fiber.join(asking)
        const waits = [2, 3].map((count) => counts.indexOf(count) * 25)
        const [second = 0, third = 0] = waits
        assert.isAtLeast(second, 100)
        assert.isAtMost(second, 300 + 25)
        assert.isAtLeast(third - second, 200)
        assert.isAtMost(third - second, 600 + 25)
      },
      { confirms: { retryAfter: 200 } },
    ),
  )

  it.effect("ends with the policy's time, its waits and repetitions included", () =>
    recorded(
      function* (gateway, recorder) {
        const slow = Effect.delay(Effect.succeed(unsent("connection_refused")), "900 millis")
        recorder.replies.push(slow, slow, slow)
        const fiber = yield* begun(Effect.flip(ask(gateway)))
        yield* TestClock.adjust("900 millis")
        const { reason } = yield* Fiber.join(fiber)
        assert.deepStrictEqual(reason, CallFailure.cases.not_sent.make({ cause: "connection_refused" }))
        assert.strictEqual(recorder.sent.length, 1)
        const [sending] = recorder.sent
        assert.strictEqual(sending?.connectWithin, 1_000)
        assert.strictEqual(sending?.answerWithin(), 100)
        assert.isTrue(sending?.mayLeave())
        yield* TestClock.adjust("100 millis")
        assert.isFalse(sending?.mayLeave())
      },
      { policy: { calls: { confirmTimeout: 1_000 } }, confirms: { retryAfter: 1_000 } },
    ),
  )

  it.effect("gets no more time when the clock is set back", () =>
    recorded(
      function* (gateway, recorder) {
        yield* TestClock.adjust("1 hour")
        recorder.replies.push(Effect.delay(Effect.succeed(pending), "400 millis"))
        const fiber = yield* begun(ask(gateway))
        yield* TestClock.adjust("400 millis")
        yield* Fiber.join(fiber)
        yield* TestClock.setTime(0)
        assert.strictEqual(recorder.sent[0]?.answerWithin(), 600)
        yield* TestClock.adjust("600 millis")
        assert.isFalse(recorder.sent[0]?.mayLeave())
      },
      { policy: { calls: { confirmTimeout: 1_000 } } },
    ),
  )

  it.effect("that gets no turn in its time was not sent", () =>
    recorded(
      function* (gateway, recorder) {
        const [gate] = yield* later(recorder, pending)
        const one = yield* begun(ask(gateway))
        const two = yield* begun(Effect.orDie(Effect.flip(ask(gateway))))
        yield* TestClock.adjust(defaultPolicy.calls.confirmTimeout)
        assert.deepStrictEqual((yield* Fiber.join(two)).reason, CallFailure.cases.not_sent.make({ cause: "throttled" }))
        yield* gate ?? assert.fail("no gate")
        yield* Fiber.join(one)
      },
      { confirms: { atOnce: 1 } },
    ),
  )

  it.effect("of a token that cannot be sent fails, and nothing leaves", () =>
    recorded(function* (gateway, recorder) {
      // A token that was built by hand may be wrong; the gateway does not pass it on.
      const broken = CreationToken.make("", { disableChecks: true })
      for (const asked of [confirmPayin(gateway, broken), confirmPayout(gateway, broken)]) {
        const { reason } = yield* Effect.flip(asked)
        assert.deepStrictEqual(reason, CallFailure.cases.not_sent.make({ cause: "invalid_request" }))
      }
      assert.strictEqual(recorder.sent.length, 0)
    }),
  )

  it("that breaks tells nothing but that it broke: what was thrown may hold a secret (T4, S16)", function* () {
    const thrown = Effect.die(new Error('Headers.append: "the-api-key" is an invalid header value.'))
    const broke = CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" })
    const asked = function* (gateway: Gateway["Service"], recorder: Recorder) {
      recorder.replies.push(thrown)
      const exit = yield* Effect.exit(ask(gateway))
      assert.deepStrictEqual(exit, Exit.fail(new GatewayError({ key: payin(direct()).key, reason: broke })))
    }
    yield* recorded(asked)
    const vault = CredentialsVault.of({ find: () => thrown })
    yield* recorded(asked, { credentials: Layer.succeed(CredentialsVault, vault) })
  })

  it.effect("of a payout reads the payout's record (#104, #177)", () =>
    recorded(function* (gateway, recorder) {
      recorder.replies.push(answeredWith({ response_code: "00", status: "completed", token }))
      const record = yield* confirmPayout(gateway, token)
      assert.deepStrictEqual(record, { ...blankConfirmRecord, status: "completed" })
    }),
  )
})
