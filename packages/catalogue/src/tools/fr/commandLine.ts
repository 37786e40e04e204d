/** What the command lines say about themselves, in French. */
import { flags, rails, states } from "../../fr/payments.ts"
import type * as en from "../en/commandLine.ts"
import type { Translated } from "../../Catalogue.ts"

const scopes = "payouts, project/…, project/…/payins, project/…/payouts ou operator/<project>/…"

export const cauri: Translated<typeof en.cauri> = {
  title: "Le mobile money en Afrique de l’Ouest et en Afrique centrale, sans rien perdre.",
  command: "commande",
  given: "arguments",
  rest: "`cauri <commande> --help` explique une commande. `cauri completions bash|zsh|fish` affiche un script de complétion.",
  unknown: (name) => `La commande «\u00A0${name}\u00A0» n’existe pas.`,
  near: (name) => `Vouliez-vous dire «\u00A0cauri ${name}\u00A0»\u00A0?`,
  shells: "cauri completions attend le nom d’un shell\u00A0: bash, zsh ou fish.",
  list: "cauri --help affiche la liste des commandes.",
  completions: "affiche un script de complétion pour bash, zsh ou fish",
}

export const cauriCommands: Translated<typeof en.cauriCommands> = {
  init: "crée dans ce dossier le dépôt d’une petite boutique, que vous adaptez ensuite",
  sandbox: "simule le service sur cette machine, avec des téléphones pour payer\u00A0; aucun argent ne circule",
  demo: "envoie des centaines de paiements pendant que tout va mal, et prouve qu’aucun ne se perd",
  receiver: "reçoit les notifications du service et les enregistre dans la base",
  reconciler: "envoie et vérifie les paiements à traiter, et transmet leurs événements",
  api: "ouvre les paiements par HTTP aux programmes de tout langage, et crée leurs clés d’API",
  console: "affiche les paiements et enregistre les décisions des responsables",
  doctor: "contrôle les réglages, les clés d’accès, la base, l’horloge et les programmes",
  migrate: "met à jour les tables de la base pour cette version",
  backup: "copie une base SQLite pendant son utilisation",
}

