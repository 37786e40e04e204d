/** What the console’s pages say about statements of the service, in French. */
import { count } from "../../format.ts"
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/statementPages.ts"

export const statementPages: Translated<typeof en.statementPages> = {
  title: "Relevés",
  explained:
    "Un relevé dit ce que le service a fait circuler. Rapproché de vos paiements, il montre ce qui n’existe que d’un côté et ce que sont devenus les versements à l’issue inconnue.",
  empty: [
    "Pas encore de relevé",
    "Tirez-en un du tableau de bord du service\u00A0: un tableau aux colonnes nommées, enregistré au format CSV. C’est la seule trace d’un versement qu’une base perdue a oublié, et la meilleure preuve pour un versement à l’issue inconnue.",
  ],
  emptyForReader: [
    "Pas encore de relevé",
    "Une personne autorisée à importer des relevés en apporte un\u00A0: il montre ce qui n’existe que d’un côté et ce que sont devenus les versements à l’issue inconnue.",
  ],
  imported: "Relevés importés",
  project: "Projet",
  needProject: "Indiquez le projet\u00A0: 1 à 64 lettres, chiffres, tirets ou traits de soulignement.",
  show: "Afficher",
  upload: "Importer un relevé",
  file: "Fichier",
  fileHint:
    "Un CSV aux colonnes time, kind, amount, number, reference, operator, state et balance, 8\u00A0Mio au plus. Il est gardé comme preuve, à votre nom.",
  needFile: "Choisissez un fichier.",
  older: "Relevés plus anciens",
  compare: "Comparer",
  compareTitle: "Rapprochement avec les relevés",
  statement: (number) => `Relevé ${number}`,
  period: "Période",
  lines: "Lignes",
  difference: "Écart",
  by: "Importé par",
  gap: (from, to) => `Aucun relevé ne couvre la période du ${from} au ${to}.`,
  overlap: (one, other) =>
    `Les relevés ${one} et ${other} se chevauchent\u00A0; leurs lignes communes comptent une fois.`,
  forgotten: (from, before) =>
    `Une base restaurée a oublié ce qui s’est passé du ${from} au ${before}. Importez des relevés dont les soldes initial et final couvrent cette période, pour chaque opérateur.`,
  missing: "Importer un relevé qui couvre cette période",
  done: (statement, lines, counted) =>
    `${statement} importé\u00A0: ${count(lines, "fr", "ligne")}, dont ${counted} que la base n’avait pas.`,
  wrong: "Rien n’a été importé",
  badDay: "Indiquez un jour comme 2026-01-31.",
  badPeriod: "Le dernier jour précède le premier.",
  replaces: "Remplace",
  replacesNone: "aucun relevé",
  noSuchStatement: "Ce relevé ne compte plus. Choisissez-en un autre.",
  import: "Importer",
  comparison: {
    from: "Premier jour",
    to: "Dernier jour",
    ask: "Choisissez un projet et une période.",
    totals: "Totaux",
    way: "Sens",
    in: "Entré",
    out: "Sorti",
    ours: "Chez nous",
    theirs: "Au service",
    matches: "Ils concordent.",
    differs: (amount) => `Ils s’écartent de ${amount}.`,
    answers: {
      contradictions: "Un côté dit que l’argent a circulé, l’autre que non",
      doubt: "Versements à l’issue inconnue",
      other: "Des deux côtés, avec un autre montant",
      ours: "Chez nous, absent du relevé",
      theirs: "Dans le relevé, absent chez nous",
      several: "Plusieurs rapprochements possibles",
      both: "Des deux côtés, avec le même montant",
    },
    doubtHint: "Le relevé propose, une personne décide. La ligne devient la preuve.",
    theirsHint: "Un versement a pu se perdre avec une base\u00A0: cherchez-le avant de payer une seconde fois.",
    here: "Ici",
    there: "Là-bas",
    moved: { yes: "a circulé", no: "n’a pas circulé" },
    nothing: "Rien.",
    payment: "Paiement",
    line: "Ligne",
    proposal: "Proposition",
    decide: { completed: "Décider\u00A0: abouti", not_completed: "Décider\u00A0: non abouti" },
    covered: (statements) =>
      `Les relevés ${statements} couvrent toute la période où l’argent aurait circulé, et aucune ligne ne correspond.`,
    shown: (shown, all) => `${shown} sur ${all}.`,
    all: "En voir plus",
    whole: "Tout le rapprochement",
    next: "Page suivante",
  },
  day: {
    title: "Relevé de la journée",
    explained: "Ce qui a circulé ce jour-là, chez nous et au service.",
  },
}
