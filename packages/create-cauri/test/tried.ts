/** One combination as a stranger uses it: written by the command line, type-checked, and its own test run. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Choices, questionNames } from "../src/choices.ts"

const call = promisify(execFile)
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

/** Writes a combination beside `node_modules` and tries it; what its compiler or its test said is in the error. Gives its folder. */
export const tried = async (home: string, choices: Choices): Promise<string> => {
  const folder = join(home, Object.values(choices).join("-"))
  const node = async (cwd: string, ...given: ReadonlyArray<string>) => {
    const env = { PATH: process.env["PATH"] }
    return call(process.execPath, [...given], { cwd, env }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${Object.values(choices).join(" ")}: node ${given.join(" ")}\n${error.stdout}${error.stderr}`)
    })
  }
  await node(home, main, folder, ...questionNames.flatMap((name) => [`--${name}`, choices[name]]))
  await node(folder, join(home, "node_modules/typescript/bin/tsc"), "--noEmit")
  const { stdout } = await node(folder, "--test", "--test-reporter=tap", "test/**/*.test.ts")
  if (!/^# pass [1-9]/m.test(stdout)) throw new Error(`${folder}: no test ran.\n${stdout}`)
  return folder
}
