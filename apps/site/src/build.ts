/**
 * `pnpm --filter @cauri/site build`: the site into `dist`; with `--serve` on a port of the loopback that follows what is written. It fails
 * when a page is missing in one language, or a link leads nowhere.
 */
import { readFileSync, watch, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build, createServer } from "vitepress"
import { brokenLinks } from "./links.ts"
import { prepare, write } from "./prepare.ts"
import { writeTwins } from "./twins.ts"

const own = fileURLToPath(new URL("..", import.meta.url))
const root = fileURLToPath(new URL("../../..", import.meta.url))
const { homepage }: { readonly homepage: string } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))

const prepared = () => {
  const all = prepare(root)
  write(`${own}.pages`, all.pages, `${root}docs/pictures`)
  writeFileSync(`${own}.pages/index.md`, "---\nlayout: page\n---\n\n# Cauri\n\n- [English](/en/)\n- [Français](/fr/)\n")
  return all
}

const failed = (faults: ReadonlyArray<string>): boolean => {
  for (const fault of faults) console.error(fault)
  return faults.length > 0
}

if (process.argv.includes("--serve")) {
  failed(prepared().wrong)
  const server = await createServer(own, { host: "127.0.0.1" })
  await server.listen()
  server.printUrls()
  watch(`${root}docs`, { recursive: true }, () => failed(prepared().wrong))
} else {
  const { pages, wrong } = prepared()
  if (failed(wrong)) process.exit(1)
  await build(own)
  writeTwins(`${own}dist`, root, pages)
  if (failed(brokenLinks(`${own}dist`, { address: homepage, root }))) process.exit(1)
  console.log(`${pages.length} pages.`)
}
