/** The words of the payment page, in both languages. */
import type { ValidationMode } from "../Operator.ts"
import type { PageProblem } from "../SimulatorRefusal.ts"
import type { Language } from "./html.ts"

/** Everything that the page says. */
export interface PaymentPageTexts {
  readonly item: string
  readonly quantity: string
  readonly price: string
  readonly operator: string
  readonly phone: string
  readonly phoneHint: string
  readonly code: string
  readonly codeHint: string
  readonly pay: string
  readonly cancel: string
  readonly codeReceived: string
  readonly codeSent: string
  /** Before a payment by a code that the customer dials for (#123, #149). */
  readonly dialFirst: (amount: string) => string
  readonly submit: string
  readonly waiting: string
  readonly otherWay: string
  readonly otherCode: string
  readonly paid: string
  readonly notPaid: string
  readonly canceled: string
  readonly backTo: string
  readonly unknown: string
  readonly unknownAddress: string
  readonly unreadable: string
  readonly expired: string
  readonly notBegun: string
  readonly refusals: Readonly<Record<PageProblem, string>>
  readonly instructions: Readonly<Record<ValidationMode, string>>
}

const french: PaymentPageTexts = {
  item: "Article",
  quantity: "Quantité",
  price: "Prix (XOF)",
  operator: "Opérateur",
  phone: "Numéro de téléphone",
  phoneHint: "avec l’indicatif du pays",
  code: "Code",
  codeHint: "si vous en avez déjà un",
  pay: "Payer",
  cancel: "Annuler",
  codeReceived: "Code reçu",
  codeSent: "Un code a été envoyé par SMS.",
  dialFirst: (amount) =>
    `Composez le menu de votre opérateur et demandez un code de paiement d’exactement ${amount}. Entrez-le ici.`,
  submit: "Valider",
  waiting: "En attente",
  otherWay: "Payer autrement",
  otherCode: "Rien ne se passe ? Entrer un autre code, ou payer autrement",
  paid: "Paiement effectué.",
  notPaid: "Paiement non effectué.",
  canceled: "Paiement annulé.",
  backTo: "Retour à",
  unknown: "Facture introuvable",
  unknownAddress: "Cette adresse de paiement n’existe pas.",
  unreadable: "Formulaire illisible.",
  expired: "Cette page a expiré. Recommencez ici.",
  notBegun: "Le paiement n’a pas pu commencer.",
  refusals: {
    PaymentOver: "Ce paiement est terminé.",
    NoChoice: "Choisissez un opérateur et entrez un numéro avec l’indicatif du pays, en chiffres seulement.",
    NoWallet: "Ce numéro n’a pas de portefeuille.",
    OtherOperator: "Ce numéro appartient à un autre opérateur.",
    OutOfBounds: "Cet opérateur n’accepte pas ce montant.",
    DailyLimit: "La limite du jour est atteinte chez cet opérateur.",
  },
  instructions: {
    UssdOtp: "Le code a été transmis à l’opérateur.",
    UssdPush: "Confirmez avec votre code secret sur votre téléphone.",
    GuidedUssd: "Suivez les instructions reçues par SMS.",
    SmsOtp: "Le code a été transmis à l’opérateur.",
    Wallet: "Le code a été transmis au portefeuille.",
    OwnPage: "Confirmez sur la page de l’opérateur.",
    OperatorPage: "Confirmez sur la page de l’opérateur.",
  },
}

const english: PaymentPageTexts = {
  item: "Item",
  quantity: "Quantity",
  price: "Price (XOF)",
  operator: "Operator",
  phone: "Phone number",
  phoneHint: "with the country code",
  code: "Code",
  codeHint: "if you have one already",
  pay: "Pay",
  cancel: "Cancel",
  codeReceived: "Code received",
  codeSent: "A code was sent by SMS.",
  dialFirst: (amount) => `Dial your operator’s menu and ask for a payment code of exactly ${amount}. Enter it here.`,
  submit: "Confirm",
  waiting: "Waiting",
  otherWay: "Pay another way",
  otherCode: "Nothing happens? Enter another code, or pay another way",
  paid: "Payment received.",
  notPaid: "Payment not made.",
  canceled: "Payment cancelled.",
  backTo: "Back to",
  unknown: "Invoice not found",
  unknownAddress: "There is no such payment address.",
  unreadable: "The form cannot be read.",
  expired: "This page has expired. Try again here.",
  notBegun: "The payment could not begin.",
  refusals: {
    PaymentOver: "This payment is over.",
    NoChoice: "Choose an operator and enter a number with its country code, digits only.",
    NoWallet: "This number has no wallet.",
    OtherOperator: "This number belongs to another operator.",
    OutOfBounds: "This operator does not take this amount.",
    DailyLimit: "Today’s limit of this operator is reached.",
  },
  instructions: {
    UssdOtp: "The code was passed on to the operator.",
    UssdPush: "Confirm with your PIN on your phone.",
    GuidedUssd: "Follow the instructions that came by SMS.",
    SmsOtp: "The code was passed on to the operator.",
    Wallet: "The code was passed on to the wallet.",
    OwnPage: "Confirm on the operator’s page.",
    OperatorPage: "Confirm on the operator’s page.",
  },
}

/** The words of a language. */
export const paymentPageTexts: Readonly<Record<Language, PaymentPageTexts>> = { fr: french, en: english }
