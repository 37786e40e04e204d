/**
 * Checks the version of Node before any adapter is loaded: on an older one undici fails with an error of its own, and the SQLite driver
 * with a segmentation fault. Every entry imports this first.
 */

/** The version of the `engines` in package.json. */
const needed = [22, 19] as const

/** What is wrong with this version of Node; null: nothing. */
const nodeProblem = (version: string): string | null => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isEnough = major > needed[0] || (major === needed[0] && minor >= needed[1])
  return isEnough ? null : `cauri needs Node ${needed.join(".")} or newer, and this is Node ${version}.`
}

const { process }: { readonly process?: { readonly versions?: { readonly node?: string } } } = Object(globalThis)
const problem = process?.versions?.node === undefined ? null : nodeProblem(process.versions.node)
if (problem !== null) throw new Error(problem)
