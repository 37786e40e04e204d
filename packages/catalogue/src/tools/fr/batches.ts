/** What the console, the command line and the API say about batches of payouts, in French. */
import type { Translated } from "../../Catalogue.ts"
import { duration, money, number } from "../../format.ts"
import type * as en from "../en/batches.ts"

const lignes = (count: number): string => `${number(count, "fr")} ligne${count < 2 ? "" : "s"}`

export const batches: Translated<typeof en.batches> = {
  title: "Lots",
  explained:
    "Une liste de versements, contrôlée en entier, décidée en une fois et payée ligne par ligne. Chaque ligne est payée au plus une fois.",
  batch: (id) => `Lot ${id}`,
  none: ["Aucun lot", "Déposez une liste de versements ci-dessous. Elle est d’abord contrôlée, et rien ne part."],
  noneShort: "Aucun lot. `cauri console batch add` en dépose un.",
  states: {
    imported: "Pas encore lancé",
    requested: "Attend un second responsable",
    sending: "En cours d’envoi",
    interrupted: "Interrompu par une restauration",
    paused: "Suspendu",
    cancelled: "Annulé",
    sent: "Envoyé",
  },
  lineStates: {
    wrong: "Erronée",
    waiting: "Attend son tour",
    taken: "Son identifiant est celui d’un autre versement",
    paid: "Déjà payée, selon le relevé",
    maybe: "Peut-être déjà payée",
    unsent: "Non envoyée",
    unreadable: "Illisible pour cette version",
  },
  wrong: {
    id: "son identifiant ne compte pas 1 à 39 lettres, chiffres, tirets ou tirets bas",
    id_twice: "son identifiant figure plusieurs fois dans la liste",
    phone: "son numéro n’est pas celui d’un mobile\u00A0; un numéro local exige le pays",
    shortened:
      "le tableur a raccourci son numéro\u00A0; mettez la colonne au format texte et enregistrez de nouveau la liste",
    amount: "son montant n’est pas un nombre entier de francs supérieur à 0",
    description: "son motif est vide, trop long, ou contient des caractères qui ne peuvent pas être envoyés",
    operator: "son opérateur n’est pas écrit comme dans vos versements",
    other: "vos règles la refusent",
  },
  files: {
    too_large: "Ce fichier dépasse 8 Mio. Partagez la liste en plusieurs.",
    header:
      "Sa première ligne doit nommer une colonne de numéros et une de montants, et aucune deux fois\u00A0: numéro et montant, ou number et amount.",
    quotes: "Un guillemet n’y est pas refermé.",
  },
  refusals: {
    not_found: "Ce lot n’existe pas.",
    exists:
      "Ce lot existe déjà avec d’autres lignes. Rien n’a été enregistré. Donnez à l’autre liste un identifiant à elle.",
    empty: "Aucune ligne de cette liste ne peut être payée. Rien n’a été enregistré.",
    changed: "Une autre personne a agi sur le lot entre-temps. Regardez-le de nouveau.",
    wrong_state: "Le lot ne le permet pas dans son état actuel. Regardez-le de nouveau.",
    digest: "Ce n’est pas l’empreinte des lignes de la demande. Regardez de nouveau le lot.",
    no_second_person:
      "Ce total se décide à deux, et vos règles ne nomment pas d’autre approbateur (approvals.approvers).",
    same_person: "Une autre personne doit approuver votre demande.",
    not_an_approver: "Vos règles ne vous nomment pas parmi les approbateurs (approvals.approvers).",
    statement_missing:
      "La base a été restaurée\u00A0: importez un relevé du service qui couvre ce qu’elle a oublié, puis recommencez.",
    needs_person: "La base a été restaurée\u00A0: une personne lance le lot dans la console, après avoir vu le relevé.",
  },
  acts: {
    start: "Lancer l’envoi",
    request: "Demander l’envoi",
    approve: "Approuver et lancer",
    pause: "Suspendre",
    resume: "Reprendre",
    cancel: "Annuler ce qui n’est pas parti",
    result: "Télécharger le résultat",
  },
  decide: "Décider",
  needsTwo: "Vos règles exigent deux responsables\u00A0: vous demandez l’envoi, une autre personne l’approuve.",
  requested: (by) => `Demandé par ${by}. Une autre personne approuve exactement ces lignes.`,
  interrupted:
    "La base a été restaurée et a pu oublier des lignes déjà payées. Importez un relevé de cette période\u00A0; à la reprise, les lignes qu’il montre sont laissées de côté.",
  upload: "Déposer une liste",
  id: "Identifiant du lot",
  idHint:
    "1 à 24 lettres, chiffres ou tirets, par exemple salaires-2026-05. La même liste sous le même identifiant n’ajoute rien.",
  needId: "Écrivez 1 à 24 lettres, chiffres ou tirets.",
  file: "Liste",
  fileHint:
    "CSV de n’importe quel tableur, 8 Mio au plus, avec une colonne pour le numéro et une pour le montant, et au choix référence, motif et opérateur.",
  country: "Pays des numéros locaux",
  countryHint: "Deux lettres, par exemple BF. Sans cela, chaque numéro doit porter son indicatif.",
  description: "Objet des versements",
  descriptionHint: "Pour les lignes qui n’en ont pas.",
  check: "Contrôler la liste",
  keep: "Garder ce lot",
  keepHint: "Rien ne part encore\u00A0: le lot se lance sur sa propre page.",
  preview: (id) => `Contrôle du lot ${id}`,
  problem: "Rien n’a été fait",
  kept: "Le lot est enregistré. Rien ne part avant son lancement.",
  already: "Ce lot était déjà là, avec les mêmes lignes. Rien n’a été ajouté.",
  payable: (lines, sum) => `${lignes(lines)} à payer, ${money(sum, "fr")} en tout`,
  findings: {
    wrong: "Lignes qui ne seront pas payées",
    doubtful: "Numéros qui semblent faux",
    twice: "Numéros présents plusieurs fois dans la liste",
    twins: "Même numéro et même montant qu’un versement des sept derniers jours",
    above: "Lignes au-dessus du montant qui exige deux responsables",
    operators: "Par opérateur, d’après les numéros",
  },
  more: (lines) => `et ${lignes(lines)} de plus`,
  unknownOperator: "inconnu",
  progress: "Avancement",
  left: (lines, sum) => `${lines < 2 ? "reste" : "restent"} ${lignes(lines)}, ${money(sum, "fr")}`,
  timeLeft: (millis) => `environ ${duration(millis, "fr")} au rythme fixé par vos règles`,
  stopped: (scope, since, reason, sum) =>
    `Arrêté depuis ${since} par une suspension de ${scope}\u00A0: ${reason}. Il faut au moins ${money(sum, "fr")} pour ce qui reste.`,
  columns: {
    id: "Lot",
    project: "Projet",
    state: "État",
    lines: "Lignes",
    sum: "Total",
    by: "Par",
    at: "Le",
    line: "Ligne",
    amount: "Montant",
    reason: "Raison",
    reference: "Référence",
  },
  facts: {
    file: "Fichier",
    digest: "Empreinte des lignes",
    imported: "Déposé par",
    requested: "Demandé par",
    approved: "Approuvé par",
    last: "Dernière action",
    wrong: "Lignes erronées",
  },
  lines: "Lignes à regarder",
  linesIn: (state) => `Lignes\u00A0: ${state}`,
  noLines: "Rien à regarder.",
  shown: (shown, all) =>
    `${number(shown, "fr")} sur ${number(all, "fr")} sont affichées\u00A0; le résultat les a toutes.`,
}
