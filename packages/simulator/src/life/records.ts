/**
 * Status records, field by field: what endpoints 2 and 8 answer, and what callbacks repeat of it.
 * Spec: Payin invoice status record (#79-#102), Payout status record (#103-#110).
 */
import { type CustomDataEntry, customDataText, externalIdOf, toCustomDataEntries } from "../spec/CustomData.ts"
import { serviceKeys, wikiUrl } from "../spec/Texts.ts"
import { successCode, transactionIdKey, wikiPaths } from "@cauri/wire"
import type { RequestCustomData } from "@cauri/wire"
import type { Body } from "../model/Reply.ts"
import type { Payin } from "../model/Payin.ts"
import type { Options } from "../options/Options.ts"
import type { Payout } from "../model/Payout.ts"
import type { State } from "../model/State.ts"
import { entryTime, recordDate } from "../model/times.ts"

/** The address of a sub-code page (U23). */
export const wikiOf = (options: Options, wikiPath: string): string =>
  wikiUrl(options.assumptions.wikiBase ?? options.baseUrl, wikiPath)

/** The merchant's keys as entries, whatever their names, then the service's `logfile` (#97, #99). */
export const entriesOf = (sent: RequestCustomData, logfile: string, now: number): ReadonlyArray<CustomDataEntry> => [
  ...toCustomDataEntries(sent, entryTime(now)),
  entryOf(serviceKeys.logfile, logfile, now),
]

/** One entry of the service's own. */
export const entryOf = (key: string, value: string, now: number): CustomDataEntry => ({
  keyof_customdata: key,
  valueof_customdata: customDataText(value),
  datecreation_customdata: entryTime(now),
})

/** The merchant's identifier among the entries, or the empty text. */
export const transactionIdOf = (entries: ReadonlyArray<CustomDataEntry>): string =>
  entries.find(({ keyof_customdata: key }) => key === transactionIdKey)?.valueof_customdata ?? ""

/** `montant` and `amount` (#88, U6). */
const statedAmount = (invoice: Payin, options: Options): number =>
  invoice.amountXof + (options.assumptions.montantHoldsFees ? invoice.customerFeeXof : 0)

/** The joined values (#90), unless a hosted payin's own identifier replaces them (U26). */
const shownExternalId = (invoice: Payin, options: Options): string =>
  options.assumptions.hostedExternalId === "InRecord" && invoice.externalId !== ""
    ? invoice.externalId
    : externalIdOf(invoice.entries)

/** The fields that a payin's confirm and its callback share. While it is pending they name neither operator nor payer (#86, #87). */
export const payinFields = (state: State, options: Options, invoice: Payin) => {
  const pending = invoice.status === "pending"
  const operator = pending ? undefined : state.operators.find(({ id }) => id === invoice.operatorId)
  const amount = statedAmount(invoice, options)
  return {
    response_code: successCode,
    status: invoice.status,
    response_text: "",
    description: invoice.description,
    operator_id: operator?.id ?? "",
    operator_name: operator?.name ?? "",
    customer: pending ? null : (invoice.payer ?? (invoice.status === "completed" ? "" : null)),
    montant: amount,
    amount,
    date: recordDate(invoice.createdAt),
    external_id: shownExternalId(invoice, options),
    oreference: invoice.operatorReference,
    request_id: invoice.requestId,
    customer_details: {
      firstname: invoice.customer.firstname,
      lastname: invoice.customer.lastname,
      email: invoice.customer.email,
      phone: pending ? "" : (invoice.payer ?? ""),
      details: "",
    },
    wiki: wikiOf(options, wikiPaths.confirmInvoice),
  } as const
}

/** What a pending record leaves out (#102): it keeps the common envelope and the operator's empty names, which every client reads. */
const unknownWhilePending: ReadonlyArray<string> = ["description", "oreference", "customer_details"]

/** As observed every record names the merchant's own reference. */
const referenceOf = ({ profile }: Options, { entries }: Pick<Payin, "entries">) =>
  profile.takesObservedForms ? { transaction_id: transactionIdOf(entries) } : {}

/** The record of a payin, as endpoint 2 answers (#79-#102). */
export const payinRecord = (state: State, options: Options, invoice: Payin): Body => {
  const record: Body = {
    ...payinFields(state, options, invoice),
    // #82: empty in a confirm.
    token: "",
    custom_data: invoice.entries.map((entry) => ({ ...entry })),
    ...referenceOf(options, invoice),
  }
  if (invoice.status !== "pending" || !options.profile.omitsEmptyFields) return record
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !unknownWhilePending.includes(name) || (value !== "" && typeof value !== "object"),
    ),
  )
}

/** The record of a payout, as endpoint 8 answers (#103-#110). `token` is the one that was passed in. */
export const payoutRecord = (state: State, options: Options, payout: Payout): Body => ({
  response_code: successCode,
  token: payout.token,
  response_text: "",
  description: payout.description,
  custom_data: [],
  status: payout.status,
  ...(options.profile.takesObservedForms && {
    amount: payout.amountXof,
    montant: payout.amountXof,
    external_id: externalIdOf(payout.entries),
  }),
  ...referenceOf(options, payout),
  ...payoutOperator(state, options, payout),
  wiki: wikiOf(options, wikiPaths.createStraightWithdrawal),
})

/** The operator of a payout, named once it is final (#109, U17). */
export const payoutOperator = (state: State, options: Options, payout: Payout) => {
  const named = payout.status !== "pending" || options.assumptions.payoutOperatorBeforeFinal
  const operator = named ? state.operators.find(({ id }) => id === payout.operatorId) : undefined
  return { operator_id: operator?.id ?? "", operator_name: operator?.name ?? "" }
}

export const objectOf = (entries: ReadonlyArray<CustomDataEntry>): Body =>
  Object.fromEntries(entries.map((entry) => [entry.keyof_customdata, entry.valueof_customdata]))
