/** What the command lines say about themselves, in French. */
import { flags, rails, states } from "../../fr/payments.ts"
import type * as en from "../en/commandLine.ts"
import type { Translated } from "../../Catalogue.ts"

const scopes = "payouts, project/…, project/…/payins, project/…/payouts ou operator/<project>/…"

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
  completions: "affiche un script de complétion pour bash, zsh ou fish",
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

/** `cauri console --help`, and the page of each of its commands. */
export const consoleHelp: Translated<typeof en.consoleHelp> = {
  about: "Les décisions des personnes sur les paiements. `doctor` contrôle les variables.",
  options: "[options]",
  examples: "Exemples\u00A0:",
  completions: "écrit un script de complétion pour bash, zsh, fish ou powershell",
  commands: {
    list: "Liste les paiements, du plus ancien au plus récent",
    show: "Montre un paiement\u00A0: ses appels, ses signalements, son historique, ce qui le suspend et ce qu’on peut décider",
    recheck:
      "Interroge le service tout de suite\u00A0; se termine par 75 s’il n’a pas pu être interrogé ou n’a pas répondu",
    resolve: "Décide de l’issue d’un paiement sur lequel on ne peut pas interroger le service",
    release: "Libère un versement retenu",
    cancel: "Annule un paiement dont rien n’est parti",
    "close-flag": "Ferme un signalement qu’une personne a examiné",
    "replay-notes":
      "Prévoit une nouvelle vérification pour les notifications reçues\u00A0: le service sera bientôt interrogé",
    pauses: "Liste ce qui est suspendu, depuis quand, par qui et pourquoi",
    pause: "Suspend les versements, un projet ou un opérateur, dans tous les programmes",
    resume: "Lève une suspension",
    undelivered: "Liste les événements que des consommateurs n’ont pas reçus, du plus ancien au plus récent",
    forget: "Supprime un consommateur qu’aucun programme n’utilise plus, avec ses événements non livrés",
    report: "Nombres et sommes d’un jour (UTC) par type, voie, opérateur et état",
    "export-evidence":
      "Affiche en JSON tout ce qui est gardé d’un paiement\u00A0: appels, événements, signalements, notifications reçues",
    audit: "Contrôle toutes les règles vérifiables dans la base\u00A0; se termine par 1 si l’une n’est pas respectée",
    deeds: "Liste qui a vu des données masquées, levé une suspension, supprimé un consommateur ou des preuves",
    doctor:
      "Contrôle les réglages, les clés d’accès, la base, l’horloge et les programmes\u00A0; se termine par 1 si quelque chose ne va pas",
    restored: "Après une restauration, avant tout démarrage\u00A0: retient tout ce qui a pu partir entre-temps",
    migrate: "Met les tables de la base au niveau de cette version, et affiche l’identité de la base",
    backup:
      "Copie pendant son utilisation une base qui sait se copier, comme un fichier SQLite\u00A0; contrôle la copie",
    "prune-bodies": "Efface pour toujours le contenu des anciennes notifications\u00A0; la trace de leur arrivée reste",
    serve: "Ouvre la console comme page, pour un navigateur de cette machine et derrière un jeton",
  },
  flags: {
    id: "Le paiement\u00A0: order-17 ou shop/order-17",
    kind: "Seulement ce type\u00A0: payin ou payout",
    project: "Seulement ce projet",
    json: "Affiche du JSON, pour les programmes",
    csv: "Affiche du CSV, pour les tableurs",
    by: "Qui le fait\u00A0; par défaut CONSOLE_USER",
    "as-of":
      "Le numéro du dernier événement que vous avez vu, affiché par `show`\u00A0; s’il s’est passé autre chose depuis, la décision est refusée",
    amount: "Le montant en XOF, saisi de nouveau",
    reason: "Pourquoi vous le faites\u00A0; gardé avec votre nom",
    evidence: "Sur quoi la décision repose, par exemple une déclaration écrite du service",
    to: "L’issue\u00A0: completed (abouti), not_completed (non abouti) ou send_again (non exécuté\u00A0: le versement repart une fois)",
    flag: `Quel signalement\u00A0: ${Object.keys(flags).join(", ")}`,
    subject: "Ce qui le distingue des autres du même type, affiché par `show`",
    reveal: "Montre en entier les numéros, les noms et les jetons\u00A0; demande --reason, et c’est enregistré",
    language: "La langue des textes, en ou fr\u00A0; par défaut celle du système",
    flagged: "Seulement les paiements avec un signalement ouvert",
    overdue: "Seulement les paiements plus lents que leur voie ne le promet",
    status: `Un ou plusieurs états, séparés par des virgules\u00A0: ${Object.keys(states).join(", ")}`,
    rail: `Seulement cette voie\u00A0: ${Object.keys(rails).join(", ")}`,
    operator: "Seulement les versements de cet opérateur",
    order: "Seulement les encaissements de cette commande",
    "refund-of": "Seulement les remboursements de cet encaissement",
    from: "Créés ce jour-là (UTC) ou après",
    until: "Créés avant ce jour (UTC)",
    limit: "Combien au plus, de 1 à 1000",
    after: "Reprend là où la page précédente s’est arrêtée",
    fail: "Se termine par 1 si la liste n’est pas vide",
    day: "Le jour (UTC)\u00A0; par défaut aujourd’hui",
    scope: scopes,
    "despite-unreadable":
      "Lève la suspension de `payouts` bien que des versements non envoyés soient illisibles\u00A0: vous savez ce que chacun est devenu",
    "paused-by": "La suspension de qui, quand une personne et le programme ont suspendu la même portée",
    consumer: "Son nom, affiché par `cauri console undelivered`",
    file: "La copie\u00A0: un fichier qui n’existe pas encore",
    before: "Le contenu des notifications arrivées avant ce jour (UTC)",
    host: "L’adresse locale à écouter\u00A0; aucune autre n’est acceptée",
    port: "Le port\u00A0; 0 en prend un libre",
  },
  examplesOf: {
    list: ["Les paiements d’issue inconnue", "Pour une surveillance\u00A0: 1 si un signalement est ouvert"],
    show: ["Tout sur un paiement, masqué", "Avec les numéros et les noms\u00A0; c’est enregistré"],
    recheck: ["Interroge le service, puis affiche l’état"],
    resolve: ["Décide qu’un versement d’issue inconnue a été payé"],
    release: ["Libère un versement\u00A0; la suspension d’une portée se lève avec `cauri console resume`"],
    cancel: ["Annule un versement retenu"],
    "close-flag": ["Ferme le seul signalement ouvert de ce type"],
    "replay-notes": ["Après un moment où le service ne pouvait pas être interrogé"],
    pauses: ["Tout ce qui empêche de nouveaux paiements"],
    pause: ["Plus aucun versement ne part", "Plus aucun encaissement d’un projet"],
    resume: ["Les versements reprennent"],
    undelivered: ["Les consommateurs qui refusent ou qui ne tournent pas"],
    forget: ["Après un changement de OUTCOMES"],
    report: ["Les chiffres d’un jour", "Pour un tableur"],
    "export-evidence": ["Masqué", "En entier\u00A0; le document dit qui l’a demandé"],
    audit: ["Après une restauration, et une fois par jour"],
    deeds: ["Pour un audit"],
    doctor: ["Avant la mise en service, et dès que quelque chose paraît anormal"],
    restored: ["Peut être relancé s’il a été interrompu"],
    migrate: ["Avant de démarrer une nouvelle version\u00A0; chaque programme le fait aussi"],
    backup: ["Tous les jours si vous voulez"],
    "prune-bodies": ["Une fois par mois, ou quand le disque est presque plein"],
    serve: ["Affiche l’adresse à ouvrir"],
  },
}

