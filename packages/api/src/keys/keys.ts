/**
 * The keys of the API. A key is a document of the store, so every program of that store knows it at once, and its revocation too. The
 * document has the hash of the secret and never the secret.
 */
import { InvalidInput, PaymentStore, ProjectId, type StoreError } from "@cauri/core"
import { Documents, type KeptDocument, readerOf } from "@cauri/core/adapter"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { Digest } from "effect/crypto"
import { Base64Url, Hex } from "effect/encoding"
import { isRange } from "./addresses.ts"

/** What a key may do: read payments, collect, pay out, refund to who paid. */
export const scopes = ["read", "collect", "pay_out", "refund"] as const
/** One of the things that a key may do. */
export type Scope = (typeof scopes)[number]

const said = (description: string) => ({ description })

const KeyName = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,40}$/)).annotate(
  said("1 to 40 letters, digits, hyphens or underscores"),
)
const May = Schema.Array(Schema.Literals(scopes))
  .check(Schema.isMinLength(1))
  .annotate(said(`a list of one or more of ${scopes.join(", ")}`))
const Addresses = Schema.Array(Schema.String.check(Schema.makeFilter(isRange)))
  .check(Schema.isMaxLength(100))
  .annotate(said("at most 100 IPv4 or IPv6 addresses or ranges, such as 192.0.2.7 or 2001:db8::/32"))
const PerMinute = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })).annotate(
  said("a whole number from 1 to 100,000"),
)

/** A key to add. */
export interface KeyInput {
  /** What people call it, and what payments show of who cancelled or requested something. */
  readonly name: string
  /** The only project that it opens. */
  readonly project: string
  readonly may: ReadonlyArray<Scope>
  /** In milliseconds since 1970. Default: it does not expire. */
  readonly expiresAt?: number
  /** IPv4 or IPv6 addresses, or ranges in CIDR form, from which it works. Default: from everywhere. */
  readonly addresses?: ReadonlyArray<string>
  /** How often a minute it may write or ask the service, in all programs together. Default: no limit of its own. */
  readonly perMinute?: number
}

/** A new secret in the place of a key's. */
export interface Replacement {
  /** The name of the new key: the old one keeps its own. */
  readonly name: string
  /** The name of the old key. */
  readonly replaces: string
  /** When the old one ends, in milliseconds since 1970; a time that has passed revokes it at once. Default: in a day. */
  readonly oldUntil?: number
}

/** A key, without its secret. */
export interface ApiKey {
  readonly name: string
  readonly project: string
  readonly may: ReadonlyArray<Scope>
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly addresses: ReadonlyArray<string>
  readonly perMinute: number | null
  readonly revokedAt: number | null
}

/** A key of this name is in use. Nothing was added. */
export class KeyExists extends Schema.TaggedError<KeyExists>()("KeyExists", { name: Schema.String }) {
  override get message() {
    return `A key ${this.name} exists and is not revoked. Revoke it first, or choose another name.`
  }
}

/** No key of this name is in use. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", { name: Schema.String }) {
  override get message() {
    return `There is no key ${this.name} that is not revoked. List the keys to see their names.`
  }
}

const Time = Schema.Int.annotate(said("a time in milliseconds since 1970"))

const readReplacement = readerOf(
  Schema.Struct({ name: KeyName, replaces: KeyName, oldUntil: Schema.optionalKey(Time) }),
)

const readInput = readerOf(
  Schema.Struct({
    name: KeyName,
    project: ProjectId,
    may: May,
    expiresAt: Schema.optionalKey(Time),
    addresses: Schema.optionalKey(Addresses),
    perMinute: Schema.optionalKey(PerMinute),
  }),
)

/** As which key it receives events, and from when on: that of a key which it replaced, or itself. */
const Heir = Schema.Struct({ name: Schema.String, number: Schema.Int, since: Schema.Int })

