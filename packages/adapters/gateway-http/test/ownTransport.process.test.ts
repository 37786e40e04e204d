/** The documented transport keeps the contract, and the contract catches the careless versions of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { gatewayFacets, gatewaySuite, GatewayUnderTest, type MakeGateway, specifiedReplies } from "@cauri/conformance"
import { layerOver } from "../src/layerOver.ts"
import type { OutgoingRequest, Transport } from "../src/Transport.ts"
import { around, confirmsOf } from "./contract.ts"
import { transport } from "./ownTransport.ts"

const over =
  (used: Transport): MakeGateway =>
  ({ timeouts, ...options }) =>
    around(
      // Its one time-out counts for the connection too.
      { ...options, timeouts: { ...timeouts, creation: Math.min(timeouts.connect, timeouts.creation) } },
      layerOver({ baseUrl: options.baseUrl, confirms: confirmsOf({ ...options, timeouts }) }, Effect.succeed(used)),
    )

gatewaySuite("the documented transport", over(transport), { runtimeHeaders: [], socketUnseen: true })

const fetched =
  (more: (sending: OutgoingRequest) => RequestInit): Transport =>
  (sending) =>
    Effect.promise(async () => {
      const { body, headers, method, origin, path } = sending
      const init: RequestInit = { body, headers, method, ...more(sending) }
      const answer = await fetch(`${origin}${path}`, init)
      return { _tag: "answered" as const, status: answer.status, contentType: "", text: await answer.text() }
    })

const careless: Readonly<Record<string, readonly [Transport, caughtBy: string]>> = {
  "that follows redirects": [
    fetched(() => ({ redirect: "follow" })),
    "creations: 307 within the host is not followed and is no_answer(redirected)",
  ],
  "that believes the body of a redirect": [
    fetched(() => ({ redirect: "manual" })),
    "creations: 303 to another host is not believed either, whatever its body says",
  ],
  "without the length of its body": [
    fetched(({ body }) => (body === null ? {} : { body: new Blob([body]).stream(), duplex: "half" })),
    "endpoint 7 is asked for as the specification writes it, without top_up_wallet (#139, #67)",
  ],
  "that tries again": [
    (sending) =>
      Effect.flatMap(transport(sending), (result) =>
        result._tag === "no_answer" ? transport(sending) : Effect.succeed(result),
      ),
    "creations: the connection is reset after the whole request",
  ],
}

describe("a careless transport", () => {
  it.live.each(Object.entries(careless))("%s is caught", ([, [used, title]]) =>
    Effect.gen(function* () {
      const check = gatewayFacets.flatMap(({ cases }) => Object.entries(cases)).find(([name]) => name === title)?.[1]
      if (check === undefined) return assert.fail(`there is no case "${title}"`)
      const place = GatewayUnderTest.of({
        make: over(used),
        replies: specifiedReplies,
        runtimeHeaders: ["accept", "accept-language", "accept-encoding", "sec-fetch-mode", "user-agent"],
        seesItsSocket: false,
      })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.provideService(check, GatewayUnderTest, place))), title)
    }),
  )
})
