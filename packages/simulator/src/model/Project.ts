/**
 * A merchant's API project: its two credentials, whether it is enabled, its features and its whitelist.
 * Spec: Authentication (#180-#194), Limits (#246 #247), features (#226 #231 #235).
 */
import { Schema } from "effect"
import { Bounds } from "./Operator.ts"
import { isWhitelistEntry } from "./whitelist.ts"

/** The service whitelists at most three addresses per project (#246). */
export const maximumWhitelistedIps = 3

/** Who may call for a project: at most three addresses, CIDR ranges, or "any". */
export const Whitelist = Schema.Array(
  Schema.String.check(
    Schema.makeFilter(
      (entry) => isWhitelistEntry(entry) || 'must be an IP address, a CIDR range such as 172.16.0.0/12, or "any"',
    ),
  ),
).check(Schema.isMaxLength(maximumWhitelistedIps))

/** A project of a merchant. */
export const Project = Schema.Struct({
  id: Schema.NonEmptyString,
  name: Schema.String,
  /** #184: the service's team creates and enables projects. U19: what the service answers to a disabled project. */
  enabled: Schema.Boolean,
  /** #181. Re-issuing replaces both credentials at once, and the old ones stop working (#192). */
  apiKey: Schema.String,
  /** #182 */
  apiToken: Schema.String,
  /** When the credentials stop working; `null`: never (N6). */
  credentialsExpireAt: Schema.NullOr(Schema.Int),
  payinsEnabled: Schema.Boolean,
  payoutsEnabled: Schema.Boolean,
  /** #193, #246. Empty: payouts are denied to every address, payins to none. */
  whitelist: Whitelist,
  /** #124: whether the customer pays the operator's fee on top of the amount. */
  customerPaysFees: Schema.Boolean,
  /** Bounds of this account, narrower than the operator's own (#249), by operator id. */
  bounds: Schema.Record(Schema.String, Bounds),
  /** Bounds of this account in a whole country (#249), by country as `Operator.country` writes it; absent: none. */
  countryBounds: Schema.optionalKey(Schema.Record(Schema.String, Bounds)),
})

export type Project = typeof Project.Type
