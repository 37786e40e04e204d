/**
 * What takes longer than tests may: `exploration`, `stores`, `hostile`, `kills`, `failover`, `simulate`, `variants`, or all of them when none is
 * named. Each part says in its own file what it takes from the environment.
 */
import { bundleAway } from "@cauri/programs"
import { Effect } from "effect"
import { explorationCampaign } from "../src/explorationCampaign.ts"
import { simulateCampaign, variantsCampaign } from "../src/glass/simulateCampaign.ts"
import { storesCampaign } from "../src/storesCampaign.ts"
import { failoverCampaign } from "./failoverCampaign.ts"
import { hostileCampaign } from "./hostileCampaign.ts"
import { killsCampaign } from "./killsCampaign.ts"

/** Starts the programs as they are deployed. */
const deployed = <E>(part: Effect.Effect<boolean, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(bundleAway),
    ({ programs }) =>
      Effect.andThen(
        Effect.sync(() => (process.env["CAURI_PROGRAMS"] = programs)),
        part,
      ),
    ({ remove }) => Effect.sync(remove),
  )

const parts = {
  exploration: Effect.sync(explorationCampaign),
  stores: storesCampaign,
  hostile: deployed(hostileCampaign),
  kills: deployed(killsCampaign),
  failover: deployed(Effect.sync(failoverCampaign)),
  simulate: Effect.promise(simulateCampaign),
  variants: Effect.promise(variantsCampaign),
}

const [wanted] = process.argv.slice(2)
const chosen = Object.entries(parts).filter(([name]) => wanted === undefined || name === wanted)
if (chosen.length === 0) throw new Error(`There is no campaign ${wanted}. There are: ${Object.keys(parts).join(", ")}.`)
for (const [, part] of chosen) {
  if (!(await Effect.runPromise(part))) process.exitCode = 1
}
