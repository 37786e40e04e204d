/**
 * What is published beside what the compiler writes: the programs in `cauri`, and drizzle-orm in each store. Node parses the manifest of a package,
 * 179 KB for this one, once for each module that it loads of it: imported from its own package drizzle-orm took 100 MB.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { bundlePrograms } from "./bundlePrograms.ts"

const inside = "drizzle-orm"

for (const store of ["store-sqlite", "store-postgres"]) {
  const folder = fileURLToPath(new URL(`../../${store}/`, import.meta.url))
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"))
  const others = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== inside)
  await build({
    entryPoints: [`${folder}src/index.ts`],
    outfile: `${folder}dist/index.js`,
    external: others.flatMap((name) => [name, `${name}/*`]),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    sourcemap: true,
    sourcesContent: false,
    banner: { js: "/*! Contains parts of drizzle-orm, under the licence in LICENSE-drizzle-orm. */" },
    logLevel: "warning",
  })
}

await bundlePrograms(fileURLToPath(new URL("../../cauri/dist/programs", import.meta.url)))
