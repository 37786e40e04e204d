/** The layout of `--help`, which is the same for all programs. */

/** A page of help: what the program does, how it is called, its flags, and notes. */
export const helpPage = (page: {
  readonly about: string
  readonly heading: string
  readonly usage: ReadonlyArray<string>
  readonly flags: ReadonlyArray<readonly [name: string, about: string]>
  readonly notes: ReadonlyArray<string>
}): string => {
  const { about, flags, heading, notes, usage } = page
  const width = Math.max(...flags.map(([name]) => name.length))
  const calls = usage.map((call, place) => `${place === 0 ? heading : " ".repeat(heading.length)} ${call}`)
  const lines = flags.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
  return `${[about, calls.join("\n"), lines.join("\n"), notes.join("\n")].join("\n\n")}\n`
}
