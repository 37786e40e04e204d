/**
 * Where the file lies: on a local disk, in a folder that others cannot write, readable by us alone, under one name, with room left.
 *
 * These checks go by the file's name only. Opening and closing it beside SQLite would drop the locks that SQLite holds on it in this
 * process, because POSIX locks belong to the process and not to the descriptor.
 */
import { closeSync, existsSync, lstatSync, openSync, readFileSync, realpathSync, statfsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { StoreRefused } from "@cauri/core/adapter"
import { type StoreOptions } from "./StoreOptions.ts"

/** What `statfs` calls the file systems that several hosts can mount, or whose locks another program keeps. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x69_69, "nfs"],
  [0x51_7b, "smb"],
  [0xff_53_4d_42, "cifs"],
  [0xfe_53_4d_42, "smb2"],
  [0x65_73_55_46, "fuse"],
  [0x01_02_19_97, "9p"],
  [0x00_c3_64_00, "ceph"],
  [0x53_46_41_4f, "afs"],
  [0x0b_d0_0b_d0, "lustre"],
  [0x73_75_72_45, "coda"],
  [0x74_61_63_6f, "ocfs2"],
  [0x01_16_19_70, "gfs2"],
  [0x78_6f_42_56, "vboxsf"],
  [0x47_50_46_53, "gpfs"],
  [0x19_83_03_26, "beegfs"],
])

/** The name of the network file system behind a number of `statfs`; null for local ones. */
export const networkFileSystem = (type: number): string | null => networkFileSystems.get(type >>> 0) ?? null

/** A database in memory has no place. */
export const isInMemory = (file: string): boolean => ["", ":memory:"].includes(file.trim())

/**
 * The file that SQLite would open by this name: the driver trims spaces around it, and SQLite resolves links. All checks look at that
 * file.
 */
export const resolvedFile = (name: string): string => {
  const file = resolve(name.trim())
  const link = lstatSync(file, { throwIfNoEntry: false })
  if (link?.isSymbolicLink() !== true) return file
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new StoreRefused({ reason: "missing", detail: `${file} is a link that leads nowhere.` })
  }
  return realpathSync(file)
}

/** Where the mark of a store in this file lies when no other place is chosen; null in memory. */
export const markFileOf = (file: string): string | null => (isInMemory(file) ? null : `${resolve(file.trim())}-mark`)

const othersMay = (mode: number, bits: number) => process.platform !== "win32" && (mode & bits) !== 0

const fileSystemOf = (folder: string): number => statfsSync(folder).type

/** Where Linux lists the mounts that this process sees. Other systems cannot mount a single file. */
const mountInfo = "/proc/self/mountinfo"

/** Is something mounted at this very file? The fifth field of each line is a place; what would end a field is written in octal. */
export const isMountPoint = (file: string, mounts: string): boolean => {
  const written = file.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`)
  return mounts.split("\n").some((line) => line.split(" ")[4] === written)
}

export const manyNames = (file: string, names: number | bigint): StoreRefused =>
  new StoreRefused({
    reason: "aliased",
    detail: `${file} has ${names} names (hard links), and beside each lies another log.`,
  })

/**
 * Refuses a file that has a second name. SQLite keeps the log beside the name by which a file is opened, so two names are two logs of one
 * file: each program sends what the other has sent already, and they overwrite each other's pages. Throws `StoreRefused`.
 */
export const requireOneName = (file: string): void => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.nlink > 1) throw manyNames(file, found.nlink)
  if (!existsSync(mountInfo) || !isMountPoint(realpathSync(file), readFileSync(mountInfo, "utf8"))) return
  throw new StoreRefused({
    reason: "aliased",
    detail: `${file} is mounted alone, and its log lies beside the file that it was mounted from.`,
  })
}

/** Refuses a folder or a file that is unsafe for a store; creates the file when it may. Throws `StoreRefused`. */
export const prepareFile = (options: StoreOptions, typeOf = fileSystemOf): void => {
  const file = resolvedFile(options.file)
  const folder = statSync(dirname(file), { throwIfNoEntry: false })
  if (folder === undefined || !folder.isDirectory()) {
    throw new StoreRefused({ reason: "unavailable", detail: `${dirname(file)} is not a folder.` })
  }
  const network = networkFileSystem(typeOf(dirname(file)))
  if (network !== null && options.acceptNetworkFileSystem === undefined) {
    throw new StoreRefused({ reason: "network_file_system", detail: `${dirname(file)} is on ${network}.` })
  }
  // With the sticky bit others may write the folder and still cannot take our file away.
  if (othersMay(folder.mode, 0o002) && (folder.mode & 0o1000) === 0) {
    throw new StoreRefused({ reason: "permissions", detail: `Everybody may write ${dirname(file)}.` })
  }
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) {
    if (options.create === "never") throw new StoreRefused({ reason: "missing", detail: `There is no ${file}.` })
    createFile(file)
    return
  }
  if (!found.isFile()) throw new StoreRefused({ reason: "unavailable", detail: `${file} is not a file.` })
  if (othersMay(found.mode, 0o077)) {
    throw new StoreRefused({
      reason: "permissions",
      detail: `${file} has the mode ${(found.mode & 0o777).toString(8).padStart(4, "0")}.`,
    })
  }
  requireOneName(file)
}

/** Creates an empty file for us alone; SQLite gives the files beside it the same mode. False when another process was faster. */
export const createFile = (file: string): boolean => {
  try {
    closeSync(openSync(file, "wx", 0o600))
    return true
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false
    throw cause
  }
}

/** How many bytes a program without privileges can still write where this file lies. */
export const freeBytes = (file: string): number => {
  if (isInMemory(file)) return Infinity
  const { bavail, bsize } = statfsSync(dirname(resolve(file)))
  return bavail * bsize
}

/**
 * Called before a file is opened; what it returns is called after that: was there a log, and no program that had it open? Then programs
 * ended without closing the file, or the power failed. Who opens a file first begins the map beside its log again.
 */
export const uncleanEndOf = (file: string): (() => boolean) => {
  const map = () => statSync(`${file}-shm`, { bigint: true, throwIfNoEntry: false })?.ctimeNs
  const hadLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const before = map()
  return () => hadLog && map() !== before
}
