/** Reads the pages of both languages, and writes them as they are read where the site is built from. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { contents, entries } from "./contents.ts"
import { asRead, type Source } from "./fill.ts"
import { type Language, languages } from "./languages.ts"
import { stories } from "./stories.ts"

/** A page of the site in one language, as it is read. */
export interface Page {
  readonly language: Language
  readonly path: string
  readonly title: string
  readonly text: string
  /** The same for programs. */
  readonly twin: string
}

const paths = ["index", ...entries.map(({ path }) => path)]

/** Every page below `docs` in the order of the menu, and what is missing or stands in no menu. */
export const sourcesBelow = (root: string) => {
  const wrong: Array<string> = []
  const pages: Array<Source & { readonly name: string }> = []
  for (const language of languages) {
    const folder = join(root, "docs", language)
    const found = new Set(globSync("**/*.md", { cwd: folder }).map((name) => name.replace(/\.md$/, "")))
    for (const name of found) {
      if (!paths.includes(name)) wrong.push(`docs/${language}/${name}.md stands in no menu: name it in contents.ts`)
    }
    for (const name of paths) {
      const path = `docs/${language}/${name}.md`
      if (found.has(name)) pages.push({ language, name, path, text: readFileSync(join(root, path), "utf8") })
      else wrong.push(`${path} is missing`)
    }
  }
  return { pages, wrong }
}

/** A page whose links out of its language lead into the repository, where its reader finds the file. */
const linkedFrom = (file: string, language: Language, address: string) => (text: string) =>
  text.replace(/\]\((\.\.\/[^)\s]+)\)/g, (link, target: string) => {
    const path = posix.join(posix.dirname(file), target)
    if (path.startsWith("docs/pictures/")) return `](${path.slice("docs".length)})`
    return path.startsWith(`docs/${language}/`) ? link : `](${address}/blob/main/${path})`
  })

/** All pages as they are read, and what is wrong with them. */
export const prepare = (root: string) => {
  const { homepage }: { readonly homepage: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const { pages: sources, wrong } = sourcesBelow(root)
  const pages = sources.map(({ language, name, path, text: source }): Page => {
    const { text, twin } = asRead(source, language, stories)
    const title = /^# (.+)$/m.exec(text)?.[1]
    if (title === undefined) wrong.push(`${path} has no title`)
    const linked = linkedFrom(path, language, homepage)
    return { language, path: name, title: title ?? name, text: linked(text), twin: linked(twin) }
  })
  return { pages, wrong }
}

/** Writes the pages into a folder of their own, with the pictures that they show as `/pictures/…`. */
export const write = (folder: string, pages: ReadonlyArray<Page>, pictures: string): void => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(pictures, join(folder, "public/pictures"), { recursive: true })
  for (const { language, path, text } of pages) {
    const file = join(folder, language, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    // Who looks something up does not read on with the next page.
    writeFileSync(file, path.startsWith("reference/") ? `---\nprev: false\nnext: false\n---\n\n${text}` : text)
  }
}

/** The menu of one language, as the site's theme reads it. */
export const menuIn = (language: Language) =>
  contents.map(({ pages, title }) => ({
    text: title[language],
    items: pages.map(({ path, title: name }) => ({
      text: name[language],
      link: `/${language}/${path.replace(/(^|\/)index$/, "$1")}`,
    })),
  }))
