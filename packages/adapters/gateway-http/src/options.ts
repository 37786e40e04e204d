/**
 * The options of the gateway with their defaults, and the checks before it starts. Time-outs are core's `Policy`, not options: one place
 * for all limits that decide about payments.
 */
import { Effect } from "effect"
import { payoutTokenParameter } from "@cauri/wire"
import { readBaseUrl, type ServiceBase } from "./baseUrl.ts"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import { version } from "./version.ts"

/** How many calls of a kind run at once, and how many may queue; more are not sent. */
export interface CallLimits {
  readonly atOnce: number
  readonly waiting: number
}

/** The limits of confirms, which alone are retried. */
export interface ConfirmLimits extends CallLimits {
  /** Retries after a network failure, all within the policy's time for one confirm. */
  readonly retries: number
  /** The wait before the first retry, in milliseconds; doubled each time, with a jitter of half of itself. */
  readonly retryAfter: number
}

/** The options that every transport has. */
export interface GatewayOptions {
  /** `{base_url}`: https, or http for this machine; a path in it is kept. Going live does not change it (#14, #16). */
  readonly baseUrl: string
  /** The query parameter of the payout confirm, which the specification does not show (#178). Default: `withdrawalToken`. */
  readonly payoutTokenParameter?: string
  /** The `user-agent` header. Default: `cauri/<version>`; null: the header is not set. */
  readonly userAgent?: string | null
  /** Calls that wait only while their lease has room for the answer. Default: 16 at once, 256 waiting. */
  readonly creations?: Partial<CallLimits>
  /** Limits of their own, so that neither kind starves the other. Default: 8 at once, 256 waiting, 2 retries, the first after 250 ms. */
  readonly confirms?: Partial<ConfirmLimits>
}

/** The defaults of all limits. */
export const defaultLimits: { readonly creations: CallLimits; readonly confirms: ConfirmLimits } = {
  creations: { atOnce: 16, waiting: 256 },
  confirms: { atOnce: 8, waiting: 256, retries: 2, retryAfter: 250 },
}

export interface Settings {
  readonly base: ServiceBase
  readonly payoutTokenParameter: string
  readonly userAgent: string | null
  readonly creations: CallLimits
  readonly confirms: ConfirmLimits
}

const atLeast = (limits: Readonly<Record<string, number>>, name: string) =>
  Object.entries(limits).find(
    ([key, value]) => !Number.isSafeInteger(value) || value < (key === "atOnce" || key === "retryAfter" ? 1 : 0),
  )?.[0] === undefined
    ? null
    : new GatewayMisconfigured({
        setting: name,
        problem:
          "holds a limit that is no whole number in range: atOnce and retryAfter are 1 or more, waiting and retries 0 or more",
      })

/**
 * Checks the options, that this is a backend (credentials never belong in a browser, #19, #187), and that nothing weakens the verification
 * of certificates: no option does, and the environment must not.
 */
export const checkOptions = Effect.fnUntraced(function* (options: GatewayOptions) {
  if ("window" in globalThis) {
    return yield* new GatewayMisconfigured({
      setting: "this program",
      problem: "runs in a browser, where credentials must never be: run it on a server",
    })
  }
  if (globalThis.process?.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return yield* new GatewayMisconfigured({
      setting: "NODE_TLS_REJECT_UNAUTHORIZED",
      problem:
        "is 0, which turns the verification of certificates off for this whole program: unset it, and name a certificate of your own in `ca`",
    })
  }
  const base = yield* Effect.fromResult(readBaseUrl(options.baseUrl)).pipe(
    Effect.mapError((problem) => new GatewayMisconfigured({ setting: "baseUrl", problem })),
  )
  const settings: Settings = {
    base,
    payoutTokenParameter: options.payoutTokenParameter ?? payoutTokenParameter,
    userAgent: options.userAgent === undefined ? `cauri/${version}` : options.userAgent,
    creations: { ...defaultLimits.creations, ...options.creations },
    confirms: { ...defaultLimits.confirms, ...options.confirms },
  }
  const wrong = atLeast({ ...settings.creations }, "creations") ?? atLeast({ ...settings.confirms }, "confirms")
  if (wrong !== null) return yield* wrong
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(settings.payoutTokenParameter)) {
    return yield* new GatewayMisconfigured({ setting: "payoutTokenParameter", problem: "is no name of a parameter" })
  }
  if (settings.userAgent !== null && !/^[\x21-\x7E]([\x20-\x7E]{0,198}[\x21-\x7E])?$/.test(settings.userAgent)) {
    return yield* new GatewayMisconfigured({ setting: "userAgent", problem: "is not 1 to 200 printable characters" })
  }
  return settings
})
