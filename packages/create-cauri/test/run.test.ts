/** The command line from its arguments to its exit code, without a terminal. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readArguments } from "../src/arguments.ts"
import { filesOf } from "../src/files.ts"
import { run } from "../src/run.ts"

const home = mkdtempSync(join(tmpdir(), "create-cauri-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let folders = 0
const newFolder = () => join(home, String((folders += 1)))

const started = async (
  line: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  mode: "create" | "init" = "create",
) => {
  let out = ""
  let err = ""
  const code = await run({
    typed: line,
    environment,
    mode,
    isTerminal: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

describe("with an answer to every question", () => {
  const answers = [
    "--store",
    "postgres",
    "--run",
    "programs",
    "--framework",
    "next",
    "--deploy",
    "compose",
    "--language",
    "fr",
  ]
  const choices = { store: "postgres", run: "programs", framework: "next", deploy: "compose", language: "fr" } as const

  it("every file is written, byte by byte, and what comes next is printed for the package manager", async () => {
    const folder = newFolder()
    const { code, out } = await started([folder, ...answers], { npm_config_user_agent: "pnpm/12.21.0 npm/? node/v26" })
    assert.strictEqual(code, 0)
    const files = filesOf({ choices, manager: "pnpm", name: "shop" })
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    assert.sameMembers(written, [...files.keys()])
    for (const [path, text] of files) assert.strictEqual(readFileSync(join(folder, path), "utf8"), text, path)
    for (const step of [`cd ${folder}`, "pnpm install", "pnpm run test", "pnpm run dev"])
      assert.include(out, `  ${step}\n`)
  })

  it.each(["a file in it", "a folder in it"])("a folder with %s is refused, and nothing is written", async (what) => {
    const folder = newFolder()
    mkdirSync(join(folder, "src"), { recursive: true })
    if (what === "a file in it") writeFileSync(join(folder, "README.md"), "mine")
    const before = readdirSync(folder)
    const { code, err } = await started([folder, ...answers])
    assert.strictEqual(code, 73)
    assert.strictEqual(
      err,
      `The folder ${folder} is not empty, and nothing was written. Name one that is empty or not there yet.\n`,
    )
    assert.deepStrictEqual(readdirSync(folder), before)
  })

  it("a folder that version control and an editor have begun is taken, and theirs stays", async () => {
    const folder = newFolder()
    mkdirSync(join(folder, ".git"), { recursive: true })
    assert.strictEqual((await started([folder, ...answers])).code, 0)
    assert.includeMembers(readdirSync(folder), [".git", "package.json"])
  })

  it("a file in the place of the folder is refused", async () => {
    const folder = newFolder()
    writeFileSync(folder, "")
    const { code, err } = await started([folder, ...answers], { LANG: "fr_BF.UTF-8" })
    assert.deepStrictEqual(
      { code, err },
      { code: 73, err: `${folder} est un fichier\u00A0; rien n’a été écrit. Indiquez un dossier.\n` },
    )
  })
})

describe("with open questions and no terminal", () => {
  const options = "--store sqlite --run embedded --framework none --deploy compose --language en"
  it.each([
    ["npm/12.0.1 node/v26", "create", `npm create -y cauri@latest shop -- ${options}`],
    ["pnpm/12.21.0 npm/?", "create", `pnpm create cauri@latest shop ${options}`],
    ["yarn/4.18.1 npm/?", "create", `yarn dlx create-cauri@latest shop ${options}`],
    ["npm/12.0.1 node/v26", "init", `npx -y cauri@latest init FOLDER ${options}`],
  ] as const)("%s gets the whole command of %s, which is understood, and 2", async (agent, mode, command) => {
    const folder = newFolder()
    const { code, err } = await started(
      [...(mode === "init" ? [folder] : []), "--deploy", "compose"],
      { npm_config_user_agent: agent },
      mode,
    )
    assert.strictEqual(code, 2)
    assert.isTrue(err.endsWith(`\n\n  ${command.replace("FOLDER", folder)}\n`), err)
    assert.notProperty(readArguments(options.split(" "), "en"), "problem")
  })

  it("--yes takes the defaults, in the person's language", async () => {
    const folder = newFolder()
    assert.strictEqual((await started([folder, "--yes"], { LANG: "fr_FR.UTF-8" })).code, 0)
    assert.match(readFileSync(join(folder, "README.md"), "utf8"), /Où se trouve quoi/)
  })

  it("defaults go with what was given: Kubernetes brings Postgres", async () => {
    const { err } = await started(["--deploy", "kubernetes"])
    assert.match(err, /--store postgres .*--deploy kubernetes/)
  })
})

describe("the rest", () => {
  it("prints its help and its version, and says what is wrong with an argument", async () => {
    assert.match((await started(["--help"])).out, /--framework none\|next/)
    assert.match((await started(["--help"], {}, "init")).out, /Usage: npx cauri init/)
    assert.match((await started(["-v"])).out, /^\d+\.\d+\.\d+\n$/)
    const { code, err } = await started(["--stor", "sqlite"])
    assert.deepStrictEqual({ code, named: err.includes("--store") }, { code: 64, named: true })
  })
})
