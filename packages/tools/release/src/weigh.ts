/** What an installation weighs beside libraries that its users know: packages, megabytes, and the time and memory of an import. */
import { join } from "node:path"
import { installedIn } from "./installed.ts"
import type { Stranger } from "./stranger.ts"

/** What is installed, and what a program then imports. */
const sides = {
  cauri: ["cauri", "cauri/sqlite", "cauri/https"],
  stripe: ["stripe"],
  "pg-boss": ["pg-boss"],
} as const

const rounds = 5

/** Prints how long the imports took and the memory that the process then has. */
const importing = (modules: ReadonlyArray<string>): string =>
  `const begun = performance.now()
  for (const each of ${JSON.stringify(modules)}) await import(each)
  console.log(JSON.stringify({ millis: performance.now() - begun, bytes: process.memoryUsage.rss() }))`

const median = (values: ReadonlyArray<number>): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN)

/** Installs each in a folder of its own, then imports them in turns; gives one line per side. */
export const weigh = async (stranger: Stranger, versions: Readonly<Record<string, string>>): Promise<string> => {
  const all = []
  for (const [name, modules] of Object.entries(sides)) {
    const folder = stranger.folder()
    await stranger.run(folder, "npm", "install", versions[name] === undefined ? name : `${name}@${versions[name]}`)
    const installed = installedIn(join(folder, "node_modules"))
    const megabytes = Math.round(installed.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
    const millis: Array<number> = []
    const memory: Array<number> = []
    all.push({ name, modules, folder, packages: installed.length, megabytes, millis, memory })
  }
  // The first round fills the caches of the disk and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const { folder, memory, millis, modules } of all) {
      const out = await stranger.run(folder, "node", "--input-type=module", "--eval", importing(modules))
      const found: { readonly millis: number; readonly bytes: number } = JSON.parse(out)
      if (round === 0) continue
      millis.push(found.millis)
      memory.push(found.bytes / 1e6)
    }
  return all
    .map(
      ({ megabytes, memory, millis, name, packages }) =>
        `${name.padEnd(8)} ${packages} packages, ${megabytes} MB; imported in ${median(millis)} ms with ${median(memory)} MB of memory`,
    )
    .join("\n")
}