/** What a document says of a key, beside its project and its time. */
const Head = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    may: Schema.Array(Schema.Literals(scopes)),
    createdAt: Schema.Int,
    expiresAt: Schema.NullOr(Schema.Int),
    addresses: Schema.Array(Schema.String),
    perMinute: Schema.NullOr(Schema.Int),
    revokedAt: Schema.NullOr(Schema.Int),
    hears: Schema.optionalKey(Heir),
    /** The key that replaced it, and when it would have ended without. */
    replacedBy: Schema.optionalKey(Schema.Struct({ name: Schema.String, expiresAt: Schema.NullOr(Schema.Int) })),
  }),
)
const encodeHead = Schema.encodeSync(Head)
const decodeHead = Schema.decodeSync(Head)

const keyIn = ({ head, project }: KeptDocument): ApiKey => {
  const { hears: _, replacedBy: _heir, ...key } = decodeHead(head)
  return { ...key, project: project ?? "" }
}

const hearsIn = ({ head, number }: KeptDocument): typeof Heir.Type => {
  const { createdAt, hears, name } = decodeHead(head)
  return hears ?? { name, number, since: createdAt }
}

/** With the program's own digest, if it has one: WebCrypto's is made on another thread, for every request. */
const hashOf = Effect.fnUntraced(function* (secret: string) {
  const bytes = new TextEncoder().encode(secret)
  const own = yield* Effect.serviceOption(Digest.Digest)
  if (Option.isSome(own)) return yield* Effect.orDie(own.value.digestHex(Digest.sha256, bytes))
  return Hex.encode(new Uint8Array(yield* Effect.promise(() => crypto.subtle.digest("SHA-256", bytes))))
})

/** A key that was added, with its secret. */
export interface AddedKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted
}

const adding = Effect.fnUntraced(function* (
  input: KeyInput,
  hears?: typeof Heir.Type,
): Effect.fn.Return<AddedKey, InvalidInput | KeyExists | StoreError, Documents> {
  const {
    addresses = [],
    expiresAt = null,
    may,
    name,
    perMinute = null,
    project,
  } = yield* Effect.fromResult(readInput(input))
  const now = yield* Clock.currentTimeMillis
  if (expiresAt !== null && expiresAt <= now)
    return yield* new InvalidInput({ field: "expiresAt", expected: "a time in the future" })
  const key = { name, may: [...new Set(may)], createdAt: now, expiresAt, addresses, perMinute, revokedAt: null }
  const secret = `cauri_${Base64Url.encode(crypto.getRandomValues(new Uint8Array(32)))}`
  const kept = yield* (yield* Documents).keep({
    kind: "key",
    digest: name,
    at: now,
    head: encodeHead({ ...key, ...(hears && { hears }) }),
    about: yield* hashOf(secret),
    project,
  })
  if (kept._tag === "AlreadyThere") return yield* new KeyExists({ name })
  return { key: { ...key, project }, secret: Redacted.make(secret) }
})

/** Adds a key. Its secret is returned here and nowhere else. Fails while a key of this name is in use, be it expired. */
export const addKey = Effect.fn("Api.addKey")((input: KeyInput) => adding(input))

const documentsOfKeys = Effect.flatMap(Documents, ({ list }) =>
  Effect.map(list({ kind: "key", limit: Number.MAX_SAFE_INTEGER }), (all) =>
    all.filter(({ replacedBy }) => replacedBy === null),
  ),
)

/** All keys, the newest first, those that were revoked included. */
export const listKeys: Effect.Effect<ReadonlyArray<ApiKey>, StoreError, Documents> = Effect.map(
  documentsOfKeys,
  (all) => all.map(keyIn),
)

/** The consumer that receives events for a key: of no other key but one that replaces it, though a later one may have its name. */
export const consumerOf = ({ hears: { name, number } }: Pick<OpenKey, "hears">): string => `api/${name}/${number}`

const isCurrent = ({ about, head }: KeptDocument, now: number): boolean =>
  about !== null && now < (decodeHead(head).expiresAt ?? Infinity)

/** Ends the deliveries of a key that was closed, unless another key goes on with them. */
export const endDeliveries = Effect.fnUntraced(function* (key: Pick<OpenKey, "hears">) {
  const now = yield* Clock.currentTimeMillis
  const current = (yield* documentsOfKeys).filter((each) => isCurrent(each, now))
  if (current.every((each) => hearsIn(each).number !== key.hears.number))
    yield* (yield* PaymentStore).unsubscribe(consumerOf(key))
})

