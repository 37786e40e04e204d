/** Figures, each read from the file of its measurement. */
import { readFileSync } from "node:fs"
import type { Table } from "./fill.ts"
import { measured } from "./measured.ts"

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"))

/** The figures that pages may name. */
export const figures: Readonly<Record<string, Table>> = {
  ...measured,
  matrixRows: () => String(read("packages/matrix/results.json").length),
}
