/** Which server a test run gets, and as whom it runs. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { binariesFor, startPostgres } from "../src/index.ts"

describe("the server of a test run", () => {
  it("is the one that TEST_DATABASE_URL names, and no test ends that one", async () => {
    const before = process.env["TEST_DATABASE_URL"]
    process.env["TEST_DATABASE_URL"] = "postgres://somebody@db.example/tests"
    try {
      const { url, pid, stop } = await startPostgres()
      assert.deepStrictEqual([url, pid], ["postgres://somebody@db.example/tests", null])
      await stop()
    } finally {
      if (before === undefined) delete process.env["TEST_DATABASE_URL"]
      else process.env["TEST_DATABASE_URL"] = before
    }
  })

  it("runs with the rights of the user who starts it, where that is a plain user", async () => {
    const { folder, rights } = await binariesFor("/nowhere", false)
    assert.deepStrictEqual(rights, {})
    assert.isTrue(existsSync(join(folder, "initdb")))
  })

  // Only root can give a folder away, so what a plain user sees is that it cannot.
  it("runs as nobody where root starts it", async () => {
    const workplace = mkdtempSync(join(tmpdir(), "test-postgres-"))
    try {
      const found = await binariesFor(workplace, true).then(
        ({ rights }) => JSON.stringify(rights),
        (error: unknown) => String(error),
      )
      assert.match(found, process.getuid?.() === 0 ? /^{"uid":65534,"gid":65534}$/ : /EPERM/)
    } finally {
      rmSync(workplace, { recursive: true, force: true })
    }
  })
})
