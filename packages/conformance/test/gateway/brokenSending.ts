/** Gateways that send, repeat or classify wrongly, or trust whom they must not. They are mistakes that real integrations make. */
import { broken, type BrokenGateway, statusOf } from "./Broken.ts"
import type { Raw } from "./habits.ts"
import { rightHabits } from "./plainGateway.ts"

const lostAs =
  (...causes: ReadonlyArray<string>) =>
  (raw: Raw) =>
    raw._tag === "Lost" && causes.includes(raw.cause) ? 1 : 0

/** Sends a creation again, or repeats a confirm without an end. */
const repeating: ReadonlyArray<BrokenGateway> = [
  broken(
    "sends a creation again when the connection was lost",
    [
      "creations: the connection is reset after the whole request",
      "creations: the connection is half-closed after the whole request",
      "a connection that dies as it is used again is no_answer, and the payout is not sent on another one (B3)",
    ],
    { resends: lostAs("connection_lost") },
  ),
  broken("sends a creation again after a time-out", ["creations: nothing is ever answered"], {
    resends: lostAs("timed_out"),
  }),
  broken("sends a creation again after 429", ["creations: a page with status 429 and Retry-After"], {
    resends: (raw) => (statusOf(raw) === 429 ? 1 : 0),
  }),
  broken(
    "sends a creation again after a 5xx",
    ["creations: a page with status 502", "creations: status 503 with Retry-After and no body"],
    { resends: (raw) => (statusOf(raw) >= 500 ? 2 : 0) },
  ),
  broken(
    "sends a creation again after 421, as some fetch does",
    [
      "every status from 200 to 599 ends a creation, on a connection that stays open or closes",
      "over TLS that offers HTTP/2, every status and every broken stream ends a creation",
    ],
    { resends: (raw) => (statusOf(raw) === 421 ? 1 : 0) },
  ),
  broken(
    "sends a creation again when a used connection breaks",
    ["a used connection that breaks, however it does, carries no creation a second time"],
    { resends: lostAs("connection_lost") },
  ),
  broken("sends a creation again after 408", ["creations: a page with status 408, which invites to send again"], {
    resends: (raw) => (statusOf(raw) === 408 ? 1 : 0),
  }),
  broken(
    "repeats a confirm once too often",
    ["confirms: a page with status 500", "confirms: nothing is ever answered"],
    {
      confirmRequests: (bound) => bound + 1,
    },
  ),
]

const dripping = "creations: the answer drips for ever, so that it is never quite silent"

const raced = "a connection that dies as it is used again is no_answer, and the payout is not sent on another one (B3)"

const unsentTitles = [
  "creations: the connection is reset after the whole request",
  "creations: the connection is reset at the first byte",
  "creations: the connection is closed after the whole request",
]

/** Calls unsent what may have left, or lost what cannot have. */
const classifying: ReadonlyArray<BrokenGateway> = [
  broken("takes ECONNRESET for proof that nothing left", [...unsentTitles, raced], {
    unsent: (failure) => (failure.code === "ECONNRESET" ? "connection_refused" : rightHabits.unsent(failure)),
  }),
  broken(
    "takes a time-out for proof that nothing left",
    ["creations: nothing is ever answered", "creations: nothing is ever read"],
    {
      unsent: (failure) => (failure.code === "TIMEOUT" ? "connect_timeout" : rightHabits.unsent(failure)),
    },
  ),
  broken(
    "never says that nothing left",
    [
      "creations: nothing listens at the port",
      "creations: the name of the host does not resolve",
      "creations: no connection is accepted: the queue is full",
      "creations: the certificate has expired",
      "creations: the handshake hangs",
    ],
    { unsent: () => null },
  ),
  broken("takes every way not to connect for a refused connection", ["creations: the certificate has expired"], {
    unsent: (failure) => (rightHabits.unsent(failure) === null ? null : "connection_refused"),
  }),
  broken("stops its clock as soon as the connection stands", [dripping], { stopsClock: true }),
  broken("has no clock", [dripping, "creations: the answer stops in the middle of its body"], { timesOut: false }),
]

/** Trusts whom it must not. */
const trusting: ReadonlyArray<BrokenGateway> = [
  broken(
    "does not verify certificates",
    [
      "creations: the certificate vouches for itself",
      "creations: the certificate is signed by an unknown authority",
      "creations: the certificate has expired",
      "creations: the certificate is not valid yet",
    ],
    { verifies: false },
  ),
  broken("does not look for whom a certificate is", ["creations: the certificate is another host's"], {
    verifiesHost: false,
  }),
  broken("speaks TLS 1.1", ["creations: the server speaks TLS 1.1 and no later version"], { minTls: "TLSv1" }),
  broken(
    "follows redirects",
    [
      "creations: 307 to another host is not followed and is no_answer(redirected)",
      "creations: 302 within the host is not followed and is no_answer(redirected)",
      "confirms: 301 to another host is not followed and settles nothing",
    ],
    { followsRedirects: true },
  ),
  broken(
    "believes the body of a redirect",
    ["creations: 303 to another host is not believed either, whatever its body says"],
    { redirected: () => false },
  ),
  broken(
    "sends to any address that it is given",
    ["no gateway is built for a base address that is not https, names a user, or has a query or a fragment (#2)"],
    { checksBaseUrl: false },
  ),
  broken(
    "puts any number into the address",
    ["a number that is none is invalid_request, and no other address is asked for (T10, #13, #159)"],
    { validates: false },
  ),
  broken(
    "sends after its lease",
    [
      "nothing leaves once the lease is over: lease_over",
      "nothing leaves when the lease ends while the connection is being made",
    ],
    { keepsLease: false, leaseAtSend: false },
  ),
  broken("looks at its lease only once", ["nothing leaves when the lease ends while the connection is being made"], {
    leaseAtSend: false,
  }),
]

export const brokenSending: ReadonlyArray<BrokenGateway> = [...repeating, ...classifying, ...trusting]
