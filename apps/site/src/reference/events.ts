/** The events that a program hears, the lines of a history, and the flags. */
import { catalogue } from "@cauri/catalogue"
import { FlagKind, PaymentEvent } from "@cauri/core/model"
import type { EventName, PaymentEvent as Delivered, PaymentEvents } from "cauri"
import type { Table } from "../fill.ts"
import type { InBoth } from "../languages.ts"
import { code, say, tableOf } from "./rows.ts"

type Own<Name extends EventName> = Exclude<keyof PaymentEvents[Name], keyof Delivered>

/** The fields of each event beside those that all have. An event or a field that is missing here does not compile. */
const fieldsOf: { readonly [Name in EventName]: Readonly<Record<Own<Name>, true>> } = {
  "payin.completed": { amountPaid: true, operator: true, late: true, decidedBy: true },
  "payin.underpaid": { amountPaid: true, operator: true, late: true, decidedBy: true },
  "payin.not_completed": { detail: true, decidedBy: true },
  "payin.refused": { reason: true, subCode: true },
  "payin.expired": {},
  "payin.cancelled": { because: true },
  "payin.in_doubt": {},
  "payin.flagged": { flag: true, subject: true, amountPaid: true },
  "payout.completed": { amountPaid: true, operator: true, decidedBy: true },
  "payout.not_completed": { detail: true, decidedBy: true },
  "payout.refused": { reason: true, subCode: true },
  "payout.cancelled": { because: true },
  "payout.in_doubt": {},
  "payout.held": { because: true },
  "payout.flagged": { flag: true, subject: true, amountPaid: true },
}

/** Events that are no line of a history under the same name are not delivered. */
const tags = Object.keys(PaymentEvent.cases).filter((name): name is PaymentEvent["_tag"] => name in PaymentEvent.cases)

/** What no line of a history says: less money than was asked for completes a payin there, and has a name of its own for programs. */
const underpaid = say(
  "Less was paid than asked for, and no person accepted it as full.",
  "Le client a payé moins que demandé, et aucun responsable ne l’a accepté comme complet.",
)

const delivered = tableOf(
  [say("Event", "Événement"), say("What happened", "Ce qui s’est passé"), say("Fields of its own", "Champs propres")],
  (language) =>
    Object.entries(fieldsOf).map(([name, fields]) => {
      const tag = tags.find((each) => name.endsWith(`.${each}`))
      return [
        code(name),
        tag === undefined ? underpaid[language] : catalogue[language].events[tag],
        Object.keys(fields).map(code).join(", ") || "–",
      ]
    }),
)

type Field = Exclude<keyof Delivered, never>

const common: { readonly [Name in Field]: InBoth } = {
  id: say(
    "stable for ever: an event that comes twice has the same id",
    "stable pour toujours : un événement reçu deux fois porte le même identifiant",
  ),
  type: say("the event’s name", "le nom de l’événement"),
  payment: say("`{ kind, project, id }`: which payment", "`{ kind, project, id }` : de quel paiement il s’agit"),
  seq: say("its number in the payment’s history", "son rang dans l’historique du paiement"),
  at: say("when it happened, in ISO 8601", "quand cela s’est passé, en ISO 8601"),
  status: say(
    "the payment as it was last saved, which may be newer than the event",
    "l’état enregistré en dernier, peut-être plus récent que l’événement",
  ),
  amount: say("whole francs (XOF)", "en francs entiers (XOF)"),
  rail: say("the way the payment travels", "le moyen de paiement"),
  orderRef: say("your order; null where you named none", "votre commande ; null si vous n’en avez pas nommé"),
}

const commonFields = tableOf([say("Field", "Champ"), say("Holds", "Contenu")], (language) =>
  Object.entries(common).map(([name, text]) => [code(name), text[language]]),
)

const history = tableOf([say("Code", "Code"), say("Line of the history", "Ligne de l’historique")], (language) =>
  tags.map((tag) => [code(tag), catalogue[language].events[tag]]),
)

const flags = tableOf([say("Flag", "Signalement"), say("Name", "Nom"), say("What to do", "Que faire")], (language) =>
  FlagKind.literals.map((kind) => {
    const { name, operator } = catalogue[language].flags[kind]
    return [code(kind), name, operator]
  }),
)

const held = tableOf(["`because`", say("Why the payout waits", "Pourquoi le versement attend")], (language) =>
  Object.entries(catalogue[language].heldBecause).map(([name, text]) => [code(name), text]),
)

const cancelled = tableOf(["`because`", say("Why it was cancelled", "Pourquoi il a été annulé")], (language) =>
  Object.entries(catalogue[language].cancelledBecause).map(([name, text]) => [code(name), text]),
)

export const eventTables: Readonly<Record<string, Table>> = {
  events: delivered,
  "event-fields": commonFields,
  history,
  flags,
  "held-because": held,
  "cancelled-because": cancelled,
}
