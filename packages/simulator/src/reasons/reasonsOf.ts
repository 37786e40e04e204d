/**
 * Why a call was refused or spoiled: every wrong header, credential and field at once, or the one thing that its meaning lacked. It looks at
 * the request and the state before it, and decides nothing.
 * Spec: Authentication (#180-#193), requests (#30-#70), confirms (#143 #144 #178), Errors (#225-#239).
 */
import { endpoints, type HeaderName, headerNames, jsonMediaType } from "@cauri/wire"
import { HashMap } from "effect"
import { askedToken } from "../service/confirms.ts"
import type { ServiceRequest } from "../ports/Engine.ts"
import type { Options } from "../options/Options.ts"
import type { Because, Reply } from "../model/Reply.ts"
import { isCreation } from "../service/requestBodies.ts"
import { failing, hasHeader, namedProject } from "../service/requestChecks.ts"
import { paymentOf, subjectOfCall } from "../service/serveCall.ts"
import type { State } from "../model/State.ts"
import { maskedPhone, shownValue } from "../log/mask.ts"
import { otherFace, type Reason, reason, takenBy } from "../log/Reason.ts"
import { payoutAmount, wrongFields } from "./wrongFields.ts"

/** Everything that was wrong with a call; nothing when it succeeded unharmed. */
export const reasonsOf = (
  state: State,
  options: Options,
  request: ServiceRequest,
  reply: Reply,
): ReadonlyArray<Reason> => {
  const { because } = reply
  if (because === undefined) return []
  if (typeof because !== "string") return [faultReason(because.fault)]
  // A call beyond the limit is not read, so its other faults are not why it was refused.
  if (because === "RateLimit") return [rateReason]
  const failed = failing(state, options, request)
  const all = [
    ...(failed.includes("headers") ? headerReasons(request) : []),
    // A missing header is no wrong credential as well.
    ...(failed.includes("credentials") ? credentialReasons(state, request) : []),
    ...(failed.includes("credentials") ? [] : projectReasons(state, request, failed)),
    ...(failed.some((name) => name === "fields" || name === "amount") ? fieldReasons(options, request) : []),
  ]
  return all.length > 0 || isFromCheck(because) ? all : [meaningReason(state, options, request, because)]
}

/** Why the checks refuse: what fails them is a reason of its own. */
const fromChecks = [
  "authentication_failed",
  "payin_not_enabled",
  "payout_not_enabled",
  "ip_denied",
  "field",
  "phone",
] as const

const isFromCheck = (because: Exclude<Because, object>): because is (typeof fromChecks)[number] =>
  fromChecks.some((each) => each === because)

const faultReason = (name: string): Reason =>
  reason(
    [],
    ({ fault }) => fault(name),
    ({ remove_fault }) => remove_fault,
  )

const rateReason = reason(
  [251],
  ({ rate_limited }) => rate_limited,
  ({ wait }) => wait,
)

const headerForms: { readonly [Name in HeaderName]: string } = {
  [headerNames.apikey]: `${headerNames.apikey}: <API_KEY>`,
  [headerNames.authorization]: `${headerNames.authorization}: Bearer <API_TOKEN>`,
  [headerNames.accept]: `${headerNames.accept}: ${jsonMediaType}`,
  [headerNames.contentType]: `${headerNames.contentType}: ${jsonMediaType}`,
}

const headerRules: { readonly [Name in HeaderName]: ReadonlyArray<number> } = {
  [headerNames.apikey]: [180, 181, 190],
  [headerNames.authorization]: [180, 182, 190],
  [headerNames.accept]: [183, 190],
  [headerNames.contentType]: [17, 132, 190],
}

