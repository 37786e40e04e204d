/** What there is to read, in the order of the menu. A page that stands here and not in both folders of `docs`, or there and not here, fails the build. */
import type { InBoth } from "./languages.ts"

/** One page. Its path is the same in both languages, so that each leads to the other. */
export interface Entry {
  readonly path: string
  readonly title: InBoth
}

export interface Part {
  readonly title: InBoth
  readonly pages: ReadonlyArray<Entry>
}

const page = (path: string, en: string, fr: string): Entry => ({ path, title: { en, fr } })
const part = (en: string, fr: string, pages: ReadonlyArray<Entry>): Part => ({ title: { en, fr }, pages })

export const contents: ReadonlyArray<Part> = [
  part("Begin", "Commencer", [
    page("start", "A first payment in five minutes", "Un premier paiement en cinq minutes"),
    page("ideas", "Six ideas", "Six idées"),
    page("is-this-the-service", "Is my aggregator this service?", "Mon agrégateur, est-ce ce service ?"),
  ]),
  part("Collect", "Encaisser", [
    page("paying/index", "Ways to pay", "Les moyens de paiement"),
    page("paying/hosted", "The service’s page", "La page du service"),
    page("paying/ussd-push", "USSD push", "La demande sur le téléphone"),
    page("paying/guided-ussd", "Guided USSD", "Le code USSD reçu par SMS"),
    page("paying/ussd-code", "A dialled code", "Le code à composer d’abord"),
    page("paying/sms-code", "A code by SMS", "Le code par SMS"),
    page("paying/wallet", "The wallet", "Le portefeuille"),
    page("paying/operator-redirect", "The operator’s page", "La page de l’opérateur"),
    page("paying/service-redirect", "A direct page of the service", "Une page directe du service"),
  ]),
  part("Integrate", "Intégrer", [
    page("payouts", "Payouts and refunds", "Versements et remboursements"),
    page("callbacks", "Callbacks", "Les notifications"),
    page("events", "Events and handlers", "Événements et fonctions"),
    page("effect", "With Effect", "Avec Effect"),
    page("moving", "Moving from a hand-written integration", "Quitter une intégration écrite à la main"),
  ]),
  part("HTTP API", "API HTTP", [
    page("http-api/index", "From any language", "Depuis tout langage"),
    page("http-api/php", "A shop in PHP", "Une boutique en PHP"),
    page("http-api/python", "A shop in Python", "Une boutique en Python"),
    page("http-api/go", "A shop in Go", "Une boutique en Go"),
  ]),
  part("Test", "Tester", [
    page("testing/index", "In process", "Dans le programme"),
    page("testing/sandbox", "The sandbox", "Le bac à sable"),
    page("testing/grades", "Scenarios and grades", "Les scénarios et la note"),
    page("testing/other-languages", "From PHP, Python, Dart and Go", "Depuis PHP, Python, Dart et Go"),
  ]),
  part("Deploy", "Installer", [
    page("deploying/index", "Which deployment to choose", "Quelle installation choisir"),
    page("deploying/systemd", "systemd", "systemd"),
    page("deploying/compose", "Docker Compose", "Docker Compose"),
    page("deploying/kubernetes", "Kubernetes", "Kubernetes"),
    page("deploying/sqlite", "SQLite", "SQLite"),
    page("deploying/postgres", "Postgres", "Postgres"),
    page("deploying/own-program", "A program of your own", "Votre propre programme"),
    page("deploying/sizing", "Sizing", "Dimensionner"),
    page("deploying/beyond", "Beyond one Postgres", "Au-delà d’un Postgres"),
  ]),
  part("In production", "En production", [
    page("going-live", "Going live", "Passer en production"),
    page("guarantees", "Guarantees", "Garanties"),
    page("operating/console", "The console in daily use", "La console au quotidien"),
    page("operating/batches", "Payouts by the hundred", "Les versements par centaines"),
    page("operating/statements", "Statements of the service", "Les relevés du service"),
    page("operating/monitoring", "Alerts and dashboards", "Alertes et tableaux de bord"),
    page("operating/backups", "Backups and restores", "Sauvegardes et restaurations"),
    page("operating/old-stores", "What refuses an old store", "Ce qui refuse une ancienne base"),
    page("operating/upgrades", "Upgrades", "Mises à jour"),
  ]),
  part("Runbooks", "Fiches d’intervention", [
    page("operating/runbooks/in-doubt", "A payment is in doubt", "L’issue d’un paiement est inconnue"),
    page("operating/runbooks/flags", "Flags, held payouts, pauses", "Signalements, versements retenus, suspensions"),
    page("operating/runbooks/provider-down", "The service does not answer", "Le service ne répond pas"),
    page("operating/runbooks/restore", "A restored store", "Une base restaurée"),
    page("operating/runbooks/disk-full", "The disk is full", "Le disque est plein"),
    page("operating/runbooks/corrupt-store", "The store is damaged", "La base est abîmée"),
    page("operating/runbooks/key-rotation", "Keys change", "Les clés changent"),
    page("operating/runbooks/whitelist", "Our address changed", "Notre adresse a changé"),
  ]),
  part("Adapters", "Adaptateurs", [
    page("adapters/index", "Writing an adapter", "Écrire un adaptateur"),
    page("adapters/store", "A store", "Une base"),
    page("adapters/gateway", "A gateway", "Un accès au service"),
    page("adapters/consumer", "A consumer", "Un consommateur"),
    page("adapters/credentials", "Credentials from a vault", "Des clés dans un coffre"),
  ]),
  part("Architecture", "Architecture", [
    page("architecture", "The house and its decisions", "La maison et ses décisions"),
  ]),
  part("Reference", "Référence", [
    page("reference/statuses", "Statuses", "Statuts"),
    page("reference/events", "Events", "Événements"),
    page("reference/flags", "Flags", "Signalements"),
    page("reference/errors", "Errors", "Erreurs"),
    page("reference/sub-codes", "Sub-codes", "Sous-codes"),
    page("reference/variables", "Variables", "Variables"),
    page("reference/command-line", "Command line", "Ligne de commande"),
    page("reference/command-line-console", "Command line of the console", "Ligne de commande de la console"),
    page("reference/metrics", "Metrics", "Métriques"),
    page("reference/policy", "Policy", "Politique"),
    page("reference/where-it-runs", "Where it runs", "Où Cauri tourne"),
    page("reference/api", "API", "API"),
    page("reference/api-data", "API: data", "API : les données"),
    page("reference/api-errors", "API: errors and webhooks", "API : les erreurs et les webhooks"),
    page("reference/api-review", "API: people’s decisions", "API : les décisions des personnes"),
    page("reference/api-subpaths", "API: subpaths", "API : les sous-chemins"),
    page("reference/api-simulated", "API: the simulated service", "API : le service simulé"),
  ]),
]

export const entries: ReadonlyArray<Entry> = contents.flatMap(({ pages }) => pages)
