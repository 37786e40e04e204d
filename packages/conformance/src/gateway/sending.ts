/**
 * What must hold before a byte leaves, and what is never sent: a call whose lease is over, a number that would change the address, a
 * base address that is none.
 */
import { assert } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { connect } from "node:net"
import { pipeline } from "node:stream"
import type { Payin, Payout } from "@cauri/core/model"
import type { Case, Facet } from "../Facet.ts"
import { arrived } from "./arrived.ts"
import { ask, type CallTerms, creationNames, creations, usualCredentials, variants } from "./calls.ts"
import { newAuthority } from "./certificates.ts"
import { scriptFor, willing } from "./faults/Fault.ts"
import {
  GatewayUnderTest,
  mostConfirmRequests,
  patientTimeouts,
  suiteProject,
  withGateway,
} from "./GatewayUnderTest.ts"
import { addressOf, ignore, listen, listenSecurely, sawRequest } from "./Listener.ts"
import type { Create } from "./calls.ts"

type GatewayCase = Case<GatewayUnderTest>

/** Makes one call with these terms and fails unless nothing left and the outcome is among these. */
const stays = (create: Create, terms: CallTerms, causes: ReadonlyArray<string>): GatewayCase =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen(yield* scriptFor(willing))
      const options = { baseUrl: addressOf(server), credentials: usualCredentials }
      const answer = yield* withGateway(options, (gateway) => create(gateway, terms))
      yield* arrived
      assert.include(causes, answer._tag === "not_sent" ? answer.cause : answer._tag)
      assert.isFalse(sawRequest(server), "the server saw a request")
    }),
  )

const leaseOver: GatewayCase = Effect.forEach(
  creationNames.flatMap((name) => [-1, -60_000].map((leaseFor) => [name, leaseFor] as const)),
  ([name, leaseFor]) => stays(creations[name], { leaseFor }, ["lease_over"]),
  { concurrency: 1, discard: true },
)

/** How long a handshake is held up, and a lease that ends well before. */
const handshakeMillis = 800
const shortLease = 300

/** TLS as usual, behind a door that opens late. */
const lateTls = Effect.gen(function* () {
  const authority = newAuthority()
  const inner = yield* listenSecurely(authority.issue(), yield* scriptFor(willing))
  const door = yield* listen({
    neverReads: true,
    connected: ({ socket }) => {
      const opening = setTimeout(() => {
        // Either side may end it at any time.
        pipeline(socket, connect(inner.port, "127.0.0.1"), socket, ignore)
      }, handshakeMillis)
      socket.on("close", () => clearTimeout(opening))
    },
  })
  return { inner, ca: authority.ca, baseUrl: addressOf(door, "https") }
})

const leaseEndsInHandshake: GatewayCase = Effect.forEach(
  creationNames,
  (name) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { baseUrl, ca, inner } = yield* lateTls
        const options = { baseUrl, ca, credentials: usualCredentials }
        // Without a lease's end the same call gets through: the door does open.
        const patient = yield* withGateway(options, (gateway) => creations[name](gateway))
        assert.include(["accepted", "otp_sent"], patient._tag)
        const seen = inner.requests.length
        const answer = yield* withGateway(options, (gateway) => creations[name](gateway, { leaseFor: shortLease }))
        yield* arrived
        assert.strictEqual(answer._tag, "not_sent", name)
        assert.strictEqual(inner.requests.length, seen, `${name}: a request left after the lease`)
      }),
    ),
  { concurrency: creationNames.length, discard: true },
)

/** What is no number and would be another address if it were put into one (T10). */
const notNumbers = [
  "..",
  "../..",
  "%2e%2e",
  ".",
  "",
  "//evil.example",
  "22670000001/../x",
  "22670000001?x=1",
  "22670000001#x",
  "+22670000001",
  "226 70 00 00 01",
  "22670000001\t",
  "22670000001\n",
  "\u0662\u0662\u0666\u0667\u0660\u0660\u0660\u0660\u0660\u0660\u0661",
  "0022670000001",
]

/** The same payment with another number: one that no store and no caller of core could make. */
const withNumber =
  (phone: string) =>
  <A extends Payin | Payout>(payment: A): A => {
    const { content } = payment
    const altered =
      content.kind === "payout" ? { ...content, phone } : { ...content, method: { ...content.method, phone } }
    return Object.assign(Object.create(Object.getPrototypeOf(payment)), payment, { content: altered })
  }

const numberCase: GatewayCase = Effect.forEach(
  notNumbers,
  (phone) =>
    Effect.forEach(
      [
        creations.sendWalletOtp,
        creations.createDirectInvoice,
        creations.submitWalletInvoice,
        creations.createWalletPayout,
        creations.createMobileMoneyPayout,
      ],
      (create) => stays(create, { alter: withNumber(phone) }, ["invalid_request"]),
      { concurrency: 1, discard: true },
    ),
  { concurrency: 1, discard: true },
)

/** Addresses that a gateway must not be built for: the credentials would go to an unintended host. */
const notBases = [
  "http://service.example",
  "http://127.0.0.1.service.example",
  "ftp://127.0.0.1",
  "service.example",
  "https://",
  "https://user:secret@service.example",
  "https://user@service.example",
  "https://service.example/?x=1",
  "https://service.example/#x",
  "javascript:alert(1)",
  "",
]

const baseCase: GatewayCase = Effect.gen(function* () {
  const { make } = yield* GatewayUnderTest
  for (const baseUrl of notBases) {
    const options = {
      project: suiteProject,
      baseUrl,
      credentials: usualCredentials,
      timeouts: patientTimeouts,
      mostConfirmRequests,
    }
    const exit = yield* Effect.exit(Effect.scoped(Layer.build(Layer.fresh(make(options)))))
    assert.isTrue(Exit.isFailure(exit), `a gateway was built for "${baseUrl}"`)
  }
})

const clearTls: GatewayCase = Effect.scoped(
  Effect.gen(function* () {
    const authority = newAuthority()
    const server = yield* listenSecurely(authority.issue(), yield* scriptFor(willing))
    const options = { baseUrl: addressOf(server, "https"), ca: authority.ca, credentials: usualCredentials }
    const outcomes = yield* withGateway(options, (gateway) =>
      Effect.all([
        Effect.map(creations.createMobileMoneyPayout(gateway), ({ _tag }) => _tag),
        Effect.map(ask(gateway, "confirmPayout"), ({ status }) => status),
      ]),
    )
    assert.deepStrictEqual(outcomes, ["accepted", "completed"])
  }),
)

/** What is sent, and what never is. */
export const sending: Facet<GatewayUnderTest> = {
  name: "what may leave",
  alone: false,
  together: true,
  cases: {
    "nothing leaves once the lease is over: lease_over": leaseOver,
    "a number that is none is invalid_request, and no other address is asked for (T10, #13, #159)": numberCase,
    "a filter of the page that is no number is invalid_request (#39)": Effect.forEach(
      ["..", "+22670000001"],
      (phone) => stays(variants.hostedWithOperatorFilter, { alter: withNumber(phone) }, ["invalid_request"]),
      { concurrency: 1, discard: true },
    ),
    "no gateway is built for a base address that is not https, names a user, or has a query or a fragment (#2)":
      baseCase,
  },
}

/** What only an adapter that makes its own connections can promise. */
export const connecting: Facet<GatewayUnderTest> = {
  name: "what connections are made",
  alone: false,
  together: true,
  cases: {
    "a certificate of the authority that was named is trusted, so that the refusals of others mean something": clearTls,
    "nothing leaves when the lease ends while the connection is being made": leaseEndsInHandshake,
  },
}
