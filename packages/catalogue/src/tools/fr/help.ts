/** What the programs say about themselves, in French: `--help`, and their first and last lines. */
import type * as en from "../en/help.ts"
import type { Translated } from "../../Catalogue.ts"

export const help: Translated<typeof en.help> = {
  usage: "Utilisation\u00A0:",
  variables: "Variables\u00A0:",
  required: "\u00A0; obligatoire",
  help: "affiche cette aide",
  version: "affiche la version",
  codes:
    "Codes de sortie\u00A0: 0 tout va bien, 1 une personne doit intervenir, 64 commande ou configuration incorrecte, 70 erreur interne, 74 base endommagée, 75 base ou port inutilisable pour le moment\u00A0: réessayez.",
}

export const receiverHelp: Translated<typeof en.receiverHelp> = {
  about:
    "Reçoit les notifications du service et les enregistre avant d’y répondre. Une notification ne modifie aucun paiement\u00A0: c’est le reconciler qui interroge le service.",
}

export const reconcilerHelp: Translated<typeof en.reconcilerHelp> = {
  about:
    "Prend en charge les paiements à traiter\u00A0: les envoie, les vérifie, les fait expirer ou les signale, et transmet leurs événements.",
  once: "traite ce qui doit l’être, affiche un résumé et s’arrête",
  json: "affiche le résumé en JSON",
}

export const sandboxHelp: Translated<typeof en.sandboxHelp> = {
  about:
    "Simule tout le service sur cette machine, avec des téléphones et une salle de contrôle pour vos essais. Aucun argent ne circule.",
  scenario: "joue un scénario depuis le début et affiche ses étapes\u00A0; `list` affiche le catalogue",
  json: "affiche l’adresse et les clés d’accès, ou le catalogue, sur une ligne de JSON",
  ephemeral: "pour les tests\u00A0: prend un port libre, ne garde rien et s’arrête avec le programme qui l’a lancé",
  grade:
    "fait passer tous les scénarios, ou un seul, à votre programme et affiche le verdict\u00A0; code de sortie 1 si une ligne est rouge ou si rien n’a été observé",
  amount: "un prix de votre boutique, utilisé pour tous les paiements des scénarios",
  phone: "des numéros séparés par des virgules\u00A0; chaque scénario utilise le premier dont l’opérateur lui convient",
  hook: "une adresse de votre programme, qui reçoit en JSON ce qu’il doit faire\u00A0: does, scenario, kind, amountXof, phone, order, code",
  probe:
    "une adresse qui donne l’état d’une commande\u00A0: paid, failed ou autre chose\u00A0; {order} et {token} y sont remplacés par leurs valeurs",
  visit:
    "l’adresse de retour d’une commande, qu’un inconnu ouvre avec un autre jeton\u00A0; {order} et {token} y sont remplacés par leurs valeurs",
  patience:
    "le nombre de secondes dont votre programme dispose pour agir, puis pour apprendre l’issue\u00A0; 30 par défaut",
  junit: "le fichier où écrire le verdict au format JUnit\u00A0; --json l’affiche sur une ligne",
  seed_file:
    "projets, clés d’accès, hypothèses et limites d’appels d’une équipe, lus dans un fichier comme sandbox.json",
  listen: "donne une adresse de notification d’apparence publique, et vous transfère ce que le bac à sable y envoie",
  run: "lance un programme Node et redirige vers le bac à sable ses requêtes à cet hôte\u00A0; refuse si NODE_ENV vaut production",
  codes:
    "Codes de sortie\u00A0: 0 tout va bien, y compris après Ctrl-C\u00A0; 1 une ligne rouge avec --grade\u00A0; 64 commande ou configuration incorrecte\u00A0; 70 erreur interne\u00A0; 75 port ou fichier inutilisable pour le moment.",
}

export const sandboxListen: Translated<typeof en.sandboxListen> = {
  address: (address, target) =>
    `Adresse de notification pour votre programme\u00A0: ${address}\nCe que le bac à sable y envoie arrive à ${target}. Ctrl-C pour arrêter.`,
  form: "formulaire",
  forged: "fausse",
  no_answer: "sans réponse",
}

