/**
 * What differs between a package.json here and in the registry. `pnpm pack` and `pnpm publish` call this for every package; the build and
 * a check of the house call it too. What all packages say alike, such as the repository's address, stands in the package.json of the root.
 */
import { readFileSync } from "node:fs"
import { folderOf } from "./.config/dependency-cruiser.mjs"

const root = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))

/** Dependencies of which a small part is needed: the built files contain it, and no installation carries the rest. */
const contained = ["@effect/platform-node", "drizzle-orm", "libphonenumber-js"]

/**
 * `cauri` contains everything but the native driver of SQLite, which `--omit=optional` leaves out where payments lie in Postgres. The types of
 * `cauri/own` are about Effect and core, and those of `cauri/postgres` about pg: who uses these has them.
 */
const selfContained = ({ dependencies, peerDependencies, version, devDependencies }) => {
  const peers = { "@cauri/core": version, "@types/pg": "^8.0.0", effect: dependencies.effect, ...peerDependencies }
  return {
    dependencies: undefined,
    optionalDependencies: {
      "@types/better-sqlite3": devDependencies["@types/better-sqlite3"],
      "better-sqlite3": dependencies["better-sqlite3"],
    },
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
  }
}

/** The manifest as it is published. */
const beforePacking = (manifest) => {
  const directory = folderOf(manifest.name.replace("@cauri/", ""))
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !contained.includes(name))
  const published = {
    ...manifest,
    homepage: `${root.homepage}/tree/main/${directory}#readme`,
    repository: { ...root.repository, directory },
    bugs: root.bugs,
    keywords: root.keywords,
    dependencies: Object.fromEntries(dependencies),
    ...(manifest.name === "cauri" ? selfContained(manifest) : {}),
    publishConfig: { ...manifest.publishConfig, provenance: true },
  }
  // They are for those who work on the package, and may not look like something that runs at installation.
  delete published.devDependencies
  delete published.scripts
  return published
}

export const hooks = { beforePacking }
