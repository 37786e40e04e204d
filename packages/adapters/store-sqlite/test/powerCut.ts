/**
 * What a disk holds after the power failed, and whether all that was acknowledged is in it (T2). A program writes under `strace`, so what it
 * wrote, when it waited for the disk and when it spoke are known in one order. For a cut at any moment the disk has what was
 * synchronised before; of what was not, each sector of 512 bytes may have arrived or not. Such a disk is made, and opened as a store.
 */
import { Effect, Layer, Result, type Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { layer } from "../src/index.ts"
import { compare, foundIn, delivered } from "./killing.ts"
import { newFile, newFolder } from "./support.ts"

/** What follows system calls. It is a tool of Linux and no part of this package. */
const tracer = "strace"

/** Can nobody be followed on this machine? */
export const noTracer =
  process.platform !== "linux" || spawnSync(tracer, ["-o", "/dev/null", process.execPath, "--version"]).status !== 0

/** What a program did to its files, and what it said. */
type Event =
  | { readonly _tag: "Wrote"; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly _tag: "Cut"; readonly file: string; readonly size: number }
  | { readonly _tag: "Synchronised"; readonly file: string }
  | { readonly _tag: "Said"; readonly line: string }

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex")

/** A call as it is written down: its name, the path behind its first argument, and the rest. */
const callPattern = /^\d+ +(\w+)\(\d+<([^>]*)>(?:, )?(.*)\) += (-?\d+)/
const dataPattern = /^"([^"]*)", \d+(?:, (\d+))?$/

const eventsOf = ([, name, path = "", rest = "", result]: RegExpExecArray): ReadonlyArray<Event> => {
  const file = unhex(path).toString("utf8")
  if (Number(result) < 0) return []
  if (name === "fsync" || name === "fdatasync") return [{ _tag: "Synchronised", file }]
  if (name === "ftruncate") return [{ _tag: "Cut", file, size: Number(rest) }]
  const [, data = "", at] = dataPattern.exec(rest) ?? []
  const bytes = unhex(data).subarray(0, Number(result))
  if (name === "pwrite64") return [{ _tag: "Wrote", file, at: Number(at), bytes }]
  const said = bytes.toString("utf8").split("\n").slice(0, -1)
  return said.filter((line) => /^(?:inserted|claimed|saved) /.test(line)).map((line) => ({ _tag: "Said", line }))
}

/** Reads what was written down. A call that others interrupted stands in two lines, and counts when it is over. */
const readTrace = (log: string): ReadonlyArray<Event> => {
  const begun = new Map<string, string>()
  return log.split("\n").flatMap((line) => {
    const [thread = ""] = line.split(" ", 1)
    const [before, unfinished] = line.split(" <unfinished ...>")
    if (unfinished !== undefined) {
      begun.set(thread, before ?? "")
      return []
    }
    const resumed = /<\.\.\. \w+ resumed>(.*)$/.exec(line)
    const call = callPattern.exec(resumed === null ? line : `${begun.get(thread) ?? ""}${resumed[1] ?? ""}`)
    return call === null ? [] : eventsOf(call)
  })
}

/** Lets a program work on this file, and tells what it did. */
const trace = Effect.fnUntraced(function* (file: string, role: string, payments: number) {
  const log = join(yield* newFolder, "log")
  const script = fileURLToPath(new URL("fixtures/program.ts", import.meta.url))
  const calls = "trace=pwrite64,write,ftruncate,fsync,fdatasync"
  const args = ["-f", "-y", "-xx", "-s", "70000", "-e", calls, "-e", "signal=none", "-o", log, process.execPath, script]
  yield* Effect.callback<void>((resume) => {
    spawn(tracer, [...args, role, file, "cut", String(payments)], { stdio: "ignore" }).once("close", () =>
      resume(Effect.void),
    )
  })
  return readTrace(readFileSync(log, "latin1"))
})

/** Chances that are the same in every run. */
const makeChance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Change = Extract<Event, { readonly _tag: "Wrote" | "Cut" }>

const sector = 512

