/** What can fail: calls of a program, calls of the service, decisions, numbers and programs. */
import { type Catalogue, catalogue } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { RefusalReason, StoreRefused } from "@cauri/core/adapter"
import { CallFailure, type CallFailureTag, callFailureTraits } from "@cauri/core/model"
import { type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { formatSubCode, statedSubCodes } from "@cauri/simulator"
import { PaymentsError, type PaymentsErrorCode } from "cauri"
import type { Table } from "../fill.ts"
import { code, say, tableOf, yesNo } from "./rows.ts"

const codes: Readonly<Record<PaymentsErrorCode, true>> = {
  invalid_input: true,
  content_conflict: true,
  not_found: true,
  not_allowed: true,
  decision_refused: true,
  store_failed: true,
  store_refused: true,
  misconfigured: true,
  too_late: true,
  webhook_refused: true,
  closed: true,
  unexpected: true,
}

const isCode = (name: string): name is PaymentsErrorCode => name in codes
const toDo = say("What happened, and what to do", "Ce qui s’est passé, et que faire")
const toCustomer = say("What a customer may read", "Ce qu’un client peut lire")

const errors = tableOf(["`code`", "HTTP", toDo, toCustomer], (language) =>
  Object.keys(codes)
    .filter(isCode)
    .map((name) => {
      const error = new PaymentsError({ code: name, message: name })
      return [code(name), String(error.status), error.operatorMessage(language), error.customerMessage(language)]
    }),
)

/** The reasons that pass without a person. */
const passing = new Set([
  "too_soon",
  "cannot_ask",
  "paused",
  "breaker_open",
  "throttled",
  "no_mark",
  "changed_meanwhile",
])

const notAllowed = tableOf(["`reason`", "HTTP", toDo, toCustomer], (language) =>
  Object.entries(catalogue[language].notNow).map(([reason, { customer, operator }]) => {
    const { status } = new PaymentsError({
      code: "not_allowed",
      message: reason,
      reason,
      retryable: passing.has(reason),
    })
    return [code(reason), String(status), operator, customer]
  }),
)

const sentences = (head: string, choose: (texts: Catalogue) => Readonly<Record<string, string>>): Table =>
  tableOf([head, toDo], (language) =>
    Object.entries(choose(catalogue[language])).map(([name, text]) => [code(name), text]),
  )

const retries = {
  now: say("by itself, at once", "d’elle-même, aussitôt"),
  later: say("by itself, later", "d’elle-même, plus tard"),
  whenFixed: say("once the cause is gone", "une fois la cause levée"),
} as const

const tags = Object.keys(CallFailure.cases).filter((name): name is CallFailureTag => name in CallFailure.cases)

const callFailures = tableOf(
  [
    "`problem.reason`",
    say("Name", "Nom"),
    say("May have moved money", "L’argent a pu bouger"),
    say("Sent again", "Renvoyé"),
    say("What to do", "Que faire"),
  ],
  (language) =>
    tags.map((tag) => {
      const { name, operator } = catalogue[language].reasons[tag]
      const { mayHaveReachedService, retry } = callFailureTraits[tag]
      return [
        code(tag),
        name,
        yesNo(mayHaveReachedService, language),
        retry === null ? say("no", "non")[language] : retries[retry][language],
        operator,
      ]
    }),
)

/** What becomes of a call that the service answers with a stated sub-code. */
const ends = {
  asked: say("it is asked again later; nothing changes", "on redemande plus tard ; rien ne change"),
  final: say("final: the payment is refused", "définitif : le paiement est refusé"),
  payin: say(
    "not now: payins pause, and this one is sent only while its customer still waits",
    "pas maintenant : les encaissements sont suspendus, et celui-ci ne part que tant que son client attend",
  ),
  payout: say(
    "not now: payouts pause, and this one goes out when the pause ends",
    "pas maintenant : les versements sont suspendus, et celui-ci part à la fin de la suspension",
  ),
}

const endingOf = (endpoint: EndpointName, reason: CallFailureTag) => {
  if (endpoint.startsWith("confirm")) return ends.asked
  if (callFailureTraits[reason].retry !== "whenFixed") return ends.final
  return endpoint.endsWith("Payout") ? ends.payout : ends.payin
}

const endpointText = (name: EndpointName): string => {
  const { method, path } = endpoints[name]
  return `\`${method} ${path}\``
}

const subCodes = tableOf(
  [
    say("Endpoint", "Point d’accès"),
    say("The service answers", "Le service répond"),
    "`problem.reason`",
    say("Then", "Ensuite"),
    say("What to do", "Que faire"),
  ],
  (language) =>
    endpointNames.flatMap((endpoint) =>
      statedSubCodes
        .filter((stated) => stated.endpoints.includes(endpoint))
        .map(({ code: subCode, meaning }) => [
          endpointText(endpoint),
          code(formatSubCode(subCode)),
          code(meaning),
          endingOf(endpoint, meaning)[language],
          catalogue[language].reasons[meaning].operator,
        ]),
    ),
)

const endpointTable = tableOf(
  ["#", say("Call", "Appel"), say("Query", "Paramètre"), say("Callbacks", "Notifications")],
  (language) =>
    endpointNames.map((name) => {
      const { causesCallbacks, number, query } = endpoints[name]
      return [
        String(number),
        endpointText(name),
        query === undefined ? "–" : code(query),
        yesNo(causesCallbacks, language),
      ]
    }),
)

const operations = tableOf([say("`endpoint` of the metrics", "`endpoint` des métriques")], () =>
  endpointNames.map((name) => [code(name)]),
)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const storeRefusals = tableOf([say("Reason", "Raison"), say("Exit code", "Code de sortie"), toDo], (language) =>
  RefusalReason.literals.map((reason) => [
    code(reason),
    String(new StoreRefused({ reason, detail: "" }).exitCode),
    capital(tools[language].storeRefusals[reason]),
  ]),
)

export const errorTables: Readonly<Record<string, Table>> = {
  errors,
  "not-allowed": notAllowed,
  refusals: sentences("`reason`", ({ refusals }) => refusals),
  "store-refusals": storeRefusals,
  unasked: sentences("`unasked`", ({ unasked }) => unasked),
  "call-failures": callFailures,
  "not-sent-causes": sentences("`cause`", ({ notSentCauses }) => notSentCauses),
  "no-answer-causes": sentences("`cause`", ({ noAnswerCauses }) => noAnswerCauses),
  "phone-problems": sentences("`because`", ({ phoneProblems }) => phoneProblems),
  "sub-codes": subCodes,
  endpoints: endpointTable,
  operations,
}
