/** Tables of Markdown from rows of the code. */
import type { InBoth, Language } from "../languages.ts"

/** A cell: no end of it can be read as the end of a column, and no sign of it as a tag or as a figure. */
const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")))
    .join("")

export const rowsOf = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

export const tableOf =
  (heads: ReadonlyArray<InBoth | string>, rows: (language: Language) => ReadonlyArray<ReadonlyArray<string>>) =>
  (language: Language): string =>
    rowsOf(
      heads.map((head) => (typeof head === "string" ? head : head[language])),
      rows(language),
    )

export const say = (en: string, fr: string): InBoth => ({ en, fr })

export const yesNo = (is: boolean, language: Language): string =>
  is ? say("yes", "oui")[language] : say("no", "non")[language]

export const code = (name: string): string => `\`${name}\``
