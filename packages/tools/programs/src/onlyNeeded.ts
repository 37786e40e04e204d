/** How the bundles take in only what they need of Effect and of undici: the one name of each loads everything behind it. */
import { readFileSync } from "node:fs"
import type { Plugin } from "esbuild"

/** The import of one name from its own module: the one of that name, or `effect/Function`. */
const importOf = async (name: string, barrel: string): Promise<string> => {
  const all: Readonly<Record<string, unknown>> = await import(barrel)
  const own: unknown = await import(`${barrel}/${name}`).catch(() => undefined)
  if (own !== undefined && own === all[name]) return `import * as ${name} from "${barrel}/${name}"`
  const functions: Readonly<Record<string, unknown>> = await import("effect/Function")
  if (all[name] !== undefined && functions[name] === all[name]) return `import { ${name} } from "effect/Function"`
  throw new Error(`${barrel} has no module named ${name}: import it under its own name.`)
}

const barrelImport = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?)"$/gm

/** The source with an import of its own for each module of effect, its lines where they were. */
const byModule = async (text: string): Promise<string> => {
  const replaced = new Map<string, string>()
  for (const [whole, names = "", barrel = ""] of text.matchAll(barrelImport)) {
    const values = names.split(",").map((name) => name.trim())
    const wanted = values.filter((name) => name !== "" && !name.startsWith("type "))
    const imports = await Promise.all(wanted.map((name) => importOf(name, barrel)))
    replaced.set(whole, imports.join("; ") + whole.replaceAll(/[^\n]/g, ""))
  }
  return text.replaceAll(barrelImport, (whole) => replaced.get(whole) ?? whole)
}

/** Imports Effect module by module. */
export const effectByModule: Plugin = {
  name: "effect-by-module",
  setup: (bundler) => {
    bundler.onLoad({ filter: /\/(packages|apps)\/([^/]+\/){1,2}src\/.*\.ts$/ }, async ({ path }) => ({
      contents: await byModule(readFileSync(path, "utf8")),
      loader: "ts",
    }))
  },
}

const undiciModules = {
  Agent: "dispatcher/agent",
  Pool: "dispatcher/pool",
  ProxyAgent: "dispatcher/proxy-agent",
  buildConnector: "core/connect",
}

/** Takes in the modules of undici that the gateway needs, without its fetch, sockets and caches. */
export const undiciByModule: Plugin = {
  name: "undici-by-module",
  setup: (bundler) => {
    bundler.onResolve({ filter: /^undici$/ }, ({ importer, path, resolveDir }) =>
      importer.includes("/gateway-http/src/") ? { path, namespace: "by-module", pluginData: resolveDir } : undefined,
    )
    bundler.onLoad({ filter: /./, namespace: "by-module" }, ({ pluginData }) => ({
      resolveDir: pluginData,
      contents: Object.entries(undiciModules)
        .map(([name, file]) => `export { default as ${name} } from "undici/lib/${file}.js"`)
        .join("\n"),
    }))
  },
}
