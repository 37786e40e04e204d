/**
 * What the service answers, as its specification and public samples show it (#22 to #29, #71 to #77, #79 to #110, #163). Plain
 * values, so that a case can change one field and nothing else.
 */
import { Record } from "effect"
import { type ConfirmName, type CreationName, usualToken } from "./calls.ts"
import type { Replies } from "./GatewayUnderTest.ts"

export type Body = { readonly [field: string]: unknown }

const wikiOf: { readonly [Name in Exclude<CreationName, "sendWalletOtp">]: string } = {
  createHostedInvoice: "createInvoice",
  createDirectInvoice: "createInvoice",
  submitWalletInvoice: "createInvoice",
  createWalletPayout: "createWithdrawal",
  createMobileMoneyPayout: "createStraightWithdrawal",
}

export const createdToken = "eyJ0eXAi.created_1-2.c2ln"

/** The address of the service's page: opaque, with a host that only the service knows (#71). */
export const pageUrl = `https://service.example/pay/invoice/${createdToken}`

const wiki = (name: keyof typeof wikiOf): string => `https://service.example/wiki/${wikiOf[name]}`

const payoutFields: { readonly [name: string]: Body } = {
  createWalletPayout: { description: "", custom_data: [] },
  createMobileMoneyPayout: { description: "", custom_data: "" },
}

const successTexts: { readonly [Name in keyof typeof wikiOf]: string } = {
  createHostedInvoice: pageUrl,
  createDirectInvoice: "Votre requête est en cours de traitement",
  submitWalletInvoice: "Votre requête est en cours de traitement",
  createWalletPayout: "",
  createMobileMoneyPayout: "",
}

export const acceptance = (name: CreationName): Body =>
  name === "sendWalletOtp"
    ? { error: false, message: "OTP sent. Please check your phone." }
    : {
        response_code: "00",
        token: createdToken,
        response_text: successTexts[name],
        ...payoutFields[name],
        wiki: wiki(name),
      }

export const refusal = (name: keyof typeof wikiOf, code: string): Body => ({
  response_code: "01",
  token: "",
  response_text: `Echec (${code})`,
  ...payoutFields[name],
  wiki: wiki(name),
})

/** The names of the five creations whose answer is the common envelope. */
export const envelopeNames: ReadonlyArray<keyof typeof wikiOf> = Record.keys(wikiOf)

export const payinCompleted: Body = {
  response_code: "00",
  status: "completed",
  token: "",
  response_text: "",
  description: "",
  operator_id: "11",
  operator_name: "ORANGE BURKINA",
  customer: "22670000001",
  montant: 4_200,
  amount: 4_200,
  date: "2026-05-09 07:20:23+00",
  external_id: "order-17_a",
  oreference: "MP260509.0720.A1",
  request_id: "P2777636082026",
  custom_data: [
    {
      keyof_customdata: "transaction_id",
      valueof_customdata: "order-17_a",
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
    {
      keyof_customdata: "logfile",
      valueof_customdata: "2026050907202369fee03756652",
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
  ],
  customer_details: {
    firstname: "Firstname",
    lastname: "Lastname",
    email: "firstname@shop.example",
    phone: "22670000001",
    details: "",
  },
  wiki: "https://service.example/wiki/confirmInvoice",
}

/** A payin that waits, with every field that may be omitted left out (#102). */
export const payinPending: Body = {
  response_code: "00",
  status: "pending",
  customer: null,
  montant: 4_200,
  amount: 4_200,
  date: "2026-05-09 07:20:23+00",
  external_id: "order-17_a",
  request_id: "P2777636082026",
  custom_data: payinCompleted["custom_data"],
  wiki: "https://service.example/wiki/confirmInvoice",
}

/** A payout that was executed; it echoes the token that was confirmed (#104). */
export const payoutCompleted: Body = {
  response_code: "00",
  token: usualToken,
  response_text: "",
  description: "",
  custom_data: [],
  status: "completed",
  operator_id: "11",
  operator_name: "ORANGE BURKINA",
  wiki: "https://service.example/wiki/createStraightWithdrawal",
}

/** The most tempting answer to a confirm: everything is well. */
export const completion = (name: ConfirmName): Body => (name === "confirmInvoice" ? payinCompleted : payoutCompleted)

export const confirmRefusal = (name: ConfirmName, code: string): Body => ({
  response_code: "01",
  response_text: `Echec (${code})`,
  status: "",
  token: "",
  description: "",
  wiki: `https://service.example/wiki/${name === "confirmInvoice" ? "confirmInvoice" : "createStraightWithdrawal"}`,
})

const creationsByPath: { readonly [path: string]: CreationName } = {
  "/pay/v01/redirect/checkout-invoice/create": "createHostedInvoice",
  "/pay/v01/straight/checkout-invoice/create": "createDirectInvoice",
  "/pay/v02/debitwallet/withotp": "submitWalletInvoice",
  "/pay/v01/withdrawal/create": "createWalletPayout",
  "/pay/v01/straight/payout": "createMobileMoneyPayout",
}

/** The service of the specification. */
export const specifiedReplies: Replies = {
  yes: ({ target }) => {
    const path = target.replace(/\?.*/, "")
    const name = path.startsWith("/pay/v02/debitotp/") ? "sendWalletOtp" : creationsByPath[path]
    if (name !== undefined) return acceptance(name)
    return completion(path.endsWith("/confirm/") ? "confirmPayout" : "confirmInvoice")
  },
  taken: (token) => ({ ...acceptance("createMobileMoneyPayout"), token }),
  no: ({ target }) => ({
    error: true,
    message: `No account: ${target}`,
    response_code: "01",
    response_text: "Echec (Code02)",
    description: `Not found: ${target}`,
  }),
}