export const consoleHelp: Translated<typeof en.consoleHelp> = {
  about:
    "Affiche les paiements et enregistre les décisions des responsables. `doctor` contrôle les variables d’environnement.",
  options: "[options]",
  required_to_ask: "\u00A0; obligatoire pour les commandes qui interrogent le service",
  examples: "Exemples\u00A0:",
  completions: "affiche un script de complétion pour bash, zsh, fish ou powershell",
  commands: {
    list: "Liste les paiements, du plus ancien au plus récent",
    show: "Affiche un paiement\u00A0: ses appels, ses signalements, son historique, les suspensions qui le bloquent et les décisions possibles",
    recheck:
      "Interroge tout de suite le service sur un paiement\u00A0; code de sortie 75 s’il n’a pas pu être interrogé ou n’a pas répondu",
    resolve: "Décide de l’issue d’un paiement qu’on ne peut pas vérifier auprès du service",
    release: "Libère un versement retenu",
    approve: "Approuve la demande d’une autre personne, telle que `show` l’affiche\u00A0: la décision est alors prise",
    withdraw: "Retire une demande qui attend un second responsable",
    cancel: "Annule un paiement dont rien n’a encore été envoyé",
    "close-flag": "Ferme un signalement déjà examiné",
    "replay-notes":
      "Programme une nouvelle vérification à partir des notifications reçues\u00A0: le service sera bientôt interrogé",
    pauses: "Liste ce qui est suspendu, depuis quand, par qui et pourquoi",
    pause: "Suspend les versements, un projet ou un opérateur, pour tous les programmes",
    resume: "Lève une suspension",
    undelivered: "Liste les événements que les consommateurs n’ont pas encore reçus, du plus ancien au plus récent",
    forget: "Supprime un consommateur qu’aucun programme n’utilise plus, avec ses événements non transmis",
    report:
      "Affiche le nombre et le total des paiements d’un jour (UTC), par type, moyen de paiement, opérateur et état",
    "export-evidence":
      "Affiche en JSON tout ce que la base conserve d’un paiement\u00A0: appels, événements, signalements, notifications reçues",
    audit:
      "Contrôle toutes les règles vérifiables dans la base\u00A0; code de sortie 1 si l’une d’elles n’est pas respectée",
    deeds:
      "Liste les opérations sensibles et d’où elles ont été faites, de la plus récente à la plus ancienne\u00A0: décisions, données masquées affichées, relevés importés, consommateurs ou preuves supprimés",
    doctor:
      "Contrôle les réglages, les clés d’accès, la base, l’horloge, les programmes et le receiver\u00A0; code de sortie 1 en cas de problème",
    restored:
      "Après une restauration et avant de démarrer les programmes\u00A0: met à l’issue inconnue tout ce qui a pu être envoyé entre-temps",
    migrate: "Met à jour les tables de la base pour cette version, et affiche l’identité de la base",
    backup: "Copie une base pendant son utilisation, si son type le permet (SQLite, par exemple), et contrôle la copie",
    archive:
      "Regroupe l’historique et les notifications des anciens paiements, qui prennent alors moins de place\u00A0; rien n’est perdu",
    erase:
      "Efface ce qu’un paiement clos contient sur une personne\u00A0: numéro, nom, adresse, description, données jointes et notifications\u00A0; montants et états restent",
    account:
      "Demande le mot de passe d’une personne, ou le lit sur l’entrée standard, et affiche ce qu’il faut ajouter à CONSOLE_PEOPLE_FILE",
    serve:
      "Ouvre la console dans un navigateur\u00A0: sur cette machine avec un jeton, ou pour plusieurs personnes selon CONSOLE_DOOR",
    batch:
      "Contrôle ou dépose une liste de versements (`check`, `add`), liste les lots (`list`), en montre un (`show`), en décide (`start`, `approve`, `pause`, `resume`, `cancel`) ou affiche ses lignes et leur issue (`result`)",
    statement:
      "Importe un relevé du service (`import`), liste les relevés importés (`list`) ou rapproche une période des paiements (`compare`)\u00A0; ne décide de rien",
  },
  flags: {
    id: "Le paiement\u00A0: order-17 ou shop/order-17",
    kind: "Uniquement ce type\u00A0: payin ou payout",
    project: "Uniquement ce projet",
    json: "Affiche du JSON, pour les programmes",
    csv: "Affiche du CSV, pour les tableurs",
    by: "Votre nom\u00A0; par défaut CONSOLE_USER, et toujours l’utilisateur du système quand la politique exige deux personnes",
    "as-of":
      "Le numéro du dernier événement que vous avez vu, affiché par `show`\u00A0; s’il s’est passé autre chose depuis, la décision est refusée",
    amount: "Le montant en XOF, à saisir de nouveau\u00A0; si le service dit ce qui a été payé, c’est celui-là",
    "accept-as-full":
      "Vous acceptez pour le tout un montant payé inférieur à celui demandé\u00A0: le paiement est annoncé comme abouti",
    digest: "L’empreinte de la demande que vous avez vue\u00A0; l’approbation est refusée si quoi que ce soit a changé",
    reason: "Le motif\u00A0; il est enregistré avec votre nom",
    evidence: "La preuve sur laquelle repose la décision, par exemple une déclaration écrite du service",
    to: "L’issue\u00A0: completed (abouti), not_completed (non abouti) ou send_again (non exécuté\u00A0: le versement est envoyé une seconde fois)",
    flag: `Le signalement\u00A0: ${Object.keys(flags).join(", ")}`,
    subject: "Ce qui distingue ce signalement des autres du même type\u00A0; `show` l’affiche",
    reveal:
      "Affiche en entier les numéros, les noms et les jetons\u00A0; exige --reason, et la consultation est enregistrée",
    language: "La langue des textes\u00A0: en ou fr\u00A0; par défaut celle du système",
    flagged: "Uniquement les paiements avec un signalement ouvert",
    overdue: "Uniquement les paiements qui dépassent le délai de leur moyen de paiement",
    status: `Un ou plusieurs états, séparés par des virgules\u00A0: ${Object.keys(states).join(", ")}`,
    rail: `Uniquement ce moyen de paiement\u00A0: ${Object.keys(rails).join(", ")}`,
    operator: "Uniquement les versements vers cet opérateur",
    order: "Uniquement les encaissements de cette commande",
    "refund-of": "Uniquement les remboursements de cet encaissement",
    from: "À partir de ce jour (UTC)\u00A0: création des paiements, ou premier jour comparé",
    until: "Avant ce jour (UTC)\u00A0: création des paiements, ou premier jour après la période comparée",
    what: "Ce qu’il faut faire\u00A0: la description de la commande en donne les mots",
    batch: "Le lot\u00A0: 1 à 24 lettres, chiffres ou tirets",
    country: "Le pays des numéros locaux, par exemple BF",
    description: "Le motif des versements dont la ligne n’en donne pas",
    replaces: "Le numéro d’un relevé mal lu, qui ne compte plus",
    limit: "Le nombre maximal de lignes, de 1 à 1000",
    after: "Reprend là où la page précédente s’est arrêtée",
    fail: "Code de sortie 1 si la liste n’est pas vide",
    day: "Le jour (UTC)\u00A0; par défaut aujourd’hui",
    scope: scopes,
    "despite-unreadable":
      "Lève la suspension de `payouts` même si des versements non envoyés sont illisibles, parce que vous savez ce que chacun est devenu",
    "paused-by": "L’auteur de la suspension à lever, si une personne et le programme ont suspendu la même portée",
    consumer: "Le nom du consommateur, tel que `cauri console undelivered` l’affiche",
    file: "Le fichier à lire\u00A0; pour une copie, un fichier qui n’existe pas encore",
    before: "Les paiements clos avant ce jour (UTC)",
    "new-mark":
      "Crée le repère d’une base qui a des paiements et n’en a jamais eu\u00A0; seulement si aucun ancien état n’a été remis en place",
    name: "Le nom sous lequel la personne décide",
    may: "Les droits de la personne, séparés par des virgules\u00A0: look, decide, release, reveal, import, approve\u00A0; par défaut look",
    host: "L’adresse sur laquelle écouter\u00A0: locale (loopback), sauf si CONSOLE_DOOR et CONSOLE_ORIGIN sont définis",
    port: "Le port\u00A0; 0 en choisit un libre",
  },
  examplesOf: {
    list: [
      "Les paiements dont l’issue est inconnue",
      "Pour un outil de surveillance\u00A0: code de sortie 1 si un signalement est ouvert",
    ],
    show: [
      "Tout sur un paiement, données personnelles masquées",
      "Avec les numéros et les noms\u00A0; la consultation est enregistrée",
    ],
    recheck: ["Interroge le service, puis affiche l’état"],
    resolve: ["Déclare abouti un versement dont l’issue est inconnue"],
    release: ["Libère un versement\u00A0; pour lever une suspension, utilisez `cauri console resume`"],
    approve: ["Approuve la libération d’un gros versement"],
    withdraw: ["Le versement reste retenu"],
    cancel: ["Annule un versement retenu"],
    "close-flag": ["Ferme le seul signalement ouvert de ce type"],
    "replay-notes": ["Après une période où le service ne pouvait pas être interrogé"],
    pauses: ["Tout ce qui bloque l’envoi de nouveaux paiements"],
    pause: ["Plus aucun versement ne part", "Plus aucun encaissement pour un projet"],
    resume: ["Les versements reprennent"],
    undelivered: ["Les consommateurs qui refusent des événements ou qui sont arrêtés"],
    forget: ["Après une modification de OUTCOMES"],
    report: ["Les chiffres d’un jour", "Pour un tableur"],
    "export-evidence": [
      "Avec les données personnelles masquées",
      "En entier\u00A0; le document indique qui l’a demandé",
    ],
    audit: ["Après une restauration, et une fois par jour"],
    deeds: ["Pour un audit"],
    doctor: ["Avant la mise en service, et dès que quelque chose paraît anormal"],
    restored: ["À relancer si la commande a été interrompue"],
    migrate: [
      "Avant de démarrer une nouvelle version\u00A0; chaque programme le fait aussi au démarrage",
      "Pour une base d’avant son repère",
    ],
    backup: ["Par exemple tous les jours"],
    archive: ["Le reconciler le fait une fois par jour, selon `store.archiveAfter` de la politique"],
    erase: ["Quand un client ou un bénéficiaire le demande"],
    account: ["Demande deux fois le mot de passe"],
    statement: [
      "Importe un fichier dont la forme est devinée\u00A0; rien n’est importé tant qu’une ligne ne se lit pas",
      "Les derniers relevés d’un projet",
      "Ce qui figure des deux côtés, chez nous seulement, dans le relevé seulement\u00A0; 1 si quelque chose est à examiner",
    ],
    batch: [
      "Ce que ferait une liste\u00A0; rien n’est enregistré",
      "La garde, sans rien envoyer",
      "L’envoie\u00A0; au-dessus du total fixé, une autre personne l’approuve avec `batch approve`",
      "La même liste avec l’état, la référence et la raison",
    ],
    serve: ["Affiche l’adresse à ouvrir"],
  },
}

