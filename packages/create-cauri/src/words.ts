/** What the command line says itself, in both languages. */
import { answersOf, questionNames, questions } from "./choices.ts"
import type { Language } from "@cauri/catalogue"

const quoted = { en: (text: string) => `"${text}"`, fr: (text: string) => `«\u00A0${text}\u00A0»` }

/** The sentences of the command line. */
export const words = {
  en: {
    title:
      "Writes a small repository of your own that takes mobile money, with a first test and what its deployment needs.",
    usage: "Usage",
    folder: "folder",
    defaults: "takes the first answer to every question that is left out",
    help: "prints this",
    version: "prints the version",
    codes:
      "Exit codes: 0 written; 2 a question is open and there is no terminal to ask on; 64 bad usage; 73 the folder is not empty or cannot be written; 130 ended by Ctrl-C.",
    askFolder: "Which folder?",
    unknownFlag: (flag: string, near?: string) =>
      `There is no option ${flag}.${near === undefined ? "" : ` Did you mean --${near}?`} --help lists what there is.`,
    valueOf: (flag: string, takes: boolean) => (takes ? `${flag} needs a value.` : `${flag} takes no value.`),
    unknownAnswer: (flag: string, given: string, answers: ReadonlyArray<string>, near?: string) =>
      `--${flag} cannot be ${quoted.en(given)}.${near === undefined ? "" : ` Did you mean ${quoted.en(near)}?`} It is one of ${answers.join(", ")}.`,
    excluded: (flag: string, given: string, why: string) => `--${flag} ${given} is not possible here: ${why}.`,
    oneFolder: "Name one folder.",
    notEmpty: (folder: string) =>
      `The folder ${folder} is not empty, and nothing was written. Name one that is empty or not there yet.`,
    isFile: (folder: string) => `${folder} is a file, and nothing was written. Name a folder.`,
    cannotWrite: (folder: string, code: string) => `The folder ${folder} cannot be written (${code}).`,
    noTerminal: (command: string) =>
      `There is no terminal to ask on, and nothing was written. The whole command, with the defaults for what was left out (--help lists the other answers):\n\n  ${command}`,
    written: (folder: string) => `Written to ${folder}. What comes next:`,
    stopped: "Stopped; nothing was written.",
    readme: "README.md says the rest.",
  },
  fr: {
    title:
      "Crée le dépôt d’une petite boutique qui encaisse par mobile money, avec un premier test et de quoi la mettre en ligne.",
    usage: "Utilisation\u00A0",
    folder: "dossier",
    defaults: "prend la première réponse pour chaque question laissée de côté",
    help: "affiche cette aide",
    version: "affiche la version",
    codes:
      "Codes de sortie\u00A0: 0 dépôt créé\u00A0; 2 une question est sans réponse et il n’y a pas de terminal pour la poser\u00A0; 64 commande incorrecte\u00A0; 73 dossier non vide ou protégé en écriture\u00A0; 130 arrêt par Ctrl-C.",
    askFolder: "Quel dossier\u00A0?",
    unknownFlag: (flag: string, near?: string) =>
      `L’option ${flag} n’existe pas.${near === undefined ? "" : ` Vouliez-vous dire --${near}\u00A0?`} --help affiche la liste des options.`,
    valueOf: (flag: string, takes: boolean) =>
      takes ? `${flag} attend une valeur.` : `${flag} ne prend pas de valeur.`,
    unknownAnswer: (flag: string, given: string, answers: ReadonlyArray<string>, near?: string) =>
      `--${flag} n’accepte pas ${quoted.fr(given)}.${near === undefined ? "" : ` Vouliez-vous dire ${quoted.fr(near)}\u00A0?`} Réponses possibles\u00A0: ${answers.join(", ")}.`,
    excluded: (flag: string, given: string, why: string) => `--${flag} ${given} n’est pas possible ici\u00A0: ${why}.`,
    oneFolder: "Indiquez un seul dossier.",
    notEmpty: (folder: string) =>
      `Le dossier ${folder} n’est pas vide\u00A0; rien n’a été écrit. Indiquez un dossier vide ou nouveau.`,
    isFile: (folder: string) => `${folder} est un fichier\u00A0; rien n’a été écrit. Indiquez un dossier.`,
    cannotWrite: (folder: string, code: string) => `Impossible d’écrire dans le dossier ${folder} (${code}).`,
    noTerminal: (command: string) =>
      `Il n’y a pas de terminal pour poser les questions\u00A0; rien n’a été écrit. Voici la commande complète, avec les réponses par défaut là où il en manquait (--help affiche les autres)\u00A0:\n\n  ${command}`,
    written: (folder: string) => `Votre dépôt est prêt dans ${folder}. Et maintenant\u00A0:`,
    stopped: "Arrêté\u00A0; rien n’a été écrit.",
    readme: "La suite est dans README.md.",
  },
} as const

/** What `--help` prints. `command` is how the program was started. */
export const helpText = (language: Language, command: string): string => {
  const { codes, defaults, folder, help, title, usage, version } = words[language]
  const flags = questionNames.flatMap((name) => [
    `  --${name} ${answersOf(name)
      .map(([answer]) => answer)
      .join("|")}`,
    `      ${questions[name].ask[language]}`,
  ])
  const switches = [
    ["-y, --yes", defaults],
    ["-h, --help", help],
    ["-v, --version", version],
  ].map(([flag = "", about]) => `  ${flag.padEnd(14)} ${about}`)
  return `${[title, "", `${usage}: ${command} [${folder}] [--…]`, "", ...flags, "", ...switches, "", codes].join("\n")}\n`
}
