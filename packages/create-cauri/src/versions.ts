/** The exact versions that the template asks for. A test compares them with those that this repository tests with. */
import { readFileSync } from "node:fs"

/** What else the written repository needs, by name. */
export const versions = {
  "@types/node": "26.6.6",
  "@types/pg": "8.23.1",
  "@types/react": "19.3.0",
  next: "16.4.5",
  pg: "8.23.1",
  react: "19.3.1",
  "react-dom": "19.3.1",
  typescript: "7.0.2",
} as const

/** The version of this package, which is that of `cauri`. */
export const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version
