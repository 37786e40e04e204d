/**
 * What a transport knows about one request beyond its bytes, and what no response can express: cutting the connection. A socket and an
 * in-process fetch fill it differently; everything else is the same code for both.
 */
import { Context, type Effect } from "effect"

export class Connection extends Context.Service<
  Connection,
  {
    /** The caller's address; IPv4-mapped addresses without their prefix. */
    readonly ip: string
    /** Keyed by lower-case names; duplicate headers are joined with a comma, also those of which Node would keep the first only. */
    readonly headers: Readonly<Record<string, string>>
    /** Completes when every byte written so far has left, so that a break comes after them. */
    readonly flushed: Effect.Effect<void>
    /** Resets the connection before the first byte. Nothing comes after it. */
    readonly cut: Effect.Effect<never>
  }
>()("@cauri/simulator/http/Connection") {}

/** An IPv4 address in its own form, also where a socket of both families maps it into IPv6. */
export const plainIp = (address: string): string => address.replace(/^::ffff:(?=[0-9]+\.)/i, "")
