/**
 * The words that the service writes and expects: the code of a success, statuses, the currency.
 * Spec: Common response envelope (#22), States (#80).
 */

/** `response_code` of a call that succeeded. It says nothing about the payment: only `status` does (#22, #24). */
export const successCode = "00"

/** The three values of `status`, for payins and payouts alike (#80, #108). */
export const statuses = ["completed", "pending", "notcompleted"] as const

/** One of the three values of `status`. */
export type Status = (typeof statuses)[number]

/** `devise` of every invoice: the currency is always the CFA franc, whatever the customer's own (#11, #36). */
export const currency = "XOF"

/** The key under which a merchant's own identifier travels in `custom_data` (#60, #204). */
export const transactionIdKey = "transaction_id"
