/** What the console says about statements of the service, in French. */
import { count } from "../../format.ts"
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/statements.ts"

export const statements: Translated<typeof en.statements> = {
  files: {
    no_text:
      "Ce fichier n’est pas un texte en UTF-8. Dans un tableur, enregistrez-le au format «\u00A0CSV UTF-8\u00A0», puis importez ce fichier-là.",
    empty: "Ce fichier n’a aucune ligne. Même sans mouvement, un relevé porte un solde initial et un solde final.",
    too_large: "Ce fichier dépasse 8\u00A0Mio. Importez des périodes plus courtes, l’une après l’autre.",
    header:
      "Sa première ligne n’est pas l’en-tête d’un relevé\u00A0: time, kind, amount, puis ceux qu’il a parmi number, reference, operator, state et balance.",
    quotes: "Un de ses guillemets ne se referme pas.",
  },
  rows: {
    columns: "elle a moins ou plus de cellules que l’en-tête",
    time: "sa date ne s’écrit pas comme 2026-01-31, ou son heure ne se lit pas",
    kind: "sa nature n’est ni opening, ni payin, payout, in, out ou closing",
    amount: "son montant n’est pas un nombre entier de francs, sans signe",
    number: "son numéro n’a pas 8 à 15 chiffres\u00A0; laissez vide ce qui est masqué",
    operator: "son opérateur n’est pas écrit comme dans vos versements",
    state: "son état n’est ni completed, ni not_completed ou pending",
    balance: "son solde n’est pas un nombre entier de francs, ou un solde initial ou final porte un montant",
    opening: "un solde initial précède les lignes de son opérateur, une seule fois",
    closing: "un solde final suit les lignes de son opérateur, une seule fois, et suppose un solde initial",
    differs:
      "son solde n’est pas celui que donnent le solde initial et les lignes qui précèdent\u00A0: il en manque une, ou il y en a une de trop",
  },
  bad_rows: "Rien n’a été importé\u00A0: ces lignes ne se lisent pas. Corrigez le fichier et importez-le de nouveau.",
  bad_row: (line, why) => `ligne ${line}\u00A0: ${why}`,
  added: (number, lines, counted) =>
    `Le relevé ${number} est importé\u00A0: ${count(lines, "fr", "ligne")}, dont ${counted} que la base n’avait pas.`,
  already: (number) => `Ce fichier a déjà été importé (relevé ${number}). Rien n’a été ajouté.`,
  covers: (operators) => `Il couvre\u00A0: ${operators}.`,
  covers_all: "tout le projet",
  covers_nothing:
    "Il ne couvre rien, et l’absence d’une ligne n’y prouve rien\u00A0: un solde initial ou final manque, ou n’ouvre et ne ferme pas le fichier.",
  contradicted: (payments) =>
    `Contredits par ce relevé, signalés, et dans la liste de travail\u00A0: ${count(payments, "fr", "paiement")}.`,
  missing: (from, before) => `Aucun relevé ne couvre la période du ${from} au ${before}.`,
  nothing: "Aucun relevé n’a été importé. `cauri console statement import` en importe un.",
  answers: {
    both: "des deux côtés",
    moved_there: (here) => `contradiction\u00A0: ici «\u00A0${here}\u00A0», là-bas l’argent a circulé`,
    not_moved_there: (here) => `contradiction\u00A0: ici «\u00A0${here}\u00A0», là-bas rien n’a circulé`,
    other_amount: "des deux côtés, avec un autre montant",
    ours: "chez nous, absent du relevé",
    theirs: "dans le relevé, absent chez nous",
    several: "plusieurs rapprochements possibles",
  },
  proposals: {
    completed: (line) => `abouti\u00A0: ${line}`,
    not_completed: "non abouti\u00A0: la période est couverte en entier, et aucune ligne ne correspond",
    failed: (line) => `non abouti\u00A0: ${line}`,
    several: "incertain\u00A0: plusieurs lignes ou plusieurs paiements correspondent",
    other_amount: "incertain\u00A0: la ligne porte un autre montant",
    may_fit: "incertain\u00A0: une ligne pourrait être la bonne",
    not_covered: "incertain\u00A0: les relevés ne couvrent pas les trois jours qui suivent le dernier appel",
  },
  in_doubt:
    "Versements à l’issue inconnue. Rien n’est décidé\u00A0: décidez de chacun avec `cauri console resolve`, la ligne servant de preuve.",
  unreadable: (payments) =>
    `Illisibles, et absents de toutes les réponses\u00A0: ${count(payments, "fr", "paiement")}.`,
  columns: {
    number: "numéro",
    project: "projet",
    covers: "couvre",
    from: "du",
    before: "avant le",
    lines: "lignes",
    by: "par",
    at: "importé le",
    file: "fichier",
    answer: "réponse",
    payment: "paiement",
    amount: "montant",
    line: "ligne",
    proposal: "proposition",
  },
  line: (statement, number, amount, day) => `relevé ${statement}, ligne ${number}, ${amount}, ${day}`,
  replaced: (number) => `remplacé par ${number}`,
}
