/** The gateway of Node, and the settings that it refuses. */
import { X509Certificate } from "node:crypto"
import { Duration, Effect, type Layer, Redacted } from "effect"
import { Policy } from "@cauri/core"
import { configured, type Gateway } from "@cauri/core/adapter"
import type { CredentialsVault } from "./credentials.ts"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import { layerOver } from "./layerOver.ts"
import type { GatewayOptions } from "./options.ts"
import { makeUndiciTransport } from "./undiciTransport.ts"

/** The options of Node's gateway. */
export interface NodeGatewayOptions extends GatewayOptions {
  /** Certificates of a private authority, in PEM: no other authority is trusted then. */
  readonly ca?: string | ReadonlyArray<string>
  /** `http://` or `https://` address of a proxy through which payins, codes and payouts leave, so that they come from a whitelisted address. */
  readonly proxy?: string | Redacted.Redacted
}

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** Can undici read its name and password? Otherwise it would throw and end the program without an explanation. */
const isProxy = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  try {
    return [url.username, url.password].every((part) => decodeURIComponent(part).length <= part.length)
  } catch {
    return false
  }
}

const checkLines = Effect.fnUntraced(function* (options: NodeGatewayOptions) {
  if (process.versions["bun"] !== undefined) {
    return yield* new GatewayMisconfigured({
      setting: "this program",
      problem:
        "runs on Bun, whose own undici would send nothing: take the layer of @cauri/gateway-http/fetch, " +
        'or transport: "fetch" in https() of cauri',
    })
  }
  const ca = options.ca === undefined ? null : [options.ca].flat()
  if (ca !== null && (ca.length === 0 || !ca.every(isCertificate))) {
    return yield* new GatewayMisconfigured({
      setting: "ca",
      problem: "holds no certificate in PEM: give the text that begins with -----BEGIN CERTIFICATE-----",
    })
  }
  const { proxy: given } = options
  const proxy = given === undefined ? null : Redacted.isRedacted(given) ? Redacted.value(given) : given
  if (proxy !== null && !isProxy(proxy)) {
    return yield* new GatewayMisconfigured({
      setting: "proxy",
      problem: "is no http or https address: write it such as http://proxy.example:3128",
    })
  }
  return { ca, proxy }
})

/** The gateway over undici. Closing its scope waits for the answers of requests in progress. */
export const layer = (options: NodeGatewayOptions): Layer.Layer<Gateway, GatewayMisconfigured, CredentialsVault> =>
  layerOver(
    options,
    Effect.gen(function* () {
      const lines = yield* checkLines(options)
      const { calls } = yield* Policy
      return yield* makeUndiciTransport({ ...lines, connectTimeout: Duration.toMillis(calls.connectTimeout) })
    }),
  )

/** The gateway with its options from configuration. */
export const layerConfig = configured(layer)
