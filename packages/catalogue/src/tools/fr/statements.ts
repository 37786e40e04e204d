/** What the console says about statements of the service, in French. */
import { count } from "../../format.ts"
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/statements.ts"

/** Why a file, or a row of it, is not imported, and what a comparison says. */
export const statements: Translated<typeof en.statements> = {
  files: {
    spreadsheet:
      "Ce fichier est un classeur ou un PDF. Ouvrez-le dans un tableur, enregistrez-le au format CSV («\u00A0CSV UTF-8\u00A0» si le tableur le propose), puis importez ce fichier-là.",
    no_text:
      "Ce fichier n’est pas un texte délimité. Exportez le relevé au format CSV depuis le tableau de bord du service.",
    empty: "Ce fichier est vide. Exportez de nouveau le relevé.",
    too_large: "Ce fichier dépasse 8\u00A0Mio. Exportez plusieurs périodes plus courtes.",
  },
  rows: {
    quotes: "ses guillemets ne se referment pas, ou elle est trop longue",
    columns: "il lui manque des colonnes\u00A0: elle est peut-être coupée",
    date: "sa date ou son heure ne correspond pas à la forme indiquée",
    amount: "son montant n’est pas un nombre de la forme indiquée",
    decimals: "son montant a des centimes, et le franc n’en a pas\u00A0; vérifiez le séparateur décimal",
    both_amounts: "elle porte à la fois un débit et un crédit",
    no_amount: "elle n’a pas de montant",
    fee: "ses frais ne sont pas un nombre entier de francs",
    balance: "son solde n’est pas un nombre entier de francs",
  },
  refused: {
    bad_rows:
      "Rien n’a été importé\u00A0: ces lignes ne se lisent pas. Corrigez la forme, ou demandez un nouvel export du fichier.",
    outside: "Rien n’a été importé\u00A0: une ligne sort de la période. Corrigez la période ou la forme.",
    none: "Rien n’a été importé\u00A0: aucune ligne ne se lit. Corrigez la forme.",
  },
  bad_row: (line, why) => `ligne ${line}\u00A0: ${why}`,
  added: (number, lines, counted) =>
    `Le relevé ${number} est importé\u00A0: ${count(lines, "fr", "ligne")}, dont ${counted} que la base n’avait pas.`,
  already: (number) => `Ce fichier a déjà été importé (relevé ${number}). Rien n’a été ajouté.`,
  agrees: "Le solde initial et les lignes donnent bien le solde final.",
  differs: (amount) =>
    `Le solde initial et les lignes s’écartent du solde final de ${amount}. Il manque peut-être des lignes.`,
  not_checked: "Les soldes n’ont pas été vérifiés\u00A0: indiquez --opening et --closing.",
  missing: (from, before) => `Aucun relevé ne couvre la période du ${from} au ${before}.`,
  overlap: (number) => `Sa période chevauche le relevé ${number}\u00A0; les lignes communes comptent une fois.`,
  nothing: "Aucun relevé n’a été importé. `cauri console statement import` en importe un.",
  answers: {
    both: "des deux côtés",
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
    account: "compte",
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
