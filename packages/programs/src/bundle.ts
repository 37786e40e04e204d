/** `pnpm bundle <app> <folder>`: writes an app into a folder as it is deployed. */
import { resolve } from "node:path"
import { bundleApp } from "./bundleApp.ts"

/** The apps that are deployed. The shop runs from its sources: it shows how to write a program of one's own. */
const apps = ["console", "receiver", "reconciler", "sandbox"]

const [app = "", folder = "", ...more] = process.argv.slice(2)
if (!apps.includes(app) || folder === "" || more.length > 0) {
  process.stderr.write(`Usage: pnpm bundle <${apps.join(" | ")}> <folder>\n`)
  process.exitCode = 64
} else await bundleApp(app, resolve(folder))
