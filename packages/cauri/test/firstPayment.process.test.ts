/** The README's first example, as a reader runs it: copied into a file of an empty folder, on every Node that `engines` allows. */
import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"

const home = fileURLToPath(new URL("../", import.meta.url))
const readme = readFileSync(join(home, "README.md"), "utf8")
const example = /<!-- firstPayment -->\n```ts\n([^]*?)```/.exec(readme)?.[1] ?? ""
const installed = [...readme.matchAll(/^npm install ([^#\n]*)/gm)].flatMap(([, names = ""]) => names.trim().split(/ +/))

/** The oldest Node that `engines` allows. It is there on Linux for x64. */
const oldest = fileURLToPath(new URL("../../../node_modules/node-oldest/bin/node", import.meta.url))

/** Runs the example under this name, with the packages that the README installs. */
const runAs = async (name: string, node: string, flags: ReadonlyArray<string> = []) => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-first-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const each of installed) {
    const link = join(folder, "node_modules", each)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(each === "cauri" ? home : realpathSync(join(home, "node_modules", each)), link)
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(folder, name), example)
  return await promisify(execFile)(node, [...flags, name], { cwd: folder })
}

const said = "What the customer does next: confirm_on_phone\norder-17 is paid\n"

describe("the first example", () => {
  it("runs as it is printed, on this Node", async () => {
    assert.strictEqual((await runAs("first.mjs", process.execPath)).stdout, said)
  })

  it.skipIf(!existsSync(oldest))(
    "runs as it is printed, on the oldest Node that engines allows (Linux on x64)",
    async () => {
      const { engines } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
      const { stdout } = await promisify(execFile)(oldest, ["--version"])
      assert.match(stdout, new RegExp(`^v${engines.node.replace(">=", "")}\\.`))
      assert.strictEqual((await runAs("first.ts", oldest)).stdout, said)
    },
  )

  it("says in a sentence which Node it needs, on one that is too old, before anything of an adapter is loaded", async () => {
    const older =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})'
    const failed = await runAs("first.mjs", process.execPath, ["--import", older]).then(
      ({ stdout }) => stdout,
      (thrown: unknown) => String(thrown),
    )
    assert.include(failed, "Error: cauri needs Node 22.19 or newer, and this is Node 20.20.2.")
  })
})
