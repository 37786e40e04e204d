/** What the command line says itself. Everything after the name of a command belongs to its program. */
import type { Language } from "@cauri/catalogue"
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
    nearest: (name: string) => ` Did you mean "cauri ${name}"?`,
    shells: "cauri completions needs the name of a shell: bash, zsh or fish.",
    help: "cauri --help lists what there is.",
  },
  fr: {
    title: "Le mobile money en Afrique de l’Ouest et centrale, sans rien perdre.",
    usage: "Usage",
    command: "commande",
    given: "arguments",
    rest: "« cauri <commande> --help » dit ce que prend une commande. « cauri completions bash|zsh|fish » écrit un script de complétion.",
    unknown: (name: string) => `Il n’y a pas de commande « ${name} ».`,
    nearest: (name: string) => ` Vouliez-vous dire « cauri ${name} » ?`,
    shells: "cauri completions attend le nom d’un shell : bash, zsh ou fish.",
    help: "cauri --help donne la liste.",
  },
} as const

/** What `cauri --help` prints. */
export const helpText = (language: Language): string => {
  const { command, given, rest, title, usage } = words[language]
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about[language]}`)
  return `${title}\n\n${usage}: cauri <${command}> [${given}]\n\n${lines.join("\n")}\n\n${rest}\n`
}

/** In how many places two names differ, at the least: letters put in, left out or changed. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1]
    for (const [at, wanted] of Array.from(other).entries())
      next.push(Math.min((row[at] ?? 0) + (letter === wanted ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** What is printed for a command that is none. */
export const unknownText = (name: string, language: Language): string => {
  const { help, nearest, unknown } = words[language]
  const printable = name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").slice(0, 60)
  const [close] = Object.keys(commands)
    .map((each) => ({ each, far: distance(printable, each) }))
    .filter(({ each, far }) => far <= Math.ceil(each.length / 3))
    .toSorted((one, other) => one.far - other.far)
  return `${unknown(printable)}${close === undefined ? "" : nearest(close.each)} ${help}\n`
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
