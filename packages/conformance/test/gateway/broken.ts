/**
 * Gateways that are broken on purpose, as real integrations are, in ways that no operator of mutation testing makes: they send a creation
 * again, take silence for a proof, tell what they were trusted with, or send and read something more than was asked.
 */
import { Effect, Layer } from "effect"
import { Gateway } from "@cauri/core/adapter"
import type { MakeGateway } from "@cauri/conformance"
import type { Line, Outgoing, Raw } from "./line.ts"
import { gatewayThrough, plainGateway } from "./plainGateway.ts"

/** One way to get the contract wrong, and the titles of the cases that must fail. */
export interface BrokenGateway {
  readonly name: string
  readonly make: MakeGateway
  readonly caughtBy: ReadonlyArray<string>
}

const through = (name: string, caughtBy: ReadonlyArray<string>, change: (line: Line) => Line): BrokenGateway => ({
  name,
  caughtBy,
  make: gatewayThrough(change),
})

/** Sends a creation again after some answers. */
const resending = (when: string, caughtBy: ReadonlyArray<string>, isReason: (raw: Raw) => boolean) =>
  through(`sends a creation again after ${when}`, caughtBy, ({ send }) => ({
    send: (request, within, notAfter) =>
      Effect.flatMap(send(request, within, notAfter), (raw) =>
        notAfter < Infinity && isReason(raw) ? send(request, within, notAfter) : Effect.succeed(raw),
      ),
  }))

const lostAs = (cause: string) => (raw: Raw) => raw._tag === "Lost" && raw.cause === cause
const hasStatus = (from: number, to: number) => (raw: Raw) =>
  raw._tag === "Replied" && raw.status >= from && raw.status <= to

/** Takes one outcome for another. */
const reading = (name: string, caughtBy: ReadonlyArray<string>, change: (raw: Raw) => Raw) =>
  through(name, caughtBy, ({ send }) => ({ send: (...given) => Effect.map(send(...given), change) }))

const sending = (name: string, caughtBy: ReadonlyArray<string>, change: (request: Outgoing) => Partial<Outgoing>) =>
  through(name, caughtBy, ({ send }) => ({
    send: (request, ...terms) => send({ ...request, ...change(request) }, ...terms),
  }))

const withHeader = (header: string, value: string) => (request: Outgoing) => ({
  headers: { ...request.headers, [header]: value },
})

/** Says what happens. */
const telling = (
  name: string,
  caughtBy: ReadonlyArray<string>,
  tell: (request: Outgoing, raw: Raw) => Effect.Effect<void>,
) =>
  through(name, caughtBy, ({ send }) => ({
    send: (request, ...terms) => Effect.tap(send(request, ...terms), (raw) => tell(request, raw)),
  }))

/** Answers something else than it read. */
const answering = (
  name: string,
  caughtBy: ReadonlyArray<string>,
  change: (gateway: Gateway["Service"]) => Partial<Gateway["Service"]>,
): BrokenGateway => ({
  name,
  caughtBy,
  make: (options) =>
    Layer.effect(
      Gateway,
      Effect.map(Gateway, (gateway) => ({ ...gateway, ...change(gateway) })),
    ).pipe(Layer.provide(plainGateway(options))),
})

const raced = "a connection that dies as it is used again is no_answer, and the payout is not sent on another one (B3)"
const neverAnswered = "creations: nothing is ever answered"
const nearMiss = "a status that only resembles one of the three is pending, and kept for a person (#80, #108)"
const hosted =
  "endpoint 1 is asked for as the specification writes it (#133, #30 to #33, #35 to #38, #42, #43, #45, #47 to #55, #57, #58, #60, #141)"
const successes = "nothing is logged of calls that succeed"

const repeating: ReadonlyArray<BrokenGateway> = [
  resending(
    "the connection was lost",
    [
      "creations: the connection is reset after the whole request",
      "creations: the connection is half-closed after the whole request",
      raced,
      "a used connection that breaks, however it does, carries no creation a second time",
    ],
    lostAs("connection_lost"),
  ),
  resending("a time-out", [neverAnswered], lostAs("timed_out")),
  resending("429", ["creations: a page with status 429 and Retry-After"], hasStatus(429, 429)),
  resending(
    "a 5xx",
    ["creations: a page with status 502", "creations: status 503 with Retry-After and no body"],
    hasStatus(500, 599),
  ),
  resending(
    "421, as some fetch does",
    [
      "every status from 200 to 599 ends a creation, on a connection that stays open or closes",
      "over TLS that offers HTTP/2, every status and every broken stream ends a creation",
    ],
    hasStatus(421, 421),
  ),
  resending("408", ["creations: a page with status 408, which invites to send again"], hasStatus(408, 408)),
  through(
    "follows redirects",
    [
      "creations: 307 to another host is not followed and is no_answer(redirected)",
      "creations: 302 within the host is not followed and is no_answer(redirected)",
      "confirms: 301 to another host is not followed and settles nothing",
    ],
    ({ send }) => ({
      send: (request, ...terms) =>
        Effect.flatMap(send(request, ...terms), (raw) =>
          raw._tag === "Replied" && raw.location !== null
            ? send({ ...request, url: new URL(raw.location, request.url).href }, ...terms)
            : Effect.succeed(raw),
        ),
    }),
  ),
]

