/** `cauri` as it is installed: each command is the program itself, with its arguments, exit codes and signals. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { appVersion, spawnApp } from "@cauri/programs"

const folder = mkdtempSync(join(tmpdir(), "cauri-cli-"))
const bundle = process.env["CAURI_PROGRAMS"] ?? ""

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cauri = (given: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  spawnApp({ app: "", program: "cauri.js", bundle, arguments: given, environment })

/** The oldest Node that `engines` allows, and one that is older still. They are there on Linux for x64. */
const nodeNamed = (name: string) => fileURLToPath(new URL(`../../../node_modules/${name}/bin/node`, import.meta.url))
const oldest = nodeNamed("node-oldest")
const tooOld = nodeNamed("node-too-old")

describe("cauri", () => {
  it.skipIf(!existsSync(oldest))("warns of no experiment on the oldest Node", () => {
    const options = { env: { SANDBOX_PORT: "0" }, timeout: 20_000 }
    const helps = ["demo", "sandbox", "reconciler", "console"].map((name) => [name, "--help"])
    for (const given of [["--version"], ...helps]) {
      const { status, stderr } = spawnSync(oldest, [join(bundle, "cauri.js"), ...given], options)
      assert.deepStrictEqual([status, String(stderr)], [0, ""], given.join(" "))
    }
  })

  it.skipIf(!existsSync(tooOld))("says in a sentence which Node it needs, on Node 20", () => {
    for (const [file, ...given] of [
      ["cauri.js"],
      ["cauri.js", "sandbox"],
      ["sandbox/main.js"],
      ["demo/main.js"],
    ] as const) {
      const { status, stderr } = spawnSync(tooOld, [join(bundle, file), ...given], { timeout: 20_000 })
      const sentence = "This program needs Node 22.19 or newer, and this is Node 20.20.2.\n"
      assert.deepStrictEqual([status, String(stderr)], [64, sentence], file)
    }
  })

  it("links nothing before its Node is known to be new enough: an older one finds names missing", () => {
    for (const file of [
      "cauri.js",
      ...["sandbox", "console", "reconciler", "receiver", "api"].map((app) => `${app}/main.js`),
    ]) {
      const text = readFileSync(join(bundle, file), "utf8")
      assert.notMatch(text, /^\s*import[ {*"]/m, file)
      assert.match(text, /^await import\("\.\/\w+\.program\.js"\);$/m, file)
    }
  })

  it.live("prints its help, its version, and what is wrong with a command", () =>
    Effect.gen(function* () {
      for (const [given, code, out, err] of [
        [[], 0, /^Mobile money[^]*Usage: cauri <command>[^]*reconciler/, /^$/],
        [["--version"], 0, new RegExp(`^${appVersion("cli").replaceAll(".", String.raw`\.`)}\\n$`), /^$/],
        [["recever"], 64, /^$/, /Did you mean “cauri receiver”/],
        [["receiver", "--help"], 0, /Usage: cauri receiver/, /^$/],
        [["api", "key", "--help"], 0, /cauri api key revoke/, /^$/],
        [["receiver", "--nonsense"], 64, /^$/, /--nonsense/],
        [["backup", "--help"], 0, /cauri console backup/, /^$/],
        [["completions", "fish"], 0, /complete -c cauri/, /^$/],
      ] as const) {
        const app = yield* cauri(given)
        assert.strictEqual(yield* app.ended, code, given.join(" "))
        assert.match(yield* app.out, out)
        assert.match(yield* app.err, err)
      }
    }),
  )

  it.live("starts the sandbox, which prints where it listens, until SIGTERM", () =>
    Effect.gen(function* () {
      const app = yield* cauri(["sandbox", "--json"], { SANDBOX_PORT: "0" })
      yield* app.says('"apiKey"')
      const { url } = JSON.parse((yield* app.out).split("\n")[0] ?? "")
      assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/docs`))).status, 200)
      yield* app.kill("SIGTERM")
      assert.strictEqual(yield* app.ended, 0)
    }),
  )

  it.live("writes a repository, from the template that is bundled with it", () =>
    Effect.gen(function* () {
      const repository = join(folder, "market")
      const app = yield* cauri(["init", repository, "--yes", "--deploy", "compose"])
      assert.strictEqual(yield* app.ended, 0, yield* app.err)
      assert.match(readFileSync(join(repository, "deploy/compose.yaml"), "utf8"), /image: market/)
      const again = yield* cauri(["init", repository, "--yes"])
      assert.strictEqual(yield* again.ended, 73)
      const asked = yield* cauri(["init", join(folder, "other")])
      assert.strictEqual(yield* asked.ended, 2)
      assert.match(yield* asked.err, /npx -y cauri@latest init .*other --store sqlite --run embedded/)
    }),
  )

  it.live("makes a store, and says which one it is", () =>
    Effect.gen(function* () {
      const app = yield* cauri(["migrate", "--json"], {
        STORE_URL: `sqlite:${join(folder, "payments.db")}`,
        STORE_CREATE: "if-missing",
      })
      assert.strictEqual(yield* app.ended, 0, yield* app.err)
      assert.match(yield* app.out, /"identity": "[\w-]+@\d+"/)
    }),
  )
})
