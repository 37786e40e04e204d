/** The site as it is built: complete, light, and readable by programs. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { entries } from "../src/contents.ts"

const own = fileURLToPath(new URL("..", import.meta.url))
const dist = join(own, "dist")
const read = (path: string) => readFileSync(join(dist, path))
const most = 100 * 1_024

/** What a browser loads for this page before its reader does anything. */
const loadedBy = (page: string): ReadonlyArray<string> => {
  const html = read(page).toString()
  const linked = [...html.matchAll(/<(?:link|script)\b[^>]*? (?:href|src)="\/([^"]+\.(?:js|css))"/g)]
  return [page, ...new Set(linked.map(([, path = ""]) => path))]
}

describe("the site", () => {
  // It asks every program for its help and reads all declarations: minutes on a machine with other work.
  beforeAll(() => promisify(execFile)(process.execPath, ["src/build.ts"], { cwd: own }), 1_200_000)

  it("has each page in each language, as a page and as Markdown", () => {
    for (const language of ["en", "fr"]) {
      for (const { path } of entries) {
        assert.include(read(`${language}/${path}.html`).toString(), `lang="${language}"`)
        assert.match(read(`${language}/${path}.md`).toString(), /^# /m)
      }
    }
  })

  it("weighs at most 100 KB a page on the way, without pictures", () => {
    const heavy = globSync("{en,fr}/**/*.html", { cwd: dist }).flatMap((page) => {
      const weight = loadedBy(page).reduce((sum, path) => sum + gzipSync(read(path)).length, 0)
      return weight > most ? [`${page}: ${weight} bytes`] : []
    })
    assert.deepStrictEqual(heavy, [])
  })

  it("keeps a place for each picture while it loads", () => {
    const pictures = globSync("{en,fr}/**/*.html", { cwd: dist }).flatMap((page) =>
      [
        ...read(page)
          .toString()
          .matchAll(/<img [^>]*\.webp"[^>]*>/g),
      ].map(([tag]) => tag),
    )
    assert.isAbove(pictures.length, 0)
    assert.deepStrictEqual(
      pictures.filter((tag) => !/ width="\d+" height="\d+"/.test(tag)),
      [],
    )
  })

  it("lists itself for programs, after the lines that matter", () => {
    for (const [path, first] of [
      ["en/llms.txt", "A callback proves nothing."],
      ["fr/llms.txt", "Une notification ne prouve rien."],
    ] as const) {
      const text = read(path).toString()
      assert.include(text, first)
      for (const [, link = ""] of text.matchAll(/\]\(\/([^)]+\.md)\)/g)) assert.isNotEmpty(read(link))
    }
  })
})
