/**
 * The forms of a creation's body that public clients send beside the specification's, each read as what its author meant. The strict
 * profile takes none of them. No form changes who pays, how much, or who is paid.
 * Spec: requests (#36 #38 #44 #46 #53-#58 #65-#67 #70), U29.
 */
import { currency, type EndpointName, PhoneNumber, topUpWallet } from "@cauri/wire"
import { Predicate, Schema } from "effect"
import type { Options } from "../options/Options.ts"

/** The fields of an object; of anything else none. */
export const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

/** A body in the letter of the specification, where the profile, or an assumption (U29), accepts another form. */
export const letterOf = ({ assumptions, profile }: Options, endpoint: EndpointName, body: unknown): unknown => {
  const root = object(body)
  const given = object(root["commande"])
  if (Object.keys(given).length === 0) return body
  const { top_up_wallet: _, ...others } = given
  const overlooked = endpoint === "createDirectPayout" && assumptions.directPayoutTakesTopUp ? others : given
  if (!profile.takesObservedForms) return { ...root, commande: overlooked }
  const commande = {
    ...overlooked,
    ...(Object.hasOwn(given, "custom_data") && { custom_data: customDataOf(given["custom_data"]) }),
  }
  return { ...root, commande: { ...commande, ...letters[endpoint]?.(commande) } }
}

type Fields = Readonly<Record<string, unknown>>

const isPhoneNumber = Schema.is(PhoneNumber)

const invoiceOf = ({ invoice }: Fields, fields: (invoice: Fields) => Fields): Fields => {
  const given = object(invoice)
  const { devise } = given
  if (Object.keys(given).length === 0) return {}
  const isCurrency = typeof devise === "string" && devise.toUpperCase() === currency
  return { invoice: { ...given, ...(isCurrency && { devise: currency }), ...fields(given) } }
}

const storeOf = ({ store }: Fields): Fields => {
  const given = object(store)
  const website = given["website_url"]
  const lacksScheme = typeof website === "string" && website !== "" && !website.includes("://")
  return lacksScheme ? { store: { ...given, website_url: `https://${website}` } } : {}
}

/** A page leads back to the shop where no address is given; a customer's field that holds no number filters nothing. */
const hosted = (commande: Fields): Fields => {
  const store = storeOf(commande)
  const actions = object(commande["actions"])
  const website = object(store["store"] ?? commande["store"])["website_url"] ?? ""
  const redirect = (name: string): unknown => ((actions[name] ?? "") === "" ? website : actions[name])
  return {
    ...store,
    ...invoiceOf(commande, ({ customer = "" }) =>
      typeof customer === "string" && !isPhoneNumber(customer) ? { customer: "" } : {},
    ),
    actions: { ...actions, cancel_url: redirect("cancel_url"), return_url: redirect("return_url") },
  }
}

/** No page is shown, so redirects say nothing; `null` instead of a callback address asks for no callback. */
const direct = (commande: Fields): Fields => {
  const actions = object(commande["actions"])
  const redirect = (name: string): unknown => (Predicate.isString(actions[name] ?? "") ? "" : actions[name])
  return {
    ...storeOf(commande),
    // #44: an identifier of the merchant's own has no effect here.
    ...invoiceOf(commande, ({ external_id = "", otp = "" }) => ({
      external_id: Predicate.isString(external_id) ? "" : external_id,
      otp,
    })),
    actions: {
      ...actions,
      cancel_url: redirect("cancel_url"),
      return_url: redirect("return_url"),
      ...(actions["callback_url"] === null && { callback_url: "" }),
    },
  }
}

/** A truth value, under any name that begins with `to_`, stands for `top_up_wallet`; nothing at all transfers the money. */
const walletPayout = (commande: Fields): Fields => {
  const named = Object.entries(commande).find(([name, value]) => name.startsWith("to_") && typeof value === "boolean")
  const given = commande["top_up_wallet"] ?? named?.[1] ?? false
  const { keepInWallet, transferToMobileMoney } = topUpWallet
  return { top_up_wallet: typeof given === "boolean" ? (given ? keepInWallet : transferToMobileMoney) : given }
}

const letters: { readonly [Name in EndpointName]?: (commande: Fields) => Fields } = {
  createHostedInvoice: hosted,
  createDirectInvoice: direct,
  submitWalletInvoice: direct,
  createWalletPayout: walletPayout,
}

/** Nothing in any form, and a list of entries, as the object that they stand for. */
const customDataOf = (sent: unknown): unknown => {
  if (sent === null || sent === "") return {}
  if (!Array.isArray(sent) || !sent.every(Predicate.isObject)) return sent
  return Object.fromEntries(
    sent.flatMap((entry: Fields) => {
      const key = entry["keyof_customdata"]
      return typeof key === "string" ? [[key, entry["valueof_customdata"] ?? ""]] : Object.entries(entry)
    }),
  )
}
