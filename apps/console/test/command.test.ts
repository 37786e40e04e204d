/** The command for root of a machine with systemd. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "cauri-command-"))
afterAll(() => rmSync(folder, { recursive: true }))

const asProgram = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

const script = readFileSync(new URL("../deploy/cauri", import.meta.url), "utf8")
const command = asProgram("cauri", script.replace("/opt/cauri/current", folder))
// What it would run as the user cauri, with what that sees.
asProgram("runuser", 'printf "%s\\n" "$CONSOLE_USER" "$STORE_MARK_FILE" "$(pwd)" "$(umask)" "$@"\n')

const run = (environment: Readonly<Record<string, string>>, ...given: ReadonlyArray<string>) =>
  execFileSync(command, given, { encoding: "utf8", env: { PATH: `${folder}:/usr/bin:/bin`, ...environment } }).split(
    "\n",
  )

describe("the command of a machine", () => {
  it("runs as the user cauri, with the settings of the console, under the name of the person behind sudo", () => {
    assert.deepStrictEqual(run({ SUDO_USER: "awa" }, "console", "resume", "payouts", "--reason", "all looked at"), [
      "awa",
      "/var/lib/cauri-mark/mark",
      folder,
      "0077",
      "-u",
      "cauri",
      "--",
      "/usr/bin/node",
      "--env-file=/etc/cauri/console.env",
      "programs/cauri.js",
      "console",
      "resume",
      "payouts",
      "--reason",
      "all looked at",
      "",
    ])
  })

  it("lets a person say who they are", () => {
    assert.strictEqual(run({ SUDO_USER: "awa", CONSOLE_USER: "A. Colleague" }, "doctor")[0], "A. Colleague")
    assert.strictEqual(run({}, "doctor")[0], "")
  })
})
