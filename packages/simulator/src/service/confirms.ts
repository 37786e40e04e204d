/**
 * Endpoints 2 and 8: the status record of one payment, found by its creation token only.
 * Spec: confirms (#143-#147 #175-#179), not found (#144 #230), U2, U3.
 */
import { type EndpointName, invoiceTokenParameter } from "@cauri/wire"
import type { ServiceRequest } from "../ports/Engine.ts"
import type { Payin } from "../model/Payin.ts"
import type { Options } from "../options/Options.ts"
import { findPayin } from "../life/payinLife.ts"
import type { Payout } from "../model/Payout.ts"
import { findPayout } from "../life/payoutLife.ts"
import type { Project } from "../model/Project.ts"
import { payinRecord, payoutRecord } from "../life/records.ts"
import { refusal } from "./replies.ts"
import { json, type Reply } from "../model/Reply.ts"
import { stated, unstated } from "./requestChecks.ts"
import type { State } from "../model/State.ts"

/** The token that a confirm asks about, or the empty text. As observed `token` names it where the endpoint's own parameter is missing. */
export const askedToken = (
  { payoutTokenParameter, profile }: Options,
  endpoint: EndpointName,
  parameters: ServiceRequest["parameters"],
): string => {
  const own = parameters[endpoint === "confirmPayout" ? payoutTokenParameter : invoiceTokenParameter]
  return own ?? (profile.takesObservedForms ? parameters["token"] : undefined) ?? ""
}

/** Serves endpoint 2. Another project's token, and a callback's token, are not found (#144). */
export const confirmInvoice = (
  state: State,
  options: Options,
  project: Project,
  parameters: ServiceRequest["parameters"],
): Reply => {
  const token = askedToken(options, "confirmInvoice", parameters)
  if (token === "") return unstated(options, "confirmInvoice", "no_token")
  const invoice = findPayin(state, token)
  return invoice === undefined || !answersFor(state, options, project, invoice)
    ? stated(options, "confirmInvoice", "not_found", "NotFound")
    : json(200, payinRecord(state, options, invoice))
}

const answersFor = (state: State, options: Options, project: Project, invoice: Payin): boolean =>
  isAlive(state, project, invoice) &&
  (invoice.origin !== "submitWalletInvoice" || options.assumptions.confirmAnswersForWalletInvoices)

/** Serves endpoint 8. */
export const confirmPayout = (
  state: State,
  options: Options,
  project: Project,
  parameters: ServiceRequest["parameters"],
): Reply => {
  const token = askedToken(options, "confirmPayout", parameters)
  if (token === "") return unstated(options, "confirmPayout", "no_token")
  const payout = findPayout(state, token)
  return payout === undefined || !isAlive(state, project, payout)
    ? {
        ...refusal(options, "confirmPayout", options.assumptions.unknownPayoutTokenCode, "NotFound"),
        because: "payout_not_found",
      }
    : json(200, payoutRecord(state, options, payout))
}

const isAlive = (state: State, project: Project, payment: Payin | Payout): boolean =>
  payment.projectId === project.id && (payment.tokenExpiresAt === null || state.now < payment.tokenExpiresAt)
