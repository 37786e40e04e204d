/** What the command line says itself, in both languages. */
import { answersOf, questionNames, questions } from "./choices.ts"
import type { Language } from "@cauri/catalogue"

const quoted = { en: (text: string) => `"${text}"`, fr: (text: string) => `« ${text} »` }

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
      `There is no terminal to ask on, and nothing was written. The whole command, with the defaults for what was left out:\n\n  ${command}`,
    written: (folder: string) => `Written to ${folder}. What comes next:`,
    stopped: "Stopped; nothing was written.",
    readme: "README.md says the rest.",
  },
  fr: {
    title:
      "Écrit un petit dépôt, le vôtre, qui encaisse du mobile money, avec un premier test et de quoi le mettre en ligne.",
    usage: "Usage",
    folder: "dossier",
    defaults: "prend la première réponse à chaque question laissée de côté",
    help: "affiche cette aide",
    version: "affiche la version",
    codes:
      "Codes de sortie : 0 c’est écrit ; 2 une question reste ouverte et il n’y a pas de terminal ; 64 mauvais usage ; 73 le dossier n’est pas vide ou refuse l’écriture ; 130 arrêté par Ctrl-C.",
    askFolder: "Quel dossier ?",
    unknownFlag: (flag: string, near?: string) =>
      `Il n’y a pas d’option ${flag}.${near === undefined ? "" : ` Vouliez-vous dire --${near} ?`} --help donne la liste.`,
    valueOf: (flag: string, takes: boolean) =>
      takes ? `${flag} attend une valeur.` : `${flag} ne prend pas de valeur.`,
    unknownAnswer: (flag: string, given: string, answers: ReadonlyArray<string>, near?: string) =>
      `--${flag} ne connaît pas ${quoted.fr(given)}.${near === undefined ? "" : ` Vouliez-vous dire ${quoted.fr(near)} ?`} Réponses possibles : ${answers.join(", ")}.`,
    excluded: (flag: string, given: string, why: string) => `--${flag} ${given} n’est pas possible ici : ${why}.`,
    oneFolder: "Nommez un seul dossier.",
    notEmpty: (folder: string) =>
      `Le dossier ${folder} n’est pas vide ; rien n’a été écrit. Nommez un dossier vide ou nouveau.`,
    isFile: (folder: string) => `${folder} est un fichier ; rien n’a été écrit. Nommez un dossier.`,
    cannotWrite: (folder: string, code: string) => `Impossible d’écrire dans le dossier ${folder} (${code}).`,
    noTerminal: (command: string) =>
      `Il n’y a pas de terminal où poser les questions ; rien n’a été écrit. Voici la commande entière, avec les réponses par défaut :\n\n  ${command}`,
    written: (folder: string) => `C’est écrit dans ${folder}. Et maintenant :`,
    stopped: "Arrêté ; rien n’a été écrit.",
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
