/** The port is no mirror of one service: a gateway for another one keeps the contract, and says what only it can say. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gatewaySuite, GatewayUnderTest } from "@cauri/conformance"
import { ask, creations, lookUp, usualCredentials } from "../src/gateway/calls.ts"
import { withGateway } from "../src/gateway/GatewayUnderTest.ts"
import { addressOf, listen } from "../src/gateway/Listener.ts"
import { jsonReply } from "../src/gateway/replies.ts"
import { headerValues } from "../src/gateway/requestReader.ts"
import { otherGateway, otherReplies } from "./gateway/otherService.ts"

gatewaySuite("a gateway for another service", otherGateway, { replies: otherReplies })

/** Calls the gateway while the service says this, and gives what came of it and what the service saw. */
const calling = <A, E>(reply: object, use: Parameters<typeof withGateway<A, E, never>>[1]) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen({ asked: ({ socket }) => socket.write(jsonReply(reply)) })
      const outcome = yield* withGateway({ baseUrl: addressOf(server), credentials: usualCredentials }, use)
      return { outcome, requests: server.requests }
    }),
  ).pipe(
    Effect.provideService(GatewayUnderTest, {
      make: otherGateway,
      replies: otherReplies,
      runtimeHeaders: [],
      seesItsSocket: true,
    }),
  )

describe("the other service", () => {
  it.live("receives one idempotency key for an attempt, at one address for everything", () =>
    Effect.gen(function* () {
      const { requests } = yield* calling({ state: "queued", id: "op-1" }, (gateway) =>
        Effect.all([creations.createMobileMoneyPayout(gateway), creations.createMobileMoneyPayout(gateway)]),
      )
      assert.deepStrictEqual(
        requests.map((request) => [request.target, ...headerValues(request, "Idempotency-Key")]),
        [
          ["/do", "shop/order-17_a/1"],
          ["/do", "shop/order-17_a/1"],
        ],
      )
    }),
  )

  it.live("refuses, turns away or leaves in doubt by words of its own", () =>
    Effect.gen(function* () {
      const words = {
        no_account: "refused",
        empty_float: "turned_away",
        wrong_keys: "turned_away",
        maintenance: "no_answer",
      }
      for (const [why, expected] of Object.entries(words)) {
        const { outcome } = yield* calling({ state: "refused", why }, creations.createMobileMoneyPayout)
        assert.strictEqual(outcome._tag, expected, why)
      }
    }),
  )

  it.live("is asked by our id for a token, and says when it knows none", () =>
    Effect.gen(function* () {
      const said = { queued: "op-1", unknown: null }
      for (const [state, expected] of Object.entries(said)) {
        const { outcome, requests } = yield* calling({ state, id: "op-1" }, (gateway) =>
          lookUp(gateway, "confirmPayout"),
        )
        assert.strictEqual<string | null | undefined>(outcome, expected)
        assert.include(requests[0]?.body, '"do":"find","ref":"order-17_a"')
        assert.deepStrictEqual(
          requests.flatMap((request) => headerValues(request, "Idempotency-Key")),
          ["shop/order-17_a/1"],
        )
      }
    }),
  )

  it.live("confirms in states of its own, and one that is new is pending and kept for a person", () =>
    Effect.gen(function* () {
      const states = { queued: "pending", settled: "completed", dropped: "not_completed", frozen: "pending" }
      for (const [state, expected] of Object.entries(states)) {
        const { outcome } = yield* calling({ state, id: "op-1", francs: 750 }, (gateway) =>
          ask(gateway, "confirmPayout"),
        )
        assert.strictEqual(outcome.status, expected)
        assert.strictEqual(outcome.unknownStatus, state === "frozen" ? "frozen" : null)
        assert.isFalse(outcome.tokenIsOurs, "it names another one")
      }
      const { outcome } = yield* calling({ state: "unknown" }, (gateway) => Effect.flip(ask(gateway, "confirmPayout")))
      assert.strictEqual("reason" in outcome ? outcome.reason._tag : outcome, "not_found")
    }),
  )
})