export const sandboxStart: Translated<typeof en.sandboxStart> = {
  title: "Bac à sable\u00A0: aucun argent ne circule ici.",
  service: "Service",
  program_adds: (path) => `si votre programme y ajoute lui-même ${path}`,
  face: "Visage",
  faces: {
    strict: "strict\u00A0: s’en tient aux documents du service (SANDBOX_FACE=as-observed en accepte davantage)",
    "as-observed": "as-observed\u00A0: accepte aussi les formes qu’envoient les clients publics (SANDBOX_FACE)",
  },
  pages: "Pages",
  documents: "Documents",
  control: "API de contrôle",
  control_at: (url, header, token) => `${url} avec l’en-tête ${header}\u00A0: ${token}`,
  project: (id) => `Projet ${id}`,
  stop: "Ctrl-C pour arrêter.",
}

export const demoHelp: Translated<typeof en.demoHelp> = {
  about:
    "Envoie quelques centaines de paiements au bac à sable pendant que tout va mal, et prouve qu’aucun ne se perd.",
  seed: "la graine\u00A0: avec la même, vous retrouvez les mêmes paiements et les mêmes pannes\u00A0; sans cette option, elle change à chaque fois",
  json: "affiche le résultat sur une ligne de JSON, et rien d’autre",
  programs:
    "La démonstration lance un bac à sable, un receiver et deux reconcilers sur un même fichier SQLite, dans un dossier temporaire. Aucun argent ne circule.",
  codes:
    "Codes de sortie\u00A0: 0 tout concorde, 1 il y a un écart, 64 commande incorrecte, 70 un programme a échoué, 130 Ctrl-C.",
}

export const startHelp: Translated<typeof en.startHelp> = {
  about:
    "Lance le bac à sable, un receiver, un reconciler, la boutique et la page de la console sur cette machine, jusqu’à Ctrl-C.",
  fresh: "repart de zéro\u00A0; sans cette option, reprend avec les données du dossier",
  folder:
    "Les données, les secrets et les ports sont gardés dans .cauri, ou dans le dossier indiqué par CAURI_HOUSE. Un port occupé est remplacé par un autre. Aucun argent ne circule.",
  codes:
    "Codes de sortie\u00A0: 0 après Ctrl-C, 64 commande incorrecte ou dossier inutilisable, 70 un programme a échoué, 75 le dossier est déjà utilisé.",
}

export const started: Translated<typeof en.started> = {
  starting: "Démarrage…",
  continuing: (folder) => `Reprise avec les données de ${folder}…`,
  shop: "Boutique",
  shop_is: "achetez un article et payez avec le numéro d’un téléphone du bac à sable",
  admin: (password) => `n’importe quel nom, mot de passe ${password}`,
  sandbox: "Bac à sable",
  sandbox_is: "le service\u00A0: téléphones, paiements, notifications, pannes, scénarios",
  console: "Console",
  console_is: "pour prendre les décisions sur les paiements de la boutique",
  receiver: "Receiver",
  receiver_is: "reçoit les notifications des paiements de la base ci-dessous",
  reconciler: "Reconciler",
  process: (pids) => `processus ${pids}`,
  reconciler_is: "traite les paiements de la base ci-dessous",
  store: "Base",
  store_is: "pour vos propres programmes\u00A0; la boutique a la sienne",
  port_moved: (program, port, now) =>
    `${program} utilise le port ${now}\u00A0: le ${port} est occupé ou avait déjà été remplacé.`,
  kept: (folder, keys) =>
    `Aucun argent ne circule. Les données sont gardées dans ${folder}. ${keys} arrête tout\u00A0; pnpm start reprend là où vous en étiez.`,
  stopping: "Arrêt en cours… Un second Ctrl-C arrête tout immédiatement.",
  stopped: "Tout est arrêté.",
}
