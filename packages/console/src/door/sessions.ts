/**
 * Sessions that several machines read: what a cookie holds is encrypted under a secret that they share. Only what was left is listed, in the
 * store, so that a copy of its cookie works on no machine and after no restart. What a person may do is not in a cookie: that comes from the
 * file of people, at every request.
 */
import { createHash, hkdfSync, randomUUID } from "node:crypto"
import { DateTime, Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Documents } from "@cauri/core/adapter"
import { keepDeed } from "../deeds/recordDeed.ts"
import { EncryptJWT, jwtDecrypt, type JWTPayload } from "jose"
import type { Arrival } from "../frame/visit.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** What the cookies of a door are sealed with. The first secret seals, all of them open. */
export interface Seal {
  readonly origin: URL
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

const hour = 3_600_000

/** The cookies of a door, and how long each is good for. */
const cookies = { session: 12 * hour, way: hour / 6, browser: 180 * 24 * hour } as const

/** The cookies of a door: who is signed in, what a sign-in began with, and who signed in from this browser before. */
type CookieKind = keyof typeof cookies

/** What a cookie holds. */
type Sealed = Readonly<Record<string, string>> & { readonly id: string }

/** The cookies of a door. */
export interface Sessions {
  /** What the cookie of this kind holds; null: none, a forged one, or one that is too old or was left. */
  readonly read: (kind: CookieKind, arrival: Arrival) => Effect.Effect<Sealed | null>
  readonly write: (
    kind: CookieKind,
    held: Readonly<Record<string, string>>,
    arrival: Arrival,
    answer: Answer,
  ) => Effect.Effect<Answer>
  /** Ends it in the browser, and a session for every copy of its cookie. */
  readonly end: (kind: CookieKind, arrival: Arrival, answer: Answer) => Effect.Effect<Answer>
}

/** A short mark of a text: a session remembers the password that began it, and ends with it. */
export const markOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16)

const textsIn = ({ id, ...others }: JWTPayload): Sealed | null =>
  typeof id === "string"
    ? {
        ...Object.fromEntries(
          Object.entries(others).filter((each): each is [string, string] => typeof each[1] === "string"),
        ),
        id,
      }
    : null

/** The sessions that were left. */
export interface LeftSessions {
  readonly has: (id: string) => Effect.Effect<boolean>
  readonly add: (id: string, name: string, now: number) => Effect.Effect<void>
}

/** The sessions that were left, among what people did. While the store does not answer no session is known, and none can be left. */
export const leftSessionsIn = (documents: Documents["Service"]): LeftSessions => ({
  has: (id) =>
    documents.list({ kind: "deed", about: `session ${id}`, limit: 1 }).pipe(
      Effect.map((found) => found.length > 0),
      Effect.orElseSucceed(() => true),
    ),
  add: (id, by, at) =>
    Effect.orDie(
      keepDeed(
        documents,
        at,
        JSON.stringify({ record: "leave", at: DateTime.formatIso(DateTime.makeUnsafe(at)), by }),
        `session ${id}`,
      ),
    ),
})

/** Sessions under these secrets. */
export const makeSessions = ({ origin, secrets }: Seal, left: LeftSessions): Sessions => {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "", "cauri console cookies", 32)),
  )
  const secure = origin.protocol === "https:"
  // Cookies are shared between ports. The prefix keeps a sub-domain from setting one.
  const nameOf = (kind: CookieKind) =>
    `${secure ? "__Host-" : ""}cauri-console-${kind}${secure ? "" : `-${origin.port || "80"}`}`
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const
  /** What sign-ins began with, once it was used, until it is too old anyway. */
  const used = new Map<string, number>()

  const opened = async (text: string, kind: CookieKind, now: number): Promise<Sealed | null> => {
    for (const key of keys) {
      const bound = { audience: kind, currentDate: new Date(now), keyManagementAlgorithms: ["dir"] }
      const result = await jwtDecrypt(text, key, { ...bound, contentEncryptionAlgorithms: ["A256GCM"] }).catch(
        () => null,
      )
      if (result !== null) return textsIn(result.payload)
    }
    return null
  }
  const read: Sessions["read"] = (kind, { now, request }) => {
    const text = request.cookies[nameOf(kind)]
    if (text === undefined || text.length > 4_096) return Effect.succeed(null)
    return Effect.gen(function* () {
      const sealed = yield* Effect.promise(() => opened(text, kind, now))
      if (sealed === null || used.has(sealed.id)) return null
      return kind === "session" && (yield* left.has(sealed.id)) ? null : sealed
    })
  }
  return {
    read,
    write: (kind, held, { now }, answer) =>
      Effect.promise(async () => {
        const [key] = keys
        if (key === undefined) throw new TypeError("A door needs a secret.")
        const text = await new EncryptJWT({ ...held, id: randomUUID() })
          .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
          .setAudience(kind)
          .setExpirationTime(Math.floor((now + cookies[kind]) / 1_000))
          .encrypt(key)
        return HttpServerResponse.setCookieUnsafe(answer, nameOf(kind), text, { ...options, maxAge: cookies[kind] })
      }),
    end: Effect.fnUntraced(function* (kind, arrival, answer) {
      const sealed = yield* read(kind, arrival)
      for (const [id, until] of used) if (until <= arrival.now) used.delete(id)
      if (sealed !== null && kind === "session") yield* left.add(sealed.id, sealed["name"] ?? "", arrival.now)
      else if (sealed !== null) used.set(sealed.id, arrival.now + cookies[kind])
      return HttpServerResponse.setCookieUnsafe(answer, nameOf(kind), "", { ...options, maxAge: 0 })
    }),
  }
}
