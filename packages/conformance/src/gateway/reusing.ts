/**
 * Connections that are used again: one that dies between two calls, one that says more than it was asked, and many calls at once.
 * Every call gets its own answer or none.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CreationAnswer } from "@cauri/core/adapter"
import type { Case, Facet } from "../Facet.ts"
import { arrived } from "./arrived.ts"
import { ask, creations, usualCredentials, usualFacts } from "./calls.ts"
import { answeringBy, scriptFor } from "./faults/Fault.ts"
import { type GatewayUnderTest, type Replies, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, headsOf, listen, type Listener, type Peer, type Script } from "./Listener.ts"
import { jsonReply } from "./replies.ts"

type GatewayCase = Case<GatewayUnderTest>

/** A first call, which is answered, and then a payout, which may meet what the first one left behind. */
const twoCalls = (
  make: (replies: Replies) => Script,
  judge: (answer: CreationAnswer, server: Listener) => void,
  between: Effect.Effect<void> = Effect.void,
): GatewayCase =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen(yield* scriptFor(make))
      const options = { baseUrl: addressOf(server), credentials: usualCredentials }
      const answer = yield* withGateway(options, (gateway) =>
        Effect.gen(function* () {
          const first = yield* creations.sendWalletOtp(gateway)
          assert.strictEqual(first._tag, "otp_sent")
          yield* between
          return yield* creations.createMobileMoneyPayout(gateway)
        }),
      )
      yield* arrived
      // The first call is one request.
      const payouts = headsOf(server).length - 1
      assert.isAtMost(payouts, 1, "requests of one payout")
      if (answer._tag === "not_sent") assert.strictEqual(payouts, 0, "the server saw the payout")
      judge(answer, server)
    }),
  )

const reply = ({ socket }: Peer, yes: unknown): void => void socket.write(jsonReply(yes))

const tagIs = (tags: ReadonlyArray<CreationAnswer["_tag"]>) => (answer: CreationAnswer) =>
  assert.include(tags, answer._tag)

/** The connection looks sound; it dies at the moment when it is used again. */
const raced: GatewayCase = twoCalls(
  (replies) => ({
    ...answeringBy(reply)(replies),
    received: (peer) => {
      if (peer.number === 1 && peer.requests.length === 1) peer.socket.resetAndDestroy()
    },
  }),
  (answer, server) => {
    // An adapter that opens a connection for every call never meets this race; one that met it must not try again.
    assert.strictEqual(headsOf(server).length, 2)
    if (server.peers[0]?.heads.length === 2) {
      const lost = { _tag: "no_answer", cause: "connection_lost", code: "", token: null }
      assert.deepStrictEqual<unknown>({ ...answer }, lost)
      assert.strictEqual(server.peers.length, 1, "connections")
    } else assert.strictEqual(answer._tag, "accepted")
  },
)

const evilToken = "evil-token"

const neverEvil = (answer: CreationAnswer): void => assert.notInclude(JSON.stringify(answer), evilToken)

/** The first call is answered in this way, the payout as it should be. */
const atFirst = (answer: (peer: Peer, yes: unknown) => void) =>
  answeringBy((peer, yes, _request, nth) => (nth === 1 ? answer(peer, yes) : reply(peer, yes)))

/** The same, with one more answer, which was not asked for. */
const saysMore =
  (answer: (peer: Peer, yes: unknown, evil: Buffer) => void) =>
  (replies: Replies): Script =>
    atFirst((peer, yes) => answer(peer, yes, jsonReply(replies.taken(evilToken))))(replies)

/** How many calls are made at once. */
const many = 12

const together: GatewayCase = Effect.scoped(
  Effect.gen(function* () {
    const waiting: Array<() => void> = []
    const phones = Array.from({ length: many }, (_, index) => `226700000${10 + index}`)
    const script = yield* scriptFor(({ taken }) => ({
      asked: ({ socket }, { body }) => {
        const phone = phones.find((each) => body.includes(each))
        waiting.push(() => socket.write(jsonReply(taken(`token-of-${phone}`))))
        // The last request is answered first.
        setImmediate(() => waiting.pop()?.())
      },
    }))
    const server = yield* listen(script)
    const answers = yield* withGateway({ baseUrl: addressOf(server), credentials: usualCredentials }, (gateway) =>
      Effect.forEach(
        phones,
        (phone) =>
          creations.createMobileMoneyPayout(gateway, { facts: { ...usualFacts, id: `order-${phone}`, phone } }),
        { concurrency: many },
      ),
    )
    assert.deepStrictEqual<unknown>(
      answers.map((answer) => ({ ...answer })),
      phones.map((phone) => ({ _tag: "accepted", token: `token-of-${phone}`, url: null })),
    )
    assert.strictEqual(server.requests.length, many)
  }),
)

/** A confirm after a confirm that was cut off: the second one gets its own answer. */
const afterCut: GatewayCase = Effect.scoped(
  Effect.gen(function* () {
    const script = saysMore(({ socket }, yes, evil) =>
      socket.write(Buffer.concat([jsonReply(yes).subarray(0, -2), evil])),
    )
    const server = yield* listen(yield* scriptFor(script))
    const status = yield* withGateway({ baseUrl: addressOf(server), credentials: usualCredentials }, (gateway) =>
      Effect.gen(function* () {
        yield* Effect.exit(ask(gateway, "confirmPayout"))
        const record = yield* ask(gateway, "confirmInvoice")
        return record.status
      }),
    )
    assert.strictEqual(status, "completed")
  }),
)

export const reusing: Facet<GatewayUnderTest> = {
  name: "connections that are used again",
  alone: false,
  together: true,
  cases: {
    "a connection that dies as it is used again is no_answer, and the payout is not sent on another one (B3)": raced,
    "a connection that is closed between two calls is left, or the payout is no_answer": twoCalls(
      atFirst((peer, yes) => {
        reply(peer, yes)
        peer.socket.end()
      }),
      tagIs(["accepted", "no_answer", "not_sent"]),
      arrived,
    ),
    "a connection that is reset between two calls is left, or the payout is no_answer": twoCalls(
      atFirst(({ socket }, yes) => socket.write(jsonReply(yes), () => setImmediate(() => socket.resetAndDestroy()))),
      tagIs(["accepted", "no_answer", "not_sent"]),
      arrived,
    ),
    "a second answer to the first call is never taken for the next call's": twoCalls(
      saysMore(({ socket }, yes, evil) => socket.write(Buffer.concat([jsonReply(yes), evil]))),
      neverEvil,
    ),
    "an answer that comes between two calls is never taken for the next call's": twoCalls(
      saysMore((peer, yes, evil) => {
        reply(peer, yes)
        setImmediate(() => peer.socket.write(evil))
      }),
      neverEvil,
      Effect.andThen(arrived, arrived),
    ),
    "what follows an answer that was too short is never taken for the next call's": afterCut,
    "many calls at once each hear their own answer, in whatever order the answers come": together,
  },
}
