/** What `--help` of each program says about its variables. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const programs = [
  ...["receiver", "reconciler", "api", "console", "sandbox", "shop"].map((app) => [`apps/${app}`] as const),
  ["apps/demo", "demo"],
  ["apps/demo", "start"],
  ["packages/create-cauri"],
] as const

/** The variables in a page of help, each with what is said about it. */
const variablesIn = (help: string) =>
  [...help.matchAll(/^ *([A-Z]+_?[A-Z_]*(?:<PROJECT>)?)\n {4,}(.+)$/gm)].map(([, name = "", text = ""]) => ({
    name,
    text,
  }))

describe("--help", () => {
  for (const [language, ends] of [
    ["en", /by default .+|the default|required/i],
    ["fr", /par défaut|obligatoire/i],
  ] as const)
    it(`says of each variable of each program what it means, and its default or that it is required: ${language}`, async () => {
      const helps = programs.map(async ([folder, ...given]) => {
        const options = { env: { LC_ALL: `${language}_GB.UTF-8` } }
        const bundled = join(process.env["CAURI_PROGRAMS"] ?? "", basename(folder), "main.js")
        const asked = [existsSync(bundled) ? bundled : `${root}${folder}/src/main.ts`, ...given, "--help"]
        const { stdout } = await promisify(execFile)(process.execPath, asked, options)
        return variablesIn(stdout).map((each) => ({ program: folder, ...each }))
      })
      const found = (await Promise.all(helps)).flat()
      // The other programs have none, or say it in a sentence.
      for (const app of ["receiver", "reconciler", "api", "console", "sandbox", "shop"])
        assert.isAbove(found.filter(({ program }) => program === `apps/${app}`).length, 8, app)
      // The shop is an example in English.
      const said = found.filter(({ program }) => language === "en" || program !== "apps/shop")
      assert.deepStrictEqual(
        said.filter(({ text }) => text.length < 20 || !ends.test(text)),
        [],
      )
    })
})
