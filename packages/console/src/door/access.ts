/**
 * Access to the page: the entry token opens it. It is exchanged once for a cookie, so that it stays out of addresses, logs and referrers;
 * the cookie is worth nothing to another site. Nothing of this outlives the process. Threat E2.
 */
import { createHash, randomBytes } from "node:crypto"
import { isSameSecret } from "@cauri/pages"
import { Redacted } from "effect"
import type { Visitor } from "../frame/Visitor.ts"

/** The session of one browser. A browser that gave the token may do everything under the name that its person types, but be a second person. */
interface Session extends Visitor {
  readonly until: number
}

/** The token, and whether it opens more than one session. */
export interface EntryToken {
  readonly token: Redacted.Redacted
  /** A token chosen by a person works again; a token made for this run works once. */
  readonly reusable: boolean
}

/** The result of presenting a token. */
type Entered =
  | { readonly _tag: "Entered"; readonly cookie: string }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "Spent" }
  | { readonly _tag: "TooMany" }

/** Opens sessions and recognises them. */
export interface Access {
  readonly enter: (token: string, now: number) => Entered
  readonly sessionOf: (cookie: string | undefined, now: number) => Session | null
  readonly leave: (cookie: string | undefined) => void
}

const sessionLife = 12 * 3_600_000
const maxSessions = 8
const wrongPerMinute = 10

export const secretText = (): string => randomBytes(32).toString("base64url")

/** Sessions are found by the digest of their cookie, so the time of the search reveals nothing about the cookie. */
const nameOf = (cookie: string): string => createHash("sha256").update(cookie).digest("base64url")

/** Access by this token. `name` fills the first form of every browser. */
export const makeAccess = ({ reusable, token }: EntryToken, name = ""): Access => {
  const sessions = new Map<string, Session>()
  let spent = false
  let wrong = { since: 0, count: 0 }

  const enter = (given: string, now: number): Entered => {
    if (now - wrong.since >= 60_000) wrong = { since: now, count: 0 }
    if (wrong.count >= wrongPerMinute) return { _tag: "TooMany" }
    if (!isSameSecret(given, Redacted.value(token))) {
      wrong = { ...wrong, count: wrong.count + 1 }
      return { _tag: "Wrong" }
    }
    if (spent) return { _tag: "Spent" }
    spent = !reusable
    for (const [name, { until }] of sessions) if (until <= now) sessions.delete(name)
    const oldest = sessions.keys().next().value
    if (sessions.size >= maxSessions && oldest !== undefined) sessions.delete(oldest)
    const cookie = secretText()
    sessions.set(nameOf(cookie), {
      until: now + sessionLife,
      name,
      from: "",
      known: false,
      leaves: true,
      may: (permission) => permission !== "approve",
    })
    return { _tag: "Entered", cookie }
  }

  return {
    enter,
    sessionOf: (cookie, now) => {
      const session = cookie === undefined ? undefined : sessions.get(nameOf(cookie))
      return session === undefined || session.until <= now ? null : session
    },
    leave: (cookie) => {
      if (cookie !== undefined) sessions.delete(nameOf(cookie))
    },
  }
}
