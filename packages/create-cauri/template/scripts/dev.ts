/**
 * `{{script}} dev`: the shop on this machine, with the sandbox in the place of the service. No money moves. What it keeps is in `.cauri`:
 * delete that folder to begin empty.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const root = join(import.meta.dirname, "..")
const kept = join(root, ".cauri")
mkdirSync(kept, { recursive: true })

/** Another port where one is in use: SHOP_PORT=8090 {{script}} dev */
const port = (name: string, usual: number) => Number(process.env[name] ?? usual)
const ports = {
  shop: port("SHOP_PORT", 8080),
  sandbox: port("SANDBOX_PORT", 4010),
  console: port("CONSOLE_PORT", 4600),
//? run=programs
  receiver: port("RECEIVER_PORT", 8081),
//? api=yes
  api: port("API_PORT", 8090),
//?
}

const isFree = (number: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(number, "127.0.0.1", () => server.close(() => resolve(true)))
  })
const taken: Array<[name: string, number: number]> = []
for (const [name, number] of Object.entries(ports))
  if (!(await isFree(number))) taken.push([`${name.toUpperCase()}_PORT`, number])
if (taken.length > 0) {
  const list = taken.map(([name, number]) => `${number} (${name})`).join(", ")
  const others = taken.map(([name, number]) => `${name}=${number + 100}`).join(" ")
//? language=en
  console.error(`In use: port ${list}. Does {{script}} dev run already? Otherwise choose other ports, for example:\n\n  ${others} {{script}} dev\n`)
//? language=fr
  console.error(`Port occupé : ${list}. {{script}} dev tourne-t-il déjà ? Sinon, choisissez d’autres ports, par exemple :\n\n  ${others} {{script}} dev\n`)
//?
  process.exit(75)
}

const shopUrl = `http://127.0.0.1:${ports.shop}`

/** Secrets of this machine, the same at every start: addresses that were signed before still work. */
const secretsFile = join(kept, "dev.json")
const newSecret = () => randomBytes(32).toString("base64url")
if (!existsSync(secretsFile))
  writeFileSync(
    secretsFile,
    JSON.stringify({ control: newSecret(), callback: newSecret(), console: newSecret(), webhook: randomBytes(32).toString("base64") }),
    { mode: 0o600 },
  )
const secrets: Record<"control" | "callback" | "console" | "webhook", string> = JSON.parse(readFileSync(secretsFile, "utf8"))

const manifest = fileURLToPath(import.meta.resolve("cauri/package.json"))
const cauri = join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.cauri)

const children: Array<ChildProcess> = []
const stop = (code: number) => {
  for (const child of children) child.kill("SIGTERM")
  process.exitCode = code
}
process.once("SIGINT", () => stop(0)).once("SIGTERM", () => stop(0))

/** Starts a program; when one ends, all end. Its lines are printed under its name, but for those that `quiet` takes. */
const start = (
  name: string,
  given: ReadonlyArray<string>,
  environment: Record<string, string>,
  quiet: (line: string) => boolean = () => false,
) => {
  const child = spawn(process.execPath, given, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })
  children.push(child)
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on("line", (line) => {
      if (!quiet(line)) console.log(`${name.padEnd(10)} ${line}`)
    })
  child.once("exit", (code) => {
    if (process.exitCode === undefined) console.log(`${name.padEnd(10)} ended, so everything ends.`)
    stop(process.exitCode === undefined ? (code ?? 1) : Number(process.exitCode))
  })
}

/** The sandbox prints one line of JSON once it listens. */
const sandbox = await new Promise<{
  url: string
  pages: string
  projects: ReadonlyArray<{ apiKey: string; apiToken: string }>
}>((resolve) =>
  start(
    "sandbox",
    [cauri, "sandbox", "--json"],
    {
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_FILE: join(kept, "sandbox.db"),
      SANDBOX_CONTROL_TOKEN: secrets.control,
    },
    (line) => {
      if (!line.startsWith("{")) return false
      resolve(JSON.parse(line))
      return true
    },
  ),
)
const [project] = sandbox.projects