/**
 * Revokes a key at once, in every program of the store, and ends its deliveries unless a key that replaces it goes on with them. Its name may
 * be used for another key.
 */
export const revokeKey = Effect.fn("Api.revokeKey")(function* (
  name: string,
): Effect.fn.Return<ApiKey, KeyNotFound | StoreError, Documents | PaymentStore> {
  const found = (yield* documentsOfKeys).find(({ digest }) => digest === name)
  if (found === undefined) return yield* new KeyNotFound({ name })
  const now = yield* Clock.currentTimeMillis
  const key = { ...keyIn(found), revokedAt: now }
  yield* (yield* Documents).keep({
    kind: "key",
    // A name of its own, so that the key's own is free, and about nothing, so that no secret finds it.
    digest: `${name} ${found.number}`,
    at: now,
    head: encodeHead(key),
    ...(found.project !== null && { project: found.project }),
    replaces: found.number,
  })
  yield* endDeliveries({ hears: hearsIn(found) })
  return key
})

const day = 86_400_000

/** Adds a key that may do what another one may, no longer, and goes on with its events: what was taken with one is acknowledged with the other. */
export const replaceKey = Effect.fn("Api.replaceKey")(function* (
  given: Replacement,
): Effect.fn.Return<AddedKey, InvalidInput | KeyExists | KeyNotFound | StoreError, Documents | PaymentStore> {
  const { name, oldUntil, replaces } = yield* Effect.fromResult(readReplacement(given))
  const all = yield* documentsOfKeys
  const found = all.find(({ digest }) => digest === replaces)
  if (found === undefined) return yield* new KeyNotFound({ name: replaces })
  const { addresses, may, perMinute, project, ...old } = keyIn(found)
  const hears = hearsIn(found)
  const { replacedBy } = decodeHead(found.head)
  const heir = all.find(({ digest, head }) => digest === replacedBy?.name && decodeHead(head).createdAt <= found.at)
  if (heir !== undefined)
    return yield* new InvalidInput({ field: "replaces", expected: `the key that replaced it, ${heir.digest}` })
  // Its end is no more its own, and must not be another one's.
  const { expiresAt } = replacedBy ?? old
  const limits = { addresses, ...(expiresAt !== null && { expiresAt }), ...(perMinute !== null && { perMinute }) }
  const added = yield* adding({ name, project, may, ...limits }, hears)
  const now = yield* Clock.currentTimeMillis
  const until = Math.min(oldUntil ?? now + day, old.expiresAt ?? Infinity)
  if (until <= now) yield* revokeKey(replaces)
  else
    yield* (yield* Documents).keep({
      kind: "key",
      digest: replaces,
      at: now,
      head: encodeHead({ ...old, addresses, may, perMinute, expiresAt: until, hears, replacedBy: { name, expiresAt } }),
      ...(found.about !== null && { about: found.about }),
      project,
      replaces: found.number,
    })
  return added
})

/** The key in use of this secret, with the number of its document; null: there is none, or it was revoked or has expired. */
export const keyOfSecret = Effect.fnUntraced(function* (secret: string) {
  if (!/^cauri_[A-Za-z0-9_-]{43}$/.test(secret)) return null
  const about = yield* hashOf(secret)
  const [found] = yield* (yield* Documents).list({ kind: "key", about, limit: 1 })
  if (found === undefined || found.replacedBy !== null) return null
  const { number } = found
  return isCurrent(found, yield* Clock.currentTimeMillis) ? { ...keyIn(found), number, hears: hearsIn(found) } : null
})

/** A key that opens, and the number of its document. */
export type OpenKey = NonNullable<Effect.Success<ReturnType<typeof keyOfSecret>>>

/** Does this key still open? */
export const isOpen = Effect.fnUntraced(function* ({ expiresAt, number }: OpenKey) {
  const found = yield* (yield* Documents).find({ kind: "key", number })
  return found?.replacedBy === null && (yield* Clock.currentTimeMillis) < (expiresAt ?? Infinity)
})
