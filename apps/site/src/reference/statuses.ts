/** How payments stand: statuses, what moves them, what a customer does next, and why nothing was sent. */
import { catalogue, notSentTexts } from "@cauri/catalogue"
import { PayinState, payinRows, PayoutState, payoutRows, Rail, type StateTag, stateTraits } from "@cauri/core/model"
import type { Table } from "../fill.ts"
import { code, say, tableOf, yesNo } from "./rows.ts"

const payin: ReadonlyArray<string> = Object.keys(PayinState.cases)
const payout: ReadonlyArray<string> = Object.keys(PayoutState.cases)

const tags = Object.keys(stateTraits).filter((name): name is StateTag => name in stateTraits)

const statuses = tableOf(
  [
    say("Status", "Statut"),
    say("Name", "Nom"),
    say("Payin", "Encaissement"),
    say("Payout", "Versement"),
    say("Closed", "Clos"),
    say("What it means", "Ce qu’il signifie"),
    say("What a customer reads", "Ce que lit le client"),
  ],
  (language) =>
    tags.map((tag) => {
      const text = catalogue[language].states[tag]
      return [
        code(tag),
        text.name,
        yesNo(payin.includes(tag), language),
        yesNo(payout.includes(tag), language),
        yesNo(stateTraits[tag].isClosed, language),
        text.operator,
        "customer" in text ? text.customer : "–",
      ]
    }),
)

type Row = (typeof payinRows)[number] | (typeof payoutRows)[number]

const numberOf = ({ row }: Row): number => Number(row.slice(1))

/** Every move from one state to another, in the order of the rows. */
const moves = (rows: ReadonlyArray<Row>): Table =>
  tableOf([say("From", "De"), say("What happened", "Ce qui s’est passé"), say("To", "Vers")], (language) => {
    const { events } = catalogue[language]
    const ofRows = rows
      .toSorted((one, other) => numberOf(one) - numberOf(other))
      .flatMap(({ event, from, to }) =>
        to === "same"
          ? []
          : [
              [
                from === null ? "–" : from.map((state) => code(state)).join(", "),
                events[event],
                to.map((state) => code(state)).join(", "),
              ],
            ],
      )
    return [...new Map(ofRows.map((cells) => [cells.join("|"), cells])).values()]
  })

const rails = tableOf([say("Rail", "Moyen"), say("Name", "Nom")], (language) =>
  Rail.literals.map((rail) => [code(rail), catalogue[language].rails[rail]]),
)

const waiting = { kind: "payin", status: "intended", isSentByItself: true } as const

const notSentBecause = tableOf(
  ["`notSentBecause`", say("What it means, and what to do", "Ce que cela signifie, et que faire")],
  (language) =>
    (["paused", "breaker_open", "throttled", "no_mark", "held", "changed_meanwhile"] as const).map((name) => [
      code(name),
      notSentTexts(catalogue[language], name, waiting).operator,
    ]),
)

export const statusTables: Readonly<Record<string, Table>> = {
  statuses,
  "payin-moves": moves(payinRows),
  "payout-moves": moves(payoutRows),
  rails,
  "not-sent-because": notSentBecause,
}