/** What every program reads; .env.example explains it. */
const environment = {
  SHOP_URL: shopUrl,
  HOST: "127.0.0.1",
  PORT: String(ports.shop),
//? store=sqlite
  STORE_URL: `sqlite:${join(kept, "payments.db")}`,
//? store=postgres
  STORE_URL: process.env["STORE_URL"] ?? "postgres://cauri:cauri@127.0.0.1:5432/cauri",
//?
  SERVICE_URL: sandbox.url,
  API_KEY_shop: project?.apiKey ?? "",
  API_TOKEN_shop: project?.apiToken ?? "",
//? run=embedded
  CALLBACK_BASE: shopUrl,
//? run=programs
  CALLBACK_BASE: `http://127.0.0.1:${ports.receiver}`,
//?
  CALLBACK_KEYS: `dev:${secrets.callback}`,
//? run=programs
  WEBHOOK_SECRET: `whsec_${secrets.webhook}`,
//?
  LOG_FORMAT: "pretty",
  CONSOLE_USER: "developer",
}

// The same for the commands of cauri and for scripts of your own: {{script}} cauri:dev, or node --env-file=.cauri/dev.env <file>
const lines = Object.entries(environment).map(([name, value]) => {
  const quote = value.includes("'") ? '"' : "'"
  return `${name}=${quote}${value}${quote}\n`
})
writeFileSync(join(kept, "dev.env"), lines.join(""), { mode: 0o600 })

// A store is never made by accident, so this makes it, and the programs below only open it.
const made = spawnSync(process.execPath, [cauri, "migrate", "--json"], {
  cwd: root,
  encoding: "utf8",
  env: { ...process.env, ...environment, STORE_CREATE: "if-missing" },
})
if (made.status !== 0) {
  console.error(made.stderr)
//? store=postgres
  console.error("Is Postgres there? docker compose -f compose.dev.yaml up -d --wait starts one; STORE_URL names another.")
//?
  stop(made.status ?? 1)
} else {
//? run=programs
  start("receiver", [cauri, "receiver"], { ...environment, PORT: String(ports.receiver), OPERATIONS_PORT: "0", LOG_LEVEL: "warn" })
  start("reconciler", [cauri, "reconciler"], {
    ...environment,
    OUTCOMES: "webhook",
    WEBHOOK_URL: `${shopUrl}/payment-events`,
    OPERATIONS_PORT: "0",
    LOG_LEVEL: "warn",
  })
//? api=yes
  start("api", [cauri, "api"], { ...environment, PORT: String(ports.api), OPERATIONS_PORT: "0", LOG_LEVEL: "warn" })
//?
  start(
    "console",
    [cauri, "console", "serve", "--port", String(ports.console)],
    { ...environment, CONSOLE_TOKEN: secrets.console },
    (line) => line.startsWith("Open "),
  )
//? framework=none
  start("shop", ["--watch", "src/main.ts"], environment)
//? framework=next
  start("shop", ["node_modules/next/dist/bin/next", "dev", "--hostname", "127.0.0.1", "--port", String(ports.shop)], {
    ...environment,
    NODE_ENV: "development",
  })
//?
  console.log(`
//? language=en
  Shop      ${shopUrl}
  Phones    ${sandbox.pages}   (play the customer there: the PIN is 1234)
  Console   http://127.0.0.1:${ports.console}   (its token: ${secrets.console})
//? language=en api=yes
  API       http://127.0.0.1:${ports.api}   ({{script}} cauri:dev{{rest}} api key add --name dev --project shop --may read,collect makes a key)
//? language=en

  Ctrl-C ends everything.
//? language=fr
  Boutique     ${shopUrl}
  Téléphones   ${sandbox.pages}   (jouez-y le rôle du client : le code secret est 1234)
  Console      http://127.0.0.1:${ports.console}   (son jeton d’accès : ${secrets.console})
//? language=fr api=yes
  API          http://127.0.0.1:${ports.api}   ({{script}} cauri:dev{{rest}} api key add --name dev --project shop --may read,collect crée une clé)
//? language=fr

  Ctrl-C arrête tout.
//?
`)
}
