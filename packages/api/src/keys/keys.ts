/** The keys of the API. */
import type { InvalidInput, PaymentStore, StoreError } from "@cauri/core"
import type { Documents } from "@cauri/core/adapter"
import { Effect, type Redacted, Schema } from "effect"

/** What a key may do. */
export const scopes = ["read", "collect", "pay_out", "refund"] as const
/** What a key may do. */
export type Scope = (typeof scopes)[number]

/** A key to add. */
export interface KeyInput {
  readonly name: string
  readonly project: string
  readonly may: ReadonlyArray<Scope>
  /** In milliseconds since 1970. Default: it does not expire. */
  readonly expiresAt?: number
  /** IPv4 or IPv6 addresses or ranges in CIDR form. Default: from everywhere. */
  readonly addresses?: ReadonlyArray<string>
  /** How often a minute it may write or ask the service. Default: no limit of its own. */
  readonly perMinute?: number
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

/** A key of this name is in use. */
export class KeyExists extends Schema.TaggedError<KeyExists>()("KeyExists", { name: Schema.String }) {}

/** There is no key of this name in use. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", { name: Schema.String }) {}

export const addKey = (
  _input: KeyInput,
): Effect.Effect<
  { readonly key: ApiKey; readonly secret: Redacted.Redacted },
  InvalidInput | KeyExists | StoreError,
  Documents
> => Effect.die("to come")

export const revokeKey = (
  _name: string,
): Effect.Effect<ApiKey, KeyNotFound | StoreError, Documents | PaymentStore> => Effect.die("to come")

export const listKeys: Effect.Effect<ReadonlyArray<ApiKey>, StoreError, Documents> = Effect.die("to come")
