/** The house: who may import whom, as the table that the boundary check enforces has it. */
import { readFileSync } from "node:fs"
import type { Table } from "../fill.ts"
import type { InBoth, Language } from "../languages.ts"
import { code, rowsOf, say, tableOf, yesNo } from "./rows.ts"

const root = new URL("../../../../", import.meta.url)

interface Allowed {
  readonly ours: ReadonlyArray<string> | "all"
  readonly theirs: ReadonlyArray<string> | "all"
  readonly node: boolean
}

interface House {
  readonly packages: Readonly<Record<string, Allowed>>
  readonly apps: Readonly<Record<string, Allowed>>
  readonly folderOf: (name: string) => string
  readonly folders: { readonly core: Readonly<Record<string, ReadonlyArray<string>>> }
}

const house: House = await import(new URL(".config/dependency-cruiser.mjs", root).href)

const isPublished = (name: string): boolean => {
  const manifest: { readonly private?: boolean } = JSON.parse(
    readFileSync(new URL(`${house.folderOf(name)}/package.json`, root), "utf8"),
  )
  return manifest.private !== true
}

const published = Object.keys(house.packages).filter(isPublished)

/** How many packages lie below this one, on the longest way down. */
const depthOf = (name: string): number => {
  const ours = house.packages[name]?.ours ?? []
  return ours === "all" ? 0 : Math.max(0, ...ours.map((below) => 1 + depthOf(below)))
}

/** The floors of the house from the roof down: the apps, then the published packages. */
const floors: ReadonlyArray<ReadonlyArray<string>> = [
  Object.keys(house.apps).filter((name) => house.apps[name]?.ours !== "all"),
  ...[...Map.groupBy(published, depthOf)].toSorted(([a], [b]) => b - a).map(([, names]) => names),
]

const width = 420
const [boxWidth, boxHeight, gap, most] = [134, 28, 6, 3]

const titles: InBoth = say(
  "Apps on top; each package may import only what is below it",
  "En haut, les programmes ; un paquet n’importe que ce qui est plus bas",
)

/** The floors as an SVG without a style of its own: the site's sheet colours it. */
const pictureIn = (language: Language): string => {
  let y = 30
  const drawn = floors.map((names, floor) => {
    const boxes = names.map((name, index) => {
      const inRow = Math.min(most, names.length - Math.floor(index / most) * most)
      const left = (width - inRow * boxWidth - (inRow - 1) * gap) / 2
      const x = left + (index % most) * (boxWidth + gap)
      const at = y + Math.floor(index / most) * (boxHeight + gap)
      return `<rect class="note${floor === 0 ? " good" : ""}" x="${x}" y="${at}" width="${boxWidth}" height="${boxHeight}" rx="5"/><text x="${x + boxWidth / 2}" y="${at + 18}" text-anchor="middle">${name}</text>`
    })
    y += Math.ceil(names.length / most) * (boxHeight + gap) + 12
    const line =
      floor === floors.length - 1 ? "" : `<line class="life" x1="0" y1="${y - 9}" x2="${width}" y2="${y - 9}"/>`
    return boxes.join("") + line
  })
  const title = titles[language]
  const label = `${title}: ${floors.map((names) => names.join(", ")).join("; ")}`
  return `<svg viewBox="0 0 ${width} ${y}" role="img" aria-label="${label}" class="story"><text class="title" x="2" y="16">${title}</text>${drawn.join("")}</svg>`
}

const namesIn = (language: Language, names: ReadonlyArray<string> | "all"): string =>
  names === "all" ? say("everything", "tout")[language] : names.map(code).join(", ")

const heads = [
  say("Part", "Partie"),
  say("May import of ours", "Peut importer de chez nous"),
  say("Of others", "D’ailleurs"),
  say("Node’s modules", "Modules de Node"),
]

const imports = (language: Language): string =>
  rowsOf(
    heads.map((head) => head[language]),
    [
      ...published.map((name) => [house.folderOf(name), house.packages[name]] as const),
      ...Object.entries(house.apps).map(([name, allowed]) => [`apps/${name}`, allowed] as const),
    ].flatMap(([path, allowed]) =>
      allowed === undefined
        ? []
        : [
            [
              `[${path}](repository:${path}/README.md)`,
              namesIn(language, allowed.ours),
              namesIn(language, allowed.theirs),
              yesNo(allowed.node, language),
            ],
          ],
    ),
  )

const folders = tableOf([say("Folder of core", "Dossier du cœur"), say("May import", "Peut importer")], () =>
  Object.entries(house.folders.core).map(([name, below]) => [code(name), below.map(code).join(", ")]),
)

export const architectureTables: Readonly<Record<string, Table>> = {
  house: pictureIn,
  imports,
  "core-folders": folders,
}
