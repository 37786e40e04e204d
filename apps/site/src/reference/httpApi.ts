/** The operations and the own errors of the HTTP API: the one from its document, the other from the catalogue. */
import { openApi } from "@cauri/api"
import { tools } from "@cauri/catalogue/tools"
import { Schema, Struct } from "effect"
import type { Table } from "../fill.ts"
import { code, say, tableOf } from "./rows.ts"

const Document = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        operationId: Schema.String,
        summary: Schema.String,
        security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
      }),
    ),
  ),
})

/** The document says each in English. */
const inFrench: Readonly<Record<string, string>> = {
  createPayin: "Créer un encaissement, ou obtenir celui qui a cet identifiant et ce contenu",
  getPayin: "Lire un encaissement ; avec `?recheck=true`, après avoir interrogé le service",
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
  getPayout: "Lire un versement ; avec `?recheck=true`, après avoir interrogé le service",
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

const operations = () => {
  const { paths } = Schema.decodeUnknownSync(Document)(openApi())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, summary }]) => {
      const fr = inFrench[operationId]
      if (fr === undefined) throw new Error(`The site does not say ${operationId} in French.`)
      const scopes = security.flatMap((each) => Object.values(each).flat())
      return { call: `${method.toUpperCase()} ${path}`, scopes, summary: say(summary, fr) }
    }),
  )
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
  "http-problems": tableOf(
    [code("code"), "HTTP", say("What happened, and what to do", "Ce qui s’est passé, et que faire")],
    (language) =>
      Struct.keys(statuses).map((name) => [code(name), String(statuses[name]), tools[language].apiProblems[name]]),
  ),
}
