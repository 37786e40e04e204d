/**
 * What takes longer than tests may: `exploration`, `stores` or `simulate`, or all of them when none is named. Each part says in its own file what it takes
 * from the environment.
 */
import { Effect } from "effect"
import { explorationCampaign } from "./explorationCampaign.ts"
import { simulateCampaign } from "./glass/simulateCampaign.ts"
import { storesCampaign } from "./storesCampaign.ts"

const parts = {
  exploration: Effect.sync(explorationCampaign),
  stores: storesCampaign,
  simulate: Effect.promise(simulateCampaign),
}

const [wanted] = process.argv.slice(2)
const chosen = Object.entries(parts).filter(([name]) => wanted === undefined || name === wanted)
if (chosen.length === 0) throw new Error(`There is no campaign ${wanted}. There are: ${Object.keys(parts).join(", ")}.`)
for (const [, part] of chosen) {
  if (!(await Effect.runPromise(part))) process.exitCode = 1
}