export const usageErrors: Translated<typeof en.usageErrors> = {
  unknown_flag: (flag) => `Option inconnue\u00A0: ${flag}.`,
  unknown_command: (name) => `La commande «\u00A0${name}\u00A0» n’existe pas.`,
  near: (name) => `Vouliez-vous dire ${name}\u00A0?`,
  missing_flag: (flag) => `L’option --${flag} est obligatoire.`,
  missing_argument: (name) => `L’argument <${name}> est obligatoire.`,
  unexpected: (given) => `Argument inattendu\u00A0: ${given}.`,
  bad_value: (name, value) => `${name} n’accepte pas «\u00A0${value}\u00A0».`,
  meaning: (name, about) => `${name}\u00A0: ${about}.`,
  duplicate_flag: (flag, issues) =>
    `Deux commandes de ce programme ont l’option ${flag}, il ne peut donc pas s’exécuter. C’est un défaut\u00A0: signalez-le sur ${issues}.`,
  unfit_together: "Ces valeurs ne vont pas ensemble. Rien n’a été fait.",
  failed: (issues) =>
    `La commande a échoué avant la fin. Regardez le paiement avant de la relancer\u00A0; si elle échoue encore, signalez-le sur ${issues}.`,
  try_help: (command) => `Consultez ${command} --help.`,
  wrong: (name, expected) => `${name}\u00A0: indiquez ${expected}. Rien n’a été fait.`,
}

