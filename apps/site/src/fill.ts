/**
 * A page of `docs` holds everything that it shows, so it reads the same in an editor, on a code host and on the site. What it takes from
 * elsewhere stands between marks, and `pnpm generate` writes it there: code from files that tests run, tables from the code, figures from
 * result files.
 *
 * ```ts region=packages/cauri/examples/firstPayment.ts                a block with the file, or with its `#region`
 * ```sh unchecked="needs a cluster"                                   a block that no test runs says why
 * <!-- file: apps/reconciler/deploy/runbooks/flags.md --> … <!-- end -->   a whole file of Markdown
 * <!-- table: events --> … <!-- end -->                               a table of `tables.ts`
 * <!-- story: doubt-with --> … <!-- end -->                           a story of `stories.ts`: a list here, a picture on the site
 * <!-- figure: image -->…<!-- end -->                                 a figure of `figures.ts`, in the middle of a line
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
  readonly root: string
  readonly tables: Readonly<Record<string, Table>>
  readonly figures: Readonly<Record<string, Table>>
  readonly stories: Readonly<Record<string, Readonly<Record<Language, Story>>>>
}

/** A page below `docs`, as it is written. */
export interface Source {
  readonly language: Language
  /** Below the folder of the repository. */
  readonly path: string
  readonly text: string
}

/** A page with what it should hold, its code blocks counted, and everything that is wrong with it. */
export interface Filled {
  readonly text: string
  readonly checked: number
  readonly unchecked: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** Blocks in these languages show what something looks like, and are not run. */
const shown = new Set(["text", "http", "mermaid"])

const blocks = /^(?<fence>```+)(?<info>[^\n`]*)\n(?<body>[^]*?)^\k<fence>$/gm
const parts = /^(<!-- (file|table|story): (\S+) -->\n)[^]*?^(<!-- end -->)$/gm
const figure = /(<!-- figure: ([\w-]+) -->)[^\n]*?(<!-- end -->)/g
/** What looks like a mark and is none: an end is missing, or a name is none. */
const loose = /^<!-- (?:file|table|story|figure):.*$|\{\{[^\n]*\}\}/gm

export const fill = ({ language, path, text }: Source, sources: Sources): Filled => {
  const { figures, root, stories, tables } = sources
  const unchecked: Array<string> = []
  const wrong: Array<string> = []
  let checked = 0
  const block = (whole: string, fence: string, info: string): string => {
    const [syntax = ""] = info.trim().split(/\s+/)
    const region = /\bregion=(\S+)/.exec(info)?.[1]
    const why = /\bunchecked="([^"]+)"/.exec(info)?.[1]
    if (region !== undefined) {
      const found = regionOf(root, region)
      if ("wrong" in found) wrong.push(found.wrong)
      checked += 1
      return `${fence}${info}\n${"text" in found ? found.text : ""}\n${fence}`
    }
    if (why !== undefined) unchecked.push(why)
    else if (!shown.has(syntax))
      wrong.push(`a block of ${syntax || "no language"} comes from no file, and does not say why`)
    return whole
  }
  const linkTo = (target: string): string => `](${posix.relative(posix.dirname(path), target)})`
  // The links of a file hold in its own folder.
  const file = (name: string): string =>
    readFileSync(join(root, name), "utf8")
      .trimEnd()
      .replace(/\]\((\.\.\/[^)\s]+)\)/g, (_, target: string) => linkTo(posix.join(posix.dirname(name), target)))
  const made = (what: string, name: string): string => {
    if (what === "file" && existsSync(join(root, name))) return file(name)
    const story = what === "story" ? stories[name] : undefined
    if (story !== undefined) return listOf(story[language])
    const make = what === "table" ? tables[name] : what === "figure" ? figures[name] : undefined
    if (make === undefined) wrong.push(`there is no ${what} ${name}`)
    return (make?.(language) ?? "").replace(/\]\(repository:([^)\s]+)\)/g, (_, target: string) => linkTo(target))
  }
  const pieces: Array<string> = []
  const whole = text
    .replace(parts, (_, open: string, what: string, name: string, end: string) => {
      pieces.push(`${open}${made(what, name)}\n${end}`)
      return `<!-- piece ${pieces.length - 1} -->`
    })
    .replace(blocks, block)
    .replace(figure, (_, open: string, name: string, end: string) => `${open}${made("figure", name)}${end}`)
  for (const [mark] of whole.replaceAll(blocks, "").replaceAll(figure, "").matchAll(loose))
    wrong.push(`${mark} is no mark that is filled`)
  const put = whole.replace(/^<!-- piece (\d+) -->$/gm, (_, at: string) => pieces[Number(at)] ?? "")
  return { text: put, checked, unchecked, wrong }
}

/** French as it is set: a space that does not break before `: ; ! ?` and inside « ». Code stays as it is. */
const inFrench = (text: string): string =>
  text.replace(/^(```+)[^]*?^\1$|`[^`\n]+`| (?=[:;!?»](?:[\s*)<.,]|$))|(?<=«) /gm, (found) =>
    found === " " ? "\u00A0" : found,
  )

/** A filled page as the site shows it, with pictures, and its twin for programs: neither shows a mark. */
export const asRead = (page: string, language: Language, stories: Sources["stories"]) => {
  const set = language === "fr" ? inFrench : (written: string) => written
  const bare = (text: string): string =>
    set(
      text
        .replace(/^(```+\w*) (?:region|unchecked)=[^\n]*$/gm, "$1")
        .replace(/^<!-- (?:(?:file|table|story): \S+|end) -->\n?/gm, "")
        .replace(/<!-- (?:figure: [\w-]+|end) -->/g, ""),
    )
  const drawn = page.replace(parts, (whole, _open: string, what: string, name: string) =>
    what === "story" && stories[name] !== undefined ? pictureOf(stories[name][language]) : whole,
  )
  return { text: bare(drawn), twin: bare(page.replace(/^<svg .*<\/svg>\n*/gm, "")) }
}
