/**
 * Repositories as a stranger gets them, against the packed packages: enough combinations that every answer is among them. `campaign` tries
 * all.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { answersOf, type Choices, questionNames } from "../src/choices.ts"
import { build, installPacked } from "./packed.ts"
import { startDev } from "./startDev.ts"
import { tried } from "./tried.ts"

const call = promisify(execFile)

const some: ReadonlyArray<Choices> = [
  { store: "sqlite", run: "embedded", framework: "none", deploy: "none", language: "en" },
  { store: "postgres", run: "api", framework: "none", deploy: "kubernetes", language: "fr" },
  { store: "sqlite", run: "embedded", framework: "next", deploy: "compose", language: "fr" },
  { store: "postgres", run: "programs", framework: "next", deploy: "systemd", language: "en" },
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

  for (const choices of [
    { store: "sqlite", run: "api", framework: "none", deploy: "none", language: "en" },
    { store: "sqlite", run: "embedded", framework: "none", deploy: "none", language: "en" },
  ] as const satisfies ReadonlyArray<Choices>)
    it(`takes a first payment in what npm run dev starts (${choices.run}, ${choices.framework})`, async () => {
      await using dev = await startDev(home, choices)
      await dev.says(/The shop is open/)
      const front = await (await fetch(dev.url)).text()
      const [, id = ""] = /name="id" value="([^"]+)"/.exec(front) ?? []
      const ordered = await fetch(`${dev.url}/orders`, {
        method: "POST",
        body: new URLSearchParams({ id }),
        redirect: "manual",
      })
      assert.strictEqual(ordered.status, 303)
      const paymentPage = ordered.headers.get("location") ?? ""
      const [, page = ""] = /name="page" value="([^"]+)"/.exec(await (await fetch(paymentPage)).text()) ?? []
      // A number that pays by itself.
      const body = new URLSearchParams({ act: "pay", page, operator: "12", phone: "22660000090" })
      await fetch(paymentPage, { method: "POST", body, redirect: "manual" })
      await dev.says(new RegExp(`Order ${id} is paid: 500 francs`))
      assert.match(await (await fetch(`${dev.url}/orders/${id}`)).text(), /Your payment has been received/)
      assert.strictEqual((await fetch(`${dev.url}/orders/another`)).status, 404)
      const { stdout } = await call(
        process.execPath,
        ["--env-file=.cauri/dev.env", join(home, "node_modules/cauri/dist/programs/cauri.js"), "console", "list"],
        { cwd: dev.folder, env: { PATH: process.env["PATH"] } },
      )
      assert.match(stdout, new RegExp(`payin shop/${id} +completed`), "the command line on the same store")
      const again = await call(process.execPath, ["scripts/dev.ts"], { cwd: dev.folder, env: dev.env }).catch(
        (error: { code: number; stderr: string }) => error,
      )
      assert.deepInclude(again, { code: 75 })
      assert.include(again.stderr, `${dev.env.SHOP_PORT} (SHOP_PORT)`)
      assert.include(again.stderr, `CONSOLE_PORT=${Number(dev.env.CONSOLE_PORT) + 100}`)
      assert.strictEqual(await dev.stop(), 0)
    })
})
