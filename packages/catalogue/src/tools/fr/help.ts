/** What the programs say about themselves, in French: `--help`, and their first and last lines. */
import type * as en from "../en/help.ts"
import type { Translated } from "../../Catalogue.ts"

/** The headings of a page of help. */
export const help: Translated<typeof en.help> = {
  usage: "Utilisation\u00A0:",
  variables: "Variables\u00A0:",
  help: "affiche cette aide",
  version: "affiche la version",
  codes:
    "Codes de sortie\u00A0: 0 tout va bien, 1 une personne doit intervenir, 64 commande ou configuration incorrecte, 70 défaut du programme, 74 base endommagée, 75 base ou port inutilisable pour le moment\u00A0: réessayez.",
}

/** `cauri receiver --help`. */
export const receiverHelp: Translated<typeof en.receiverHelp> = {
  about:
    "Reçoit les notifications du service et enregistre chacune avant de répondre. Une notification ne change aucun paiement\u00A0: le reconciler interroge le service.",
}

/** `cauri reconciler --help`. */
export const reconcilerHelp: Translated<typeof en.reconcilerHelp> = {
  about:
    "Traite les paiements échus\u00A0: les envoie, les vérifie, les fait expirer ou les signale, et livre leurs événements.",
  once: "traite ce qui est échu, affiche un résumé et s’arrête",
  json: "affiche le résumé en JSON",
}

/** `cauri sandbox --help`. */
export const sandboxHelp: Translated<typeof en.sandboxHelp> = {
  about:
    "Tout le service sur cette machine, avec des téléphones et une salle de contrôle pour s’exercer. Aucun argent ne circule.",
  scenario: "joue un scénario depuis le début et affiche ses étapes\u00A0; `list` affiche le catalogue",
  json: "affiche l’adresse et les clés d’accès, ou le catalogue, en une ligne de JSON",
  ephemeral: "pour les tests\u00A0: prend un port libre, ne garde rien et s’arrête avec le programme qui l’a lancé",
  grade:
    "joue tous les scénarios, ou un seul, avec votre programme et affiche le verdict\u00A0; se termine par 1 si une ligne est rouge ou si rien n’a été vu",
  amount: "un prix de votre boutique, pour tous les paiements des scénarios",
  phone: "des numéros séparés par des virgules\u00A0; un scénario prend le premier que son opérateur sait jouer",
  hook: "une adresse de votre programme qui reçoit ce qu’il faut faire, en JSON\u00A0: does, scenario, kind, amountXof, phone, order, code",
  probe:
    "une adresse qui donne l’état d’une commande\u00A0: paid, failed ou autre chose\u00A0; les noms entre accolades sont remplacés",
  visit:
    "l’adresse de retour d’une commande, qu’un inconnu ouvre avec un autre jeton\u00A0; les noms entre accolades sont remplacés",
  patience:
    "le nombre de secondes laissées à votre programme pour agir, puis pour apprendre la fin\u00A0; 30 par défaut",
  junit: "un fichier pour le verdict au format JUnit\u00A0; --json l’affiche en une ligne",
  seed_file:
    "projets, clés d’accès, hypothèses et limites d’appels d’une équipe, lus dans un fichier comme sandbox.json",
  listen: "donne une adresse de notification d’apparence publique, et transfère ce que le bac à sable y envoie",
  run: "lance un programme Node dont les requêtes à cet hôte vont au bac à sable\u00A0; refuse si NODE_ENV vaut production",
  codes:
    "Codes de sortie\u00A0: 0 tout va bien, même après Ctrl-C\u00A0; 1 une ligne rouge de --grade\u00A0; 64 commande ou configuration incorrecte\u00A0; 70 erreur du programme\u00A0; 75 port ou fichier inutilisable pour le moment.",
}

