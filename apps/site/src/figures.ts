/** Figures, each read from the file of its measurement. */
import { readFileSync } from "node:fs"

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"))

/** The figures that pages may name. */
export const figures: Readonly<Record<string, () => string>> = {
  matrixRows: () => String(read("packages/matrix/results.json").length),
}
