/** `pnpm start`: the whole house on this machine, until Ctrl-C. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { failsWhenEnded, spawnPlayground } from "@cauri/programs"
import { localeLanguage, tools } from "@cauri/catalogue/tools"
import { exitCodes } from "@cauri/runtime"
import { readStartArguments, startHelp } from "./arguments.ts"
import { houseText } from "./houseText.ts"
import { painter, wantsColours } from "./paint.ts"
import { runToExit } from "./runToExit.ts"

const ports = { shop: 8_080, sandbox: 4_010, console: 4_600, receiver: 8_081 }

/** Beside the repository's packages, whatever folder it is started from. Tests have one of their own. */
const named = process.env["CAURI_HOUSE"] || null
const folder = named ?? fileURLToPath(new URL("../../../.cauri", import.meta.url))
const folderName = named ?? ".cauri"

const language = localeLanguage(process.env)
const words = tools[language].started

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readStartArguments(process.argv.slice(3)))
  if (asked.help) {
    process.stdout.write(startHelp(language))
    return exitCodes.fine
  }
  const before = existsSync(join(folder, "playground.json"))
  const paint = painter(wantsColours(process.stdout.isTTY, process.env))
  process.stdout.write(
    `\n  ${paint("faint", before && !asked.fresh ? words.continuing(folderName) : words.starting)}\n`,
  )
  const house = yield* spawnPlayground({ folder, fresh: asked.fresh, ports })
  process.stdout.write(houseText(house, { wanted: ports, folder: folderName, paint, language }))
  return yield* Effect.raceAllFirst(house.programs.map(failsWhenEnded))
}).pipe(
  Effect.scoped,
  // Ctrl-C is how one leaves it.
  Effect.onInterrupt(() => Effect.sync(() => process.stdout.write(`\n  ${words.stopped}\n`))),
)

runToExit(program, { interrupted: exitCodes.fine })
