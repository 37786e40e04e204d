/**
 * Every fault, against every call. The server's own log is the proof: at most one request per creation, `not_sent` only when it saw nothing,
 * a question repeated only up to its bound, and no fault that gives a payment a final state.
 */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { CreationAnswer } from "@cauri/core/adapter"
import type { Case, Facet } from "../Facet.ts"
import { settled } from "./answering.ts"
import { arrived } from "./arrived.ts"
import { optionsFor } from "./faultOptions.ts"
import { ask, type ConfirmName, confirmNames, type CreationName, creationNames, creations, lookUp } from "./calls.ts"
import { breakingFaults } from "./faults/breaking.ts"
import { bodyFaults } from "./faults/bodies.ts"
import { connectingFaults } from "./faults/connecting.ts"
import type { Fault, Outcome } from "./faults/Fault.ts"
import { framingFaults } from "./faults/framing.ts"
import { GatewayUnderTest, mostConfirmRequests, withGateway } from "./GatewayUnderTest.ts"
import { headsOf, sawRequest } from "./Listener.ts"

const faults: ReadonlyArray<Fault> = [...connectingFaults, ...breakingFaults, ...framingFaults, ...bodyFaults]

const wordFor = (answer: CreationAnswer): string => {
  switch (answer._tag) {
    case "otp_sent":
      return "accepted"
    case "no_answer":
    case "not_sent":
      return `${answer._tag}.${answer.cause}`
    case "accepted":
    case "refused":
    case "turned_away":
      return answer._tag
  }
}

/** What an adapter says that cannot see its socket: nothing proves to it that a request did not leave. */
const unseen = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<Outcome> =>
  outcomes.flatMap((outcome) =>
    outcome.startsWith("not_sent.") ? (["no_answer.connection_lost", "no_answer.timed_out"] as const) : outcome,
  )

const createUnder = (fault: Fault, name: CreationName) =>
  Effect.scoped(
    Effect.gen(function* () {
      const place = yield* fault.open
      const { seesItsSocket } = yield* GatewayUnderTest
      const answer = yield* withGateway(optionsFor(fault, place), creations[name])
      yield* arrived
      assert.include<string>(seesItsSocket ? fault.outcomes : unseen(fault.outcomes), wordFor(answer), name)
      if (place.server === null) return
      assert.isAtMost(headsOf(place.server).length, 1, `requests of one ${name}`)
      if (answer._tag === "not_sent") assert.isFalse(sawRequest(place.server), `${name}: the server saw a request`)
      fault.afterwards(place.server)
    }),
  )

/** What a confirm may come to: what would have been right only where a creation may be accepted, and no end ever where not. */
const mayBe = ({ outcomes }: Fault): ReadonlyArray<string> => {
  if (!outcomes.includes("accepted")) return ["error", "pending"]
  return outcomes.length === 1 ? ["completed"] : ["error", "pending", "completed"]
}

const confirmUnder = (fault: Fault, name: ConfirmName) =>
  Effect.scoped(
    Effect.gen(function* () {
      const place = yield* fault.open
      const { confirmed, looksUp } = yield* withGateway(optionsFor(fault, place), (gateway) =>
        Effect.map(settled(ask(gateway, name)), (asked) => ({
          confirmed: asked,
          looksUp: gateway.lookUp !== undefined,
        })),
      )
      yield* arrived
      assert.include(mayBe(fault), confirmed._tag === "Failed" ? "error" : confirmed.record.status, name)
      if (place.server === null) return looksUp
      assert.isAtMost(headsOf(place.server).length, mostConfirmRequests, `requests of one ${name}`)
      fault.afterwards(place.server)
      return looksUp
    }),
  )

/** A fault never says that the service knows no token: only a token or a failure does no harm. */
const lookUpUnder = (fault: Fault, name: ConfirmName) =>
  Effect.scoped(
    Effect.gen(function* () {
      const place = yield* fault.open
      const found = yield* withGateway(optionsFor(fault, place), (gateway) => Effect.result(lookUp(gateway, name)))
      yield* arrived
      if (Result.isSuccess(found) && found.success === undefined) return
      const word = Result.isFailure(found) ? "error" : found.success === null ? "none" : "completed"
      assert.include(mayBe(fault), word, `look-up for ${name}`)
      if (place.server !== null) assert.isAtMost(headsOf(place.server).length, mostConfirmRequests)
    }),
  )

type Cases = { readonly [title: string]: Case<GatewayUnderTest> }

const creationCases = (fault: Fault): Cases => ({
  [`creations: ${fault.title}`]: Effect.forEach(creationNames, (name) => createUnder(fault, name), {
    concurrency: creationNames.length,
    discard: true,
  }),
})

const confirmCases = (fault: Fault): Cases => ({
  [`confirms: ${fault.title}`]: Effect.forEach(
    confirmNames,
    (name) => Effect.when(lookUpUnder(fault, name), confirmUnder(fault, name)),
    { concurrency: confirmNames.length, discard: true },
  ),
})

export const creatingUnderFaults: Facet<GatewayUnderTest> = {
  name: "creations under faults: sent at most once, and never called unsent when something may have left (T8, B3, B4)",
  alone: false,
  together: true,
  cases: Object.assign({}, ...faults.map(creationCases)),
}

export const confirmingUnderFaults: Facet<GatewayUnderTest> = {
  name: "confirms under faults: nothing is settled, and nothing is asked without an end",
  alone: false,
  together: true,
  cases: Object.assign({}, ...faults.map(confirmCases)),
}
