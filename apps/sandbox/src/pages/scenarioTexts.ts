/** The steps of scenarios in words. The command line speaks them too. */
import type { Behaviour, MerchantAct, Scenario, ScenarioPaymentKind, ScenarioStep } from "@cauri/simulator"
import type { Language } from "@cauri/simulator/pages"
import { usualFaults } from "./usualFaults.ts"
import { francs } from "./View.ts"

/** Who is spoken to. */
export interface Speech {
  readonly language: Language
  readonly say: (french: string, english: string) => string
}

const kinds: Readonly<Record<ScenarioPaymentKind, readonly [french: string, english: string]>> = {
  Hosted: ["un paiement sur page", "a hosted payin"],
  UssdPush: ["un paiement par push USSD", "a USSD push payin"],
  GuidedUssd: ["un paiement par USSD guidé", "a guided USSD payin"],
  UssdOtp: ["un paiement par code USSD", "a USSD OTP payin"],
  SmsOtp: ["un paiement par code SMS", "an SMS OTP payin"],
  Wallet: ["un paiement par portefeuille", "a wallet payin"],
  WalletPayout: ["un versement au portefeuille", "a wallet payout"],
  MobileMoneyPayout: ["un versement mobile money", "a mobile money payout"],
}

/** The payment that a scenario is about. */
export const paymentText = (speech: Speech, { payment }: Scenario): string =>
  `${speech.say("Il faut", "It takes")} ${speech.say(...kinds[payment.kind])} ${speech.say("de", "of")} ${francs(speech, payment.amountXof)}, ${payment.phone}.`

const merchantTexts: Readonly<Record<MerchantAct, readonly [french: string, english: string]>> = {
  Creates: ["Votre programme crée le paiement", "Your program creates the payment"],
  CreatesTwin: [
    "Votre programme crée le même sous une autre référence",
    "Your program creates the same under another reference",
  ],
  SubmitsRightCode: ["Votre programme envoie le code reçu", "Your program submits the code that came"],
  SubmitsWrongCode: ["Votre programme envoie le code 000000", "Your program submits the code 000000"],
  TriesAgain: [
    "Votre programme essaie encore, à la demande du client",
    "Your program tries again, because the customer asks",
  ],
  CallsAgain: [
    "Votre programme refait de lui-même l'appel resté sans réponse",
    "Your program makes the call that got no answer once more by itself",
  ],
  TakesNewKeys: ["Votre programme prend les nouveaux identifiants", "Your program takes the new credentials"],
}

/** What a step says. */
export const stepText = (speech: Speech, step: ScenarioStep): string => {
  const { say } = speech
  switch (step._tag) {
    case "Merchant":
      return say(...merchantTexts[step.does])
    case "FaultBegins":
      return `${say("Une panne commence", "A fault begins")} : ${faultText(speech, step.fault)}`
    case "FaultsEnd":
      return say("Les pannes cessent", "The faults end")
    case "CustomerIs":
      return `${say("Le client", "The customer")} : ${behaviourTexts[step.behaviour][speech.language]}`
    case "CustomerApproves":
      return say("Le client confirme", "The customer confirms")
    case "CustomerRefuses":
      return say("Le client refuse", "The customer refuses")
    case "CustomerEntersWrongPin":
      return say("Le client entre un code secret faux", "The customer enters a wrong PIN")
    case "CustomerDials":
      return say("Le client compose ce que dit le SMS", "The customer dials what the message says")
    case "CustomerGetsCode":
      return step.moreXof === 0
        ? say("Le client compose le menu et reçoit un code", "The customer dials the menu and gets a code")
        : say("Le client reçoit un code pour un autre montant", "The customer gets a code for another amount")
    case "CustomerPaysOnPage":
      return say("Le client choisit son opérateur sur la page", "The customer chooses the operator on the page")
    case "CustomerCancelsOnPage":
      return say("Le client annule sur la page", "The customer cancels on the page")
    case "OperatorDecides":
      return `${step.which === "Oldest" ? say("L'opérateur décide du premier", "The operator decides the first one") : say("L'opérateur décide", "The operator decides")} : ${step.completed ? "completed" : "notcompleted"}`
    case "CallbacksForged":
      return `${say("Un faux rappel dit", "A forged callback says")} ${step.status}`
    case "CallbacksLost":
      return say("Les rappels se perdent", "The callbacks are lost")
    case "CallbacksDelayed":
      return `${say("Les rappels tardent de", "The callbacks are late by")} ${duration(speech, step.millis)}`
    case "CallbacksRepeated":
      return say("Les rappels viennent de nouveau", "The callbacks come again")
    case "CredentialsReissued":
      return say("Les identifiants sont émis de nouveau", "The credentials are issued anew")
    case "WhitelistEmptied":
      return say("Plus aucune adresse IP n'est admise", "No IP address is whitelisted any more")
    case "WhitelistRestored":
      return say("Les adresses IP sont de nouveau admises", "The IP addresses are whitelisted again")
    case "BalanceSet":
      return `${say("Le solde chez l'opérateur est de", "The balance at the operator is")} ${francs(speech, step.balanceXof)}`
    case "TimePasses":
      return `${duration(speech, step.millis)} ${say("passent", "pass")}`
  }
}

const duration = ({ say }: Speech, millis: number): string => {
  const minutes = millis / 60_000
  if (minutes < 1) return `${millis / 1_000} s`
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} ${say("h", "h")}`
}

const faultText = ({ say }: Speech, fault: Extract<ScenarioStep, { _tag: "FaultBegins" }>["fault"]): string => {
  const usual =
    usualFaults.find((each) => JSON.stringify(each.fault) === JSON.stringify(fault)) ??
    usualFaults.find((each) => each.fault._tag === fault._tag)
  return usual === undefined ? fault._tag : say(usual.french, usual.english).toLowerCase()
}

/** What a customer does without being told. */
export const behaviourTexts: Readonly<Record<Behaviour, Readonly<Record<Language, string>>>> = {
  Waits: { fr: "attend que vous agissiez", en: "waits for you to act" },
  PaysAtOnce: { fr: "paie tout de suite", en: "pays at once" },
  PaysInAMinute: { fr: "paie après une minute", en: "pays after a minute" },
  PaysInTwoDays: { fr: "paie après deux jours", en: "pays after two days" },
  Refuses: { fr: "refuse", en: "refuses" },
  NeverAnswers: { fr: "ne répond jamais", en: "never answers" },
  CannotPay: { fr: "n'a pas d'argent", en: "has no money" },
  OverDailyLimit: { fr: "a atteint la limite du jour", en: "has reached the daily limit" },
}