/** Why a command line of the console cannot be followed. */
export const usageErrors: Translated<typeof en.usageErrors> = {
  unknown_flag: (flag) => `Option inconnue\u00A0: ${flag}.`,
  unknown_command: (name) => `Il n’y a pas de commande «\u00A0${name}\u00A0».`,
  near: (name) => `Vouliez-vous dire ${name}\u00A0?`,
  missing_flag: (flag) => `Il manque --${flag}.`,
  missing_argument: (name) => `Il manque <${name}>.`,
  unexpected: (given) => `Il y a un argument de trop\u00A0: ${given}.`,
  bad_value: (name, value) => `«\u00A0${value}\u00A0» ne convient pas pour ${name}.`,
  meaning: (name, about) => `${name}\u00A0: ${about}.`,
  duplicate_flag: (flag, issues) =>
    `Deux commandes de ce programme ont l’option ${flag}, il ne peut donc pas s’exécuter. C’est un défaut\u00A0: signalez-le sur ${issues}.`,
  unfit_together: "Ces valeurs ne vont pas ensemble. Rien n’a été fait.",
  failed: (issues) =>
    `La commande a échoué avant la fin. Regardez le paiement avant de la relancer\u00A0; si elle échoue encore, signalez-le sur ${issues}.`,
  try_help: (command) => `Voir ${command} --help.`,
  wrong: (name, expected) => `${name}\u00A0: il faut ${expected}. Rien n’a été fait.`,
}

