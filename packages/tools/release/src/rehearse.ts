/**
 * `pnpm release:rehearse [--short]`: publishes every package to a registry on this machine and does what a stranger does with them. Each
 * rehearsal has versions, a home and caches of its own, so that nothing of an earlier one helps. The short form is a part of `pnpm verify`.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { combinations } from "create-cauri"
import { type Installed, installedIn } from "./installed.ts"
import { isOurs, packAll, repository, stamp } from "./packed.ts"
import { type Registry, startRegistry } from "./registry.ts"
import { newStranger, type Stranger } from "./stranger.ts"
import { weigh } from "./weigh.ts"

const short = process.argv.includes("--short")
const root = mkdtempSync(join(tmpdir(), "cauri-rehearsal-"))

/** Versions that no earlier rehearsal has used. */
const minute = Math.floor(Date.now() / 60_000)
const before = `0.1.${minute}`
const after = `0.1.${minute + 1}`

const expect = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

const checked = (all: ReadonlyArray<Installed>, version: string): string => {
  const ours = all.filter(({ name }) => isOurs(name))
  const wrong = ours.filter((each) => each.version !== version).map((each) => `${each.name}@${each.version}`)
  expect(ours.length > 0, "None of our packages was installed.")
  expect(wrong.length === 0, `Installed beside version ${version}: ${wrong.join(", ")}`)
  const loose = ours.flatMap(({ loose }) => loose)
  expect(loose.length === 0, `Siblings without an exact version: ${loose.join(", ")}`)
  const runs = all.filter(({ runs }) => runs.length > 0).map(({ name, runs }) => `${name} (${runs.join(", ")})`)
  expect(runs.length === 0, `These would run at installation, which npm 12 does not do: ${runs.join(", ")}`)
  const megabytes = Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
  expect(all.length <= 8 && megabytes <= 40, `An installation brings ${all.length} packages and ${megabytes} MB.`)
  return `version ${version}, ${all.length} packages, ${megabytes} MB, nothing runs at installation`
}

const publish = async (registry: Registry, publisher: Stranger, folders: ReadonlyArray<string>, version: string) => {
  const waiting = [...folders]
  const publishWaiting = async () => {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
      // Only a hosted workflow can prove where a package comes from.
      await publisher.run(root, "npm", "publish", await stamp(folder, version, root), "--provenance=false")
  }
  await Promise.all([publishWaiting(), publishWaiting(), publishWaiting()])
  return `${folders.length} packages at ${version} to ${registry.url}`
}

const newProject = (stranger: Stranger): string => {
  const folder = stranger.folder()
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "shop", private: true, type: "module" }))
  return folder
}

/** Fills a store through the facade: payments that are paid, refused and open. */
const filling = `
import { createPayments } from "cauri"
import { simulated } from "cauri/simulated"
import { sqlite } from "cauri/sqlite"
const [first, count] = process.argv.slice(2).map(Number)
const payments = await createPayments({
  gateway: simulated({ timeFactor: 1000 }),
  store: sqlite("payments.db"),
  shop: { name: "Boutique", siteUrl: "https://shop.example" },
})
payments.start()
const endings = ["90", "92", "01"]
for (let index = first; index < first + count; index++) {
  const method = { type: "direct", mode: "ussd_push", phone: "226600000" + endings[index % endings.length] }
  await payments.payins.create({ id: "order-" + index, amount: 500, description: "Two loaves", method })
}
for (let index = first; index < first + count; index++)
  if (index % endings.length < 2) await payments.payins.waitFor("order-" + index)
await payments.close()
`

/** Lists what is in the store, without a worker. */
const listing = `
import { createPayments } from "cauri"
import { simulated } from "cauri/simulated"
import { sqlite } from "cauri/sqlite"
const payments = await createPayments({
  gateway: simulated(),
  store: sqlite("payments.db"),
  shop: { name: "Boutique", siteUrl: "https://shop.example" },
})
const all = []
for await (const { amount, id, status } of payments.payins.list()) all.push(id + " " + amount + " " + status)
await payments.close()
console.log(all.toSorted().join("\\n"))
`

const firstExample = async (stranger: Stranger): Promise<string> => {
  const folder = stranger.folder()
  const typed = join(repository, "apps/site/examples/start.sh")
  const out = await stranger.run(folder, "sh", typed, join(repository, "packages/cauri/examples/firstPayment.ts"))
  expect(
    out.endsWith("What the customer does next: confirm_on_phone\norder-17 is paid\n"),
    `The first example printed:\n${out}`,
  )
  return checked(installedIn(join(folder, "first-payment/node_modules")), before)
}

