/** The command itself, as `pnpm demo` runs it: the `start` script of this package, in a process of its own. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { acts } from "../src/acts.ts"

const home = join(dirname(fileURLToPath(import.meta.url)), "..")

const scriptOf = (folder: string, name: string): string => {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return String(scripts[name])
}

/** Runs the script with the Node that runs this test, its standard input closed. */
const run = (command: string, env: Readonly<Record<string, string>> = {}) => {
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(":")
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: home,
    env: { PATH: path, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  })
  return { status, stdout, stderr }
}

describe("pnpm demo", () => {
  it("runs this package's start script", () => {
    assert.match(scriptOf(join(home, "../.."), "demo"), /--filter @cauri\/demo run start$/)
    assert.strictEqual(scriptOf(home, "start"), "node src/main.ts")
  })

  it("exits with 0, shows each act in order, prints nothing to stderr and no colour into a pipe", () => {
    const { status, stdout, stderr } = run(scriptOf(home, "start"))
    assert.deepStrictEqual([status, stderr], [0, ""])
    const places = acts.map(({ title }, index) => stdout.indexOf(`\n${index + 1}  ${title}\n`))
    assert.isTrue(places.every((place) => place > 0))
    assert.deepStrictEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    assert.match(stdout, /\nAll 5 acts ended as they say \(\d+ checks\): 30 days passed in \d+ ms\.\n/)
    assert.isFalse(stdout.includes("\u001B"))
    for (const line of stdout.split("\n")) assert.isAtMost(line.length, 100)
  })

  it("exits with 1 and says which act ended otherwise than it says", () => {
    const { status, stdout } = run(scriptOf(home, "start"), {
      NODE_OPTIONS: `--import ${import.meta.resolve("./fixtures/oneLie.ts")}`,
    })
    assert.strictEqual(status, 1)
    assert.include(stdout, 'Not every act ended as it says: "An act that is not true".')
  })
})
