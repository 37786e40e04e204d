/**
 * What a transport knows about one request beyond its bytes, and the one thing that no response can say: cutting the line. A socket
 * and an in-process fetch fill it differently; everything else is the same code for both.
 */
import { Context, type Effect } from "effect"

/** The line that a request came in on. */
export class Connection extends Context.Service<
  Connection,
  {
    /** The caller's address; IPv4-mapped addresses without their prefix. */
    readonly ip: string
    /** Names in lower case; a header that came twice is joined with a comma, also one of which Node would keep the first only. */
    readonly headers: Readonly<Record<string, string>>
    /** Completes when every byte written so far has left, so that a break comes after them. */
    readonly flushed: Effect.Effect<void>
    /** Resets the connection without a byte. Nothing comes after it. */
    readonly cut: Effect.Effect<never>
  }
>()("@cauri/simulator/http/Connection") {}

/** An IPv4 address as it is written, also where a socket of both families maps it into IPv6. */
export const plainIp = (address: string): string => address.replace(/^::ffff:(?=[0-9]+\.)/i, "")
