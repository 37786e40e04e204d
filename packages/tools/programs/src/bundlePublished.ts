/**
 * What is published: each public package as one file for each entry, with what these share in further files, and the programs inside `cauri`.
 * Every module costs its file, its manifest lookup and tens of kilobytes of memory, so the packages carry a few files instead of hundreds:
 *
 * - Dependencies that `.pnpmfile.mjs` leaves out of the published manifest are inside, with their licences beside them.
 * - `effect` and what it exports from one name for many modules (`effect/http`) stay outside, and are imported module by module. The one name loads
 *   everything behind it: SQL, Redis, zip files.
 */
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"
import { bundlePrograms } from "./bundlePrograms.ts"

const packages = fileURLToPath(new URL("../../../", import.meta.url))

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

const effectByModule: Plugin = {
  name: "effect-by-module",
  setup: (bundler) => {
    bundler.onLoad({ filter: /packages\/(adapters\/)?[^/]+\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: await byModule(readFileSync(path, "utf8")),
      loader: "ts",
    }))
  },
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly sideEffects: boolean | ReadonlyArray<string>
  readonly exports: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly bin?: Readonly<Record<string, string>> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Copies the licence of every package whose code the files contain. */
const copyLicences = (inputs: ReadonlyArray<string>, folder: string): void => {
  for (const input of inputs) {
    const [root, name = ""] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(input) ?? []
    if (root === undefined) continue
    const file = `LICENSE-${name.replace("@", "").replace("/", "-")}`
    const [own] = globSync("LICENSE*", { cwd: root })
    // A package that forgets its licence has it here, from its repository.
    copyFileSync(own === undefined ? join(packages, "tools/programs", file) : join(root, own), join(folder, file))
  }
}

/** The file that names the Node that `cauri` needs stays outside and is imported first of all: an older Node fails in the packages that follow. */
const requireNode = { source: "src/requireNode.ts", built: "./requireNode.js" }

const requireNodeOutside: Plugin = {
  name: "require-node-outside",
  setup: (bundler) => {
    bundler.onResolve({ filter: /\/requireNode\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: requireNode.built, external: true, sideEffects: false },
    )
  },
}

/**
 * For code within that was written for CommonJS and asks for Node's own modules: `ws`, which the servers of Effect take sockets from. A
 * bundle of the host in CommonJS has no `import.meta.url`, but a `__filename`; `node -e` has one too, which is no file.
 */
const requireOfNode =
  'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url ?? __filename);'

/** What the files of a package begin with. */
const bannerOf = ({ dependencies, name }: Manifest): string => {
  if (name === "cauri") return `import "${requireNode.built}"`
  return dependencies?.["@effect/platform-node"] === undefined ? "" : requireOfNode
}

const mark = String.raw`(?:#\d{1,3}|[A-Z]\d{1,2})`
const marks = String.raw`${mark}(?:(?:,? |-|,? and | to )${mark})*`
const inBrackets = new RegExp(String.raw` \((?:(?:row|rule)s? )?${marks}\)`, "g")
const rules = marks.replaceAll("|[A-Z]\\d{1,2}", "")
const alone = new RegExp(String.raw`/\*\* ${rules} \*/`, "g")
const before = new RegExp(String.raw`(?<=/\*\* )${rules}[:;.] (.)`, "g")

/** Takes the numbers of rules out of the types' comments: they are for the specification's map, and a reader of a hover has no list of them. */
const dropRuleMarks = (file: string): void => {
  const text = readFileSync(file, "utf8")
  const plain = text.replaceAll(/\/\*\*[^]*?\*\//g, (comment) =>
    comment
      .replaceAll(inBrackets, "")
      .replaceAll(alone, "")
      .replaceAll(before, (_, first: string) => first.toUpperCase()),
  )
  if (plain !== text) writeFileSync(file, plain)
}

const pnpmfile: { readonly hooks: { readonly beforePacking: (manifest: Manifest) => Manifest } } = await import(
  join(packages, "../.pnpmfile.mjs")
)

const bundlePackage = async (folder: string, manifest: Manifest) => {
  const { dependencies, exports, name, peerDependencies, publishConfig } = pnpmfile.hooks.beforePacking(manifest)
  const dist = join(folder, "dist")
  for (const old of globSync(["**/*.js", "**/*.js.map", "LICENSE-*"], { cwd: dist })) rmSync(join(dist, old))
  const outside = Object.keys({ ...dependencies, ...peerDependencies })
  // The commands of cauri are bundled with the programs.
  const commands = Object.values(publishConfig?.bin ?? {}).map((built) =>
    built.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts"),
  )
  const entries = [...Object.values(exports), ...(name === "cauri" ? [] : commands)].filter((source) =>
    source.endsWith(".ts"),
  )
  const common = {
    absWorkingDir: folder,
    outdir: dist,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  } as const
  const { metafile } = await build({
    ...common,
    entryPoints: entries,
    external: outside.flatMap((each) => [each, `${each}/*`]),
    splitting: true,
    metafile: true,
    plugins: [effectByModule, requireNodeOutside],
    banner: { js: bannerOf(manifest) },
  })
  if (name === "cauri") await build({ ...common, entryPoints: [requireNode.source] })
  for (const types of globSync("**/*.d.ts", { cwd: dist })) dropRuleMarks(join(dist, types))
  copyLicences(
    Object.keys(metafile.inputs).map((input) => join(folder, input)),
    dist,
  )
}

for (const path of globSync("{*,adapters/*}/package.json", { cwd: packages })) {
  const folder = join(packages, dirname(path))
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (manifest.private !== true) await bundlePackage(folder, manifest)
}

await bundlePrograms(join(packages, "cauri/dist/programs"))
