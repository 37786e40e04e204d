/** The decision records of core, by number. They are written in English. */
import { globSync, readFileSync } from "node:fs"
import type { Table } from "../fill.ts"
import { say, tableOf } from "./rows.ts"

const root = new URL("../../../../", import.meta.url)
const folder = "packages/core/docs/decisions"

const decisions = tableOf(["#", say("Decision", "Décision (en anglais)")], () =>
  globSync("*.md", { cwd: new URL(folder, root) })
    .toSorted()
    .map((name) => {
      const title = /^# (?:\d+[.:]?\s*)?(.+)$/m.exec(readFileSync(new URL(`${folder}/${name}`, root), "utf8"))?.[1]
      return [String(Number(name.slice(0, 4))), `[${title ?? name}](repository:${folder}/${name})`]
    }),
)

export const decisionTables: Readonly<Record<string, Table>> = { decisions }