/** What an input of the console must be. */
export const expected: Translated<typeof en.expected> = {
  between: (low, high) => `un nombre de ${low} à ${high}`,
  one_at_a_time: "choisir l’un ou l’autre",
  written: (word) => `écrire ${word}`,
  one_of: (words) => `choisir parmi ${words}`,
  name: "le nom de la personne qui le fait, facultatif seulement si CONSOLE_USER est défini",
  person: "le nom d’une personne\u00A0; `cauri` désigne le programme",
  text: "un texte de 1 à 2\u00A0000 caractères, avec une lettre ou un chiffre et sans caractère de contrôle autre que le saut de ligne",
  payment: "un identifiant comme order-17 ou shop/order-17",
  same: (flag, said, typed) => `la même valeur que --${flag} ${said}, et non ${typed}`,
  id: "un identifiant de 1 à 64 lettres, chiffres, traits d’union et traits bas",
  project: "un projet de 1 à 64 lettres, chiffres, traits d’union et traits bas",
  operator: "un opérateur de 1 à 64 caractères ASCII imprimables",
  order: "une référence de 1 à 128 caractères ASCII imprimables, sans espace",
  day: "un jour comme 2026-01-31 (UTC)",
  day_begun: "un jour déjà commencé (UTC)",
  cursor: "ce que la page précédente a affiché",
  scope: scopes,
  held_payout: (scope) => `un versement retenu\u00A0; la suspension de ${scope} se lève avec \`cauri console resume\``,
  new_file: (file) => `un fichier qui n’existe pas encore, et ${file} existe`,
  copies_itself: (command) =>
    `une base qui sait se copier${command === "" ? "" : `\u00A0; copiez celle-ci avec \`${command}\``}`,
}

/** Why there is no payment to act on. */
export const unfound: Translated<typeof en.unfound> = {
  none: (what) => `Cette base ne contient pas de paiement ${what}. Vérifiez l’identifiant, le projet et STORE_URL.`,
  several: (id, payments) =>
    `Plusieurs paiements ont l’identifiant ${id}\u00A0: ${payments}. Précisez avec --kind et --project.`,
  unreadable: (payment) =>
    `${payment} est dans cette base, mais ce programme ne sait pas le lire. Utilisez-en un au moins aussi récent que celui qui l’a écrit.`,
  row: (payment) =>
    `${payment} est illisible. Utilisez un programme au moins aussi récent que celui qui l’a écrit\u00A0; si c’est déjà le cas, \`cauri console audit\` liste ce qui est abîmé.`,
}
