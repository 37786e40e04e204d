/** The whole wiring: the simulator on a port, with its pages, until it is stopped. */
import { readFileSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Context, Effect } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import { Engine, serve } from "@cauri/simulator"
import { helpText, readArguments } from "./arguments.ts"
import { readSettings } from "./config.ts"
import { codes, teardown, told } from "./exits.ts"
import { keepOn, openKeeper } from "./keep.ts"
import { pageRoutes } from "./pages/site.ts"
import { catalogue, narrated } from "./narration.ts"
import { startBanner, newProject, newSecret } from "./project.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

const language = localeLanguage(process.env)

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
  const settings = yield* readSettings(process.env)
  const keeper = settings.file === null ? null : yield* openKeeper(settings.file)
  const controlToken = settings.controlToken ?? keeper?.kept?.controlToken ?? newSecret()
  const served = yield* serve(
    { ...settings.options, projects: [newProject(settings.whitelist)] },
    {
      ...settings.serving,
      address: settings.host,
      port: settings.port,
      controlToken,
      saved: keeper?.kept?.state,
      routes: pageRoutes,
      // Ctrl-C ends at once: a cut connection costs no money here.
      limits: { closingMillis: 100 },
    },
  )
  if (keeper !== null) yield* keepOn(keeper, Context.get(served.services, Engine), controlToken, complain)
  process.stdout.write(startBanner(served, asked.json, language))
  if (asked.scenario !== null) {
    const say = (line: string) => process[asked.json ? "stderr" : "stdout"].write(`${line}\n`)
    yield* Effect.provideContext(narrated(asked.scenario, language, say), served.services)
  }
  return yield* Effect.never
}).pipe(Effect.scoped)

NodeRuntime.runMain(told(program, complain), { teardown })
