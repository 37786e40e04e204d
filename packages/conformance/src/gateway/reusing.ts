/**
 * Connections that are used again: one that dies between two calls, one that says more than it was asked, and many calls at once.
 * Every call gets its own answer or none.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CreationAnswer } from "@cauri/core/adapter"
import type { Case, Facet } from "../Facet.ts"
import { arrived } from "./arrived.ts"
import { acceptance } from "./bodies.ts"
import { ask, creations, usualCredentials, usualFacts } from "./calls.ts"
import { temptation } from "./faults/Fault.ts"
import { type GatewayUnderTest, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, headsOf, listen, type Listener, type Peer, type Script } from "./Listener.ts"
import { jsonReply } from "./replies.ts"

type GatewayCase = Case<GatewayUnderTest>

const payoutPath = "/pay/v01/straight/payout"

/** A first call, which is answered, and then a payout, which may meet what the first one left behind. */
const twoCalls = (
  script: Script,
  judge: (answer: CreationAnswer, server: Listener) => void,
  between: Effect.Effect<void> = Effect.void,
): GatewayCase =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen(script)
      const options = { baseUrl: addressOf(server), credentials: usualCredentials }
      const answer = yield* withGateway(options, (gateway) =>
        Effect.gen(function* () {
          const first = yield* creations.sendWalletOtp(gateway)
          assert.strictEqual(first._tag, "OtpSent")
          yield* between
          return yield* creations.createMobileMoneyPayout(gateway)
        }),
      )
      yield* arrived
      const posts = headsOf(server).filter(({ target }) => target === payoutPath)
      assert.isAtMost(posts.length, 1, "requests of one payout")
      if (answer._tag === "NotSent") assert.strictEqual(posts.length, 0, "the server saw the payout")
      judge(answer, server)
    }),
  )

const reply = (peer: Peer, target: string): void => void peer.socket.write(jsonReply(temptation(target)))

const tagIs = (tags: ReadonlyArray<CreationAnswer["_tag"]>) => (answer: CreationAnswer) =>
  assert.include(tags, answer._tag)

/** The connection looks sound; it dies at the moment when it is used again. */
const raced: GatewayCase = twoCalls(
  {
    received: (peer) => {
      if (peer.number === 1 && peer.requests.length === 1) peer.socket.resetAndDestroy()
    },
    asked: (peer, { target }) => reply(peer, target),
  },
  (answer, server) => {
    // An adapter that opens a connection for every call never meets this race; one that met it must not try again.
    const used = server.peers.some(({ bytes }) => bytes.includes(payoutPath))
    const dead = server.peers.some(({ number, bytes }) => number === 1 && bytes.includes(payoutPath))
    assert.isTrue(used)
    if (dead) {
      const lost = { _tag: "NoAnswer", cause: "ConnectionLost", code: "", token: null }
      assert.deepStrictEqual<unknown>({ ...answer }, lost)
      assert.strictEqual(server.peers.length, 1, "connections")
    } else assert.strictEqual(answer._tag, "Accepted")
  },
)

const evilToken = "evil-token"
const evil = jsonReply({ ...acceptance("createMobileMoneyPayout"), token: evilToken })

const neverEvil = (answer: CreationAnswer): void => assert.notInclude(JSON.stringify(answer), evilToken)

const saysMore = (more: (peer: Peer, target: string) => void): Script => ({
  asked: (peer, { target }) => (target === payoutPath ? reply(peer, target) : more(peer, target)),
})

/** How many calls are made at once. */
const many = 12

const together: GatewayCase = Effect.scoped(
  Effect.gen(function* () {
    const waiting: Array<() => void> = []
    const server = yield* listen({
      asked: (peer, { body }) => {
        const { commande } = JSON.parse(body)
        const token = `token-of-${commande.custom_data.transaction_id}`
        waiting.push(() => peer.socket.write(jsonReply({ ...acceptance("createMobileMoneyPayout"), token })))
        // The last request is answered first.
        setImmediate(() => waiting.pop()?.())
      },
    })
    const ids = Array.from({ length: many }, (_, index) => `order-${index}`)
    const answers = yield* withGateway({ baseUrl: addressOf(server), credentials: usualCredentials }, (gateway) =>
      Effect.forEach(ids, (id) => creations.createMobileMoneyPayout(gateway, { facts: { ...usualFacts, id } }), {
        concurrency: many,
      }),
    )
    assert.deepStrictEqual<unknown>(
      answers.map((answer) => ({ ...answer })),
      ids.map((id) => ({ _tag: "Accepted", token: `token-of-${id}`, url: null })),
    )
    assert.strictEqual(server.requests.length, many)
  }),
)

/** A confirm after a confirm that was cut off: the second one gets its own answer. */
const afterCut: GatewayCase = Effect.scoped(
  Effect.gen(function* () {
    const server = yield* listen({
      asked: (peer, { target }, nth) =>
        nth === 1
          ? peer.socket.write(Buffer.concat([jsonReply({ response_code: "00" }).subarray(0, -2), evil]))
          : reply(peer, target),
    })
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
    "a connection that dies as it is used again is NoAnswer, and the payout is not sent on another one (B3)": raced,
    "a connection that is closed between two calls is left, or the payout is NoAnswer": twoCalls(
      {
        asked: (peer, { target }) => {
          reply(peer, target)
          if (target !== payoutPath) peer.socket.end()
        },
      },
      tagIs(["Accepted", "NoAnswer", "NotSent"]),
      arrived,
    ),
    "a connection that is reset between two calls is left, or the payout is NoAnswer": twoCalls(
      {
        asked: (peer, { target }) =>
          target === payoutPath
            ? reply(peer, target)
            : peer.socket.write(jsonReply(temptation(target)), () => setImmediate(() => peer.socket.resetAndDestroy())),
      },
      tagIs(["Accepted", "NoAnswer", "NotSent"]),
      arrived,
    ),
    "a second answer to the first call is never taken for the next call's": twoCalls(
      saysMore((peer, target) => void peer.socket.write(Buffer.concat([jsonReply(temptation(target)), evil]))),
      neverEvil,
    ),
    "an answer that comes between two calls is never taken for the next call's": twoCalls(
      saysMore((peer, target) => {
        reply(peer, target)
        setImmediate(() => peer.socket.write(evil))
      }),
      neverEvil,
      Effect.andThen(arrived, arrived),
    ),
    "what follows an answer that was too short is never taken for the next call's": afterCut,
    "many calls at once each hear their own answer, in whatever order the answers come": together,
  },
}
