/** What the console’s pages say, in French. */
import { count } from "../../format.ts"
import type * as en from "../en/console.ts"
import type { Translated } from "../../Catalogue.ts"
import { decision, payment, reveal } from "./consolePayment.ts"

type PageTexts = Translated<typeof en.console>

const entry: PageTexts["entry"] = {
  title: "Ouvrir la console",
  explained:
    "Cette console sert à décider de la suite à donner aux paiements. Pour y entrer, utilisez le jeton que le programme a affiché à son lancement.",
  open: "Ouvrir la console",
  token: "Jeton",
  tokenHint: "Il figure dans l’adresse que le programme a affichée à son lancement, ou dans CONSOLE_TOKEN.",
  wrong: "Jeton invalide. Copiez celui que le programme a affiché à son lancement.",
  spent: "Ce jeton a déjà servi. Relancez la console pour en obtenir un autre.",
  tooMany: "Trop de jetons incorrects. Attendez une minute.",
  left: "Vous avez quitté la console.",
}

const worklist: PageTexts["worklist"] = {
  title: "À examiner",
  lists: { inDoubt: "Issue inconnue", flagged: "Signalés", overdue: "En retard", held: "Retenus", all: "Tous" },
  emptyLists: {
    inDoubt: ["Aucune issue inconnue", "Chaque appel a reçu une réponse, ou un responsable a décidé."],
    flagged: ["Aucun signalement ouvert", "Aucun paiement n’est à vérifier."],
    overdue: ["Rien n’est en retard", "Tous les paiements en cours respectent le délai de leur moyen de paiement."],
    held: ["Rien n’est retenu", "Aucun versement n’attend l’accord d’un responsable."],
    all: ["Aucun paiement", "Aucun paiement de cette base ne correspond."],
  },
  emptyFiltered: ["Aucun paiement ne correspond aux filtres", "Effacez-les pour voir toute la liste."],
  tabsLabel: "Listes",
  filters: "Filtres",
  filtersActive: "Filtres (actifs)",
  find: "Chercher",
  kind: "Type",
  project: "Projet",
  rail: "Moyen de paiement",
  operator: "Opérateur",
  state: "État",
  any: "Tous",
  apply: "Appliquer",
  clear: "Effacer",
  caption: (list) => `Paiements\u00A0: ${list}`,
  payment: "Paiement",
  way: "Moyen de paiement",
  age: "Âge",
  look: "À vérifier",
  amount: "Montant",
  overdueBy: (time) => `retard de ${time}`,
  next: "Page suivante",
  first: "Première page",
  paging: "Pagination",
  several: (id) => `Plusieurs paiements portent l’identifiant ${id}`,
  chooseOne: "Choisissez celui que vous cherchez.",
  badPage: "Cette page de la liste n’existe pas.",
  cannotBeRead: "Illisible",
  undelivered: {
    title: "Événements non transmis",
    explained:
      "Certains de vos programmes ignorent encore l’issue de ces paiements\u00A0: ils refusent les événements, ou ils sont arrêtés.",
    consumer: "Programme",
    upTo: "Événement",
    upToEvent: (number) => `Jusqu’à l’événement ${number}`,
    refusals: (times) => `Refus\u00A0: ${times}`,
    waiting: "Attend depuis",
    more: (count) => `Seuls les ${count} plus anciens sont affichés.`,
  },
}

const day: PageTexts["day"] = {
  title: "Chiffres de la journée",
  explained: "Les paiements créés ce jour-là (UTC), dans leur état actuel.",
  day: "Jour",
  show: "Afficher",
  previous: "Jour précédent",
  next: "Jour suivant",
  badDay: "Cette date n’est pas valide. Utilisez le format 2026-01-31.",
  payins: "Encaissements",
  payouts: "Versements",
  completedIn: "Encaissements aboutis",
  completedOut: "Versements aboutis",
  inDoubt: "Issue inconnue",
  late: "Aboutis en retard",
  overdue: "En retard",
  flagged: "Avec signalement ouvert",
  unreadable: "Illisibles\u00A0; non comptés dans les retards ni dans les signalements",
  payments: (value) => count(value, "fr", "paiement"),
  byState: "Par état",
  byRail: "Par moyen de paiement",
  byOperator: "Par opérateur",
  state: "État",
  rail: "Moyen de paiement",
  operator: "Opérateur",
  noOperator: "Non précisé",
  completedOn: "Aboutis ce jour-là, montants payés",
  count: "Nombre",
  sum: "Somme",
  total: "Total",
  chartLabel: (title) => `${title}, en barres\u00A0; le tableau donne les chiffres.`,
  empty: ["Aucun paiement ce jour-là", "Rien n’a été créé entre 0\u00A0h et 24\u00A0h (UTC)."],
}

