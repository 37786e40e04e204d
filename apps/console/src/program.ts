/**
 * The command line as a whole: its commands, the sentence that each refusal ends with, and the exit codes.
 */
import { Effect, Layer, Ref } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import type { Cauri, DecisionRefused, InvalidInput, PaymentNotFound } from "@cauri/core"
import { type StorePorts, UnreadableRow } from "@cauri/core/adapter"
import { exitCodes, type Ending, type Environment } from "@cauri/runtime"
import { audit, doctorIn } from "./commands/checks.ts"
import { cancel, closeFlag, recheck, release, replay, resolve } from "./commands/decisions.ts"
import { deeds } from "./commands/deeds.ts"
import { exportEvidence } from "./commands/exportEvidence.ts"
import { pause, pauses, resume, restored } from "./commands/pauses.ts"
import { list } from "./commands/list.ts"
import { report } from "./commands/report.ts"
import { serve } from "./commands/serve.ts"
import { show } from "./commands/show.ts"
import { forget, undelivered } from "./commands/undelivered.ts"
import { backup, migrate, pruneBodies } from "./commands/upkeep.ts"
import type { AmountDiffers, NeedsService, NotOffered, ServiceLine } from "./decisions.ts"
import type { Unfound } from "./find.ts"
import { printable, Screen } from "./Screen.ts"
import type { WrongInput } from "./who.ts"

/** The services that the commands need: see `wiring.ts`. */
export type Ground = Cauri | StorePorts | ServiceLine

const exitCodesText =
  "Exit codes: 0 fine, 1 something needs a person, 64 bad usage or configuration, 70 a defect, 74 the store is damaged, 75 try again."

/** The commands, over the services that they need. */
export const commandsOn = (ground: Layer.Layer<Ground, Ending>, environment: Environment) => {
  const console = Command.make("console").pipe(
    Command.withDescription(`People's decisions about payments. ${exitCodesText} \`doctor\` checks the variables.`),
    Command.withSubcommands([
      list.pipe(Command.provide(ground)),
      show.pipe(Command.provide(ground)),
      recheck.pipe(Command.provide(ground)),
      resolve.pipe(Command.provide(ground)),
      release.pipe(Command.provide(ground)),
      cancel.pipe(Command.provide(ground)),
      closeFlag.pipe(Command.provide(ground)),
      replay.pipe(Command.provide(ground)),
      pauses.pipe(Command.provide(ground)),
      pause.pipe(Command.provide(ground)),
      resume.pipe(Command.provide(ground)),
      undelivered.pipe(Command.provide(ground)),
      forget.pipe(Command.provide(ground)),
      report.pipe(Command.provide(ground)),
      exportEvidence.pipe(Command.provide(ground)),
      audit.pipe(Command.provide(ground)),
      deeds.pipe(Command.provide(ground)),
      doctorIn(environment),
      restored.pipe(Command.provide(ground)),
      migrate.pipe(Command.provide(ground)),
      backup.pipe(Command.provide(ground)),
      pruneBodies.pipe(Command.provide(ground)),
      serve.pipe(Command.provide(ground)),
    ]),
  )
  // Help and refusals name a command as a person types it: `cauri console list`.
  return Command.make("cauri").pipe(Command.withSubcommands([console]))
}

type Refusal =
  | UnreadableRow
  | WrongInput
  | Unfound
  | PaymentNotFound
  | InvalidInput
  | NeedsService
  | AmountDiffers
  | NotOffered
  | DecisionRefused

/** A refusal that another command line avoids is bad usage; one that the payment itself causes needs a person. */
const codeOf = (refusal: Refusal): number => {
  switch (refusal._tag) {
    case "WrongInput":
    case "Unfound":
    case "PaymentNotFound":
    case "InvalidInput":
    case "NeedsService":
    case "AmountDiffers":
      return exitCodes.usage
    case "NotOffered":
    case "DecisionRefused":
    case "UnreadableRow":
      return exitCodes.person
  }
}

const refused = Effect.fnUntraced(function* (refusal: Refusal) {
  yield* (yield* Screen).err(`${printable(refusal.message)}\n`)
  return codeOf(refusal)
})

/** Prints help on request only; a wrong command line gets one sentence, without a page of help before it. */
const layerCli = Layer.unwrap(
  Effect.map(Effect.service(Screen), ({ colours, err, out }) => {
    const { formatHelpDoc, formatVersion } = CliOutput.defaultFormatter({ colors: colours })
    const presenter = CliOutput.layerPresenter({
      present: (event) => {
        switch (event._tag) {
          case "Help":
            return out(`${formatHelpDoc(event.helpDoc)}\n`)
          case "Version":
            return out(`${formatVersion(event.name, event.version)}\n`)
          case "InvalidInvocation": {
            const lines = event.errors.flatMap(({ message }) => message.split("\n").filter((line) => line !== ""))
            const sentences = lines.map((line) => `${printable(line)}\n`).join("")
            return err(`${sentences}Try ${event.commandPath.join(" ")} --help.\n`)
          }
        }
      },
    })
    const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]
    return Layer.merge(presenter, CliConfig.layer({ builtIns }))
  }),
)

/** Runs a command line and returns its exit code. It fails only with what every program may end with. */
export const run = (
  given: ReadonlyArray<string>,
  options: {
    readonly ground: Layer.Layer<Ground, Ending>
    readonly environment: Environment
    readonly version: string
  },
) =>
  Effect.gen(function* () {
    const { environment, ground, version } = options
    yield* Command.runWith(commandsOn(ground, environment), { version })(["console", ...given])
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
      DecisionRefused: refused,
    }),
    // In a long-running program this is a defect; here the person can switch to a newer console.
    Effect.catchDefect((defect) => (defect instanceof UnreadableRow ? refused(defect) : Effect.die(defect))),
    Effect.provide(layerCli),
  )
