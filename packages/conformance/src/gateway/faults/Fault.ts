/**
 * A fault: what a server, or the connection to it, does wrong, and what a creation may answer to it. The tables of faults are the
 * contract's answer to "did it leave?": `not_sent` where nothing can have left, `no_answer` where something may have.
 */
import { Effect, type Scope } from "effect"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"
import { type Asked, GatewayUnderTest, type Replies } from "../GatewayUnderTest.ts"
import { addressOf, listen, type Listener, type Peer, type Script } from "../Listener.ts"
import { jsonReply } from "../replies.ts"

/** A creation's answer as a word. `accepted` stands for `otp_sent` too, where a code was asked for. */
export type Outcome = "accepted" | `no_answer.${NoAnswerCause}` | `not_sent.${NotSentCause}`

export interface Place {
  readonly baseUrl: string
  readonly ca?: string
  /** What it saw; null where no server listens. */
  readonly server: Listener | null
}

export interface Fault {
  readonly title: string
  readonly open: Effect.Effect<Place, never, Scope.Scope | GatewayUnderTest>
  readonly outcomes: ReadonlyArray<Outcome>
  /** What an adapter waits for in vain, if for anything: that time-out is short then. */
  readonly vain: "connection" | "answer" | null
  /** Looks at the server once the call is over. */
  readonly afterwards: (server: Listener) => void
}

/** How long a server keeps an adapter waiting: far beyond the short time-outs, but bounded. */
const longest = 4_000

/** Repeats this text, or says nothing, for long enough to expose an adapter without a time-out. */
export const keepWaiting = ({ socket }: Peer, drop?: { readonly text: string; readonly every: number }): void => {
  const dripping = drop === undefined ? undefined : setInterval(() => socket.write(drop.text), drop.every)
  const end = setTimeout(() => socket.destroy(), longest)
  socket.on("close", () => {
    clearInterval(dripping)
    clearTimeout(end)
  })
}

export type FaultWish = Pick<Fault, "title" | "open" | "outcomes"> & Partial<Fault>

export const fault = (wish: FaultWish): Fault => ({ vain: null, afterwards: () => {}, ...wish })

/** A script that answers as the service does. */
export const answeringBy =
  (answer: (peer: Peer, yes: unknown, request: Asked, nth: number) => void) =>
  ({ yes }: Replies): Script => ({
    asked: (peer, request, nth) => answer(peer, yes(request), request, nth),
  })

/** A service that takes everything. */
export const willing = answeringBy(({ socket }, yes) => socket.write(jsonReply(yes)))

/** A script for the service that the adapter under test speaks with. */
export const scriptFor = (make: (replies: Replies) => Script) =>
  Effect.map(GatewayUnderTest, ({ replies }) => make(replies))

/** A fault of a server that speaks plain HTTP and follows a script. */
export const scripted = (
  title: string,
  outcomes: Fault["outcomes"],
  script: Script | ((replies: Replies) => Script),
  more: Partial<Pick<Fault, "vain" | "afterwards">> = {},
): Fault =>
  fault({
    title,
    outcomes,
    open: Effect.gen(function* () {
      const server = yield* listen(typeof script === "function" ? yield* scriptFor(script) : script)
      return { server, baseUrl: addressOf(server) }
    }),
    ...more,
  })

/** A fault of the answer: the request is read as a whole, and then this is done with the answer that would have been right. */
export const answering = (
  title: string,
  outcomes: Fault["outcomes"],
  answer: (peer: Peer, tempting: string, target: string) => void,
  more: Partial<Pick<Fault, "vain" | "afterwards">> = {},
): Fault =>
  scripted(
    title,
    outcomes,
    answeringBy((peer, yes, { target }) => answer(peer, JSON.stringify(yes), target)),
    more,
  )
