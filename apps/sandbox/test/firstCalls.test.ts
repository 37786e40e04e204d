import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { Effect } from "effect"
import { firstCalls } from "../src/firstCalls.ts"
import { startSandbox, visitor } from "./site.ts"

/** What a program answers to a script on its standard input. */
const ran = (program: string, given: ReadonlyArray<string>, script: string) =>
  Effect.callback<string>((resume) => {
    const child = spawn(program, given)
    const said: Array<string> = []
    child.stdout.on("data", (chunk) => said.push(String(chunk)))
    child.once("close", () => resume(Effect.succeed(said.join(""))))
    child.stdin.end(script)
  })

describe("the first calls", () => {
  it.live("stand on the home page, with the address and the keys of the sandbox", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const { ask, enter } = visitor(served)
      yield* enter
      const { text } = yield* ask("/?lang=en")
      for (const language of ["curl", "JavaScript", "PHP", "Python", "Dart", "Go"]) {
        assert.include(text, `First call in ${language}`)
      }
      assert.include(text, 'href="/openapi.json?lang=en"')
      const [project] = served.credentials
      for (const { code, language } of firstCalls(served.url, project ?? { apiKey: "", apiToken: "" })) {
        for (const part of [`${served.url}/pay/v01/`, project?.apiKey, `Bearer ${project?.apiToken}`, "order-1042"]) {
          assert.include(code, part ?? "none", language)
        }
      }
    }),
  )

  it.live("are taken by the service as they stand, in JavaScript", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const [project] = served.credentials
      const calls = firstCalls(served.url, project ?? { apiKey: "", apiToken: "" })
      const script = calls.find(({ language }) => language === "JavaScript")?.code ?? ""
      assert.include(yield* ran(process.execPath, ["--input-type=module"], script), "response_code: '00'")
    }),
  )
})
