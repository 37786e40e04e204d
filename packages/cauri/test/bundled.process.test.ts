/** What a bundler makes of a program with both stores works alone: only what is native lies beside it. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import { build } from "esbuild"
import { inject, onTestFinished } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"

it("a program that esbuild has bundled pays from SQLite and from Postgres", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-bundled-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const outfile = join(folder, "program.mjs")
  await build({
    entryPoints: [new URL("fixtures/bundled.ts", import.meta.url).pathname],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["better-sqlite3", "pg-native"],
    // pg and undici are written for CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  })
  mkdirSync(join(folder, "node_modules"))
  symlinkSync(
    realpathSync(new URL("../node_modules/better-sqlite3", import.meta.url)),
    join(folder, "node_modules/better-sqlite3"),
  )
  const given = [join(folder, "payments.db"), inject("postgresUrl"), `bundled_${process.pid}`]
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, ...given])
  assert.deepStrictEqual(
    stdout.split("\n").filter((line) => line === "pending"),
    ["pending", "pending"],
  )
})
