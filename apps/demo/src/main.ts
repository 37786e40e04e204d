/** `pnpm demo`: five payments' lives in a terminal. The wiring is in `stage.ts`, the stories are in `acts.ts`. */
import { Effect } from "effect"
import { acts } from "./acts.ts"
import { show } from "./demo.ts"
import { painter, wantsColours } from "./print.ts"

const colours = wantsColours(process.stdout.isTTY, process.env)
const { text, exitCode } = await Effect.runPromise(show(acts, painter(colours)))
process.stdout.write(text)
process.exitCode = exitCode
