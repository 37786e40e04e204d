/**
 * The checks of a request before it is executed, in the order of the assumption (U10). Each is a small function: a refusal, or nothing.
 * Spec: Authentication (#180-#193), features (#226 #231 #235), IP (#229 #234 #236), amounts (#227 #245), fields (U9).
 */
import { codeOf, type SubCodeMeaning } from "../spec/SubCodes.ts"
import {
  endpoints,
  type EndpointName,
  headerNames,
  jsonMediaType,
  PhoneNumber,
  PositiveAmount,
  type RequestFault,
} from "@cauri/wire"
import { Option, Schema } from "effect"
import type { CheckName, RequestProblem } from "../model/AssumptionKinds.ts"
import type { ServiceRequest } from "../ports/Engine.ts"
import type { Options } from "../options/Options.ts"
import type { Project } from "../model/Project.ts"
import { type RefusalKind, refusal } from "./replies.ts"
import type { Reply } from "../model/Reply.ts"
import { bodyFaults, isCreation, valueAt } from "./requestBodies.ts"
import type { State } from "../model/State.ts"
import { isWhitelisted } from "../model/whitelist.ts"

/** The project that a request names by its `Apikey`, even if the request is wrong otherwise. */
export const namedProject = (state: State, request: ServiceRequest): Project | undefined =>
  state.projects.find(({ apiKey }) => apiKey === request.headers[lower(headerNames.apikey)])

export const failing = (state: State, options: Options, request: ServiceRequest): ReadonlyArray<CheckName> =>
  options.assumptions.checkOrder.filter((name) => checks[name](state, options, request) !== undefined)

/** The refusal of the first check that fails, or nothing. */
export const checked = (state: State, options: Options, request: ServiceRequest): Reply | undefined => {
  for (const name of options.assumptions.checkOrder) {
    const refused = checks[name](state, options, request)
    if (refused !== undefined) return refused
  }
  return undefined
}

/** A stated refusal (#225-#237). */
export const stated = (
  options: Options,
  endpoint: EndpointName,
  meaning: SubCodeMeaning,
  kind: RefusalKind,
): Reply => ({
  ...refusal(
    options,
    endpoint,
    Option.getOrElse(codeOf(endpoint, meaning), () => "00"),
    kind,
  ),
  because: meaning,
})

/** A refusal for which the specification states no sub-code (U9). Endpoint 4 has an envelope without codes. */
export const unstated = (options: Options, endpoint: EndpointName, problem: RequestProblem): Reply => ({
  ...refusal(
    options,
    endpoint,
    endpoint === "sendWalletOtp" ? "08" : options.assumptions.faultSubCodes[endpoint][problem],
    problem === "no_wallet" ? "NotFound" : "Invalid",
  ),
  because: problem,
})

type Check = (state: State, options: Options, request: ServiceRequest) => Reply | undefined

const denied = (options: Options, endpoint: EndpointName): Reply =>
  stated(options, endpoint, "authentication_failed", "Authentication")

