/** Every way to pay: what a merchant's program asks for, and what the customer must do next. */
import { instructions } from "cauri/phone"
import type { Host, Payin, Payments } from "cauri"

const order = { id: "order-17", amount: 2_500, description: "Two loaves" }

/** The service's page. */
export const hosted = async (payments: Payments<Host>) => {
  // #region hosted
  const back = `https://shop.example/orders/${order.id}`
  const method = { type: "hosted", returnUrl: back, cancelUrl: back } as const
  const { next } = await payments.payins.create({ ...order, method })
  // next: { type: "open_url", url: "https://…" }
  // #endregion
  return next
}

/** A prompt on the phone. */
export const ussdPush = async (payments: Payments<Host>) => {
  // #region ussdPush
  const method = {
    type: "direct",
    mode: "ussd_push",
    phone: "22660000001",
  } as const
  const { next } = await payments.payins.create({ ...order, method })
  // next: { type: "confirm_on_phone", how: "enter_pin" }
  // #endregion
  return next
}

/** A code to dial, in a text message. */
export const guidedUssd = async (payments: Payments<Host>) => {
  // #region guidedUssd
  const method = {
    type: "direct",
    mode: "guided_ussd",
    phone: "22650000001",
  } as const
  const { next } = await payments.payins.create({ ...order, method })
  // next: { type: "confirm_on_phone", how: "follow_sms" }
  // #endregion
  return next
}

/** A code that the customer gets by dialling before: what to show, and the payin with the code. */
export const ussdCode = async (
  payments: Payments<Host>,
  codeFromForm: (shown: Payin["next"] | null) => Promise<string>,
) => {
  // #region ussdCode
  const method = {
    type: "direct",
    mode: "ussd_otp",
    phone: "22670000001",
  } as const
  const first = await payments.payins.beforeCreation({ ...order, method })
  // first: { type: "dial_this_code_first", amount: 2500, fees: 0, total: 2500 }
  // Nothing is stored yet.

  const otp = await codeFromForm(first) // your form asks for it
  const { next } = await payments.payins.create({ ...order, method }, { otp })
  // next: { type: "wait_or_enter_code", from: "dialled_code" }
  // The service does not say whether the code was right.
  // #endregion
  return next
}

/** A code by text message after the creation. */
export const smsCode = async (
  payments: Payments<Host>,
  codeFromForm: () => Promise<string>,
) => {
  // #region smsCode
  const method = {
    type: "direct",
    mode: "sms_otp",
    phone: "22640000001",
  } as const
  await payments.payins.create({ ...order, method })
  // next: { type: "enter_code", from: "sms" }

  const otp = await codeFromForm()
  const { next } = await payments.payins.submitOtp(order.id, otp)
  // next: { type: "wait_or_enter_code", from: "sms" }
  // The service does not say whether the code was right.
  // #endregion
  return next
}

/** The service's wallet. */
export const wallet = async (
  payments: Payments<Host>,
  codeFromForm: () => Promise<string>,
) => {
  // #region wallet
  const method = { type: "wallet", phone: "22699000001" } as const
  await payments.payins.create({ ...order, method })
  // next: { type: "enter_code", from: "wallet_app_or_sms" }

  // None came? After a minute: payments.payins.sendOtpAgain(order.id)
  const otp = await codeFromForm()
  const { next } = await payments.payins.submitOtp(order.id, otp)
  // next: { type: "wait_or_enter_code", from: "wallet_app_or_sms" }
  // #endregion
  return next
}

/** The operator's own page. */
export const operatorRedirect = async (payments: Payments<Host>) => {
  // #region operatorRedirect
  const method = {
    type: "direct",
    mode: "operator_redirect",
    phone: "2250700000001",
  } as const
  const { next } = await payments.payins.create({ ...order, method })
  // next: { type: "open_url", url: "https://…" }
  // #endregion
  return next
}

/** A page of the service for one operator's customers. */
export const serviceRedirect = async (payments: Payments<Host>) => {
  // #region serviceRedirect
  const method = {
    type: "direct",
    mode: "service_redirect",
    phone: "221770000001",
  } as const
  const { next } = await payments.payins.create({ ...order, method })
  // next: { type: "open_url", url: "https://…" }
  // #endregion
  return next
}

// #region show
/** What your page shows: a link, a form for a code, or a sentence. */
export const show = ({ next }: Payin, language: "en" | "fr"): string => {
  const sentence = `<p>${instructions(next, language)}</p>`
  const code = '<input name="otp" autocomplete="one-time-code">'
  switch (next.type) {
    case "open_url":
      return `${sentence}<a href="${next.url}" rel="noreferrer">→</a>`
    case "enter_code":
    case "wait_or_enter_code":
      return `${sentence}<form method="post">${code}<button>OK</button></form>`
    case "dial_this_code_first":
    case "confirm_on_phone":
    case "wait":
    case "nothing":
      return sentence
  }
}
// #endregion

/** The page of an order that follows its payment by itself, as a web response of server-sent events. */
export const follow = (payments: Payments<Host>, id: string): Response =>
  // #region follow
  payments.payins.eventStream(id, (payin) => show(payin, "fr"), {
    signal: AbortSignal.timeout(15 * 60_000),
  })
// #endregion
