/**
 * The house's part of `pnpm generate`: writes what follows from core's source into the parts that are marked for it. In core's README that
 * is the example, in its `inside.md` the diagrams, the tables and the map (`<!-- name -->`); in the READMEs of published packages, the
 * addresses of the repository. With `check` it writes nothing and fails when a part is out of date.
 *
 * This package imports nothing of ours, so it loads core's source by its path.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { diagram, type MachineRow, rowsTable } from "./machineText.ts"
import { linked, publicReadmes } from "./packageLinks.ts"
import { type Outcome, type Page, settle } from "./pages.ts"

export interface Core {
  readonly payinRows: ReadonlyArray<MachineRow>
  readonly payoutRows: ReadonlyArray<MachineRow>
  readonly payinStates: ReadonlyArray<string>
  readonly payoutStates: ReadonlyArray<string>
}

type Parts = Readonly<Record<string, () => string>>

const readme = "packages/core/README.md"
const inside = "packages/core/docs/inside.md"
const source = "packages/core/src"
const example = "packages/core/test/example.ts"

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

/** Every file of core after its imports, with the first sentence of its comment. */
const map = (root: string): string => {
  const folder = pathToFileURL(join(root, source, "/"))
  const left = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("/") && name.endsWith(".ts"))
    .toSorted()
    .map((name) => {
      const url = new URL(name, folder)
      const text = readFileSync(url, "utf8")
      const imports = [...text.matchAll(/from "(\.{1,2}\/[\w./]+\.ts)"/g)].map(
        ([, file = ""]) => new URL(file, url).href,
      )
      const comment = text.slice(0, text.indexOf("*/")).replaceAll(/^[/ ]\*+ ?/gm, "")
      const sentence = /^(.*?[.:])(?:\s|$)/s.exec(comment.replaceAll(/\s+/g, " ").trim())?.[1] ?? ""
      return { name, href: url.href, imports, sentence: sentence.replace(/:$/, ".") }
    })
  const lines: Array<string> = []
  const placed = new Set<string>()
  while (left.length > 0) {
    const next = left.findIndex(({ imports }) => imports.every((each) => placed.has(each)))
    const [file] = left.splice(next, next === -1 ? 0 : 1)
    if (file === undefined) throw new Error(`These files import each other: ${left.map(({ name }) => name).join(", ")}`)
    placed.add(file.href)
    lines.push(`| \`${file.name}\` | ${file.sentence} |`)
  }
  return ["| File | What it is |", "|---|---|", ...lines].join("\n")
}

const insideParts = (root: string, { payinRows, payinStates, payoutRows, payoutStates }: Core): Parts => ({
  "payin diagram": () => fenced("mermaid", diagram(payinRows)),
  "payin table": () => rowsTable(payinRows, payinStates.length),
  "payout diagram": () => fenced("mermaid", diagram(payoutRows)),
  "payout table": () => rowsTable(payoutRows, payoutStates.length),
  map: () => map(root),
})

/** A part's opening mark, its content and its end mark, with their indentation. */
const inMarkdown = (name: string) => new RegExp(`^( *)(<!-- ${name} -->\n)[^]*?\n( *<!-- end -->)$`, "m")

const filled = (text: string, parts: Parts): string =>
  Object.entries(parts).reduce(
    (whole, [name, make]) =>
      whole.replace(
        inMarkdown(name),
        (_, indent: string, open: string, close: string) =>
          `${indent}${open}${make().replaceAll(/^(?=.)/gm, indent)}\n${close}`,
      ),
    text,
  )

const markdown = (root: string, path: string, parts: Parts): Page => ({
  path,
  text: filled(readFileSync(join(root, path), "utf8"), parts),
})

/** Every generated file below the root, as it should be. */
export const generated = (root: string, core: Core): ReadonlyArray<Page> => [
  markdown(root, readme, { example: () => fenced("ts", readFileSync(join(root, example), "utf8")) }),
  markdown(root, inside, insideParts(root, core)),
]

export const readCore = async (root: string): Promise<Core> => {
  const load = (path: string) => import(pathToFileURL(join(root, source, path)).href)
  const payins: Pick<Core, "payinRows"> = await load("machine/payinRows.ts")
  const payouts: Pick<Core, "payoutRows"> = await load("machine/payoutRows.ts")
  const { payinStates, payoutStates }: Pick<Core, "payinStates" | "payoutStates"> = await load("model/Payment.ts")
  return { ...payins, ...payouts, payinStates, payoutStates }
}

const withLinks = (root: string, pages: ReadonlyArray<Page>): ReadonlyArray<Page> => {
  const { homepage }: { readonly homepage: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const others = publicReadmes(root).filter(({ path }) => pages.every((page) => page.path !== path))
  return [...pages, ...others].map((page) => (page.path.endsWith("README.md") ? linked(root, homepage, page) : page))
}

export const runGenerate = async (root: string, check: boolean): Promise<Outcome> =>
  settle(root, withLinks(root, generated(root, await readCore(root))), check, "pnpm generate")
