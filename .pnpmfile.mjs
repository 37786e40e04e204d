/**
 * What differs between a package.json here and in the registry. `pnpm pack` and `pnpm publish` call this for every package; the build and
 * a check of the house call it too. What all packages say alike, such as the repository's address, stands in the package.json of the root.
 */
import { readFileSync } from "node:fs"
import { folderOf } from "./.config/dependency-cruiser.mjs"

const root = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))

/** Dependencies of which a small part is needed: the built files contain it, and no installation carries the rest. */
const contained = ["@effect/platform-node", "drizzle-orm", "libphonenumber-js"]

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
    publishConfig: { ...manifest.publishConfig, provenance: true },
  }
  // They are for those who work on the package, and may not look like something that runs at installation.
  delete published.devDependencies
  delete published.scripts
  return published
}

export const hooks = { beforePacking }
