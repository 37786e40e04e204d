/** Text that a terminal shows and does not obey: user text can neither move a cursor nor change the text direction. */

// Control characters and characters that change the text direction; the caller that lays out lines handles line breaks.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text for one printed line: characters that move a cursor or change the text direction are written as their codes. */
export const printable = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const escaped = (json: string): string =>
  json.replace(/[^\n\P{Cc}]|\p{Cf}|\p{Zl}|\p{Zp}/gu, (found) =>
    Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  )

/** JSON that can be printed: unsafe characters become JSON escapes, so that it still parses to the same value. */
export const printableJson = (value: unknown): string => `${escaped(JSON.stringify(value, null, 2))}\n`

/** The same in one line, for records. */
export const printableJsonLine = (value: unknown): string => `${escaped(JSON.stringify(value))}\n`
