/** The whole playground, started twice on one folder. */
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Playground, type Sandbox, spawnPlayground } from "../src/index.ts"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-programs-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const statusOf = (url: string) => Effect.promise(async () => (await fetch(url, { redirect: "manual" })).status)

/** How the sandbox's operators have payments confirmed. */
const modesAt = ({ controlToken, url }: Sandbox) =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}/_control/operators`, { headers: { "x-control-token": controlToken } })
    return await answer.text()
  })

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Below those that systems hand out as "any that is free", so that nobody gets one of them between the two runs. */
const firstPort = 20_000 + 10 * randomInt(1_000)
const ports = { sandbox: firstPort, receiver: firstPort + 1, console: firstPort + 2, shop: firstPort + 3 }

/** What stays the same between two runs. */
const lasting = ({ console: page, receiver, sandbox, shop }: Playground) => ({
  sandbox: [sandbox.url, sandbox.apiKey, sandbox.controlToken],
  receiver: receiver.url,
  shop: [shop.url, shop.adminPassword],
  console: [page.url, page.token],
})

describe("the whole playground", () => {
  it.live(
    "works, ends with the scope, and comes back at the same addresses with what it had",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const run = Effect.gen(function* () {
          const house = yield* spawnPlayground({ folder, ports })
          const { books, console: page, programs, receiver, sandbox, shop } = house
          assert.deepStrictEqual(
            programs.map(({ name }) => name),
            ["sandbox", "receiver", "reconciler", "shop", "console"],
          )
          assert.isTrue(programs.every(({ pid }) => runs(pid)))
          assert.strictEqual(yield* statusOf(sandbox.pages), 303)
          assert.strictEqual(yield* statusOf(shop.url), 200)
          assert.strictEqual(yield* statusOf(`${page.url}/enter/${page.token}`), 200)
          assert.strictEqual(yield* statusOf(`${receiver.url}/callbacks/nobody`), 405)
          assert.strictEqual(books.callbackBase, receiver.url)
          // The shop offers ways to pay on an operator's page and on the service's own.
          const modes = yield* modesAt(sandbox)
          for (const mode of ["operator_redirect", "service_redirect"]) assert.include(modes, `"${mode}"`)
          return { pids: programs.map(({ pid }) => pid), lasting: lasting(house) }
        }).pipe(Effect.scoped)
        const first = yield* run
        assert.isFalse(first.pids.some(runs))
        const second = yield* run
        assert.deepStrictEqual(second.lasting, first.lasting)
      }).pipe(Effect.scoped),
    // Twice five programs, on a machine that has much else to do.
    600_000,
  )
})
