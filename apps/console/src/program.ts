/**
 * The command line as a whole: its commands, the sentence that each refusal ends with, and the exit codes.
 */
import { Console, Effect, type Layer, Ref } from "effect"
import { CliConfig, type CliError, Command, GlobalFlag } from "effect/cli"
import { codes, type Environment, settingsText } from "@cauri/runtime"
import type { IllegalTransition, InvalidInput, PaymentNotFound } from "@cauri/core"
import { audit, doctorIn } from "./commands/checks.ts"
import { cancel, closeFlag, recheck, release, replay, resolve } from "./commands/decisions.ts"
import { exportEvidence } from "./commands/exportEvidence.ts"
import { hold, holds, lift, restored } from "./commands/holds.ts"
import { list } from "./commands/list.ts"
import { report } from "./commands/report.ts"
import { show } from "./commands/show.ts"
import { variables } from "./config.ts"
import type { Undecided } from "./decisions.ts"
import type { Unfound } from "./find.ts"
import { Screen } from "./Screen.ts"
import type { WrongInput } from "./who.ts"

/** What needs nothing but the store and the services on it. */
const onStore = [
  list,
  show,
  recheck,
  resolve,
  release,
  cancel,
  closeFlag,
  replay,
  holds,
  hold,
  lift,
  report,
  exportEvidence,
  audit,
  restored,
] as const