const sandbox = async (stranger: Stranger): Promise<string> => {
  const folder = stranger.folder()
  const started = await stranger.start(folder, /^\{.*"url"/, "npx", "--yes", "cauri", "sandbox", "--json")
  const { pages, url }: { readonly pages: string; readonly url: string } = JSON.parse(started.line)
  // The address of the pages holds a key, which a browser keeps as a cookie.
  const entered = await fetch(pages, { redirect: "manual" })
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? ""
  const page = await fetch(new URL(entered.headers.get("location") ?? "", pages), { headers: { cookie } })
  const documents = await fetch(`${url}/docs`)
  expect(page.ok && documents.ok, `The sandbox answered ${page.status} and ${documents.status}.`)
  const how = await started.end()
  return `an address after ${Math.round(started.millis / 100) / 10} s with the download, pages in a browser, ended with ${how}`
}

const upgrade = async (stranger: Stranger): Promise<string> => {
  const folder = newProject(stranger)
  writeFileSync(join(folder, "fill.js"), filling)
  writeFileSync(join(folder, "list.js"), listing)
  const count = short ? 20 : 100
  await stranger.run(folder, "npm", "install", `cauri@${before}`)
  await stranger.run(folder, "node", "fill.js", "0", String(count))
  const had = await stranger.run(folder, "node", "list.js")
  await stranger.run(folder, "npm", "install", `cauri@${after}`)
  const about = checked(installedIn(join(folder, "node_modules")), after)
  const has = await stranger.run(folder, "node", "list.js")
  expect(had === has, `Before the upgrade:\n${had}\nafter it:\n${has}`)
  expect(has.trim().split("\n").length === count, `There are not ${count} payments:\n${has}`)
  await stranger.run(folder, "node", "fill.js", String(count), "4")
  return `${count} payments are the same, 4 more were made: ${about}`
}

/** What a package manager takes when the newest version is a minute old. */
const young = (tool: "pnpm" | "yarn") => async (stranger: Stranger) => {
  const folder = newProject(stranger)
  if (tool === "yarn") writeFileSync(join(folder, "yarn.lock"), "")
  await stranger.run(folder, tool, "add", "cauri")
  const about = checked(installedIn(join(folder, "node_modules")), before)
  const asked = await stranger.run(folder, tool, "add", `cauri@${after}`).then(
    () => "takes the young one when it is named",
    () => "refuses the young one even when it is named",
  )
  return `${about}; ${asked}`
}

const youngNpm = async (stranger: Stranger): Promise<string> => {
  const folder = newProject(stranger)
  await stranger.run(folder, "npm", "install", "cauri")
  return checked(installedIn(join(folder, "node_modules")), after)
}

/** Every combination of `npm create cauri`, each with its own tests. */
const everyCombination = async (stranger: Stranger): Promise<string> => {
  const parent = stranger.folder()
  const all = combinations()
  for (const choices of all) {
    const flags = Object.entries(choices).flatMap(([flag, value]) => [`--${flag}`, value])
    await stranger.run(parent, "npm", "create", "-y", `cauri@${after}`, "shop", "--", ...flags)
    const folder = join(parent, "shop")
    await stranger.run(folder, "npm", "install")
    await stranger.run(folder, "npm", "test")
    rmSync(folder, { recursive: true })
  }
  return `the tests of all ${all.length} pass`
}

let failures = 0

const step = async (what: string, work: () => Promise<string>): Promise<void> => {
  const begun = performance.now()
  const finish = (mark: string, found: string) => {
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    process.stdout.write(`${mark}  ${what} (${seconds} s)\n   ${found.trim().replaceAll("\n", "\n   ")}\n`)
  }
  await work().then(
    (found) => finish("✓", found),
    (error: unknown) => {
      failures++
      finish("✗", error instanceof Error ? error.message : String(error))
    },
  )
}

const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim()

const rehearse = async (): Promise<void> => {
  await using registry = await startRegistry(upstream)
  const stranger = () => newStranger(root, registry.url)
  mkdirSync(join(root, "packed"))
  let folders: ReadonlyArray<string> = []
  await step("the version before is published, nine days ago", async () => {
    folders = await packAll(join(root, "packed"))
    registry.publishAt(new Date(Date.now() - 9 * 86_400_000))
    return publish(registry, stranger(), folders, before)
  })
  await step("what the first page of the site tells a reader to type", () => firstExample(stranger()))
  await step("npx cauri sandbox answers, in an empty folder", () => sandbox(stranger()))
  await step("the new version is published, now", () => {
    registry.publishAt(new Date())
    return publish(registry, stranger(), folders, after)
  })
  await step("a store full of payments goes on under the new version", () => upgrade(stranger()))
  if (short) return
  await step("npm takes the version that is a minute old, and all of it", () => youngNpm(stranger()))
  await step("pnpm takes the newest version that is old enough, and all of it", () => young("pnpm")(stranger()))
  await step("Yarn takes the newest version that is old enough, and all of it", () => young("yarn")(stranger()))
  await step("an installation, beside those of its peers", () => weigh(stranger(), { cauri: after }))
  await step("npm create cauri, in every combination", () => everyCombination(stranger()))
}

try {
  await rehearse()
} finally {
  rmSync(root, { recursive: true, force: true })
}
process.stdout.write(failures === 0 ? "The release is ready.\n" : `${failures} steps failed.\n`)
process.exitCode = failures === 0 ? 0 : 1
