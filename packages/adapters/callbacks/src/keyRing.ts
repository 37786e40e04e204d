/**
 * The keys that sign addresses: one that signs, and any number that only verify. All are checked when the program starts, and no error
 * quotes them.
 */
import { Effect, Redacted } from "effect"
import { Mac } from "effect/crypto"
import { CallbacksMisconfigured } from "./CallbacksMisconfigured.ts"

/** A key and the name under which addresses refer to it. */
export interface CallbackKey {
  /** Written into every address that the key signs, so it is no secret: 1 to 16 letters, digits, `_` or `-`. */
  readonly id: string
  /** 32 to 512 printable characters without spaces, drawn at random: `openssl rand -base64 48`. */
  readonly secret: Redacted.Redacted
}

/** The keys of an installation; all its processes have the same. */
export interface CallbackKeys {
  /** Signs the addresses of new attempts, and verifies. */
  readonly signing: CallbackKey
  /** These only verify: keys that signed before, and the one that will sign next. */
  readonly verifying?: ReadonlyArray<CallbackKey>
}

export interface ReadyKey {
  readonly id: string
  readonly mac: Mac.Key
}

export interface KeyRing {
  readonly signing: ReadyKey
  readonly byId: ReadonlyMap<string, ReadyKey>
}

const keyIdPattern = /^[A-Za-z0-9_-]{1,16}$/

const secretPattern = /^[\x21-\x7E]{32,512}$/

/** Random text of 32 characters has more distinct ones than this; a placeholder such as a row of one letter does not. */
const fewestCharacters = 8

export const makeKeyRing = Effect.fnUntraced(function* (keys: CallbackKeys) {
  const secrets = new Set<string>()
  const byId = new Map<string, ReadyKey>()
  const take = Effect.fnUntraced(function* (setting: string, key: CallbackKey) {
    const secret = Redacted.value(key.secret)
    const problem = problemOf(key.id, secret, byId, secrets)
    if (problem !== undefined) return yield* new CallbacksMisconfigured({ setting, problem })
    // The only failure is an empty key, which was refused above.
    const ready = { id: key.id, mac: yield* Effect.orDie(Mac.key(Mac.hmacSha256, encoder.encode(secret))) }
    secrets.add(secret)
    byId.set(key.id, ready)
    return ready
  })
  const signing = yield* take("signing", keys.signing)
  for (const [index, key] of (keys.verifying ?? []).entries()) yield* take(`verifying[${index}]`, key)
  const ring: KeyRing = { signing, byId }
  return ring
})

const encoder = new TextEncoder()

const problemOf = (
  id: string,
  secret: string,
  byId: ReadonlyMap<string, unknown>,
  secrets: ReadonlySet<string>,
): string | undefined => {
  if (!keyIdPattern.test(id)) return "has an id other than 1 to 16 letters, digits, _ or -: rename it"
  if (byId.has(id)) return "has the id of another key: give each key its own"
  if (!secretPattern.test(secret))
    return "has a secret other than 32 to 512 printable ASCII characters without spaces: take a random one, such as `openssl rand -base64 48` prints"
  if (new Set(secret).size < fewestCharacters)
    return "has a secret that cannot be random: it repeats a few characters, so take one such as `openssl rand -base64 48` prints"
  if (secrets.has(secret)) return "has the secret of another key, so it would replace nothing: take a new one"
  return undefined
}
