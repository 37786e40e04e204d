/** Both programs' last step: a sentence for what failed, and the exit code. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit, Logger } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import { PlaygroundRefused, killPrograms } from "@cauri/programs"
import { BadUsage, exitCodes, stopOnHangUp, ignoreClosedOutputs } from "@cauri/runtime"
import { tellsStopping } from "./stopping.ts"

const codeOf = (failure: Error & { readonly _tag: string }): number => {
  if (failure instanceof PlaygroundRefused) return failure.reason === "InUse" ? exitCodes.again : exitCodes.usage
  return failure instanceof BadUsage ? exitCodes.usage : exitCodes.defect
}

/** Runs a program that gives its exit code. A signal to stop ends everything that it has started. */
export const runToExit = <E extends Error & { readonly _tag: string }>(
  program: Effect.Effect<number, E>,
  { interrupted }: { readonly interrupted: number },
): void => {
  ignoreClosedOutputs(process.stdout, process.stderr)
  stopOnHangUp(process)
  tellsStopping(process, {
    say: (text) => process.stderr.write(text),
    language: localeLanguage(process.env),
    hurry: killPrograms,
    now: () => performance.now(),
  })
  const withExitCode = program.pipe(
    Effect.catch((failure) =>
      Effect.sync(() => {
        const language = localeLanguage(process.env)
        process.stderr.write(`${failure instanceof BadUsage ? failure.messageIn(language) : failure.message}\n`)
        return codeOf(failure)
      }),
    ),
    // What core and the gateway log is shown otherwise.
    Effect.provide(Logger.layer([])),
  )
  NodeRuntime.runMain(withExitCode, {
    teardown: (exit) => {
      // Connections that are kept alive for a next call must not keep the process.
      if (exit._tag === "Success" && typeof exit.value === "number") return process.exit(exit.value)
      return process.exit(Exit.hasInterrupts(exit) ? interrupted : exitCodes.defect)
    },
  })
}
