/**
 * The types of `cauri`, from what the compiler wrote: a file for each entry, with what these share in further files. They contain the types of
 * our packages and of Effect, and import none. `own` alone is about Effect and imports both, which its users have installed.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { createRequire } from "node:module"
import { type Plugin, rollup } from "rollup"
import { dts } from "rollup-plugin-dts"

const built = (source: string): string => source.replace("./src/", "dist/").replace(/\.ts$/, ".d.ts")

const inside = /^(?:@cauri\/([^/]+)|effect)(?:\/(.*))?$/

/**
 * Types of Effect without its comments, which are about its own names, and without what it adds to a module of its own. Where it gives a value the
 * name of a global type, the type is named as the global one: the bundler takes both for the value.
 */
const effectText = (text: string): string =>
  text
    .replaceAll(/^(?: *\/\*\*[^]*?\*\/|declare module "\.[^]*?^\})\n/gm, "")
    .replaceAll(/(?<!(?:function|interface|const|type) |[\w$"]|\w\.)(Array<|Record<|PropertyKey\b)/g, "globalThis.$1")

/** Finds what the compiler wrote for our packages, and the types of Effect, which name one another by the names of their sources. */
const typesFrom = (packages: string): Plugin => {
  const effect = dirname(createRequire(import.meta.url).resolve("effect"))
  const ours = (name: string, entry: string) => {
    const [home = ""] = ["", "adapters"].map((room) => join(packages, room, name)).filter((each) => existsSync(each))
    const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
    return join(home, built(exports[entry]))
  }
  return {
    name: "types-from",
    resolveId: (id, importer) => {
      if (importer?.startsWith(effect) && id.startsWith("."))
        return join(dirname(importer), id.replace(/\.ts$/, ".d.ts"))
      const [whole, name, rest] = inside.exec(id) ?? []
      if (whole === undefined) return null
      if (name !== undefined) return ours(name, rest === undefined ? "." : `./${rest}`)
      return (
        [`${rest ?? "index"}.d.ts`, `${rest}/index.d.ts`].map((file) => join(effect, file)).find(existsSync) ?? null
      )
    },
    load: (id) => (id.startsWith(effect) ? effectText(readFileSync(id, "utf8")) : null),
  }
}

/** Writes `dist/types` of the package in this folder, for these entries. */
export const bundleTypes = async (packages: string, folder: string, sources: ReadonlyArray<string>): Promise<void> => {
  const entries = sources.filter((source) => basename(source) !== "own.ts").map((source) => join(folder, built(source)))
  const bundle = await rollup({
    input: entries,
    treeshake: { moduleSideEffects: false },
    external: (id) => /^[^./]/.test(id) && !inside.test(id),
    plugins: [typesFrom(packages), dts()],
    onwarn: ({ code, message }) => {
      // Our entries name some types that they do not export.
      if (code !== "PLUGIN_WARNING" || !message.includes("private shared type")) throw new Error(message)
    },
  })
  const types = join(folder, "dist/types")
  rmSync(types, { recursive: true, force: true })
  await bundle.write({ dir: types, entryFileNames: "[name].d.ts", chunkFileNames: "shared-[hash].d.ts" })
  await bundle.close()
  const own = readFileSync(join(folder, "dist/own.d.ts"), "utf8")
  writeFileSync(
    join(types, "own.d.ts"),
    own.replace("./choices/choices.ts", "./index.js").replace(/^\/\/# source.*\n?/m, ""),
  )
}
