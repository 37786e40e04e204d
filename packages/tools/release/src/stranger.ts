/** Someone on an empty machine: a home, caches and folders of their own, and the registry of the rehearsal. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)

const npmFolder = dirname(resolve("npm/package.json"))

/** The package managers, as a command and its first arguments. */
const tools = {
  npm: [process.execPath, join(npmFolder, "bin/npm-cli.js")],
  npx: [process.execPath, join(npmFolder, "bin/npx-cli.js")],
  node: [process.execPath],
  sh: ["sh"],
  pnpm: ["pnpm"],
  yarn: [process.execPath, resolve("@yarnpkg/cli-dist/bin/yarn.js")],
} as const

interface Started {
  readonly line: string
  readonly millis: number
  /** Ends it and what it has started with SIGTERM, and returns how it ended. */
  readonly end: () => Promise<number | string>
}

export interface Stranger {
  readonly folder: () => string
  /** Runs a command in a folder; returns its standard output. */
  readonly run: (folder: string, tool: keyof typeof tools, ...given: ReadonlyArray<string>) => Promise<string>
  /** Starts a command in a folder and waits for a line. */
  readonly start: (
    folder: string,
    wanted: RegExp,
    tool: keyof typeof tools,
    ...given: ReadonlyArray<string>
  ) => Promise<Started>
}

/** How this machine reaches the registry behind the rehearsal's. */
const connection = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"]

/** No command of a rehearsal takes this long. */
const patienceMillis = 300_000

/** The environment of an empty machine below a folder: nothing of ours but the path and the way out. */
const environmentOf = (home: string, registry: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    connection.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  // Their npx starts the Node of the rehearsal, and what a shell calls npm is the rehearsal's, too.
  PATH: `${join(home, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: home,
  XDG_CACHE_HOME: join(home, "cache"),
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_DATA_HOME: join(home, "data"),
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
  YARN_NPM_REGISTRY_SERVER: registry,
  YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
  YARN_GLOBAL_FOLDER: join(home, "yarn"),
  YARN_NODE_LINKER: "node-modules",
  YARN_ENABLE_TELEMETRY: "0",
  YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
})

const ended = (child: ChildProcess): Promise<number | string> =>
  new Promise((done) => child.once("close", (code, signal) => done(code ?? signal ?? "unknown")))

/** A stranger whose home lies below `root`. */
export const newStranger = (root: string, registry: string): Stranger => {
  const home = mkdtempSync(join(root, "home-"))
  writeFileSync(join(home, ".npmrc"), `registry=${registry}/\n//${new URL(registry).host}/:_authToken=rehearsal\n`)
  mkdirSync(join(home, "bin"))
  writeFileSync(join(home, "bin/npm"), `#!/bin/sh\nexec '${tools.npm.join("' '")}' "$@"\n`, { mode: 0o755 })
  const env = environmentOf(home, registry)
  return {
    folder: () => {
      const folder = mkdtempSync(join(root, "shop-"))
      mkdirSync(folder, { recursive: true })
      return folder
    },
    run: async (folder, tool, ...given) => {
      const [command, ...first] = tools[tool]
      const failed = (error: Error & { readonly stdout?: string; readonly stderr?: string }): never => {
        throw new Error(`${tool} ${given.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? error.message}`)
      }
      return (await run(command, [...first, ...given], { cwd: folder, env, timeout: patienceMillis }).catch(failed))
        .stdout
    },
    start: async (folder, wanted, tool, ...given) => {
      const [command, ...first] = tools[tool]
      const begun = performance.now()
      const child = spawn(command, [...first, ...given], {
        cwd: folder,
        env,
        // A group of its own, as in a terminal: what npx has started gets the signal too.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      })
      const end = ended(child)
      const lines: Array<string> = []
      const line = await new Promise<string>((found, failed) => {
        for (const input of [child.stdout, child.stderr])
          createInterface({ input }).on("line", (each) => {
            lines.push(each)
            if (wanted.test(each)) found(each)
          })
        void end.then((how) => failed(new Error(`${given.join(" ")} ended with ${how}:\n${lines.join("\n")}`)))
      })
      return {
        line,
        millis: performance.now() - begun,
        end: () => {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
          return end
        },
      }
    },
  }
}
