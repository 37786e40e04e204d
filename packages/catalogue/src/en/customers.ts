/**
 * What customers read while they pay, in English: the next step, and the words of payment pages. No sentence holds an address, a token, a
 * sub-code (#240) or a word of the trade, and none sends a customer who may have paid to pay again (#120).
 */
import { money } from "../format.ts"

/** What makes a step more precise, where it is known. `phone` is masked. */
export interface StepDetails {
  /** The operator’s name as its customers know it. */
  readonly operator?: string | undefined
  /** What this operator’s customers dial to get a code. */
  readonly dialCode?: string | undefined
  readonly phone?: string | undefined
}

/** What is dialled for before a payment is made (#123, #124). */
export interface DialledAmount {
  readonly amount: number
  readonly fees: number
  readonly total: number
}

const operatorOf = ({ operator }: StepDetails): string =>
  operator === undefined ? "your operator" : `your operator (${operator})`
const phoneOf = ({ phone }: StepDetails): string => (phone === undefined ? "your phone" : `the phone ${phone}`)
const another = "If it does not work, you can enter another one."
const feesIn = ({ amount, fees }: DialledAmount): string =>
  fees === 0 ? "" : ` (${money(amount, "en")} plus ${money(fees, "en")} in fees)`

// A customer who may have paid never pays again (#120): a sentence that offers it begins with this.
const unlessPaid = "If money has left your account, do not pay a second time"
const nothingLeft = "If no money has left and you have confirmed nothing,"

/** What the customer does next: `next` of a payin. */
export const steps = {
  open_url: "Open the payment page and do what it says. Pay only once, then come back here.",
  // The amount is exact because another one would leave the payment waiting (#123, #125).
  dial_this_code_first: (dialled: DialledAmount, details: StepDetails) =>
    `Dial ${details.dialCode ?? `the payment code of ${operatorOf(details)}`} on your phone. Enter exactly ${money(dialled.total, "en")}${feesIn(dialled)}: with another amount the payment would not go through. You then receive a code: enter it here.`,
  confirm_on_phone: {
    enter_pin: (details: StepDetails) =>
      `A payment request appears on ${phoneOf(details)}. Check the amount, then enter your PIN on the phone, and never anywhere else.`,
    follow_sms: (details: StepDetails) =>
      `Y${operatorOf(details).slice(1)} sends a text message to ${phoneOf(details)}. Dial the code in it and do what it says to confirm the payment.`,
  },
  enter_code: {
    dialled_code: () => `Enter the code that you received by dialling your operator’s. ${another}`,
    sms: (details: StepDetails) => `Enter the code that came by text message to ${phoneOf(details)}. ${another}`,
    wallet_app_or_sms: (details: StepDetails) =>
      `Enter the code that came in your wallet’s app or by text message to ${phoneOf(details)}. ${another}`,
  },
  // The service does not say that a code was wrong (#119), so the customer learns here that another one is taken.
  wait_or_enter_code: "Your code is being checked. If it was wrong, enter another one; do not pay a second time.",
  wait: "Your payment is under way. There is nothing to do; do not pay a second time.",
  nothing: "This payment is over. There is nothing to do.",
} as const

/** How a customer pays, beside the name of an operator. */
export const ways = {
  hosted: "Payment page, every operator",
  ussd_otp: "a code that you dial first",
  ussd_push: "a request on your phone",
  guided_ussd: "a USSD code by text message",
  sms_otp: "a payment code by text message",
  operator_redirect: "the operator’s page",
  service_redirect: "a page to open",
  wallet: "Wallet, a code in two steps",
} as const

/** The words of pages on which customers pay. */
export const pages = {
  pay: "Pay",
  cancel: "Cancel",
  confirm: "Confirm",
  way_to_pay: "Way to pay",
  choose_way: "Choose a way to pay.",
  paying_number: "Number that pays (not needed for the payment page)",
  numbers_of: (countryCode: string) =>
    `Nothing was sent: this way to pay accepts only numbers that begin with +${countryCode}. Check the number, or choose another way.`,
  open_page: "Open the payment page",
  code: "Code",
  code_if_any: "if you have one already",
  code_received: "Code received",
  code_sent: "We have sent you a code by text message.",
  check_code: "Check the code.",
  another_code: "Get another code",
  wrong_code: "Was the code wrong?",
  dial_first: (total: number) =>
    `Dial your operator’s menu and ask for a payment code of exactly ${money(total, "en")}. Enter it here.`,
  request: "Get the request",
  try_once_more: `${unlessPaid} and contact us. If the request did not come to your phone, you can ask for it once more.`,
  pay_unconfirmed: `${unlessPaid} and contact us. ${nothingLeft} you can pay another way.`,
  no_page: "The payment page did not open. If your phone asks you to confirm this payment, refuse.",
  nothing_confirmed: `${unlessPaid}: wait here. ${nothingLeft} choose another way to pay`,
  nothing_happens: `${unlessPaid}: wait here. ${nothingLeft} enter another code or choose another way to pay`,
  item: "Item",
  quantity: "Quantity",
  price: "Price (F CFA)",
  operator: "Operator",
  phone: "Phone number",
  with_country_code: "with the country code",
  waiting: (operator: string, todo: string) => `Waiting for ${operator}. ${todo}`,
  paid: "Payment received.",
  not_paid: `The payment did not go through. ${unlessPaid} and contact the shop.`,
  cancelled:
    "You left this payment. If you had confirmed it, it may still go through: do not pay a second time, and contact the shop.",
  back_to: (host: string) => `Back to ${host}`,
  unknown: "Invoice not found",
  unknown_address:
    "There is no payment at this address. Go back to the shop and look at how your payment stands; do not pay a second time.",
  unreadable_form: `${unlessPaid}. Otherwise fill in this form again: it could not be read.`,
  expired_form: `${unlessPaid}. Otherwise fill in this form again: the page was out of date.`,
  not_begun: "Nothing was sent, because something that you entered is not valid. Check it.",
} as const

/** Why a payment page does not begin a payment. */
export const pageProblems = {
  payment_over: "This payment is over. Go back to the shop to see how it stands.",
  no_choice: "Choose an operator and enter a number with its country code, digits only.",
  no_wallet: "Nothing was sent: this number has no wallet with this operator. Check it, or choose another operator.",
  other_operator: "Nothing was sent: this number belongs to another operator. Check it, or choose that operator.",
  out_of_bounds: "Nothing was sent: this operator does not accept this amount. Choose another operator.",
  daily_limit:
    "Nothing was sent: today’s limit of this operator is reached. Choose another operator, or come back tomorrow.",
} as const

/** What a payment page says while the customer confirms. */
export const pageSteps = {
  ussd_otp: "We passed your code on to the operator.",
  ussd_push: "Confirm with your PIN on your phone.",
  guided_ussd: "Do what the text message says.",
  sms_otp: "We passed your code on to the operator.",
  wallet: "We passed your code on to the wallet.",
  service_redirect: "Confirm on the operator’s page.",
  operator_redirect: "Confirm on the operator’s page.",
} as const
