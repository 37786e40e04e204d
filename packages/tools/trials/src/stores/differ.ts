/**
 * One sequence on several stores: do they say the same? When they do not, the sequence is made as short as it can be.
 */
import { newGround } from "@cauri/conformance"
import { Effect } from "effect"
import type { Command } from "./Command.ts"
import { canonical } from "./plain.ts"
import { run, type Said } from "./run.ts"
import { sequenceOf } from "./sequences.ts"
import type { Subject } from "./subjects.ts"

/** Where stores said different things. */
export interface Difference {
  readonly commands: ReadonlyArray<Command>
  /** The place of the first command that was answered differently; null when only what is left at the end differs. */
  readonly at: number | null
  readonly said: ReadonlyArray<{ readonly name: string; readonly said: string }>
}

export interface Found {
  readonly seed: number
  readonly difference: Difference
}

const differ = (texts: ReadonlyArray<string>): boolean => texts.some((text) => text !== texts[0])

const compare = (names: ReadonlyArray<string>, commands: ReadonlyArray<Command>, said: ReadonlyArray<Said>) => {
  const difference = (at: number | null, of: (said: Said) => unknown): Difference | null => {
    const texts = said.map((each) => canonical(of(each)))
    return differ(texts)
      ? { commands, at, said: names.map((name, index) => ({ name, said: texts[index] ?? "" })) }
      : null
  }
  for (const at of commands.keys()) {
    const found = difference(at, ({ answers }) => answers[at])
    if (found !== null) return found
  }
  return difference(null, ({ dump }) => dump)
}

/** Makes the stores that are compared; those in memory may be new for each sequence. */
export type MakeSubjects = () => ReadonlyArray<Subject>

const kindOf = (answer: unknown): string | null => {
  if (typeof answer === "string") return answer
  if (typeof answer !== "object" || answer === null) return null
  if ("fails" in answer) return "fails"
  if ("because" in answer && typeof answer.because === "string") return answer.because
  return "_tag" in answer && typeof answer._tag === "string" ? answer._tag : null
}

const count = (tally: Record<string, number>, answers: ReadonlyArray<unknown>): void => {
  for (const kind of answers.map(kindOf)) if (kind !== null) tally[kind] = (tally[kind] ?? 0) + 1
}

/** Runs a sequence on all stores, on a ground of its own, and returns the first difference. */
export const differenceOf = Effect.fnUntraced(function* (
  make: MakeSubjects,
  commands: ReadonlyArray<Command>,
  tally: Record<string, number> = {},
) {
  const ground = yield* newGround
  const subjects = make()
  const said = yield* Effect.forEach(subjects, (subject) => run(subject, ground, commands), {
    concurrency: subjects.length,
  })
  count(tally, said[0]?.answers ?? [])
  return compare(
    subjects.map(({ name }) => name),
    commands,
    said,
  )
})

/** Drops commands, many at a time and then one by one, for as long as the stores still differ. */
const shrink = Effect.fnUntraced(function* (make: MakeSubjects, first: Difference) {
  let shortest = first
  for (let size = Math.ceil(first.commands.length / 2); size >= 1;) {
    let dropped = false
    for (let from = 0; from < shortest.commands.length;) {
      const fewer = shortest.commands.toSpliced(from, size)
      const difference = yield* differenceOf(make, fewer)
      if (difference === null) from += size
      else {
        shortest = difference
        dropped = true
      }
    }
    if (size === 1 && !dropped) break
    size = Math.max(1, Math.floor(size / 2))
  }
  return shortest
})

/** Runs a number of sequences from this seed on, and stops at the first on which the stores differ. */
export const compareStores = Effect.fnUntraced(function* (
  make: MakeSubjects,
  seed: number,
  sequences: number,
  drawn: (seed: number) => ReadonlyArray<Command> = sequenceOf,
) {
  const answers: Record<string, number> = {}
  let commands = 0
  for (let index = 0; index < sequences; index++) {
    const sequence = drawn(seed + index)
    commands += sequence.length
    const difference = yield* differenceOf(make, sequence, answers)
    if (difference === null) continue
    const found: Found = { seed: seed + index, difference: yield* shrink(make, difference) }
    return { sequences: index + 1, commands, answers, found }
  }
  return { sequences, commands, answers, found: null }
})

/** Records are long: what is shown begins a little before the first character that differs. */
const shown = 1_500
const before = 200

const excerpts = (said: Difference["said"]): ReadonlyArray<string> => {
  const texts = said.map((each) => each.said)
  const longest = Math.max(...texts.map((text) => text.length))
  let from = 0
  while (from < longest && !differ(texts.map((text) => text.charAt(from)))) from += 1
  return said.map((each) => `${each.name}: ${each.said.slice(Math.max(0, from - before), from + shown)}`)
}

/** The report of a fault, for a person. */
export const differenceText = ({ seed, difference: { commands, at, said } }: Found): string =>
  [
    `The stores differ on seed ${seed}, ${at === null ? "in what is left at the end" : `at command ${at + 1}`}:`,
    ...commands.map((command, index) => `${index + 1}. ${JSON.stringify(command)}`),
    ...excerpts(said),
  ].join("\n")
