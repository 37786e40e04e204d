/** The shops of the site's pages in PHP, Python and Go, as processes. A language that this machine lacks is skipped. */
import { execFile, execFileSync, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { waitUntil } from "@cauri/programs"
import { Effect } from "effect"

const examples = fileURLToPath(new URL("../../../../apps/site/examples/shops/", import.meta.url))

/** How a shop is started, in a folder of its own. */
interface ShopLanguage {
  readonly name: string
  /** The version of its interpreter or compiler, by which it is found. */
  readonly found: readonly [program: string, ...given: ReadonlyArray<string>]
  /** What is run before the shop, in its folder. */
  readonly build?: readonly [program: string, ...given: ReadonlyArray<string>]
  readonly serves: (port: number) => ReadonlyArray<readonly [program: string, ...given: ReadonlyArray<string>]>
  readonly staff: readonly [program: string, ...given: ReadonlyArray<string>]
}

export const shopLanguages: ReadonlyArray<ShopLanguage> = [
  {
    name: "PHP",
    found: ["php", "-r", "exit(extension_loaded('curl') && extension_loaded('pdo_sqlite') ? 0 : 1);"],
    serves: (port) => [
      ["php", "-S", `127.0.0.1:${port}`, `${examples}shop.php`],
      ["php", `${examples}shop.php`, "events"],
    ],
    staff: ["php", `${examples}shop.php`],
  },
  {
    name: "Python",
    found: ["python3", "-c", "import sys; assert sys.version_info >= (3, 10)"],
    serves: (port) => [["python3", `${examples}shop.py`, "serve", `${port}`]],
    staff: ["python3", `${examples}shop.py`],
  },
  {
    name: "Go",
    found: ["go", "version"],
    build: ["go", "build", "-o", "shop", `${examples}shop.go`],
    serves: (port) => [["./shop", "serve", `127.0.0.1:${port}`]],
    staff: ["./shop"],
  },
]

export const isThere = ({ found: [program, ...given] }: ShopLanguage): boolean => {
  try {
    execFileSync(program, given, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Where the API is, and the keys of its shop and of the shop's staff. */
export interface ApiAccess {
  readonly url: string
  readonly shopKey: string
  readonly staffKey: string
}

export interface RunningShop {
  readonly url: string
  /** Runs a command of the staff; its output. */
  readonly staff: (...given: ReadonlyArray<string>) => Promise<string>
}

/** Starts a shop on a port, with its files in a folder of its own. */
export const startShop = Effect.fnUntraced(function* (
  { build, serves, staff: [program, ...first] }: ShopLanguage,
  {
    api,
    folder,
    port,
    webhookSecret,
  }: { readonly api: ApiAccess; readonly folder: string; readonly port: number; readonly webhookSecret: string },
) {
  const books = join(folder, "books")
  mkdirSync(books)
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? folder,
    CAURI_URL: api.url,
    CAURI_KEY: api.shopKey,
    WEBHOOK_SECRET: webhookSecret,
    SHOP_FILE: join(folder, "shop.db"),
    SHOP_BOOKS: books,
    PHP_CLI_SERVER_WORKERS: "4",
  }
  if (build !== undefined)
    yield* Effect.promise(() => promisify(execFile)(build[0], build.slice(1), { cwd: folder, env }))
  for (const [run, ...given] of serves(port)) {
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(run, given, {
          cwd: folder,
          env,
          stdio: process.env["CAURI_TRACE"] === "1" ? "inherit" : "ignore",
          detached: true,
        }),
      ),
      // Its group: workers of PHP's server are processes of their own.
      ({ pid }) => Effect.sync(() => pid !== undefined && process.kill(-pid, "SIGKILL")),
    )
  }
  const url = `http://127.0.0.1:${port}`
  const status = Effect.promise(() =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  yield* waitUntil(status, (answered) => answered === 404)
  const shop: RunningShop = {
    url,
    staff: async (...given) =>
      (
        await promisify(execFile)(program, [...first, ...given], {
          cwd: folder,
          env: { ...env, CAURI_KEY: api.staffKey },
        })
      ).stdout,
  }
  return shop
})

interface Row {
  readonly kind: string
  readonly id: string
  readonly state: string
  readonly booked: number
}

/** What a shop believes of a payment, as the command `books` prints it. */
export const stateIn = (
  books: string,
  kind: string,
  id: string,
): { readonly state: string; readonly bookedXof: number } => {
  const rows: ReadonlyArray<Row> = JSON.parse(books)
  const row = rows.find((each) => each.kind === kind && each.id === id)
  return { state: row?.state ?? "open", bookedXof: row?.booked ?? 0 }
}
