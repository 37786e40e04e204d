/** What customers do in a browser, in both languages: at the shop, on the service's payment page, and on their phones. */
import type { Page } from "playwright-core"

/** What the pages say, where somebody has to find it. */
export const words = {
  "fr-FR": {
    add: "Ajouter : Savon de karité",
    checkOut: "Commander",
    name: "Votre nom",
    note: "Où livrer",
    pay: "Payer",
    payer: "Numéro à débiter",
    open: "Ouvrir la page de paiement",
    code: "Code reçu",
    confirmCode: "Valider",
    unavailable: "Un problème est survenu",
    packing: "Nous préparons votre commande.",
    operator: "Opérateur",
    number: "Numéro de téléphone",
    cancel: "Annuler",
    paid: "Paiement effectué",
    pin: "Code secret",
    confirm: "Confirmer",
    ussd: "Code USSD",
    dial: "Appeler",
    amount: "Montant exact",
    getCode: "Obtenir un code",
    refund: "Rembourser",
    refunded: "remboursement de",
    completed: "Abouti",
    ways: {
      page: "Page de paiement, tous les opérateurs",
      push: "Moov une demande",
      guided: "Moov un code à composer",
      dialled: "Orange un code à composer",
      sms: "Telecel",
      operatorPage: "Orange Côte d’Ivoire",
      ownPage: "Wave",
      wallet: "Portefeuille",
    },
  },
  "en-GB": {
    add: "Add : Shea soap",
    checkOut: "Check out",
    name: "Your name",
    note: "Where to deliver",
    pay: "Pay",
    payer: "Number that pays",
    open: "Open the payment page",
    code: "Code received",
    confirmCode: "Confirm",
    unavailable: "Something went wrong",
    packing: "We are packing your order.",
    operator: "Operator",
    number: "Phone number",
    cancel: "Cancel",
    paid: "Payment received",
    pin: "PIN",
    confirm: "Confirm",
    ussd: "USSD code",
    dial: "Call",
    amount: "Exact amount",
    getCode: "Get a code",
    refund: "Refund",
    refunded: "refund of",
    completed: "Completed",
    ways: {
      page: "Payment page, every operator",
      push: "Moov a request",
      guided: "Moov a USSD code",
      dialled: "Orange a code",
      sms: "Telecel",
      operatorPage: "Orange Côte d’Ivoire",
      ownPage: "Wave",
      wallet: "Wallet",
    },
  },
} as const

export type Words = (typeof words)[keyof typeof words]

/** How a customer agrees to a payment. */
export type Way = Exclude<keyof Words["ways"], "page">

/** A customer: the window in which the shop is, and the one with the phone. */
export interface Customer {
  readonly shop: Page
  readonly phone: Page
  readonly say: Words
}

/** Every way, with the operator as the payment page names it and what its numbers begin with. */
export const ways: ReadonlyArray<readonly [way: Way, operator: string, prefix: string]> = [
  ["push", "BAOBAB BURKINA (BF)", "22660"],
  ["guided", "CALAO BURKINA (BF)", "22650"],
  ["dialled", "ALIZE BURKINA (BF)", "22670"],
  ["sms", "DJEMBE BURKINA (BF)", "22640"],
  ["wallet", "SAHEL WALLET (BF)", "22699"],
  ["operatorPage", "ALIZE IVOIRE (CI)", "2250700"],
  ["ownPage", "VAGUE SENEGAL (SN)", "221770"],
]

/** The price of the soap that everybody buys. */
const price = "500"

const confirmed = async ({ phone, say }: Customer) => {
  await phone.getByLabel(say.pin).fill("1234")
  await phone.getByRole("button", { name: say.confirm }).click()
}

const codeOn = async ({ phone }: Customer): Promise<string> => {
  const code = phone.getByText(/^[0-9]{6}$/).first()
  return (await code.textContent()) ?? "none"
}

/** Asks the operator's menu for a code that pays exactly this. */
export const dialledCode = async (customer: Customer): Promise<string> => {
  const { phone, say } = customer
  await phone.getByLabel(say.amount).fill(price)
  await phone.getByLabel(say.pin).fill("1234")
  await phone.getByRole("button", { name: say.getCode }).click()
  return await codeOn(customer)
}

const dialled = async ({ phone, say }: Customer) => {
  const message = await phone
    .getByText(/\*555\*4\*[0-9]+#/)
    .first()
    .textContent()
  await phone.getByLabel(say.ussd).fill(/\*555\*4\*[0-9]+#/.exec(message ?? "")?.[0] ?? "none")
  await phone.getByLabel(say.pin).fill("1234")
  await phone.getByRole("button", { name: say.dial }).click()
}

/**
 * Types a code into the page that asks for it: the shop's, or the payment page. On a machine that stood still nothing was sent, and the
 * page says so and asks for the code again.
 */
const entered = async ({ shop, say }: Customer, code: string) => {
  for (let tries = 0; tries < 5; tries++) {
    await shop.getByLabel(say.code).fill(code)
    await shop.getByRole("button", { name: say.confirmCode }).click()
    await shop.waitForLoadState()
    if (!(await shop.getByText(say.unavailable).isVisible())) return
  }
}

/** What a customer does once a page of the shop or of the service waits. */
export const agrees: Readonly<Record<Way, (customer: Customer) => Promise<void>>> = {
  push: confirmed,
  guided: dialled,
  dialled: async (customer) => entered(customer, await dialledCode(customer)),
  sms: async (customer) => entered(customer, await codeOn(customer)),
  wallet: async (customer) => entered(customer, await codeOn(customer)),
  operatorPage: confirmed,
  ownPage: confirmed,
}

/** A piece of soap into the basket, and a way to pay: up to the button that orders it. */
export const checksOut = async (
  { say, shop }: Customer,
  at: string,
  {
    name,
    note = "Secteur 4",
    phone = "",
    way,
  }: {
    readonly name: string
    readonly note?: string
    readonly phone?: string
    readonly way: keyof Words["ways"]
  },
  seen: (page: "catalogue" | "basket" | "checkout") => Promise<void> = async () => {},
) => {
  await shop.goto(at)
  await seen("catalogue")
  await shop.getByRole("button", { name: say.add }).click()
  await seen("basket")
  await shop.getByRole("link", { name: say.checkOut }).click()
  await shop.getByLabel(say.name).fill(name)
  await shop.getByLabel(say.note).fill(note)
  await shop.getByRole("radio", { name: say.ways[way] }).check()
  await shop.getByLabel(say.payer).fill(phone)
  await seen("checkout")
  await shop.getByRole("button", { name: say.pay }).click()
}

/** Chooses an operator on the service's payment page. */
export const choosesOnPage = async (
  { say, shop }: Customer,
  operator: string,
  phone: string,
  seen: (page: "payment") => Promise<void>,
) => {
  await shop.getByRole("link", { name: say.open }).click()
  await shop.getByLabel(say.operator).waitFor()
  await seen("payment")
  await shop.getByLabel(say.operator).selectOption({ label: operator })
  await shop.getByLabel(say.number).fill(phone)
  await shop.getByRole("button", { name: say.pay, exact: true }).click()
  await shop.getByRole("status").waitFor()
}
