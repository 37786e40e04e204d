/**
 * The command line as a whole: its commands, their help, and what a person reads when a command line cannot be followed.
 */
import { Effect, Layer, Option, Ref } from "effect"
import { CliConfig, CliError, CliOutput, Command, Completions, GlobalFlag } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import type { Cauri } from "@cauri/core"
import { type StorePorts, UnreadableRow } from "@cauri/core/adapter"
import { exitCodes, type Ending } from "@cauri/runtime"
import { account } from "../door/accountCommand.ts"
import { audit, doctorIn } from "../checks/checkCommands.ts"
import {
  approve,
  cancel,
  closeFlag,
  recheck,
  release,
  replay,
  resolve,
  withdraw,
} from "../deciding/decisionCommands.ts"
import { batch } from "../batches/batchCommand.ts"
import { deeds } from "../deeds/deedsCommand.ts"
import { exportEvidence } from "../payment/exportEvidenceCommand.ts"
import { pause, pauses, resume, restored } from "../pausing/pauseCommands.ts"
import { list } from "../worklist/listCommand.ts"
import { report } from "../figures/reportCommand.ts"
import { serve } from "../serving/serveCommand.ts"
import { statement } from "../statements/statementCommand.ts"
import { show } from "../payment/showCommand.ts"
import { forget, undelivered } from "../deliveries/undeliveredCommands.ts"
import { archive, backup, erase, migrate } from "./upkeepCommands.ts"
import { type Origins, variablesOf } from "../settings/config.ts"
import type { ServiceLine } from "../payment/allowed.ts"
import { described, helpText, usageText } from "./help.ts"
import { refused } from "./refusals.ts"
import { Screen } from "../terminal/Screen.ts"

/** The services that the commands need: see `wiring.ts`. */
export type Ground = Cauri | StorePorts | ServiceLine

/** The commands, over the services that they need. */
export const commandsOn = (ground: Layer.Layer<Ground, Ending>, origins: Origins) => {
  const console = Command.make("console").pipe(
    Command.withSubcommands([
      list.pipe(Command.provide(ground)),
      show.pipe(Command.provide(ground)),
      recheck.pipe(Command.provide(ground)),
      resolve.pipe(Command.provide(ground)),
      release.pipe(Command.provide(ground)),
      approve.pipe(Command.provide(ground)),
      withdraw.pipe(Command.provide(ground)),
      cancel.pipe(Command.provide(ground)),
      closeFlag.pipe(Command.provide(ground)),
      replay.pipe(Command.provide(ground)),
      pauses.pipe(Command.provide(ground)),
      pause.pipe(Command.provide(ground)),
      resume.pipe(Command.provide(ground)),
      undelivered.pipe(Command.provide(ground)),
      forget.pipe(Command.provide(ground)),
      report.pipe(Command.provide(ground)),
      statement.pipe(Command.provide(ground)),
      batch.pipe(Command.provide(ground)),
      exportEvidence.pipe(Command.provide(ground)),
      audit.pipe(Command.provide(ground)),
      deeds.pipe(Command.provide(ground)),
      doctorIn(origins),
      restored.pipe(Command.provide(ground)),
      migrate.pipe(Command.provide(ground)),
      backup.pipe(Command.provide(ground)),
      archive.pipe(Command.provide(ground)),
      erase.pipe(Command.provide(ground)),
      account,
      serve.pipe(Command.provide(ground)),
    ]),
  )
  // Help and refusals name a command as a person types it: `cauri console list`.
  return Command.make("cauri").pipe(Command.withSubcommands([console]))
}

/** Prints help on request only; a wrong command line gets one sentence, without a page of help before it. */
const layerCli = ({ stores }: Origins) =>
  Layer.unwrap(
    Effect.map(Effect.service(Screen), ({ err, language, out }) => {
      const presenter = CliOutput.layerPresenter({
        present: (event) => {
          switch (event._tag) {
            case "Help":
              return out(helpText(event.helpDoc, language, variablesOf(stores)))
            case "Version":
              return out(`${event.name} ${event.version}\n`)
            case "InvalidInvocation": {
              const sentences = event.errors.map((error) => `${usageText(error, language)}\n`).join("")
              return err(`${sentences}${tools[language].usageErrors.try_help(event.commandPath.join(" "))}\n`)
            }
          }
        },
      })
      // Effect's own knows only descriptions in the code; ours are in the catalogue.
      const completions = GlobalFlag.Action({
        flag: GlobalFlag.Completions.flag,
        run: (shell, { command }) =>
          Option.isNone(shell)
            ? Effect.void
            : out(
                `${Completions.generate(command.name, shell.value, described(Completions.fromCommand(command), language))}\n`,
              ),
      })
      const builtIns = [GlobalFlag.Help, GlobalFlag.Version, completions]
      return Layer.merge(presenter, CliConfig.layer({ builtIns }))
    }),
  )

/** Runs a command line and returns its exit code. It fails only with what every program may end with. */
export const run = (
  given: ReadonlyArray<string>,
  options: {
    readonly ground: Layer.Layer<Ground, Ending>
    readonly origins: Origins
    readonly version: string
  },
) =>
  Effect.gen(function* () {
    const { ground, origins, version } = options
    yield* Command.runWith(commandsOn(ground, origins), { version })(["console", ...given])
    return yield* Ref.get((yield* Screen).code)
  }).pipe(
    Effect.catchIf(CliError.isCliError, (error) =>
      // The error is printed already; a missing command name prints the list of commands.
      Effect.succeed(error._tag === "ShowHelp" && error.errors.length === 0 ? exitCodes.fine : exitCodes.usage),
    ),
    Effect.catchTags({
      WrongInput: refused,
      Unfound: refused,
      PaymentNotFound: refused,
      InvalidInput: refused,
      NeedsService: refused,
      AmountDiffers: refused,
      NotOffered: refused,
      ConsumerAlive: refused,
      DecisionRefused: refused,
      BatchRefused: refused,
    }),
    // In a long-running program this is a defect; here the person can switch to a newer console.
    Effect.catchDefect((defect) => (UnreadableRow.is(defect) ? refused(defect) : Effect.die(defect))),
    Effect.provide(layerCli(options.origins)),
  )
