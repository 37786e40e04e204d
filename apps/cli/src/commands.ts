/** What `cauri` can be asked for: the program that does it, and a sentence about it for both languages. */
import type { Texts } from "@cauri/catalogue"

/** One command: a program of this package, perhaps with arguments of its own before those that were typed. */
export interface Command {
  readonly program: string
  readonly given: ReadonlyArray<string>
  readonly about: Texts
}

const command = (program: string, given: ReadonlyArray<string>, en: string, fr: string): Command => ({
  program,
  given,
  about: { en, fr },
})

/** Every command by its name, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  init: command(
    "init",
    [],
    "writes a small repository of your own into this folder",
    "crée dans ce dossier un petit dépôt à vous",
  ),
  sandbox: command(
    "sandbox",
    [],
    "the service on this machine, with phones to pay from; no money moves",
    "le service sur cette machine, avec des téléphones pour payer\u00A0; aucun argent ne circule",
  ),
  demo: command(
    "demo",
    ["demo"],
    "sends hundreds of payments while everything goes wrong, and proves that none is lost",
    "envoie des centaines de paiements alors que tout va mal, et prouve qu’aucun n’est perdu",
  ),
  receiver: command(
    "receiver",
    [],
    "keeps the callbacks of the service in the store",
    "enregistre dans la base les notifications du service",
  ),
  reconciler: command(
    "reconciler",
    [],
    "sends, checks and delivers the payments that are due",
    "envoie et vérifie les paiements à traiter, et transmet leurs événements",
  ),
  console: command(
    "console",
    [],
    "shows payments, and takes the decisions that only a person can take",
    "affiche les paiements et sert à prendre les décisions qui reviennent à un responsable",
  ),
  doctor: command(
    "console",
    ["doctor"],
    "looks at settings, credentials, store, clock and workers",
    "contrôle la configuration, les clés d’accès, la base, l’horloge et les programmes",
  ),
  migrate: command(
    "console",
    ["migrate"],
    "brings the tables of the store up to this version",
    "met les tables de la base au niveau de cette version",
  ),
  backup: command(
    "console",
    ["backup"],
    "copies a SQLite store while it is in use",
    "copie une base SQLite pendant qu’elle sert",
  ),
}
