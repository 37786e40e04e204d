/**
 * How often one host is called: each payment makes at least two POSTs, and simulated time can run fast.
 * Spec: Events (#196 #213).
 */
import { Result } from "effect"
import { type Bilingual, undelivered } from "../model/Bilingual.ts"
import { isLoopback, portOf } from "./callbackTarget.ts"

/** A token bucket for each host and port. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

const defaultRate: RateLimit = { perSecond: 20, burst: 40 }

/** Takes one token of a host, if there is one now. A clock that was set back adds none and takes none away. */
export const makeCallbackRate = ({ burst, perSecond }: RateLimit = defaultRate) => {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return (url: URL, now: number): Result.Result<void, Bilingual> => {
    // The whole of loopback is one host.
    const key = `${isLoopback(url) ? "loopback" : url.hostname}:${portOf(url)}`
    const { at, tokens } = buckets.get(key) ?? { tokens: burst, at: now }
    const refilled = Math.min(burst, tokens + (Math.max(0, now - at) * perSecond) / 1_000)
    if (refilled < 1) {
      buckets.set(key, { tokens: refilled, at: now })
      return Result.fail(undelivered((texts) => texts.too_often(perSecond, burst)))
    }
    buckets.set(key, { tokens: refilled - 1, at: now })
    return Result.void
  }
}
