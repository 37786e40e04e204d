/** Plays acts and tells what came of them. */
import { Clock, Effect } from "effect"
import { type Paint, printAct, printVerdict } from "./print.ts"
import { type Act, isTrue, perform } from "./stage.ts"

/** What a demo shows, and the exit code that it deserves. */
interface Shown {
  readonly text: string
  readonly exitCode: 0 | 1
}

const heading = "Cauri: payments that cannot be paid twice, forged or lost."
const about = `The core, its memory store, a scripted service and a virtual clock; nothing leaves this process.
Each line is virtual time since the act began.   * the payment's history   > what the shop hears`

/** Plays every act on a stage of its own. */
export const show = Effect.fn("show")(function* (acts: ReadonlyArray<Act>, paint: Paint) {
  const started = yield* Clock.currentTimeMillis
  const performances = yield* Effect.forEach(acts, perform, { concurrency: 1 })
  const millis = (yield* Clock.currentTimeMillis) - started
  const shown: Shown = {
    text: [
      paint("strong", heading),
      paint("faint", about),
      ...performances.map((performance, index) => printAct(performance, index + 1, paint)),
      printVerdict(performances, millis, paint),
      "",
    ].join("\n\n"),
    exitCode: performances.length > 0 && performances.every(isTrue) ? 0 : 1,
  }
  return shown
})
