/** The commands that pages tell their readers to type, run by a shell; `npx cauri` is the command line of this repository. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

const main = fileURLToPath(new URL("../../sandbox/src/main.ts", import.meta.url))
const commands = fileURLToPath(new URL("../examples/commands/", import.meta.url))

/** Runs a script, and gives its lines. It ends with the test. */
const run = (script: string) => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-site-"))
  // What npx does with `cauri sandbox …`.
  const npx = join(folder, "npx")
  writeFileSync(npx, `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(npx, 0o755)
  const child = spawn("sh", [join(commands, script)], {
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}`, SANDBOX_PORT: "0", LANG: "en_GB.UTF-8" },
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  })
  const ended = once(child, "close")
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid)
    await ended
    rmSync(folder, { recursive: true })
  })
  return createInterface({ input: child.stdout })
}

const firstLine = async (lines: ReturnType<typeof run>, wanted: RegExp): Promise<string> => {
  for await (const line of lines) if (wanted.test(line)) return line
  return assert.fail(`No line was ${wanted}.`)
}

describe("the commands of the pages", () => {
  it("start the sandbox, which prints its address", async () => {
    await firstLine(run("sandbox.sh"), /http:\/\/127\.0\.0\.1:[0-9]+/)
  })

  it("start a sandbox for one run of tests, which prints what a program needs", async () => {
    const line = await firstLine(run("ephemeral.sh"), /^\{/)
    assert.hasAllKeys(JSON.parse(line), ["url", "pages", "controlToken", "face", "projects"])
  })

  it("list the scenarios", async () => {
    await firstLine(run("scenarios.sh"), /late-completion/)
  })
})
