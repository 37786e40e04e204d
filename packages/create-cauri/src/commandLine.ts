/** What the command lines `cauri` and `create-cauri` have in common: what to say to a mistyped name. */

/** What was typed, so that printing it moves no terminal and fills no screen. */
export const printable = (typed: string): string => typed.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").slice(0, 60)

/** In how many places two names differ, at the least: letters put in, left out or changed. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1]
    for (const [at, wanted] of Array.from(other).entries())
      next.push(Math.min((row[at] ?? 0) + (letter === wanted ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** The known name that was probably meant, if there is one. */
export const nearest = (typed: string, known: ReadonlyArray<string>): string | undefined =>
  known
    .map((name) => ({ name, far: distance(typed.slice(0, 60), name) }))
    .filter(({ far, name }) => far <= Math.ceil(name.length / 3))
    .toSorted((one, other) => one.far - other.far)[0]?.name
