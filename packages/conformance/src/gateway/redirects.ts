/**
 * A redirect is never followed: a platform that does would carry the `Apikey` to another host and, for 307 and 308, the whole order
 * with it (T3, B2). Where a redirect of a creation leads is unknown, so its outcome is.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Case, Facet } from "../Facet.ts"
import { settled } from "./answering.ts"
import { arrived } from "./arrived.ts"
import { ask, confirmNames, creationNames, creations, usualCredentials } from "./calls.ts"
import { scriptFor, willing } from "./faults/Fault.ts"
import { type GatewayUnderTest, mostConfirmRequests, type Replies, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, headsOf, listen, type Listener, type Script } from "./Listener.ts"
import { jsonReply, replyOf } from "./replies.ts"

/** Every status that may carry a location. */
const statuses = [300, 301, 302, 303, 304, 305, 307, 308]

const elsewhere = "/elsewhere"

/** A server that redirects every request, and accepts the one that follows the redirect. */
const redirecting =
  (status: number, location: (target: string) => string, withBody: boolean) =>
  ({ yes }: Replies): Script => ({
    asked: ({ socket }, request) =>
      socket.write(
        request.target.startsWith(elsewhere)
          ? jsonReply(yes({ ...request, target: request.target.slice(elsewhere.length) }))
          : replyOf({
              status,
              headers: { Location: location(request.target) },
              // A 304 has no body, whatever its length says.
              body: withBody && status !== 304 ? JSON.stringify(yes(request)) : "",
            }),
      ),
  })

type Open = (
  run: (server: Listener, evil: Listener | null) => Effect.Effect<void, unknown, GatewayUnderTest>,
) => Case<GatewayUnderTest>

const crossOrigin =
  (status: number, withBody: boolean): Open =>
  (run) =>
    Effect.scoped(
      Effect.gen(function* () {
        const evil = yield* listen(yield* scriptFor(willing))
        const script = redirecting(status, (target) => `${addressOf(evil)}${target}`, withBody)
        const server = yield* listen(yield* scriptFor(script))
        yield* run(server, evil)
      }),
    )

const sameOrigin =
  (status: number, withBody: boolean): Open =>
  (run) =>
    Effect.scoped(
      Effect.gen(function* () {
        const script = redirecting(status, (target) => `${elsewhere}${target}`, withBody)
        const server = yield* listen(yield* scriptFor(script))
        yield* run(server, null)
      }),
    )

const notFollowed = (server: Listener, evil: Listener | null, most: number): void => {
  if (evil !== null) assert.strictEqual(evil.peers.length, 0, "connections to the other host")
  const targets = headsOf(server).map(({ target }) => target)
  assert.isAtMost(targets.length, most, "requests")
  assert.isFalse(
    targets.some((target) => target.startsWith(elsewhere)),
    "the redirect was followed",
  )
}

const creationsStay = (open: Open): Case<GatewayUnderTest> =>
  Effect.forEach(
    creationNames,
    (name) =>
      open((server, evil) =>
        Effect.gen(function* () {
          const options = { baseUrl: addressOf(server), credentials: usualCredentials }
          const answer = yield* withGateway(options, creations[name])
          yield* arrived
          notFollowed(server, evil, 1)
          assert.strictEqual(answer._tag === "no_answer" ? answer.cause : answer._tag, "redirected", name)
        }),
      ),
    { concurrency: creationNames.length, discard: true },
  )

const confirmsStay = (open: Open): Case<GatewayUnderTest> =>
  Effect.forEach(
    confirmNames,
    (name) =>
      open((server, evil) =>
        Effect.gen(function* () {
          const options = { baseUrl: addressOf(server), credentials: usualCredentials }
          const confirmed = yield* withGateway(options, (gateway) => settled(ask(gateway, name)))
          yield* arrived
          notFollowed(server, evil, mostConfirmRequests)
          assert.strictEqual(confirmed._tag, "Failed", name)
        }),
      ),
    { concurrency: confirmNames.length, discard: true },
  )

const origins = { "to another host": crossOrigin, "within the host": sameOrigin }

type Cases = { readonly [title: string]: Case<GatewayUnderTest> }

const casesOf = (status: number): Cases =>
  Object.fromEntries(
    Object.entries(origins).flatMap(([where, open]) => [
      [
        `creations: ${status} ${where} is not followed and is no_answer(redirected)`,
        creationsStay(open(status, false)),
      ],
      [
        `creations: ${status} ${where} is not believed either, whatever its body says`,
        creationsStay(open(status, true)),
      ],
      [`confirms: ${status} ${where} is not followed and settles nothing`, confirmsStay(open(status, true))],
    ]),
  )

export const redirects: Facet<GatewayUnderTest> = {
  name: "redirects (T3)",
  alone: false,
  together: true,
  cases: Object.assign({}, ...statuses.map(casesOf)),
}