const headerReasons = ({ endpoint, headers }: ServiceRequest): ReadonlyArray<Reason> =>
  endpoints[endpoint].headers
    .filter((name) => !hasHeader(headers, name))
    .map((name) => {
      const value = headers[name.toLowerCase()]
      const came = value === undefined ? insteadOf(headers, name) : undefined
      return reason(
        headerRules[name],
        (texts) => {
          if (value !== undefined && value !== "") return texts.header_wrong(name, value.slice(0, 80))
          return came === undefined ? texts.header_missing(name) : texts.header_instead(name, came)
        },
        ({ send_header }) => send_header(headerForms[name]),
        { path: name, value: came ?? null },
      )
    })

const isAuthorization = (name: string): boolean => name === "authorization"

/** The header by which a program meant to send a missing one. */
const insteadOf = (headers: ServiceRequest["headers"], name: HeaderName): string | undefined => {
  const names = Object.keys(headers)
  if (name === headerNames.apikey) {
    const isToken = headers["authorization"]?.startsWith("Bearer ") === true
    return names.find((each) => /api.?key/.test(each)) ?? (isToken ? undefined : names.find(isAuthorization))
  }
  return name === headerNames.authorization ? names.find((each) => /token|auth/.test(each)) : undefined
}

const credentialReasons = (state: State, request: ServiceRequest): ReadonlyArray<Reason> => {
  const apikey = request.headers["apikey"] ?? ""
  const authorization = request.headers["authorization"] ?? ""
  const project = namedProject(state, request)
  if (apikey === "" || authorization === "") return []
  const [, token] = /^Bearer (.*)$/.exec(authorization) ?? []
  if (project === undefined) {
    const swapped = state.projects.some(({ apiToken }) => apiToken === apikey)
    return [
      reason(
        [181, 189, 192],
        (texts) => (swapped ? texts.swapped : texts.unknown_apikey),
        ({ take_keys }) => take_keys,
        { path: headerNames.apikey },
      ),
    ]
  }
  if (token === undefined) {
    return [
      reason(
        [182],
        ({ header_wrong }) => header_wrong(headerNames.authorization, `${authorization.split(" ")[0]?.slice(0, 12)}…`),
        ({ send_header }) => send_header(headerForms[headerNames.authorization]),
        { path: headerNames.authorization },
      ),
    ]
  }
  return [
    reason(
      [182, 189, 191],
      (texts) => {
        if (token === project.apiToken) return texts.expired
        const isOther = state.projects.some(({ apiToken }) => apiToken === token)
        return isOther ? texts.other_project : texts.unknown_api_token
      },
      ({ take_keys }) => take_keys,
      { path: headerNames.authorization },
    ),
  ]
}

const projectReasons = (
  state: State,
  request: ServiceRequest,
  failed: ReadonlyArray<string>,
): ReadonlyArray<Reason> => {
  const project = namedProject(state, request)
  const isPayout = request.endpoint === "createWalletPayout" || request.endpoint === "createDirectPayout"
  return [
    ...(failed.includes("project")
      ? [
          reason(
            [184],
            ({ project_off }) => project_off(project?.id ?? ""),
            ({ enable }) => enable,
          ),
        ]
      : []),
    ...(failed.includes("ip")
      ? [
          reason(
            [193, 229, 234, 236],
            ({ ip_denied }) => ip_denied(request.ip),
            ({ allow_ip }) => allow_ip,
            { value: request.ip },
          ),
        ]
      : []),
    ...(failed.includes("feature")
      ? [
          reason(
            isPayout ? [231, 235] : [226],
            (texts) => (isPayout ? texts.payouts_off : texts.payins_off),
            ({ enable }) => enable,
          ),
        ]
      : []),
  ]
}