/** The bytes of a file after these changes, of which each sector has arrived or not. */
const changed = (before: Buffer, changes: ReadonlyArray<Change>, arrived: () => boolean): Buffer => {
  const ends = changes.map((change) => (change._tag === "Cut" ? 0 : change.at + change.bytes.length))
  const bytes = Buffer.alloc(ends.reduce((one, other) => Math.max(one, other), before.length))
  before.copy(bytes)
  let size = before.length
  for (const [index, change] of changes.entries()) {
    const end = ends[index] ?? 0
    if (change._tag === "Cut") {
      if (arrived()) bytes.fill(0, (size = change.size))
      continue
    }
    size = Math.max(size, end)
    for (let from = change.at; from < end; from += sector - (from % sector)) {
      const to = Math.min(end, from - (from % sector) + sector)
      if (arrived()) change.bytes.copy(bytes, from, from - change.at, to - change.at)
    }
  }
  return bytes.subarray(0, size)
}

/** A disk with a write-back cache. */
const makeDisk = (file: string) => {
  const kept = new Map<string, Buffer>([[file, readFileSync(file)]])
  const waiting = new Map<string, Array<Change>>()
  const settle = (path: string, arrived: () => boolean): Buffer =>
    changed(kept.get(path) ?? Buffer.alloc(0), waiting.get(path) ?? [], arrived)
  return {
    take: (event: Event) => {
      if (event._tag === "Said" || !event.file.startsWith(file) || event.file.endsWith("-shm")) return
      if (event._tag === "Synchronised") {
        kept.set(
          event.file,
          settle(event.file, () => true),
        )
        waiting.delete(event.file)
        return
      }
      const before = waiting.get(event.file)
      if (before === undefined) waiting.set(event.file, [event])
      else before.push(event)
    },
    /** Writes what is left after a cut, under this name instead of its own. */
    leave: (name: string, chance: () => number) => {
      for (const path of new Set([...kept.keys(), ...waiting.keys()])) {
        // At one cut most of what waited has arrived, at another one little.
        const share = chance()
        writeFileSync(
          path.replace(file, name),
          settle(path, () => chance() < share),
          { mode: 0o600 },
        )
      }
    },
  }
}

interface Cuts {
  /** Writes of which the program was told that they had been stored. */
  readonly acknowledged: number
  /** How often the file itself was synchronised, and not only its log. */
  readonly moves: number
  /** Cuts after which something was not there that had been acknowledged. */
  readonly lost: number
  /** Cuts after which the store was refused, or something was there by halves. */
  readonly spoilt: number
}

/** Cuts the power so many times, at moments of one run, and looks after each at what is left. */
export const cutThePower: (
  role: "works" | "forgets",
  payments: number,
  cuts: number,
) => Effect.Effect<Cuts, unknown, Scope.Scope> = Effect.fnUntraced(function* (role, payments, cuts) {
  const file = yield* newFile
  yield* Effect.scoped(Effect.asVoid(Layer.build(layer({ file, reserve: 0 }))))
  const disk = makeDisk(file)
  const events = yield* trace(file, role, payments)
  const chance = makeChance(20_260_101)
  const moments = new Set(Array.from({ length: cuts }, () => Math.floor(chance() * events.length)))
  const versions = new Map<string, number>()
  let [acknowledged, moves, lost, spoilt] = [0, 0, 0, 0]
  for (const [index, event] of events.entries()) {
    disk.take(event)
    if (event._tag === "Said" && delivered(versions, event.line)) acknowledged += 1
    if (event._tag === "Synchronised" && event.file === file) moves += 1
    if (!moments.has(index)) continue
    yield* Effect.scoped(
      Effect.gen(function* () {
        const left = yield* newFile
        disk.leave(left, chance)
        const found = yield* Effect.result(foundIn(left))
        if (Result.isFailure(found)) spoilt += 1
        else {
          const { lost: some, torn } = compare(versions, found.success)
          if (some > 0) lost += 1
          if (torn > 0) spoilt += 1
        }
      }),
    )
  }
  return { acknowledged, moves, lost, spoilt }
})
