/**
 * `pnpm release:version 0.2.0`: gives every package this version, because they share one, and gives what is unreleased in the changelog its
 * heading.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./packed.ts"
import { released } from "./released.ts"

const [version = ""] = process.argv.slice(2)
const changelog = join(repository, "CHANGELOG.md")
const next = (() => {
  try {
    return released(readFileSync(changelog, "utf8"), version, new Date().toISOString().slice(0, 10))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(64)
  }
})()
const listed = execFileSync("git", ["ls-files", "packages/**/package.json", "apps/*/package.json"], {
  cwd: repository,
  encoding: "utf8",
})
for (const path of listed.trim().split("\n")) {
  const file = join(repository, path)
  const text = readFileSync(file, "utf8")
  writeFileSync(file, text.replace(/^ {2}"version": "[^"]+"/m, `  "version": "${version}"`))
}
writeFileSync(changelog, next)
process.stdout.write(`Every package has version ${version}. Look at \`git diff\`, and commit.\n`)