const pauses: PageTexts["pauses"] = {
  title: "Suspensions",
  explained:
    "Une suspension bloque les nouveaux appels au service. Le programme continue de suivre ce qui est déjà parti.",
  current: "En vigueur",
  empty: ["Aucune suspension en vigueur", "Les paiements partent dès leur création."],
  scope: "Paiements concernés",
  since: "Depuis",
  by: "Par",
  byProgram: "Par le programme lui-même",
  reason: "Motif",
  atTime: "Elle prendra fin d’elle-même\u00A0:",
  byItself: "Elle sera aussi levée d’elle-même dès que les clés d’accès du projet changeront.",
  resume: "Lever",
  liftTitle: "Lever la suspension",
  liftEffect: "Le programme enverra les paiements en attente, chacun une seule fois.",
  resumed: "La suspension est levée.",
  gone: "Cette suspension était déjà levée, ou une autre l’a remplacée. Celles qui sont en vigueur figurent ci-dessous.",
  standing: (by: string) =>
    `${by} a déjà décidé cette suspension. La vôtre n’a pas été ajoutée, et la personne qui lèvera l’autre n’en saura rien\u00A0: prévenez son auteur, levez-la pour la remplacer par la vôtre, ou suspendez aussi autre chose.`,
  set: "Suspendre",
  setTitle: "Nouvelle suspension",
  scopes: {
    payouts: ["Tous les versements", "de tous les projets"],
    project: ["Un projet entier", "ses encaissements et ses versements"],
    payins: ["Les encaissements d’un projet", "aucune demande de paiement n’est envoyée aux clients"],
    projectPayouts: ["Les versements d’un projet", "aucun versement ne part"],
    operator: ["Un opérateur d’un projet", "les versements vers cet opérateur"],
  },
  project: "Projet",
  projectHint: "Pour tous les choix, sauf «\u00A0tous les versements\u00A0».",
  operator: "Opérateur",
  operatorHint: "Uniquement pour «\u00A0un opérateur d’un projet\u00A0».",
  needScope: "Choisissez ce qu’il faut suspendre.",
  needProject:
    "Indiquez l’identifiant du projet\u00A0: de 1 à 64 caractères (lettres, chiffres, tirets ou traits de soulignement).",
  needOperator: "Écrivez le nom de l’opérateur tel qu’il figure dans les versements.",
  done: "La suspension est en vigueur.",
}

const problem: PageTexts["problem"] = {
  notFound: ["Cette page n’existe pas", "Vérifiez l’adresse, ou revenez à la page «\u00A0À examiner\u00A0»."],
  noPayment: [
    "Ce paiement n’existe pas",
    "Aucun projet de cette base ne le contient. Vérifiez son identifiant et son projet, ou cherchez-le dans la liste.",
  ],
  unreadable: [
    "Ce paiement est illisible",
    "Un programme plus récent l’a enregistré, ou il est endommagé. Rien n’a changé. Utilisez une console aussi récente que ce programme.",
  ],
  notAllowed: "Vous n’avez pas ce droit",
  unknownVisitor: [
    "Connectez-vous d’abord",
    "Seules les personnes connues de cette administration voient les paiements. Connectez-vous, puis rouvrez cette page.",
  ],
  tooLarge: ["Le formulaire est trop long", "Raccourcissez ce que vous avez saisi. Rien n’a changé."],
  store: [
    "La base de données ne répond pas",
    "Vérifiez qu’elle est joignable et qu’il reste de l’espace disque, puis réessayez.",
  ],
  defect: [
    "Une erreur est survenue dans la console",
    "Consultez le journal de la console. Avant de réessayer, vérifiez où en est le paiement.",
  ],
  entry: "La console ne s’est pas ouverte",
  begin: "Aller à la page «\u00A0À examiner\u00A0»",
}

export const console: PageTexts = {
  product: "Console Cauri",
  skip: "Aller au contenu",
  navigation: "Pages",
  sections: { worklist: "À examiner", day: "Journée", statements: "Relevés", batches: "Lots", pauses: "Suspensions" },
  settings: "Session",
  leave: "Quitter",
  otherLanguage: "English",
  footStore: (id) => `Base de données ${id}`,
  footPerson: (name) => `Connecté\u00A0: ${name}`,
  footTime: "Toutes les heures sont en UTC",
  none: "aucun",
  entry,
  worklist,
  payment,
  decision,
  reveal,
  day,
  pauses,
  problem,
}