const classifying: ReadonlyArray<BrokenGateway> = [
  reading(
    "takes a reset for proof that nothing left",
    [
      "creations: the connection is reset after the whole request",
      "creations: the connection is reset at the first byte",
      "creations: the connection is closed after the whole request",
      raced,
    ],
    (raw) => (lostAs("connection_lost")(raw) ? { _tag: "not_sent", cause: "connection_refused" } : raw),
  ),
  reading("takes a time-out for proof that nothing left", [neverAnswered, "creations: nothing is ever read"], (raw) =>
    lostAs("timed_out")(raw) ? { _tag: "not_sent", cause: "connect_timeout" } : raw,
  ),
  reading(
    "takes every 5xx for no answer",
    ["createDirectInvoice: Code02 is refused(amount_refused) (#227 #228)"],
    (raw) => (hasStatus(500, 599)(raw) ? { _tag: "Lost", cause: "unreadable" } : raw),
  ),
  answering(
    "throws the token of a contradictory answer away",
    ["createDirectInvoice: another code than 00 with a token is no_answer(contradictory), and the token is kept (#25)"],
    (gateway) => ({
      create: (call) =>
        Effect.map(gateway.create(call), (answer) =>
          answer._tag === "no_answer" ? { ...answer, token: null } : answer,
        ),
    }),
  ),
  answering(
    "forgives the case of a status",
    [`confirmInvoice: ${nearMiss}`, `confirmPayout: ${nearMiss}`],
    (gateway) => ({
      confirm: (call) =>
        Effect.map(gateway.confirm(call), (record) =>
          record.unknownStatus?.toLowerCase() === "completed" ? { ...record, status: "completed" } : record,
        ),
    }),
  ),
  answering("takes an unknown status for a failure", [`confirmPayout: ${nearMiss}`], (gateway) => ({
    confirm: (call) =>
      Effect.map(gateway.confirm(call), (record) =>
        record.unknownStatus === null ? record : { ...record, status: "not_completed" },
      ),
  })),
]

const writing: ReadonlyArray<BrokenGateway> = [
  sending("sends a trace header", [hosted], withHeader("traceparent", "00-0af7651916cd43dd-b7ad6b7169203331-01")),
  sending("asks for gzip", [hosted], withHeader("Accept-Encoding", "gzip, deflate")),
  sending(
    "does not percent-encode tokens",
    ["endpoint 2 is asked for as the specification writes it, with the token percent-encoded (#134, #143, #145)"],
    ({ url }) => ({ url: decodeURIComponent(url) }),
  ),
  sending(
    "forgets the slash at the end of a path",
    [
      "endpoint 8 is asked for as the specification writes it, with its slash and the two credentials alone (#140, #175, #176)",
    ],
    ({ url }) => ({ url: url.replace("/?", "?") }),
  ),
]

const leaking: ReadonlyArray<BrokenGateway> = [
  telling("logs the address", [successes, "nothing is logged when the answer is no HTTP"], ({ url }) =>
    Effect.logInfo(`calling ${url}`),
  ),
  telling("logs the body", [successes, "nothing is logged when the body is no answer"], ({ body }) =>
    Effect.logDebug("sent", body ?? ""),
  ),
  telling("logs the headers in base64", [successes], ({ headers }) =>
    Effect.logTrace(Buffer.from(JSON.stringify(headers)).toString("base64")),
  ),
  telling(
    "prints the answer",
    ["nothing is logged of calls that the service refuses, though it repeats what it was asked (#240)"],
    (_, raw) => Effect.sync(() => void (raw._tag === "Replied" ? process.stdout.write(raw.text) : false)),
  ),
  telling("annotates spans with the address", ["nothing is logged when no connection comes about"], ({ url }) =>
    Effect.annotateCurrentSpan("url.full", url),
  ),
  telling(
    "dies with the request in its error",
    ["nothing is logged when a connection breaks or falls silent"],
    ({ headers }, raw) => (raw._tag === "Lost" ? Effect.die(new Error(headers["Apikey"])) : Effect.void),
  ),
]

export const brokenGateways: ReadonlyArray<BrokenGateway> = [...repeating, ...classifying, ...writing, ...leaking]
