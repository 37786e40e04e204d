/** What `serve` refuses before it listens. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import { join } from "node:path"
import { temporaryFolder } from "@cauri/programs"
import { startConsole } from "./process.ts"

describe("serve", () => {
  it.live("refuses an address that others reach, a port that is none, and a token that is guessed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const environment = { STORE_URL: `sqlite:${join(folder, "payments.db")}`, STORE_CREATE: "if-missing" }
      for (const host of ["0.0.0.0", "192.0.2.1", "127.999.0.1"]) {
        const { code, err, out } = yield* startConsole(environment, ["serve", "--port", "0", "--host", host])
        assert.strictEqual(code, 64, host)
        assert.include(err, "--host must be an address of the loopback", host)
        assert.strictEqual(out, "", host)
      }
      const port = yield* startConsole(environment, ["serve", "--port", "65536"])
      assert.strictEqual(port.code, 64)
      assert.include(port.err, "--port must be from 0 to 65535")
      const guessed = yield* startConsole({ ...environment, CONSOLE_TOKEN: "let-me-in" }, ["serve", "--port", "0"])
      assert.strictEqual(guessed.code, 64)
      assert.match(guessed.err, /CONSOLE_TOKEN must be .*24 to 256 letters/)
      assert.notInclude(guessed.err, "let-me-in")
    }),
  )

  it.live("says of a port that is used which flag names another", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const environment = { STORE_URL: `sqlite:${join(folder, "payments.db")}`, STORE_CREATE: "if-missing" }
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => createServer()),
        (server) => Effect.sync(() => server.close()),
      )
      const port = yield* Effect.callback<number>((resume) => {
        other.listen(0, "127.0.0.1", () => {
          const address = other.address()
          resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
        })
      })
      const { code, err, out } = yield* startConsole(environment, ["serve", "--port", String(port)])
      assert.deepStrictEqual({ code, out }, { code: 75, out: "" })
      assert.include(
        err,
        `it cannot open port ${port}, because another program uses it. End that program, or set --port`,
      )
      assert.notInclude(err, "OPERATIONS")
    }),
  )
})
