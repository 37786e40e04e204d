/** The console as a program. Copy this app and replace what you need: another store, or pages of your own admin in its place. */
import { readFileSync } from "node:fs"
import { runConsole } from "@cauri/console/program"
import { stores } from "./stores.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

runConsole({ stores, version })
