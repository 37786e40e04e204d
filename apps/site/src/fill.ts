/**
 * A page as it is written becomes a page as it is read: its code comes from files that tests run, its tables from the code, its figures
 * from result files.
 *
 * ```ts region=packages/cauri/examples/firstPayment.ts       an empty block is filled with the file, or with `#region`
 * ```sh unchecked="needs a cluster"                          a block that no test runs says why
 * <!-- file: apps/reconciler/deploy/runbooks/flags.md -->    a whole file of Markdown
 * <!-- table: events -->                                     a table of `tables.ts`
 * <!-- story: doubt-with -->                                 a story of `stories.ts`: a picture, and a list where no picture is seen
 * {{figure: image}}                                          a figure of `figures.ts`
 */
import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import type { Language } from "./languages.ts"
import { regionOf } from "./regions.ts"
import { listOf, pictureOf, type Story } from "./sequence.ts"

/** Makes a table, or a figure, in a language of the site. */
export type Table = (language: Language) => string

/** Where the parts of a page come from. */
export interface Sources {
  /** The folder of the repository. */
  readonly root: string
  readonly tables: Readonly<Record<string, Table>>
  readonly figures: Readonly<Record<string, Table>>
  readonly stories: Readonly<Record<string, Readonly<Record<Language, Story>>>>
}

/** A page as it is read, its code blocks counted, and everything that is wrong with it. */
export interface Filled {
  readonly text: string
  /** The same for programs: without pictures. */
  readonly twin: string
  readonly checked: number
  readonly unchecked: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** Blocks in these languages show what something looks like, and are not run. */
const shown = new Set(["text", "http", "mermaid"])

const blocks = /^(?<fence>```+)(?<info>[^\n`]*)\n(?<body>[^]*?)^\k<fence>$/gm

/** French as it is set: a space that does not break before `: ; ! ?` and inside « ». Code stays as it is. */
const inFrench = (text: string): string =>
  text.replace(/^(```+)[^]*?^\1$|`[^`\n]+`| (?=[:;!?»](?:[\s*)<.,]|$))|(?<=«) /gm, (found) =>
    found === " " ? "\u00A0" : found,
  )

/** Fills a page. */
export const fill = (page: string, language: Language, { figures, root, stories, tables }: Sources): Filled => {
  const unchecked: Array<string> = []
  const wrong: Array<string> = []
  let checked = 0
  const block = (fence: string, info: string, body: string): string => {
    const [syntax = ""] = info.trim().split(/\s+/)
    const region = /\bregion=(\S+)/.exec(info)?.[1]
    const why = /\bunchecked="([^"]+)"/.exec(info)?.[1]
    if (region !== undefined) {
      const found = regionOf(root, region)
      if ("wrong" in found) wrong.push(found.wrong)
      if (body.trim() !== "") wrong.push(`the block of ${region} has a text of its own`)
      checked += 1
      return `${fence}${syntax}\n${"text" in found ? found.text : ""}\n${fence}`
    }
    if (why !== undefined) unchecked.push(why)
    else if (!shown.has(syntax))
      wrong.push(`a block of ${syntax || "no language"} comes from no file, and does not say why`)
    return `${fence}${syntax}\n${body}${fence}`
  }
  const made = (what: string, makers: Sources["tables"]) => (_: string, name: string) => {
    const make = makers[name]
    if (make === undefined) wrong.push(`there is no ${what} ${name}`)
    return make?.(language) ?? ""
  }
  const show = (draw: (story: Story) => string) =>
    made(
      "story",
      Object.fromEntries(Object.entries(stories).map(([name, story]) => [name, () => draw(story[language])])),
    )
  // A link out of the file's folder leads into the repository; the others lead to pages beside this one.
  const file = (_: string, path: string): string => {
    if (!existsSync(join(root, path))) {
      wrong.push(`there is no file ${path}`)
      return ""
    }
    return readFileSync(join(root, path), "utf8").replace(
      /\]\((\.\.\/[^)\s]+)\)/g,
      (_link, target: string) => `](repository:${posix.join(posix.dirname(path), target)})`,
    )
  }
  const whole = page
    .replace(blocks, (_, fence: string, info: string, body: string) => block(fence, info, body))
    .replace(/^<!-- file: (\S+) -->$/gm, file)
    .replace(/^<!-- table: ([\w-]+) -->$/gm, made("table", tables))
    .replace(/\{\{figure: ([\w-]+)\}\}/g, made("figure", figures))
  const marks = /^<!-- story: ([\w-]+) -->$/gm
  const set = language === "fr" ? inFrench : (written: string) => written
  const text = set(whole.replace(marks, show(pictureOf)))
  const twin = set(whole.replace(/^<svg .*<\/svg>\n*/gm, "").replace(marks, show(listOf)))
  return { text, twin, checked, unchecked, wrong }
}
