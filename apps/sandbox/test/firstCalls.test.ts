import { assert, describe, it } from "@effect/vitest"
import { spawn, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { firstCalls } from "@cauri/simulator"
import { startSandbox, visitor } from "./site.ts"

/** What runs each call, how this machine shows that it can, and the file that it is given. */
const languages: ReadonlyArray<{
  readonly language: string
  readonly file: string
  readonly can: readonly [program: string, ...given: ReadonlyArray<string>]
  readonly run: readonly [program: string, ...given: ReadonlyArray<string>]
}> = [
  { language: "curl", file: "call.sh", can: ["curl", "--version"], run: ["sh"] },
  { language: "JavaScript", file: "call.mjs", can: [process.execPath, "--version"], run: [process.execPath] },
  {
    language: "PHP",
    file: "call.php",
    can: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    run: ["php"],
  },
  { language: "Python", file: "call.py", can: ["python3", "--version"], run: ["python3"] },
  { language: "Dart", file: "call.dart", can: ["dart", "--version"], run: ["dart", "run"] },
  { language: "Go", file: "call.go", can: ["go", "version"], run: ["go", "run"] },
]

const ran = (program: string, given: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const child = spawn(program, given)
    const said: Array<string> = []
    for (const from of [child.stdout, child.stderr]) from.on("data", (chunk) => said.push(String(chunk)))
    child.once("close", () => resume(Effect.succeed(said.join(""))))
  })

describe("the first calls", () => {
  it.live("stand on the home page, with the address and the keys of the sandbox", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const { ask, enter } = visitor(served)
      yield* enter
      const { text } = yield* ask("/?lang=en")
      for (const { language } of languages) assert.include(text, `First call in ${language}`)
      assert.include(text, 'href="/openapi.json?lang=en"')
      const [project] = served.credentials
      const calls = firstCalls(served.url, project ?? { apiKey: "", apiToken: "" })
      assert.sameMembers(
        calls.map(({ language }) => language),
        languages.map(({ language }) => language),
      )
      for (const { code, language } of calls) {
        for (const part of [`${served.url}/pay/v01/`, project?.apiKey, `Bearer ${project?.apiToken}`, "order-1042"]) {
          assert.include(code, part ?? "none", language)
        }
      }
    }),
  )

  for (const { can, file, language, run } of languages) {
    const [program, ...given] = can
    const isThere = spawnSync(program, given).status === 0
    it.live.skipIf(!isThere)(
      `are taken by the service as they stand, in ${language}${isThere ? "" : " (skipped: this machine cannot run it)"}`,
      () =>
        Effect.gen(function* () {
          const served = yield* startSandbox()
          const [project] = served.credentials
          const calls = firstCalls(served.url, project ?? { apiKey: "", apiToken: "" })
          const path = join(yield* temporaryFolder, file)
          writeFileSync(path, calls.find((each) => each.language === language)?.code ?? "")
          const [interpreter, ...before] = run
          assert.match(yield* ran(interpreter, [...before, path]), /response_code["']?: ?["']00/)
        }),
      // Go and Dart compile first.
      120_000,
    )
  }
})
