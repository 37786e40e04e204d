/** Reads the pages of both languages, fills them, and writes them where the site is built from. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { contents, entries } from "./contents.ts"
import { fill, type Sources } from "./fill.ts"
import { type Language, languages } from "./languages.ts"

/** A page of the site in one language, as it is read. */
export interface Page {
  readonly language: Language
  readonly path: string
  readonly title: string
  readonly text: string
  /** The same for programs. */
  readonly twin: string
}

/** All pages, what is wrong with them, and how many of their code blocks tests run. */
export interface Prepared {
  readonly pages: ReadonlyArray<Page>
  readonly wrong: ReadonlyArray<string>
  readonly checked: number
  readonly unchecked: ReadonlyArray<string>
}

/** The page that names the parts of the site, which is also what an address without a page shows. */
const home = "index"

const paths = [home, ...entries.map(({ path }) => path)]

/** A page whose links out of its language lead into the repository, where its reader finds the file. */
const linkedFrom = (file: string, language: Language, address: string) => (text: string) =>
  text.replace(/\]\((repository:|(?=\.\.\/))([^)\s]+)\)/g, (_, named: string, target: string) => {
    const folder = posix.dirname(file)
    const path = named === "" ? posix.join(folder, target) : target
    return path.startsWith(`docs/${language}/`)
      ? `](${posix.relative(folder, path)})`
      : `](${address}/blob/main/${path})`
  })

/** Reads and fills every page below `docs`. */
export const prepare = (sources: Sources): Prepared => {
  const { homepage }: { readonly homepage: string } = JSON.parse(
    readFileSync(join(sources.root, "package.json"), "utf8"),
  )
  const wrong: Array<string> = []
  const unchecked: Array<string> = []
  const pages: Array<Page> = []
  let checked = 0
  for (const language of languages) {
    const folder = join(sources.root, "docs", language)
    const found = new Set(globSync("**/*.md", { cwd: folder }).map((name) => name.replace(/\.md$/, "")))
    for (const path of found) {
      if (!paths.includes(path)) wrong.push(`docs/${language}/${path}.md stands in no menu: name it in contents.ts`)
    }
    for (const path of paths) {
      if (!found.has(path)) {
        wrong.push(`docs/${language}/${path}.md is missing`)
        continue
      }
      const filled = fill(readFileSync(join(folder, `${path}.md`), "utf8"), language, sources)
      wrong.push(...filled.wrong.map((fault) => `docs/${language}/${path}.md: ${fault}`))
      unchecked.push(...filled.unchecked.map((why) => `${language}/${path}: ${why}`))
      checked += filled.checked
      const title = /^# (.+)$/m.exec(filled.text)?.[1]
      if (title === undefined) wrong.push(`docs/${language}/${path}.md has no title`)
      const linked = linkedFrom(`docs/${language}/${path}.md`, language, homepage)
      pages.push({ language, path, title: title ?? path, text: linked(filled.text), twin: linked(filled.twin) })
    }
  }
  return { pages, wrong, checked, unchecked }
}

/** Writes the pages into a folder of their own, with the pictures that they show as `/pictures/…`. */
export const write = (folder: string, { pages }: Prepared, pictures: string): void => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(pictures, join(folder, "public/pictures"), { recursive: true })
  for (const { language, path, text } of pages) {
    const file = join(folder, language, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
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
