/**
 * What a gateway is trusted with stays with it: credentials, tokens, phone numbers, codes, names and addresses are in no log, span,
 * metric, error or print, in no spelling (T4 to T7, B1).
 */
import { assert } from "@effect/vitest"
import { Effect, Exit, Redacted } from "effect"
import type { CreationAnswer } from "@cauri/core/adapter"
import type { Case, Facet } from "../Facet.ts"
import { arrived } from "./arrived.ts"
import { ask, confirmNames, creationNames, creations, lookUp, usualCredentials } from "./calls.ts"
import { breakingFaults } from "./faults/breaking.ts"
import { bodyFaults } from "./faults/bodies.ts"
import { connectingFaults } from "./faults/connecting.ts"
import { type Fault, scripted, scriptFor, willing } from "./faults/Fault.ts"
import { framingFaults } from "./faults/framing.ts"
import { type GatewayUnderTest, withGateway } from "./GatewayUnderTest.ts"
import { canaries, type Canaries, leakSearch } from "./leaks.ts"
import { addressOf, listen, sawRequest } from "./Listener.ts"
import { jsonReply } from "./replies.ts"
import { optionsFor } from "./faultOptions.ts"
import { textsOf, type Said, witnessed } from "./Witness.ts"

type GatewayCase = Case<GatewayUnderTest>

/** Only the caller learns the token, from the answer. */
const withoutToken = (answer: CreationAnswer): unknown => {
  switch (answer._tag) {
    case "accepted":
      return answer._tag
    case "no_answer":
      return { ...answer, token: null }
    case "not_sent":
    case "otp_sent":
    case "refused":
    case "turned_away":
      return answer
  }
}

/** Every call of the port, and what each of them says about itself. */
const everyCall = ({ facts, token }: Canaries) =>
  Effect.fnUntraced(function* (gateway: Parameters<typeof ask>[0]) {
    const said: Array<Said> = []
    const receive = (value: unknown) => said.push(...textsOf(value).map((text) => ({ by: "error" as const, text })))
    for (const name of creationNames) {
      const { exit, said: more } = yield* witnessed(creations[name](gateway, { facts }))
      if (Exit.isSuccess(exit)) receive(withoutToken(exit.value))
      said.push(...more)
    }
    for (const name of confirmNames)
      for (const question of [Effect.asVoid(ask(gateway, name, token)), Effect.asVoid(lookUp(gateway, name))])
        said.push(...(yield* witnessed(question)).said)
    return said
  })

/** All that is said while every call meets this fault. */
const saidUnder = (fault: Fault, all: Canaries) =>
  Effect.scoped(
    Effect.gen(function* () {
      const place = yield* fault.open
      const options = { ...optionsFor(fault, place), credentials: all.credentials }
      const { exit, said } = yield* witnessed(withGateway(options, everyCall(all)))
      yield* arrived
      return [...said, ...(yield* exit)]
    }),
  )

const found = (said: ReadonlyArray<Said>, all: Canaries): ReadonlyArray<string> => {
  const search = leakSearch(all.all)
  return [...new Set(said.flatMap(({ by, text }) => search(text).map(({ form, name }) => `${by}: ${name}, ${form}`)))]
}

/** How many faults are met at once: most of them wait. */
const atOnce = 8

const silentUnder = (faults: ReadonlyArray<Fault>): GatewayCase =>
  Effect.forEach(
    faults,
    (fault) =>
      Effect.suspend(() => {
        const all = canaries()
        return Effect.map(saidUnder(fault, all), (said) => assert.deepStrictEqual(found(said, all), [], fault.title))
      }),
    { concurrency: atOnce, discard: true },
  )

const taking = scripted("the service takes everything", ["accepted"], willing)

const refusing = scripted("the service refuses and repeats what it was asked", [], ({ no }) => ({
  asked: ({ socket }, request) => socket.write(jsonReply(no(request))),
}))

const badCredentials = [
  "two words",
  "line\r\nX-Evil: 1",
  "tab\there",
  "\u00E9clair",
  "",
  "a".repeat(5_000),
  "nul\u0000",
]

/** A gateway that is given this instead of one of its two credentials. */
const refusesCredential = (name: "apiKey" | "apiToken", value: string): GatewayCase =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen(yield* scriptFor(willing))
      const credentials = { ...usualCredentials, [name]: Redacted.make(value) }
      const { exit, said } = yield* witnessed(
        withGateway({ baseUrl: addressOf(server), credentials }, (gateway) =>
          Effect.map(creations.createMobileMoneyPayout(gateway), ({ _tag }) => _tag),
        ),
      )
      yield* arrived
      assert.include(["NoGateway", "not_sent", "turned_away"], Exit.isSuccess(exit) ? exit.value : "NoGateway")
      assert.isFalse(sawRequest(server), "the server saw a request")
      if (value !== "") assert.deepStrictEqual(found(said, { ...canaries(), all: [{ name, value }] }), [])
    }),
  )

export const secrets: Facet<GatewayUnderTest> = {
  name: "what a gateway is trusted with stays with it (S16)",
  alone: false,
  together: true,
  cases: {
    "nothing is logged of calls that succeed": silentUnder([taking]),
    "nothing is logged of calls that the service refuses, though it repeats what it was asked (#240)": silentUnder([
      refusing,
    ]),
    "nothing is logged when no connection comes about": silentUnder(connectingFaults),
    "nothing is logged when a connection breaks or falls silent": silentUnder(breakingFaults),
    "nothing is logged when the answer is no HTTP": silentUnder(framingFaults),
    "nothing is logged when the body is no answer": silentUnder(bodyFaults),
    "a credential that could break a header is never sent and never repeated (#181, #182)": Effect.forEach(
      badCredentials,
      (value) => Effect.andThen(refusesCredential("apiKey", value), refusesCredential("apiToken", value)),
      { concurrency: 1, discard: true },
    ),
  },
}
