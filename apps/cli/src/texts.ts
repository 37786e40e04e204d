/** What the command line prints itself. Everything after the name of a command belongs to its program. */
import type { Language } from "@cauri/catalogue"
import { helpPage, tools } from "@cauri/catalogue/tools"
import { nearest, printable } from "create-cauri/commandLine"

const names = Object.keys(tools.en.cauriCommands)

/** What `cauri --help` prints. */
export const helpText = (language: Language): string => {
  const { cauri, cauriCommands, help } = tools[language]
  return helpPage({
    about: cauri.title,
    heading: help.usage,
    usage: [`cauri <${cauri.command}> [${cauri.given}]`],
    flags: Object.entries(cauriCommands),
    notes: [cauri.rest],
  })
}

/** What is printed for a command that is none. */
export const unknownText = (name: string, language: Language): string => {
  const { list, near, unknown } = tools[language].cauri
  const close = nearest(name, names)
  return `${[unknown(printable(name)), ...(close === undefined ? [] : [near(close)]), list].join(" ")}\n`
}

const words = ["completions", ...names].join(" ")

/** Every word that can follow `cauri`, with what it does. */
const wordsOf = (language: Language): ReadonlyArray<readonly [name: string, about: string]> => {
  const { cauri, cauriCommands } = tools[language]
  return [...Object.entries(cauriCommands), ["completions", cauri.completions]]
}

const scripts: Readonly<Record<string, (language: Language) => string>> = {
  bash: () =>
    `_cauri() { [ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "${words}" -- "\${COMP_WORDS[1]}")); }\ncomplete -o default -F _cauri cauri\n`,
  zsh: (language) => {
    const described = wordsOf(language).map(([name, about]) => `"${name}:${about.replaceAll(/[:"$`\\]/g, "\\$&")}"`)
    return `#compdef cauri\n_cauri() {\n  local -a commands=(${described.join(" ")})\n  (( CURRENT == 2 )) && _describe command commands || _files\n}\ncompdef _cauri cauri\n`
  },
  fish: (language) =>
    wordsOf(language)
      .map(([name, about]) => `complete -c cauri -n __fish_use_subcommand -a ${name} -d "${about}"\n`)
      .join(""),
}

/** The completion script of a shell, or why there is none. */
export const completions = (
  shell: string | undefined,
  language: Language,
): { readonly script: string } | { readonly problem: string } => {
  const script = Object.entries(scripts).find(([name]) => name === shell)?.[1]
  return script === undefined ? { problem: `${tools[language].cauri.shells}\n` } : { script: script(language) }
}
