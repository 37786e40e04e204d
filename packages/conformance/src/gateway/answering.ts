/**
 * One call against one server that gives one answer: what the cases about outcomes do again and again.
 */
import { Effect } from "effect"
import type { ConfirmRecord, CreationAnswer, GatewayError } from "@cauri/core/adapter"
import { ask, type CallTerms, type ConfirmName, type CreationName, creations, usualCredentials } from "./calls.ts"
import { type GatewayOptions, type GatewayUnderTest, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, listen, type Listener } from "./Listener.ts"
import { jsonReply } from "./replies.ts"
import type { Create } from "./calls.ts"

/** Statuses under which the same body must mean the same, because none of them is shown (#241). */
const anyStatus = [200, 201, 400, 403, 404, 500, 503]

/** What came of a call, and what the server saw of it. */
export interface Exchange<A> {
  readonly outcome: A
  readonly server: Listener
}

const against = <A, E>(
  reply: Buffer,
  use: Parameters<typeof withGateway<A, E, never>>[1],
  options: Partial<GatewayOptions> = {},
): Effect.Effect<Exchange<A>, unknown, GatewayUnderTest> =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen({ asked: ({ socket }) => socket.write(reply) })
      const outcome = yield* withGateway({ baseUrl: addressOf(server), credentials: usualCredentials, ...options }, use)
      return { outcome, server }
    }),
  )

/** Makes a creation against a server that gives this answer. */
export const createAgainst = (
  reply: Buffer,
  create: Create,
  terms: CallTerms = {},
): Effect.Effect<Exchange<CreationAnswer>, unknown, GatewayUnderTest> =>
  against(reply, (gateway) => create(gateway, terms))

export type Confirmed =
  | { readonly _tag: "Record"; readonly record: ConfirmRecord }
  | { readonly _tag: "Failed"; readonly error: GatewayError }

export const settled = (confirm: Effect.Effect<ConfirmRecord, GatewayError>): Effect.Effect<Confirmed> =>
  Effect.match(confirm, {
    onSuccess: (record): Confirmed => ({ _tag: "Record", record }),
    onFailure: (error): Confirmed => ({ _tag: "Failed", error }),
  })

/** Makes a confirm against a server that gives this answer. */
export const confirmAgainst = (
  reply: Buffer,
  name: ConfirmName,
): Effect.Effect<Exchange<Confirmed>, unknown, GatewayUnderTest> =>
  against(reply, (gateway) => settled(ask(gateway, name)))

export const answersTo = (
  name: CreationName,
  body: unknown,
): Effect.Effect<ReadonlyArray<CreationAnswer>, unknown, GatewayUnderTest> =>
  Effect.forEach(
    anyStatus,
    (status) => Effect.map(createAgainst(jsonReply(body, status), creations[name]), ({ outcome }) => outcome),
    { concurrency: anyStatus.length },
  )

export const confirmsOf = (
  name: ConfirmName,
  body: unknown,
): Effect.Effect<ReadonlyArray<Confirmed>, unknown, GatewayUnderTest> =>
  Effect.forEach(
    anyStatus,
    (status) => Effect.map(confirmAgainst(jsonReply(body, status), name), ({ outcome }) => outcome),
    { concurrency: anyStatus.length },
  )
