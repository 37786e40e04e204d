/** The whole wiring: the simulator on a port, with its pages, until it is stopped. */
import { readFileSync, writeFileSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import { serve, strict } from "@cauri/simulator"
import { badUsage, helpText, readArguments } from "./arguments.ts"
import { readSandbox, readSettings } from "./config.ts"
import { codes, teardown, withExitCode } from "./exits.ts"
import { keepOn, openKeeper } from "./keep.ts"
import { forwardCallbacks } from "./listen.ts"
import { parentEnded } from "./parent.ts"
import { gradeJunit, gradeText, isRed } from "./gradeTexts.ts"
import { graded } from "./grading.ts"
import { pageRoutes } from "./pages/site.ts"
import { catalogue, explained, narrated } from "./narration.ts"
import { redirected } from "./redirect.ts"
import { startBanner, newSecret } from "./project.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

const language = localeLanguage(process.env)

const written = (file: string, text: string) =>
  Effect.try({ try: () => writeFileSync(file, text), catch: () => badUsage((words) => words.junit_unwritable(file)) })

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readArguments(process.argv.slice(2)))
  if (asked.help || asked.version) {
    process.stdout.write(asked.help ? helpText(language) : `${version}\n`)
    return codes.fine
  }
  if (asked.scenario === "list") {
    process.stdout.write(catalogue(asked.json, language))
    return codes.fine
  }
  if (asked.forward !== null || asked.redirect !== null) {
    const sandbox = yield* readSandbox(process.env)
    return yield* asked.redirect === null
      ? forwardCallbacks(asked.forward ?? "", sandbox, language, (line) => void process.stdout.write(`${line}\n`))
      : redirected(asked.redirect.host, asked.redirect.program, sandbox.url, process.env)
  }
  const settings = yield* readSettings(process.env, asked.seedFile)
  const file = asked.ephemeral ? null : settings.file
  const keeper = file === null ? null : yield* openKeeper(file)
  const controlToken = settings.controlToken ?? keeper?.kept?.controlToken ?? newSecret()
  const keep = keeper === null ? undefined : yield* keepOn(keeper, controlToken, complain, language)
  const say = (line: string): void => void process[asked.json ? "stderr" : "stdout"].write(`${line}\n`)
  const served = yield* serve(settings.options, {
    ...settings.serving,
    address: settings.host,
    port: asked.ephemeral ? 0 : settings.port,
    controlToken,
    saved: keeper?.kept?.state,
    ...(keep !== undefined && { keep }),
    routes: pageRoutes,
    onRefusal: (line) => say(explained(line, language)),
    // Ctrl-C ends at once: a cut connection costs no money here.
    limits: { closingMillis: 100 },
  })
  process.stdout.write(startBanner(served, settings.options.profile ?? strict, asked.json, language))
  if (asked.grade !== null) {
    const { junit, ...settings } = asked.grade
    const { grade, leftOut } = yield* Effect.provideContext(
      graded(asked.scenario, { ...settings, language, say }),
      served.services,
    )
    if (junit !== null) yield* written(junit, gradeJunit(grade, language))
    process.stdout.write(
      asked.json ? `${JSON.stringify({ ...grade, leftOut })}\n` : gradeText(grade, leftOut, language),
    )
    return isRed(grade) ? codes.red : codes.fine
  }
  if (asked.scenario !== null) {
    yield* Effect.provideContext(narrated(asked.scenario, language, say), served.services)
  }
  return yield* asked.ephemeral ? Effect.as(parentEnded, codes.fine) : Effect.never
}).pipe(Effect.scoped)

NodeRuntime.runMain(withExitCode(program, complain, language), { teardown })