export const expected: Translated<typeof en.expected> = {
  between: (low, high) => `un nombre de ${low} à ${high}`,
  one_at_a_time: "une seule de ces options",
  one_of: (words) => `l’une de ces valeurs\u00A0: ${words}`,
  name: "votre nom, ou définissez CONSOLE_USER",
  own_user: (user) =>
    user === ""
      ? "omis, par un utilisateur du système qui a un nom\u00A0: quand la politique exige deux personnes, aucun autre nom ne compte"
      : `omis, ou ${user}\u00A0: quand la politique exige deux personnes, c’est l’utilisateur du système qui décide, et aucun autre nom ne compte`,
  person: "le nom d’une personne\u00A0; `cauri` est réservé au programme",
  text: "un texte de 1 à 2\u00A0000 caractères, avec au moins une lettre ou un chiffre, et sans autre caractère de contrôle que le saut de ligne",
  payment: "un identifiant comme order-17 ou shop/order-17",
  same: (flag, said, typed) => `la même valeur que --${flag} ${said}, et non ${typed}`,
  password: (shortest, longest) => `long de ${shortest} à ${longest} caractères`,
  password_again: "saisi deux fois à l’identique",
  id: "un identifiant de 1 à 64 caractères (lettres, chiffres, tirets ou traits de soulignement)",
  project: "un projet de 1 à 64 caractères (lettres, chiffres, tirets ou traits de soulignement)",
  operator: "un opérateur de 1 à 64 caractères ASCII imprimables",
  order: "une référence de 1 à 128 caractères ASCII imprimables, sans espace",
  day: "un jour comme 2026-01-31 (UTC)",
  day_begun: "un jour déjà commencé (UTC)",
  cursor: "la valeur affichée par la page précédente",
  scope: scopes,
  held_payout: (scope) =>
    `un versement retenu\u00A0; pour lever la suspension de ${scope}, utilisez \`cauri console resume\``,
  new_file: (file) => `un fichier qui n’existe pas encore\u00A0: ${file} existe déjà`,
  readable_file: "un fichier que ce programme peut lire",
  copies_itself: (command) =>
    `une base que cette commande sait copier${command === "" ? "" : `\u00A0; copiez celle-ci avec \`${command}\``}`,
}

export const unfound: Translated<typeof en.unfound> = {
  none: (what) =>
    `Le paiement ${what} est introuvable dans cette base. Vérifiez l’identifiant, le projet et STORE_URL.`,
  several: (id, payments) =>
    `Plusieurs paiements portent l’identifiant ${id}\u00A0: ${payments}. Précisez avec --kind et --project.`,
  unreadable: (payment) =>
    `Le paiement ${payment} est dans cette base, mais ce programme ne sait pas le lire. Utilisez un programme au moins aussi récent que celui qui l’a enregistré.`,
  row: (payment) =>
    `Le paiement ${payment} est illisible. Utilisez un programme au moins aussi récent que celui qui l’a enregistré\u00A0; si c’est déjà le cas, \`cauri console audit\` liste ce qui est endommagé.`,
}
