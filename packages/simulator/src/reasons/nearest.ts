/** The endpoint that an address which the service does not have was probably meant to reach. */
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { maskedPath } from "./maskedPath.ts"
import { type Reason, reason } from "../log/Reason.ts"

const creating = ["create", "init", "new", "pay"]
const asking = ["confirm", "status", "check", "verify", "state", "get"]

/** The words by which programs call each endpoint, beside those of its own path. */
const words: { readonly [Name in EndpointName]: ReadonlyArray<string> } = {
  createHostedInvoice: ["payin", "payment", ...creating],
  confirmInvoice: ["payin", "payment", "transaction", ...asking],
  createDirectInvoice: ["payin", "payment", "direct", ...creating],
  sendWalletOtp: ["otp", "sms", "code"],
  submitWalletInvoice: ["debit", "wallet"],
  createWalletPayout: ["payout", "wallet", ...creating],
  createDirectPayout: ["refund", "transfer", "disburse", "withdraw", ...creating],
  confirmPayout: ["payout", "refund", "transfer", ...asking],
}

const scoreOf = (name: EndpointName, given: ReadonlyArray<string>): number => {
  const own = endpoints[name].path.split(/[/-]/)
  return given.reduce((score, word) => {
    const hit = own.includes(word) || words[name].includes(word)
    return score + (hit ? (creating.includes(word) || asking.includes(word) ? 2 : 1) : 0)
  }, 0)
}

/** The endpoint whose path and words resemble a path most; of equals, one with the method, the first of the list. */
const nearestEndpoint = (method: string, path: string): Endpoint => {
  const given = path
    .toLowerCase()
    .split(/[/\-_]/)
    .filter((word) => word !== "" && !/^(pay|v[0-9]+)$/.test(word))
  const ranked = endpointNames
    .map((name, index) => ({
      endpoint: endpoints[name],
      score: 4 * scoreOf(name, given) + (endpoints[name].method === method ? 1 : 0) - index / 100,
    }))
    .toSorted((one, other) => other.score - one.score)
  return ranked[0]?.endpoint ?? endpoints.createHostedInvoice
}

/** Why a path that the service does not have was refused. */
export const unknownPathReason = (method: string, path: string): Reason => {
  const nearest = nearestEndpoint(method, path)
  return reason(
    [1, nearest.number + 132],
    ({ unknown_path }) => unknown_path(method, maskedPath(path)),
    ({ use_endpoint }) => use_endpoint(nearest.method, targetOf(nearest)),
    { path: maskedPath(path) },
  )
}

export const wrongMethodReason = (
  method: string,
  path: string,
  endpoint: Endpoint | undefined,
  allowed: string,
): Reason =>
  reason(
    endpoint === undefined ? [] : [endpoint.number + 132],
    ({ wrong_method }) => wrong_method(method, maskedPath(path)),
    ({ use_endpoint }) => use_endpoint(allowed, endpoint === undefined ? maskedPath(path) : targetOf(endpoint)),
    { path: maskedPath(path), value: method },
  )

const targetOf = ({ path, query }: Endpoint): string => (query === undefined ? path : `${path}?${query}=<token>`)
