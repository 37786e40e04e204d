/** Texts that people or machines could have typed in order to be obeyed instead of shown: the house's own, and some too long for a page. */
import { hostileTexts } from "@cauri/house/hostileTexts"

/** What no store of ours keeps, NUL and half characters, is left out of them. */
const storable = hostileTexts.map((text) => text.toWellFormed().replaceAll("\0", ""))

/** All of them. */
export const hostile: ReadonlyArray<string> = [
  ...new Set(storable),
  "=cmd|' /C calc'!A0",
  "x".repeat(2_000),
  "<".repeat(300),
]
