/** What the command line says itself. Everything after the name of a command belongs to its program. */
import type { Language } from "@cauri/catalogue"
import { nearest, printable } from "create-cauri/commandLine"
import { commands } from "./commands.ts"

const width = Math.max(...Object.keys(commands).map((name) => name.length))

const words = {
  en: {
    title: "Mobile money in West and Central Africa, without losing any.",
    usage: "Usage",
    command: "command",
    given: "arguments",
    rest: "`cauri <command> --help` says what a command takes. `cauri completions bash|zsh|fish` prints a completion script.",
    unknown: (name: string) => `There is no command "${name}".`,
    near: (name: string) => ` Did you mean "cauri ${name}"?`,
    shells: "cauri completions needs the name of a shell: bash, zsh or fish.",
    help: "cauri --help lists what there is.",
  },
  fr: {
    title: "Le mobile money en Afrique de l’Ouest et centrale, sans rien perdre.",
    usage: "Utilisation\u00A0",
    command: "commande",
    given: "arguments",
    rest: "«\u00A0cauri <commande> --help\u00A0» affiche l’aide d’une commande. «\u00A0cauri completions bash|zsh|fish\u00A0» génère un script de complétion.",
    unknown: (name: string) => `La commande «\u00A0${name}\u00A0» n’existe pas.`,
    near: (name: string) => ` Vouliez-vous dire «\u00A0cauri ${name}\u00A0»\u00A0?`,
    shells: "cauri completions attend le nom d’un shell\u00A0: bash, zsh ou fish.",
    help: "cauri --help affiche la liste.",
  },
} as const

/** What `cauri --help` prints. */
export const helpText = (language: Language): string => {
  const { command, given, rest, title, usage } = words[language]
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about[language]}`)
  return `${title}\n\n${usage}: cauri <${command}> [${given}]\n\n${lines.join("\n")}\n\n${rest}\n`
}

/** What is printed for a command that is none. */
export const unknownText = (name: string, language: Language): string => {
  const { help, near, unknown } = words[language]
  const close = nearest(name, Object.keys(commands))
  return `${unknown(printable(name))}${close === undefined ? "" : near(close)} ${help}\n`
}

const names = ["completions", ...Object.keys(commands)].join(" ")

const scripts: Readonly<Record<string, string>> = {
  bash: `_cauri() { [ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "${names}" -- "\${COMP_WORDS[1]}")); }\ncomplete -o default -F _cauri cauri\n`,
  zsh: `#compdef cauri\n_cauri() { (( CURRENT == 2 )) && compadd ${names} || _files }\ncompdef _cauri cauri\n`,
  fish: Object.entries(commands)
    .map(([name, { about }]) => `complete -c cauri -n __fish_use_subcommand -a ${name} -d "${about.en}"\n`)
    .join(""),
}

/** The completion script of a shell, or why there is none. */
export const completions = (
  shell: string | undefined,
  language: Language,
): { readonly script: string } | { readonly problem: string } => {
  const script = Object.entries(scripts).find(([name]) => name === shell)?.[1]
  return script === undefined ? { problem: `${words[language].shells}\n` } : { script }
}
