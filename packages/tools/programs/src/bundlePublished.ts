/**
 * What is published: each public package as one file for each entry, with what these share in further files, and the programs inside `cauri`.
 * Every module costs its file, its manifest lookup and tens of kilobytes of memory, so the packages carry a few files instead of hundreds:
 *
 * - Dependencies that `.pnpmfile.mjs` leaves out of the published manifest are inside, with their licences beside them. `cauri` contains all but
 *   the native driver of SQLite and the driver of Postgres, and its types contain those of everything else.
 * - `effect` and what it exports from one name for many modules (`effect/http`) are imported module by module, and stay outside of the others. The
 *   one name loads everything behind it: SQL, Redis, zip files.
 */
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"
import { bundlePrograms, containedIn, external } from "./bundlePrograms.ts"
import { bundleTypes } from "./bundleTypes.ts"
import { effectByModule, undiciByModule } from "./onlyNeeded.ts"

const packages = fileURLToPath(new URL("../../../", import.meta.url))

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly sideEffects: boolean | ReadonlyArray<string>
  readonly exports: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly bin?: Readonly<Record<string, string>> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Writes down every package whose code the files contain, with its licence. */
const writeLicences = (inputs: ReadonlyArray<string>, dist: string): void => {
  const texts = new Map<string, string>()
  for (const input of inputs) {
    const [root, name = ""] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(input) ?? []
    if (root === undefined || texts.has(name)) continue
    const { license, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const own = readdirSync(root).find((file) => /^licen[cs]e/i.test(file))
    // A package that forgets its licence has it here, from its repository.
    const [kept] = globSync(`LICENSE-${name}`, { cwd: join(packages, "tools/programs") })
    const file = own === undefined ? kept && join(packages, "tools/programs", kept) : join(root, own)
    texts.set(
      name,
      `${name} ${version} (${license})\n\n${file === undefined ? "" : readFileSync(file, "utf8").trim()}\n`,
    )
  }
  if (texts.size === 0) return
  const sorted = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES"), sorted.join(`\n${"-".repeat(80)}\n\n`))
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

/** The same where a browser may load a file too: `cauri/phone`. */
const requireWhereItIs =
  'const require = globalThis.process?.getBuiltinModule?.("node:module").createRequire(import.meta.url ?? __filename);'

/** What the files of a package begin with. */
const bannerOf = ({ dependencies, name }: Manifest): string => {
  if (name === "cauri") return `import "${requireNode.built}"; ${requireWhereItIs}`
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
  const isWhole = name === "cauri"
  const dist = join(folder, "dist")
  for (const old of globSync(["**/*.js", "**/*.js.map", "*LICENSE*"], { cwd: dist }))
    rmSync(join(dist, old), { recursive: true, force: true })
  const outside = isWhole ? [...external, "pg"] : Object.keys({ ...dependencies, ...peerDependencies })
  // The commands of cauri are bundled with the programs.
  const commands = Object.values(publishConfig?.bin ?? {}).map((built) =>
    built.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts"),
  )
  const entries = [...Object.values(exports), ...(isWhole ? [] : commands)].filter((source) => source.endsWith(".ts"))
  const common = {
    absWorkingDir: folder,
    outdir: dist,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    // Whose sources are not installed needs no map, and fewer bytes are read at each start; names stay.
    sourcemap: !isWhole,
    minifySyntax: isWhole,
    minifyWhitespace: isWhole,
    sourcesContent: false,
    logLevel: "warning",
  } as const
  const { metafile } = await build({
    ...common,
    entryPoints: entries,
    external: outside.flatMap((each) => [each, `${each}/*`]),
    splitting: true,
    metafile: true,
    plugins: [effectByModule, requireNodeOutside, ...(isWhole ? [undiciByModule] : [])],
    banner: { js: bannerOf(manifest) },
  })
  const inside = [...containedIn(metafile, folder)]
  if (isWhole) {
    await build({ ...common, entryPoints: [requireNode.source] })
    await bundleTypes(packages, folder, entries)
    inside.push(...(await bundlePrograms(join(dist, "programs"))))
  }
  for (const types of globSync("**/*.d.ts", { cwd: dist })) dropRuleMarks(join(dist, types))
  writeLicences(inside, dist)
}

for (const path of globSync("{*,adapters/*}/package.json", { cwd: packages })) {
  const folder = join(packages, dirname(path))
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (manifest.private !== true) await bundlePackage(folder, manifest)
}
