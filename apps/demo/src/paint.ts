/** Colours on a terminal, and nothing elsewhere. */
const codes = { strong: 1, faint: 2, good: 32, bad: 31, warn: 33, event: 36 } as const

type Style = keyof typeof codes
export type Paint = (style: Style, text: string) => string

export const painter =
  (colours: boolean): Paint =>
  (style, text) =>
    colours ? `\u001B[${codes[style]}m${text}\u001B[0m` : text

/** Colours are for terminals, and never where `NO_COLOR` is set (no-color.org). */
export const wantsColours = (isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean =>
  isTerminal && (environment["NO_COLOR"] ?? "") === ""
