/** The bodies of the five POSTs, from a payment. */
import { Redacted } from "effect"
import type { CreationCall } from "@cauri/core/adapter"
import { type Payin, type Payout, totalPrice } from "@cauri/core/model"

const customData = ({ content }: Payin | Payout) => ({ ...content.customData, transaction_id: content.id })

/** The body of endpoints 1, 3 and 5. */
export const payinBody = ({ callbackUrl, otp, payment }: CreationCall<Payin>) => {
  const { content } = payment
  const { method } = content
  const hosted = method.type === "hosted"
  return {
    commande: {
      invoice: {
        items: content.items.map((item) => ({
          name: item.name,
          ...(item.description === undefined ? {} : { description: item.description }),
          quantity: item.quantity,
          unit_price: item.unitPrice,
          total_price: totalPrice(item),
        })),
        total_amount: content.amount,
        devise: "XOF",
        description: content.description,
        customer: hosted ? (method.phone ?? "") : method.phone,
        customer_firstname: content.customer.firstName,
        customer_lastname: content.customer.lastName,
        customer_email: content.customer.email,
        external_id: hosted ? (method.externalId ?? "") : "",
        otp: otp === null ? "" : Redacted.value(otp),
      },
      store: { name: content.shop.name, website_url: content.shop.siteUrl },
      actions: {
        cancel_url: hosted ? method.cancelUrl : "",
        return_url: hosted ? method.returnUrl : "",
        callback_url: callbackUrl,
      },
      custom_data: customData(payment),
    },
  }
}

/** The body of endpoints 6 and 7. */
export const payoutBody = ({ callbackUrl, payment }: CreationCall<Payout>) => {
  const { amount, phone: beneficiary, description, method } = payment.content
  return {
    commande: {
      amount,
      description,
      customer: beneficiary,
      callback_url: callbackUrl,
      ...(method.type === "wallet" ? { top_up_wallet: method.funds === "keep_in_wallet" ? 1 : 0 } : {}),
      custom_data: customData(payment),
    },
  }
}
