/** What a browser loads: one language, small enough for a slow network. */
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"

/** The compressed size of a program that takes these names from an entry. */
const compressed = async (names: string, entry: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from "./src/${entry}.ts"`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? "").length
}

describe("a browser loads", () => {
  it("at most 15 KB for one whole language", async () => {
    const sizes = await Promise.all(["fr", "en"].map(async (language) => compressed("*", language)))
    for (const size of sizes) assert.isBelow(size, 15 * 1_024)
    for (const size of sizes) assert.isAbove(size, 5_000)
  })

  it("a few kilobytes where it takes what customers read", async () => {
    assert.isBelow(await compressed("{ steps, states }", "fr"), 3_500)
  })
})