const fieldReasons = (options: Options, { body, endpoint, parameters }: ServiceRequest): ReadonlyArray<Reason> => {
  if (isCreation(endpoint)) return wrongFields(options, endpoint, body)
  const phone = parameters["phone_number"] ?? ""
  const amount = parameters["amount"] ?? ""
  return [
    ...(/^[1-9][0-9]{7,14}$/.test(phone)
      ? []
      : [
          reason(
            [13, 159],
            ({ refused }) => refused("phone_number", maskedPhone(phone)),
            ({ send_phone }) => send_phone("22699000001"),
            { path: "phone_number", value: shownValue("phone_number", phone) },
          ),
        ]),
    ...(/^[0-9]{1,15}$/.test(amount) && Number(amount) > 0
      ? []
      : [
          reason(
            [160, 245],
            ({ refused }) => refused("amount", amount.slice(0, 80)),
            (texts) => payoutAmount(texts, amount),
            { path: "amount", value: shownValue("amount", amount) },
          ),
        ]),
  ]
}

// What the checks of a request cannot see: whose number it is, what it may take, and which payment a token names.
const meaningReason = (
  state: State,
  options: Options,
  request: ServiceRequest,
  because: Exclude<Because, object | "RateLimit" | (typeof fromChecks)[number]>,
): Reason => {
  const { amountXof, phone } = subjectOfCall(state, options, request)
  const number = maskedPhone(phone)
  const query = endpoints[request.endpoint].query ?? ""
  switch (because) {
    case "operator":
      return reason(
        [111],
        ({ no_operator }) => no_operator(number),
        ({ other_number }) => other_number,
      )
    case "amount_refused":
    case "payout_amount":
      return reason(
        [249],
        ({ out_of_bounds }) => out_of_bounds(String(amountXof)),
        ({ other_amount }) => other_amount,
      )
    case "daily_limit":
      return reason(
        [228],
        ({ daily_limit }) => daily_limit,
        ({ wait_a_day }) => wait_a_day,
      )
    case "wallet_number":
      return reason(
        [157],
        ({ wallet_number }) => wallet_number(number),
        ({ use_endpoint }) => use_endpoint("POST", endpoints.submitWalletInvoice.path),
      )
    case "no_wallet":
    case "beneficiary_without_wallet":
      return reason(
        [174, 232],
        ({ no_wallet }) => no_wallet(number),
        ({ open_wallet }) => open_wallet,
      )
    case "no_otp_request":
      return reason(
        [170],
        ({ no_otp_request }) => no_otp_request,
        ({ ask_code_first }) => ask_code_first(endpoints.sendWalletOtp.path),
      )
    case "wrong_otp":
      return reason(
        [167],
        ({ wrong_otp }) => wrong_otp,
        ({ ask_new_code }) => ask_new_code,
      )
    case "balance_too_low":
      return reason(
        [233, 237, 238, 239],
        ({ balance_too_low }) => balance_too_low,
        ({ raise_balance }) => raise_balance,
      )
    case "no_token": {
      const says = reason(
        [143, 178],
        ({ no_token }) => no_token(query),
        ({ ask_token }) => ask_token(query),
        { path: query },
      )
      const other = otherFace(options)
      return askedToken(other, request.endpoint, request.parameters) === "" ? says : takenBy(other, says)
    }
    case "not_found":
    case "payout_not_found":
      return reason(
        [144, 230],
        (texts) => texts[unknownToken(state, options, request)],
        ({ keep_token }) => keep_token,
        { path: query },
      )
    case "Full":
      return reason(
        [],
        ({ full }) => full,
        ({ end_payments }) => end_payments,
      )
  }
}

const unknownToken = (state: State, options: Options, request: ServiceRequest) => {
  const token = askedToken(options, request.endpoint, request.parameters)
  const found = paymentOf(state, token)
  const ofCallback = [...HashMap.values(state.invoices), ...HashMap.values(state.payouts)].some(
    ({ callbackToken }) => callbackToken === token,
  )
  if (ofCallback) return "of_callback"
  if (found === undefined || found.payment.projectId !== namedProject(state, request)?.id) return "not_found"
  const kind = request.endpoint === "confirmInvoice" ? "payin" : "payout"
  return found.kind === kind ? "token_expired" : "of_other_kind"
}