const checks: { readonly [Name in CheckName]: Check } = {
  // #131, #141, #145, #161, #176, #190
  headers: (_state, options, { endpoint, headers }) =>
    endpoints[endpoint].headers.every((name) => hasHeader(headers, name)) ? undefined : denied(options, endpoint),

  // #180, #189, #191: both credentials of one project, neither expired. Re-issued credentials are different ones (#192).
  credentials: (state, options, request) => {
    const project = namedProject(state, request)
    const right =
      project !== undefined &&
      request.headers["authorization"] === `Bearer ${project.apiToken}` &&
      (project.credentialsExpireAt === null || state.now < project.credentialsExpireAt)
    return right ? undefined : denied(options, request.endpoint)
  },

  // #184, U19
  project: (state, options, request) =>
    namedProject(state, request)?.enabled === true
      ? undefined
      : {
          ...refusal(options, request.endpoint, options.assumptions.projectNotEnabledCode, "Authentication"),
          because: "authentication_failed",
        },

  // #193, #229, #234, #236, U18: payouts need a whitelisted address; payins only where a whitelist is set.
  ip: (state, options, request) => {
    const whitelist = namedProject(state, request)?.whitelist ?? []
    const open = !isPayout(request.endpoint) && whitelist.length === 0
    return !options.assumptions.ipCheckedEndpoints.includes(request.endpoint) ||
      open ||
      isWhitelisted(whitelist, request.ip)
      ? undefined
      : stated(options, request.endpoint, "ip_denied", "Forbidden")
  },

  // #226, #231, #235, U28
  feature: (state, options, request) => {
    const project = namedProject(state, request)
    if (isPayout(request.endpoint) && project?.payoutsEnabled !== true) {
      return stated(options, request.endpoint, "payout_not_enabled", "Forbidden")
    }
    if (isPayin(request.endpoint) && project?.payinsEnabled !== true) {
      return stated(options, request.endpoint, "payin_not_enabled", "Forbidden")
    }
    const asksForOtp = request.endpoint === "sendWalletOtp" && options.assumptions.otpNeedsPayins
    return asksForOtp && project?.payinsEnabled !== true
      ? { ...refusal(options, request.endpoint, "01", "Forbidden"), because: "payin_not_enabled" }
      : undefined
  },

  // U9
  fields: (_state, options, { body, endpoint, parameters }) => {
    if (endpoint === "sendWalletOtp") {
      return isPhoneNumber(parameters["phone_number"]) ? undefined : unstated(options, endpoint, "phone")
    }
    if (!isCreation(endpoint)) return undefined
    const fault = bodyFaults(options, endpoint, body).find((each) => !isAboutAmount(each, body))
    return fault === undefined ? undefined : unstated(options, endpoint, problemOf(fault))
  },

  // #227, #243-#245: a payin's amount has a stated sub-code, any other has none.
  amount: (_state, options, { body, endpoint, parameters }) => {
    if (endpoint === "sendWalletOtp") {
      return isOtpAmount(parameters["amount"]) ? undefined : unstated(options, endpoint, "field")
    }
    if (!isCreation(endpoint) || !bodyFaults(options, endpoint, body).some((each) => isAboutAmount(each, body)))
      return undefined
    return isPayin(endpoint)
      ? stated(options, endpoint, "amount_refused", "Invalid")
      : unstated(options, endpoint, "payout_amount")
  },
}

const isPayout = (endpoint: EndpointName): boolean =>
  endpoint === "createWalletPayout" || endpoint === "createDirectPayout"

const isPayin = (endpoint: EndpointName): boolean => isCreation(endpoint) && !isPayout(endpoint)

/** Whether a header is there in a form that the service takes. */
export const hasHeader = (headers: ServiceRequest["headers"], name: string): boolean => {
  const value = headers[lower(name)] ?? ""
  // #183: `application/json`, perhaps with parameters. #182: `Bearer <API_TOKEN>`.
  if (name === headerNames.accept || name === headerNames.contentType) {
    return value.split(",").some((each) => each.split(";")[0]?.trim().toLowerCase() === jsonMediaType)
  }
  return value !== ""
}

// A missing amount is a missing field; a wrong one is a wrong amount, in an item when it is no integer (another product is U22).
const isAboutAmount = ({ kind, path }: RequestFault, body: unknown): boolean => {
  if (kind === "Missing") return false
  const isOfItem = path.at(-1) === "unit_price" || path.at(-1) === "total_price"
  if (isOfItem) return !Number.isInteger(valueAt(body, path))
  return path.at(-1) === "total_amount" || (path.length === 2 && path[1] === "amount")
}

const problemOf = ({ kind, path }: RequestFault): RequestProblem =>
  path.at(-1) === "customer" && kind === "Refused" ? "phone" : "field"

const isPhoneNumber = Schema.is(PhoneNumber)
const isPositiveAmount = Schema.is(PositiveAmount)

/** #160: digits only, no decimals. */
const isOtpAmount = (text: string | undefined): boolean =>
  text !== undefined && /^[0-9]{1,15}$/.test(text) && isPositiveAmount(Number(text))

const lower = (name: string): string => name.toLowerCase()
