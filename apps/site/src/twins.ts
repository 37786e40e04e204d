/** What programs read: each page once more as Markdown, and a list of them that begins with the lines that matter. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { contents } from "./contents.ts"
import { type Language, languages } from "./languages.ts"
import type { Page } from "./prepare.ts"

const about: Readonly<Record<Language, string>> = {
  en: "Mobile-money payments in West and Central Africa, in TypeScript: no payout sent twice, no order credited on a forged callback, no late completion missed.",
  fr: "Les paiements par mobile money en Afrique de l’Ouest et centrale, en TypeScript : aucun versement envoyé deux fois, aucune commande créditée sur une fausse notification, aucune confirmation tardive manquée.",
}

/** The part of a text between this heading and the next of its rank. */
const sectionOf = (text: string, heading: string): string =>
  new RegExp(`^## ${heading}$\\n([^]*?)(?=^## |$(?![^]))`, "m").exec(text)?.[1]?.trim() ?? ""

const listIn = (language: Language, root: string): string => {
  const [file, heading] = language === "en" ? ["AGENTS.md", "Lines that matter"] : ["AGENTS.fr.md", "Ce qui compte"]
  const lines = sectionOf(readFileSync(join(root, file), "utf8"), heading)
  const parts = contents.map(({ pages, title }) => {
    const links = pages.map(({ path, title: name }) => `- [${name[language]}](/${language}/${path}.md)`)
    return [`## ${title[language]}`, "", ...links].join("\n")
  })
  return [`# Cauri`, `> ${about[language]}`, `## ${heading}`, lines, ...parts].join("\n\n") + "\n"
}

export const writeTwins = (folder: string, root: string, pages: ReadonlyArray<Page>): void => {
  for (const { language, path, twin } of pages) {
    const file = join(folder, language, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, twin)
  }
  for (const language of languages) writeFileSync(join(folder, language, "llms.txt"), listIn(language, root))
  copyFileSync(join(folder, "en", "llms.txt"), join(folder, "llms.txt"))
}