/** What `cauri sandbox listen` prints. */
export const sandboxListen: Translated<typeof en.sandboxListen> = {
  address: (address, target) =>
    `Adresse de notification pour votre programme\u00A0: ${address}\nCe que le bac à sable y envoie arrive à ${target}. Ctrl-C pour arrêter.`,
  form: "formulaire",
  forged: "fausse",
  no_answer: "sans réponse",
}

/** What the sandbox prints when it listens. */
export const sandboxStart: Translated<typeof en.sandboxStart> = {
  title: "Bac à sable\u00A0: aucun argent ne circule ici.",
  service: "Service",
  program_adds: (path) => `si le programme ajoute ${path}`,
  pages: "Pages",
  documents: "Documents",
  control: "API de contrôle",
  control_at: (url, header, token) => `${url} avec ${header}\u00A0: ${token}`,
  project: (id) => `Projet ${id}`,
  stop: "Ctrl-C pour l’arrêter.",
}

/** `cauri demo --help`. */
export const demoHelp: Translated<typeof en.demoHelp> = {
  about:
    "Envoie quelques centaines de paiements dans le bac à sable alors que tout va mal, et prouve que rien n’est perdu.",
  seed: "les mêmes paiements et les mêmes pannes que la dernière fois\u00A0; sans cette option, tout change à chaque fois",
  json: "affiche le résultat en une ligne de JSON, et rien d’autre",
  programs:
    "La démonstration lance un bac à sable, un receiver et deux reconcilers sur un même fichier SQLite, dans un dossier temporaire. Aucun argent ne circule.",
  codes:
    "Codes de sortie\u00A0: 0 tout concorde, 1 quelque chose ne concorde pas, 64 commande incorrecte, 70 un programme a échoué, 130 Ctrl-C.",
}

/** `pnpm start --help`. */
export const startHelp: Translated<typeof en.startHelp> = {
  about:
    "Lance le bac à sable, un receiver, un reconciler, la boutique et la page de la console sur cette machine, jusqu’à Ctrl-C.",
  fresh: "repart de zéro\u00A0; sinon, tout reprend à partir de ce que contient le dossier",
  folder:
    "Les données, les secrets et les ports sont gardés dans .cauri, ou dans le dossier indiqué par CAURI_HOUSE. Un port occupé est remplacé par un autre. Aucun argent ne circule.",
  codes:
    "Codes de sortie\u00A0: 0 après Ctrl-C, 64 commande incorrecte ou dossier inutilisable, 70 un programme a échoué, 75 le dossier est déjà utilisé.",
}

/** What `pnpm start` prints. */
export const started: Translated<typeof en.started> = {
  starting: "Démarrage…",
  continuing: (folder) => `Reprise à partir de ce que contient ${folder}…`,
  shop: "Boutique",
  shop_is: "achetez un article et payez avec le numéro d’un téléphone du bac à sable",
  admin: (password) => `n’importe quel nom, mot de passe ${password}`,
  sandbox: "Bac à sable",
  sandbox_is: "le service\u00A0: téléphones, paiements, notifications, pannes, scénarios",
  console: "Console",
  console_is: "pour décider des paiements de la boutique",
  receiver: "Receiver",
  receiver_is: "reçoit les notifications des paiements de la base ci-dessous",
  reconciler: "Reconciler",
  process: (pids) => `processus ${pids}`,
  reconciler_is: "travaille sur la base ci-dessous",
  store: "Base",
  store_is: "pour vos propres programmes\u00A0; la boutique a la sienne",
  port_moved: (program, port, now) =>
    `${program}\u00A0: le port ${port} est occupé ou avait déjà été remplacé\u00A0; utilisez le ${now}.`,
  kept: (folder, keys) =>
    `Aucun argent ne circule. Les données sont gardées dans ${folder}. ${keys} arrête tout\u00A0; pnpm start reprend là où vous en étiez.`,
  stopping: "Arrêt en cours… Un second Ctrl-C arrête tout immédiatement.",
  stopped: "Tout est arrêté.",
}
