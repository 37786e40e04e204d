/**
 * Repositories as a stranger gets them, against the packed packages: enough combinations that every answer is among them. `campaign` tries
 * all.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { answersOf, type Choices, questionNames } from "../src/choices.ts"
import { build, installPacked } from "./packed.ts"
import { tried } from "./tried.ts"

const some: ReadonlyArray<Choices> = [
  { store: "sqlite", run: "embedded", framework: "none", deploy: "none", language: "en" },
  { store: "postgres", run: "programs", framework: "none", deploy: "kubernetes", language: "fr" },
  { store: "sqlite", run: "programs", framework: "hono", deploy: "compose", language: "fr" },
  { store: "postgres", run: "embedded", framework: "express", deploy: "systemd", language: "en" },
  { store: "sqlite", run: "embedded", framework: "next", deploy: "compose", language: "fr" },
]

describe("a written repository", () => {
  const home = mkdtempSync(join(tmpdir(), "create-cauri-"))
  beforeAll(async () => {
    await build()
    await installPacked(home)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it("is tried with every answer at least once", () => {
    for (const name of questionNames)
      for (const [answer] of answersOf(name))
        assert.isTrue(
          some.some((each) => each[name] === answer),
          answer,
        )
  })

  for (const choices of some)
    it(`with ${Object.values(choices).join(", ")} type-checks, and its test passes`, async () =>
      void (await tried(home, choices)))
})
