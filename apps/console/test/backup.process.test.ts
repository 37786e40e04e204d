/** The scripts that the documentation shows: a copy of each store, made while it is used, and put back. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { chmodSync, existsSync, globSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { newShop, startConsole } from "./process.ts"

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const deploy = pathOf("../../reconciler/deploy/")

/** A server with the `pg_dump` of its own version: npm's has none. */
const [binaries] = globSync("/usr/lib/postgresql/*/bin/pg_dump")
  .map((path) => dirname(path))
  .filter((folder) => existsSync(join(folder, "postgres")))
const whySkipped = binaries === undefined ? ", skipped: no Postgres with pg_dump is installed on this machine" : ""

interface Ended {
  readonly failed: boolean
  readonly out: string
  readonly err: string
}

/** Runs a script with `cauri` and the server's programs on its path. */
const run = (folder: string, script: string, argument: string, STORE_URL: string) => {
  const bin = join(folder, "bin")
  mkdirSync(bin, { recursive: true })
  const cauri = join(bin, "cauri")
  writeFileSync(cauri, `#!/bin/sh\nexec '${process.execPath}' '${pathOf("../src/main.ts")}' "$@"\n`)
  chmodSync(cauri, 0o755)
  const env = { PATH: [bin, binaries, process.env["PATH"]].join(":"), STORE_URL, CONSOLE_USER: "A. Colleague" }
  return Effect.callback<Ended>((resume) => {
    execFile("sh", [join(deploy, script), argument], { env }, (error, out, err) =>
      resume(Effect.succeed({ failed: error !== null, out, err })),
    )
  })
}

const emptyPlace = Effect.fnUntraced(function* (url: string, folder: string) {
  if (url.startsWith("sqlite:")) return `sqlite:${join(folder, "restored.db")}`
  const place = Object.assign(new URL(url), { pathname: "/restored" }).href
  yield* Effect.callback<void>((resume) => {
    execFile(join(binaries ?? "", "psql"), [url, "-c", "create database restored"], (error) =>
      resume(error === null ? Effect.void : Effect.die(error)),
    )
  })
  return place
})

for (const kind of ["SQLite", "Postgres"] as const) {
  const isMissing = kind === "Postgres" && binaries === undefined
  describe.skipIf(isMissing)(`a backup of ${kind}${isMissing ? whySkipped : ""}`, () => {
    it.live("is put back into an empty place, and refused until `restored` looked through it", () =>
      Effect.gen(function* () {
        const shop = yield* newShop(kind, binaries)
        const url = shop.environment["STORE_URL"] ?? ""
        yield* shop.pay("salary-1", "22670000011")
        const made = yield* run(shop.folder, "backup.sh", shop.folder, url)
        assert.isFalse(made.failed, made.err)
        yield* shop.pay("salary-2", "22670000012")

        const STORE_URL = yield* emptyPlace(url, shop.folder)
        const put = yield* run(shop.folder, "restore.sh", made.out.trim(), STORE_URL)
        assert.isFalse(put.failed, put.err)
        assert.isTrue((yield* run(shop.folder, "restore.sh", made.out.trim(), STORE_URL)).failed)

        const of = { ...shop.environment, STORE_URL }
        const refused = yield* startConsole(of, ["list"])
        assert.strictEqual(refused.code, 64, refused.err)
        assert.include(refused.err, "restored")
        const restored = yield* startConsole(of, ["restored", "--reason", "the disk was lost"])
        assert.strictEqual(restored.code, 0, restored.err)
        const listed = yield* startConsole(of, ["list"])
        assert.include(listed.out, "salary-1")
        assert.notInclude(listed.out, "salary-2")
      }),
    )
  })
}
