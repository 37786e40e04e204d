/** Payments as the pages speak of them: both kinds in one list, with the words for what they are. */
import { newestPayments, operatorOf, type State } from "@cauri/simulator"
import { transactionIdKey } from "@cauri/wire"
import { html, type Markup } from "@cauri/pages"
import type { View } from "./View.ts"

export type AnyPayment = ReturnType<typeof paymentsOf>[number]

/** Every payment that is shown, the newest first. */
export const paymentsOf = (state: State) => {
  const { payins, payouts } = newestPayments(state)
  return [
    ...payins.map((payment) => ({
      kind: "payin" as const,
      payment,
      customer: payment.payer ?? payment.customer.phone,
      operatorId: payment.operatorId ?? operatorOf(state.operators, payment.customer.phone)?.id ?? null,
      reference: referenceOf(payment),
    })),
    ...payouts.map((payment) => ({
      kind: "payout" as const,
      payment,
      customer: payment.beneficiary,
      operatorId: payment.operatorId,
      reference: referenceOf(payment),
    })),
  ].toSorted((one, other) => other.payment.number - one.payment.number)
}

/** The merchant's own name for a payment. */
const referenceOf = ({ entries }: { readonly entries: AnyEntries }): string =>
  entries.find(({ keyof_customdata: key }) => key === transactionIdKey)?.valueof_customdata ?? ""

type AnyEntries = ReadonlyArray<{ readonly keyof_customdata: string; readonly valueof_customdata: string }>

export const kindText = ({ words }: View, { payment }: AnyPayment): string => {
  switch (payment.origin) {
    case "createHostedInvoice":
      return words.hosted_payin
    case "createDirectInvoice":
      return words.direct_payin
    case "submitWalletInvoice":
      return words.wallet_payin
    case "createWalletPayout":
      return words.wallet_payout
    case "createDirectPayout":
      return words.mobile_money_payout
  }
}

/** What a status means to a person who scans a list. */
const statusTones = { pending: "waiting", completed: "settled", notcompleted: "failed" } as const

/** A status as a badge: the service's own word. */
export const statusBadge = (status: "pending" | "completed" | "notcompleted"): Markup =>
  html`<span class="pill ${statusTones[status]}">${status}</span>`

export const operatorName = (state: State, id: string | null): string =>
  state.operators.find((operator) => operator.id === id)?.name ?? "–"
