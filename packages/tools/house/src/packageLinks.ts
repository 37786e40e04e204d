/**
 * The page of a published package shows its README without the repository around it, so its links are absolute. The repository's address is
 * written once, in the root's package.json: `pnpm generate` writes it into every link that leads into the repository.
 */
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "./pages.ts"

/** A link of Markdown: its target is the one group. */
const link = /(?<=\]\()([^)#\s]+)(?=[)#])/g
/** The path of a link into a repository, on any host. */
const intoRepository = /^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:blob|tree)\/main\/(.+)$/

/** The path below the root that a link of this README leads to; undefined for a link to elsewhere. */
const pathOf = (readme: string, target: string): string | undefined =>
  /^[a-z]+:/.test(target) ? intoRepository.exec(target)?.[1] : join(dirname(readme), target)

/** The README with an absolute address in each link into the repository. Links to what does not exist stay as they are. */
export const linked = (root: string, address: string, { path, text }: Page): Page => ({
  path,
  text: text.replace(link, (target: string) => {
    const leads = pathOf(path, target)
    if (leads === undefined || !existsSync(join(root, leads))) return target
    return `${address}/${statSync(join(root, leads)).isDirectory() ? "tree" : "blob"}/main/${leads}`
  }),
})

/** Every link of a text that leads into the repository and finds nothing there. */
export const brokenLinks = (root: string, { path, text }: Page): ReadonlyArray<string> =>
  (text.match(link) ?? []).filter((target) => {
    const leads = pathOf(path, target)
    return leads !== undefined && !existsSync(join(root, leads))
  })

export const publicReadmes = (root: string): ReadonlyArray<Page> =>
  globSync("packages/{*,adapters/*}/package.json", { cwd: root })
    .toSorted()
    .filter((path) => JSON.parse(readFileSync(join(root, path), "utf8")).private !== true)
    .map((path) => `${dirname(path)}/README.md`)
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
