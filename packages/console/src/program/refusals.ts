/** What a command says, and the code that it ends with, when nothing was done. */
import { Effect } from "effect"
import type { BatchRefused } from "@cauri/batches"
import { catalogue, type Language } from "@cauri/catalogue"
import { say, tools } from "@cauri/catalogue/tools"
import { type DecisionRefused, type InvalidInput, keyText, type PaymentNotFound } from "@cauri/core"
import type { UnreadableRow } from "@cauri/core/adapter"
import { exitCodes } from "@cauri/runtime"
import type { AmountDiffers, NeedsService, NotOffered } from "../deciding/decide.ts"
import type { Unfound } from "../payment/find.ts"
import type { ConsumerAlive } from "../deliveries/undelivered.ts"
import { batchRefusedText } from "../batches/batches.ts"
import { refusedText } from "../words/refusedText.ts"
import { printable } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import type { Expected, WrongInput } from "../words/WrongInput.ts"

type Refusal =
  | UnreadableRow
  | WrongInput
  | Unfound
  | PaymentNotFound
  | InvalidInput
  | NeedsService
  | AmountDiffers
  | NotOffered
  | ConsumerAlive
  | DecisionRefused
  | BatchRefused

/** What core expects of the fields that people fill here. */
const expectedOf: Readonly<Record<string, Expected>> = { by: ["person"], scope: ["scope"] }

const sentenceOf = (refusal: Refusal, language: Language): string => {
  const { decisionCommands, expected, showCommand, unfound, usageErrors } = tools[language]
  const { refusals } = catalogue[language]
  const wrong = (name: string, what: Expected) => usageErrors.wrong(name, say(expected, what))
  switch (refusal._tag) {
    case "WrongInput":
      return wrong(refusal.name, refusal.expected)
    case "InvalidInput":
      return wrong(`--${refusal.field}`, expectedOf[refusal.field] ?? ["text"])
    case "Unfound":
      return say(unfound, refusal.found)
    case "ConsumerAlive":
      return tools[language].deliveryCommands.alive(refusal.consumer)
    case "PaymentNotFound":
      return unfound.none(keyText(refusal.key))
    case "UnreadableRow":
      return refusal.line === undefined
        ? unfound.row(keyText(refusal.key))
        : showCommand.unreadable(keyText(refusal.key), showCommand.line(refusal.line.seq, refusal.line.tag))
    case "NeedsService":
      return decisionCommands.undecided(keyText(refusal.key), refusals.needs_service)
    case "AmountDiffers":
      return decisionCommands.undecided(keyText(refusal.key), refusals.amount_differs)
    case "BatchRefused":
      return batchRefusedText(refusal, language)
    case "DecisionRefused":
      return decisionCommands.undecided(keyText(refusal.key), refusedText(refusal, language))
    case "NotOffered": {
      const { act, allowed, key, state } = refusal
      const why = decisionCommands.not_offered(state, act, allowed.join(", "))
      return decisionCommands.undecided(keyText(key), why)
    }
  }
}

/** A refusal that another command line avoids is bad usage; one that the payment itself causes needs a person. */
const codeOf = (refusal: Refusal): number => {
  switch (refusal._tag) {
    case "WrongInput":
    case "Unfound":
    case "PaymentNotFound":
    case "InvalidInput":
    case "NeedsService":
    case "AmountDiffers":
      return exitCodes.usage
    case "ConsumerAlive":
    case "NotOffered":
    case "DecisionRefused":
    case "BatchRefused":
    case "UnreadableRow":
      return exitCodes.person
  }
}

/** Prints a refusal in the language of the screen, and returns its exit code. */
export const refused = Effect.fnUntraced(function* (refusal: Refusal) {
  const { err, language } = yield* Screen
  yield* err(`${printable(sentenceOf(refusal, language))}\n`)
  return codeOf(refusal)
})
