/** A server that is started for tests: it listens, it is durable, and it never outlives its test run, however that ends. */
import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { startPostgres } from "../src/index.ts"

const patience = 60_000

const listens = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A process that has ended and was not fetched yet still has a number.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch (error) {
    return !(error instanceof Error) || !("code" in error) || (error.code !== "ESRCH" && error.code !== "ENOENT")
  }
}

/** Asks again and again, because the watchdog and the server take their moment; the test's own limit ends the wait. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

interface Started {
  readonly run: ChildProcess
  readonly pid: number
  readonly folders: ReadonlyArray<string>
}

const startElsewhere = async (): Promise<Started> => {
  const program = fileURLToPath(new URL("startAndWait.ts", import.meta.url))
  const run = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TEST_DATABASE_URL: "" },
  })
  const [line] = await once(createInterface(run.stdout), "line")
  const { pid, folders }: Omit<Started, "run"> = JSON.parse(String(line))
  return { run, pid, folders }
}

describe("a server for tests", () => {
  it("listens until it is stopped, and leaves no file behind", { timeout: patience }, async () => {
    const postgres = await startPostgres({ fsync: "on" })
    assert.isTrue(await listens(postgres.url))
    const { folders, pid } = postgres
    if (pid === null) return assert.fail("it was not started here")
    const settings = folders.map((folder) => join(folder, "postmaster.opts")).filter(existsSync)
    assert.match(settings.map((path) => readFileSync(path, "utf8")).join(""), /"fsync=on"/)
    await postgres.stop()
    assert.isFalse(await listens(postgres.url))
    assert.isFalse(lives(pid))
    assert.deepStrictEqual(folders.filter(existsSync), [])
  })

  it("says why when it cannot start", { timeout: patience }, async () => {
    const failure = await startPostgres({ no_such_setting: "1" }).catch((error: unknown) => error)
    assert.match(String(failure), /ended with 1 before it was ready[^]*no_such_setting/)
  })

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "ends when its test run dies of %s",
    { timeout: patience },
    async (signal) => {
      const { run, pid, folders } = await startElsewhere()
      assert.isTrue(lives(pid))
      run.kill(signal)
      await until(() => !lives(pid) && !folders.some(existsSync))
    },
  )
})
