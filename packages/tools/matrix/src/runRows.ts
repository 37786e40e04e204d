/** Runs rows: installs their folders from npm with the packed packages, runs their steps, and says what worked. */
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { startPostgres } from "@cauri/test-postgres"
import { packInto } from "./packs.ts"
import type { Row } from "./rows.ts"
import { type Sandbox, startSandbox } from "./sandbox.ts"

export interface Ran {
  readonly name: string
  readonly version: string
  readonly what: string
  /** Null: it works. */
  readonly failure: string | null
}

const run = promisify(execFile)
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const programs = fileURLToPath(new URL("../programs/", import.meta.url))
const prismaExample = fileURLToPath(new URL("../../../cauri/examples/transactions/prisma.ts", import.meta.url))
const longest = 300_000
const paid = "paid: completed"

export const isBuilt = (): boolean => existsSync(join(root, "packages/cauri/dist/programs/cauri.js"))

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** What went wrong, short enough for a table: what the tool said last, without a path of this machine. */
const reasonOf = (thrown: unknown, folder: string): string => {
  const texts =
    typeof thrown === "object" && thrown !== null
      ? ["stderr", "stdout", "message"].map((name) => String(Reflect.get(thrown, name) ?? ""))
      : [String(thrown)]
  const said = texts.find((text) => text.trim() !== "") ?? "no reason"
  const lines = said
    .replaceAll(folder, ".")
    .split("\n")
    .map((line) => line.trim())
  return (lines.find((line) => /(^|\s)\w*error:?\s/i.test(line)) ?? lines.find((line) => line !== "") ?? "").slice(
    0,
    200,
  )
}

/** Installs the packages of some rows, and the programs beside them. */
const install = async (
  folder: string,
  rows: ReadonlyArray<Row>,
  tarballs: Readonly<Record<string, string>>,
): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const packages: Row["packages"] = Object.assign({ cauri: "" }, ...rows.map((row) => row.packages))
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, version]) => [name, tarballs[name] ?? version]),
  )
  // Overridden too, or npm would look for them at the registry, where this version of them is not.
  const manifest = { private: true, type: "module", dependencies, overrides: tarballs }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest))
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"]
  await run("npm", ["install", ...flags], { cwd: folder, timeout: longest })
  cpSync(programs, folder, { recursive: true })
  cpSync(prismaExample, join(folder, "prismaOrder.ts"))
}

const versionOf = (folder: string, name: string): string =>
  String(JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version).replace(/^v/, "")

/** The program and the arguments of a step. */
const commandOf = (folder: string, node: string, [program = "", ...given]: ReadonlyArray<string>) => {
  const script = join(folder, "node_modules/.bin", program)
  if (program.startsWith("--") || /\.[cm]?js$|\/tsc$/.test(program)) return [node, [program, ...given]] as const
  return [existsSync(script) ? script : join(folder, program), given] as const
}

const runRow = async (row: Row, folder: string, given: Readonly<Record<string, string>>): Promise<Ran> => {
  const { name, shown, what } = row
  let version = "–"
  try {
    version = versionOf(folder, shown)
    const node = row.node === undefined ? process.execPath : join(folder, "node_modules", row.node, "bin/node")
    const environment = {
      PATH: `${join(node, "..")}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
      PORT: String(await freePort()),
      ...given,
      ...row.environment,
    }
    // Each row begins with an empty store.
    for (const end of ["", "-wal", "-shm", "-mark"]) rmSync(join(folder, `payments.db${end}`), { force: true })
    let said = ""
    for (const step of row.steps) {
      const [program, words] = commandOf(folder, node, step)
      const { stderr, stdout } = await run(program, words, { cwd: folder, env: environment, timeout: longest })
      said = `${stdout}\n${stderr}`
    }
    const works = said.includes(row.expected ?? paid)
    return { name, version, what, failure: works ? null : reasonOf({ stdout: said }, folder) }
  } catch (thrown) {
    return { name, version, what, failure: reasonOf(thrown, folder) }
  }
}

/** Runs these rows from packed packages, and reports each as it ends. */
export const runRows = async (
  rows: ReadonlyArray<Row>,
  report: (ran: Ran) => void = () => {},
): Promise<ReadonlyArray<Ran>> => {
  const place = mkdtempSync(join(tmpdir(), "cauri-matrix-"))
  let sandbox: Sandbox | null = null
  try {
    const tarballs = packInto(root, place)
    const results = new Map<string, Ran>()
    for (const name of new Set(rows.map(({ folder }) => folder))) {
      const folder = join(place, name)
      const ofFolder = rows.filter((row) => row.folder === name)
      const failed = await install(folder, ofFolder, tarballs).then(
        () => null,
        (thrown: unknown) => `not installed: ${reasonOf(thrown, folder)}`,
      )
      if (failed === null) sandbox ??= await startSandbox(folder)
      for (const row of ofFolder) {
        const server = row.postgres && failed === null ? await startPostgres({ fsync: "off" }) : null
        const environment = { ...sandbox?.environment, ...(server === null ? {} : { POSTGRES_URL: server.url }) }
        const ran: Ran =
          failed === null
            ? await runRow(row, folder, environment)
            : { name: row.name, version: "–", what: row.what, failure: failed }
        await server?.stop()
        results.set(row.name, ran)
        report(ran)
      }
    }
    return rows.flatMap(({ name }) => results.get(name) ?? [])
  } finally {
    sandbox?.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
