/** The links of the built site: every one of its own leads to a page and to a part of it, and every one into the repository to a file. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What is wrong with the links below this folder. `repository`: the address of the repository, and its folder here. */
export const brokenLinks = (
  folder: string,
  repository: { readonly address: string; readonly root: string },
): ReadonlyArray<string> => {
  const pages = new Map<string, string>(
    globSync("**/*.html", { cwd: folder }).map(
      (name) => [`/${name}`, readFileSync(join(folder, name), "utf8")] as const,
    ),
  )
  const pageAt = (path: string) =>
    pages.get(path) ?? pages.get(`${path}.html`) ?? pages.get(`${path.replace(/\/$/, "")}/index.html`)
  const broken: Array<string> = []
  for (const [name, html] of pages) {
    for (const [, source = ""] of html.matchAll(/<img\b[^>]*? src="(\/[^"]*)"/g))
      if (!existsSync(join(folder, source))) broken.push(`${name} shows ${source}, which is not there`)
    for (const [, given = ""] of html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)) {
      const href = given.replaceAll("&amp;", "&")
      if (href.startsWith(`${repository.address}/blob/main/`)) {
        const [path = ""] = href.slice(`${repository.address}/blob/main/`.length).split("#")
        if (!existsSync(join(repository.root, path)))
          broken.push(`${name} leads to ${path}, which is not in the repository`)
      } else if (!/^[a-z]+:/.test(href)) {
        const { hash, pathname } = new URL(href, `https://site.example${name}`)
        const page = href.startsWith("#") ? html : pageAt(pathname)
        if (page === undefined && !existsSync(join(folder, pathname)))
          broken.push(`${name} leads to ${pathname}, which is not there`)
        const id = decodeURIComponent(hash.slice(1))
        if (id !== "" && page !== undefined && !page.includes(` id="${id}"`))
          broken.push(`${name} leads to ${href}, which has no such part`)
      }
    }
  }
  return [...new Set(broken)]
}
