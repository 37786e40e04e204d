/** What the command lines say about themselves, in French. */
import type * as en from "../en/commandLine.ts"
import type { Translated } from "../../Catalogue.ts"

/** `cauri --help`, and what is wrong with a command. */
export const cauri: Translated<typeof en.cauri> = {
  title: "Le mobile money en Afrique de l’Ouest et centrale, sans rien perdre.",
  command: "commande",
  given: "arguments",
  rest: "`cauri <commande> --help` explique une commande. `cauri completions bash|zsh|fish` écrit un script de complétion.",
  unknown: (name) => `Il n’y a pas de commande «\u00A0${name}\u00A0».`,
  near: (name) => `Vouliez-vous dire «\u00A0cauri ${name}\u00A0»\u00A0?`,
  shells: "cauri completions attend le nom d’un shell\u00A0: bash, zsh ou fish.",
  list: "cauri --help donne la liste des commandes.",
}

/** The commands of `cauri`. */
export const cauriCommands: Translated<typeof en.cauriCommands> = {
  init: "crée dans ce dossier un petit dépôt, le vôtre",
  sandbox: "le service sur cette machine, avec des téléphones pour payer\u00A0; aucun argent ne circule",
  demo: "envoie des centaines de paiements pendant que tout va mal, et prouve qu’aucun n’est perdu",
  receiver: "garde dans la base les notifications du service",
  reconciler: "envoie, vérifie et livre les paiements à traiter",
  console: "montre les paiements, et prend les décisions qui reviennent à une personne",
  doctor: "examine les réglages, les clés d’accès, la base, l’horloge et les programmes",
  migrate: "met les tables de la base au niveau de cette version",
  backup: "copie une base SQLite pendant qu’elle sert",
}
