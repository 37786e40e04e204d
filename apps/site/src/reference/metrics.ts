/** The metrics, read from the source that counts them. Their English is the source's own, which Prometheus shows beside them. */
import { globSync, readFileSync } from "node:fs"
import type { Table } from "../fill.ts"
import { code, say, tableOf } from "./rows.ts"

const root = new URL("../../../../", import.meta.url)

interface Found {
  readonly kind: string
  readonly name: string
  readonly description: string
  readonly program: string
}

const declared = /Metric\.(counter|gauge|histogram)\(\s*"(cauri_\w+)",\s*\{\s*description:\s*"([^"]+)"/g
const ofStore = /\bgauge\(\s*"(\w+)",\s*"([^"]+)",?\s*\)/g

const programs: ReadonlyArray<readonly [path: RegExp, program: string]> = [
  [/gateway-http/, "reconciler, api"],
  [/apps.api/, "api"],
  [/callbacks|apps.receiver/, "receiver"],
  [/runtime/, "reconciler, receiver"],
  [/./, "reconciler"],
]

const found = (): ReadonlyArray<Found> =>
  globSync("{packages,apps}/{gateway-http,callbacks,core,runtime,api,receiver,reconciler}/src/**/*.ts", {
    cwd: root,
  }).flatMap((path) => {
    const text = readFileSync(new URL(path, root), "utf8")
    const program = programs.find(([part]) => part.test(path))?.[1] ?? ""
    return [
      ...[...text.matchAll(declared)].map(([, kind = "", name = "", description = ""]) => ({
        kind,
        name,
        description,
        program,
      })),
      ...[...text.matchAll(ofStore)].map(([, name = "", description = ""]) => ({
        kind: "gauge",
        name: `cauri_store_${name}`,
        description,
        program,
      })),
    ]
  })

/** What each metric says, in French. One that is missing fails the build. */
const french: Readonly<Record<string, string>> = {
  cauri_api_dropped_connections: "Les connexions fermées sans requête, parce que trop d’autres étaient ouvertes.",
  cauri_api_started_timestamp_seconds: "Le moment où cette API s’est mise à écouter.",
  cauri_callbacks: "Les notifications reçues, selon la réponse donnée.",
  cauri_callbacks_too_many:
    "Les notifications qui ont provoqué une vérification sans être conservées : leur paiement a déjà le maximum de traces. Quelqu’un connaît son adresse.",
  cauri_gateway_calls: "Les appels au service, selon le point d’accès, le résultat et le sous-code.",
  cauri_gateway_call_milliseconds: "La durée des appels au service, selon le point d’accès et le résultat.",
  cauri_receiver_dropped_connections: "Les connexions fermées sans requête, parce que trop d’autres étaient ouvertes.",
  cauri_receiver_started_timestamp_seconds: "Le moment où ce receiver s’est mis à écouter.",
  cauri_reconciler_deliveries:
    "Les événements remis à votre programme, selon qu’il les a acceptés ou non. Un événement refusé est remis plus tard.",
  cauri_reconciler_events: "Les événements enregistrés par ce processus, selon le genre de paiement et le nom.",
  cauri_reconciler_last_run_timestamp_seconds: "Le début du dernier passage de ce processus.",
  cauri_reconciler_payments_taken: "Les paiements à traiter que ce processus a pris en charge.",
  cauri_reconciler_projects_without_credentials:
    "Les projets dont ce processus laisse les paiements à d’autres, faute de clés d’accès.",
  cauri_reconciler_runs: "Les passages commencés par ce processus.",
  cauri_store_due_payments: "Les paiements à traiter dont personne ne s’occupe encore.",
  cauri_store_flagged_payments:
    "Les paiements avec un signalement ouvert. `cauri console list --flagged` les liste ; une personne examine chacun.",
  cauri_store_held_payouts:
    "Les versements qu’une personne doit libérer ou annuler. `cauri console list --status held` les liste.",
  cauri_store_in_doubt_payments:
    "Les paiements dont l’issue est inconnue. `cauri console list --status in_doubt` les liste ; une personne décide.",
  cauri_store_last_read_timestamp_seconds: "Quand ces chiffres ont été lus.",
  cauri_store_oldest_due_age_seconds:
    "Depuis combien de secondes le plus ancien d’entre eux attend. Si ce chiffre monte, lancez un reconciler qui a les clés d’accès de tous les projets, ou lisez son journal.",
  cauri_store_pauses:
    "Les suspensions en vigueur. `cauri console pauses` dit pourquoi, depuis quand et ce qui met fin à chacune.",
}

const metrics = tableOf(
  [say("Metric", "Métrique"), say("Kind", "Genre"), say("Program", "Programme"), say("What it says", "Ce qu’elle dit")],
  (language) =>
    found()
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(({ description, kind, name, program }) => {
        const text = language === "fr" ? french[name] : description
        if (text === undefined) throw new Error(`metrics.ts says nothing in French about ${name}.`)
        return [code(name), kind, program, text]
      }),
)

export const metricTables: Readonly<Record<string, Table>> = { metrics }
