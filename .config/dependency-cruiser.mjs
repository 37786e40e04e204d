/**
 * Who may import whom. The table is the law of the house; the rules below it are made from it.
 */

/** Our own packages that each package's `src` may import, and the third parties beside Node's own modules. */
const packages = {
  core: { ours: [], theirs: ["effect"], node: false },
  wire: { ours: [], theirs: ["effect"], node: false },
  phone: { ours: ["core"], theirs: ["effect", "libphonenumber-js"], node: false },
  conformance: { ours: ["core", "wire"], theirs: ["effect", "vitest", "@effect/vitest"], node: true },
  simulator: { ours: ["wire"], theirs: ["effect", "@effect/platform-node"], node: true },
  house: { ours: [], theirs: ["vitest"], node: true },
  trials: { ours: "all", theirs: "all", node: true },
}

const own = (name) => `^packages/${name}/src`
const nodeModules = (name) => `(^|/)node_modules/${name}/`

const rulesOf = ([name, allowed]) => [
  ...(allowed.ours === "all"
    ? []
    : [
        {
          name: `${name}-imports-only-what-it-may`,
          comment: `packages/${name} may import of ours: ${allowed.ours.join(", ") || "nothing"}`,
          severity: "error",
          from: { path: own(name) },
          to: { path: "^(packages|apps)/", pathNot: [own(name), ...allowed.ours.map(own)] },
        },
      ]),
  ...(allowed.theirs === "all"
    ? []
    : [
        {
          name: `${name}-third-parties`,
          comment: `packages/${name} may import of others: ${allowed.theirs.join(", ")}`,
          severity: "error",
          from: { path: own(name) },
          to: { path: "node_modules/", pathNot: allowed.theirs.map(nodeModules) },
        },
      ]),
  ...(allowed.node
    ? []
    : [
        {
          name: `${name}-imports-no-node-module`,
          severity: "error",
          from: { path: own(name) },
          to: { dependencyTypes: ["core"] },
        },
      ]),
]

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(packages).flatMap(rulesOf),
    {
      name: "every-package-is-in-the-table",
      comment: "add the new package to the table in .config/dependency-cruiser.mjs",
      severity: "error",
      from: { path: "^packages/([^/]+)/src", pathNot: Object.keys(packages).map((name) => `^packages/${name}/`) },
      to: {},
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
      comment: "conformance, simulator and trials never reach a production bundle",
      severity: "error",
      from: {
        path: "^(packages|apps)/[^/]+/src",
        pathNot: [
          "^packages/(conformance|simulator|trials|bench|house)/",
          "^packages/promise/src/simulated",
          "^apps/(sandbox|shop|demo)/",
        ],
      },
      to: { path: "^packages/(conformance|simulator|trials|house)/" },
    },
    {
      name: "no-deep-imports",
      comment: "another package is entered by its index (or by an entry that its package.json names)",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/" },
      to: { path: "^packages/([^/]+)/src/(?!(index|vitest|globalSetup)\\.ts$)", pathNot: "^(packages|apps)/$2/" },
    },
    {
      name: "no-dev-dependencies-in-src",
      severity: "error",
      from: { path: "^(packages|apps)/[^/]+/src" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer", "type-only"] },
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
    exclude: { path: "(^|/)(dist|coverage|fixtures)/" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".json", ".d.ts"],
    },
  },
}
