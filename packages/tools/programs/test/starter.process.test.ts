/** Whoever starts programs may be killed, and can then end nothing any more. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"

const starterFile = fileURLToPath(new URL("./fixtures/starter.ts", import.meta.url))

/** A process that starts a sandbox, with the sandbox's address. */
const starter = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly kill: () => void }>((resume) => {
    const child = spawn(process.execPath, [starterFile], { stdio: ["ignore", "pipe", "inherit"] })
    const kill = () => void child.kill("SIGKILL")
    createInterface({ input: child.stdout }).once("line", (url) => resume(Effect.succeed({ url, kill })))
  }),
  ({ kill }) => Effect.sync(kill),
)

const answers = (url: string) =>
  Effect.promise(() =>
    fetch(`${url}/docs`, { headers: { connection: "close" } }).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

describe("a program whose starter is killed", () => {
  it.live(
    "ends too",
    () =>
      Effect.gen(function* () {
        const { kill, url } = yield* starter
        assert.isTrue(yield* answers(url))
        kill()
        const gone = Effect.repeat(answers(url), { schedule: Schedule.spaced("100 millis"), until: (still) => !still })
        assert.isFalse(yield* Effect.timeout(gone, "1 minute"))
      }).pipe(Effect.scoped),
    180_000,
  )
})
