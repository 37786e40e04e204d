/** `pnpm demo`: what is shown, what is printed at the end, and the exit code. */
import { randomInt } from "node:crypto"
import { Clock, Effect } from "effect"
import { codedData, localeLanguage } from "@cauri/catalogue/tools"
import { exitCodes } from "@cauri/runtime"
import { demoHelp, readDemoArguments } from "./arguments.ts"
import { faultCounts } from "./frame.ts"
import { painter, wantsColours } from "./paint.ts"
import { planOf } from "./plan.ts"
import { printProof } from "./printProof.ts"
import { newProgress } from "./Progress.ts"
import { run } from "./run.ts"
import { runToExit } from "./runToExit.ts"
import { type Screen, showing } from "./show.ts"

const { stdout } = process

const screen: Screen = {
  write: (text) => void stdout.write(text),
  size: () => (stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : null),
}

/** Runs, shows, and proves. */
const perform = Effect.fnUntraced(function* (seed: number, json: boolean) {
  const paint = painter(wantsColours(stdout.isTTY, process.env))
  const language = localeLanguage(process.env)
  const plan = planOf(seed)
  const startedAt = yield* Clock.currentTimeMillis
  const progress = newProgress(startedAt, plan.length)
  const running = run(progress, plan, seed)
  const { evidence, proof } = yield* json ? running : showing(running, screen, progress, { language, paint, seed })
  const seconds = ((yield* Clock.currentTimeMillis) - startedAt) / 1_000
  const faults = Object.fromEntries(faultCounts(progress))
  const about = {
    seed,
    payments: evidence.ours.length,
    payouts: evidence.ours.filter(({ kind }) => kind === "payout").length,
    seconds,
    forged: faults["callbacks_forged"] ?? 0,
  }
  const agrees = proof.disagreements.length === 0
  const disagreements = proof.disagreements.map(({ found, ...each }) => ({ ...each, ...codedData(found) }))
  stdout.write(
    json
      ? `${JSON.stringify({ agrees, seed, payments: about.payments, seconds, faults, ...proof, disagreements })}\n`
      : `\n${printProof(proof, about, { language, paint })}`,
  )
  return agrees ? exitCodes.fine : exitCodes.person
})

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readDemoArguments(process.argv.slice(3)))
  if (asked.help) {
    stdout.write(demoHelp(localeLanguage(process.env)))
    return exitCodes.fine
  }
  return yield* perform(asked.seed ?? randomInt(1_000_000), asked.json)
})

// What a shell says of a program that Ctrl-C ended.
runToExit(program, { interrupted: 130 })
