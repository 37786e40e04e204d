/** The operations and the own errors of the HTTP API: the one from its document, the other from the catalogue. */
import { openApi } from "@cauri/api"
import { tools } from "@cauri/catalogue/tools"
import { Schema, Struct } from "effect"
import type { Table } from "../fill.ts"
import { code, say, tableOf } from "./rows.ts"

const Values = Schema.Struct({ enum: Schema.optionalKey(Schema.Array(Schema.String)) })

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.String,
  schema: Schema.Struct({
    description: Schema.optionalKey(Schema.String),
    default: Schema.optionalKey(Schema.Json),
    items: Schema.optionalKey(Values),
  }),
})

const Document = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        operationId: Schema.String,
        summary: Schema.String,
        parameters: Schema.Array(Parameter),
        security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
      }),
    ),
  ),
})

/** The document says each in English: an operation, or what a parameter takes. */
const inFrench: Readonly<Record<string, string>> = {
  "true or false": "true ou false",
  "a time in ISO 8601": "une date et heure en ISO 8601",
  "the `next` of a page": "le `next` d’une page",
  "1 to 128 printable characters without spaces": "1 à 128 caractères imprimables, sans espace",
  "1 to 64 letters, digits, hyphens or underscores": "1 à 64 lettres, chiffres, tirets ou tirets bas",
  "a whole number from 1 to 100": "un nombre entier de 1 à 100",
  "a whole number from 1 to 200": "un nombre entier de 1 à 200",
  "a whole number from 1 to 1000": "un nombre entier de 1 à 1000",
  "seconds, a whole number from 0 to 30": "des secondes, un nombre entier de 0 à 30",
  createPayin: "Créer un encaissement, ou obtenir celui qui a cet identifiant et ce contenu",
  getPayin: "Lire un encaissement",
  listPayins: "Lister les encaissements, du plus ancien au plus récent",
  getPayinHistory: "Lire ce qui est arrivé à un encaissement",
  streamPayin: "Suivre un encaissement",
  submitCode: "Soumettre le code du client",
  sendCodeAgain: "Faire envoyer un autre code au client",
  tryAgain: "Faire une autre tentative, parce que le client la demande",
  cancelPayin: "Annuler un encaissement qui n’est pas parti, ou dont aucun client n’a vu la page",
  refundPayin: "Rembourser un encaissement abouti",
  requestForPayin: "Demander une décision sur un encaissement, qu’une personne approuve dans la console",
  createPayout: "Créer un versement, ou obtenir celui qui a cet identifiant et ce contenu",
  getPayout: "Lire un versement",
  listPayouts: "Lister les versements, du plus ancien au plus récent",
  getPayoutHistory: "Lire ce qui est arrivé à un versement",
  streamPayout: "Suivre un versement",
  cancelPayout: "Annuler un versement dont rien n’est parti",
  requestForPayout: "Demander une décision sur un versement, qu’une personne approuve dans la console",
  createBatch: "Contrôler une liste de versements et la garder comme lot, sans l’envoyer",
  getBatch: "Lire un lot : son avancement, et ses lignes avec leur issue",
  startBatch: "Lancer un lot",
  pauseBatch: "Suspendre un lot",
  cancelBatch: "Annuler ce qui n’est pas parti d’un lot",
  takeEvents: "Prendre des événements, en attendant le premier",
  ackEvents: "Acquitter des événements",
  getOpenApi: "Obtenir ce document",
  getHealth: "L’API est-elle là ?",
}

const french = (key: string, en = key) => {
  const fr = inFrench[key]
  if (fr === undefined) throw new Error(`The site does not say ${key} in French.`)
  return say(en, fr)
}

const operations = () => {
  const { paths } = Schema.decodeUnknownSync(Document)(openApi())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, security, summary }]) => {
      const scopes = security.flatMap((each) => Object.values(each).flat())
      return { call: `${method.toUpperCase()} ${path}`, scopes, parameters, summary: french(operationId, summary) }
    }),
  )
}

/** The parameters of queries, each once with the calls that take it in the same way. */
const queries = () => {
  const all = operations().flatMap(({ call, parameters }) =>
    parameters.flatMap((each) => (each.in === "query" ? [{ call: code(call), each, key: JSON.stringify(each) }] : [])),
  )
  const calls = Map.groupBy(all, ({ key }) => key)
  return Array.from(new Map(all.map(({ each, key }) => [key, each])), ([key, { name, schema }]) => {
    return { name, schema, calls: (calls.get(key) ?? []).map(({ call }) => call).join(", ") }
  })
}

const { create_with: _create, unexpected: _unexpected, ...ofRequests } = tools.en.apiProblems
const statuses: Readonly<Record<keyof typeof ofRequests, number>> = {
  unauthorized: 401,
  forbidden: 403,
  too_many_requests: 429,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  payload_too_large: 413,
  malformed_json: 400,
}

export const httpApiTables: Readonly<Record<string, Table>> = {
  "http-operations": tableOf(
    [say("Call", "Appel"), say("Scope", "Droit"), say("What it does", "Ce qu’il fait")],
    (language) =>
      operations().map(({ call, scopes, summary }) => [
        code(call),
        scopes.length === 0 ? say("none", "aucun")[language] : scopes.map(code).join(", "),
        summary[language],
      ]),
  ),
  "http-queries": tableOf(
    [say("Parameter", "Paramètre"), say("Of", "De"), say("It takes", "Il prend"), say("Default", "Par défaut")],
    (language) =>
      queries().map(({ calls, name, schema }) => {
        const values = schema.items?.enum?.map(code).join(", ") ?? french(schema.description ?? name)[language]
        const usual = schema.default === undefined ? "" : code(JSON.stringify(schema.default))
        return [code(name), calls, values, usual]
      }),
  ),
  "http-problems": tableOf(
    [code("code"), "HTTP", say("What happened, and what to do", "Ce qui s’est passé, et que faire")],
    (language) =>
      Struct.keys(statuses).map((name) => [code(name), String(statuses[name]), tools[language].apiProblems[name]]),
  ),
}
