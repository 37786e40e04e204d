/**
 * The long exploration: every world with larger budgets than the tests have time for. It adds one line to `evidence/exploration.jsonl`
 * and fails with the shortest schedule when something breaks. `CAURI_MINUTES` says how long it may take (5 by default).
 */
import { addEvidence, commit } from "./evidence.ts"
import { explore, type Explored } from "./explore.ts"
import { everyFault, codeWorld, hostedWorld, jointWorld, payoutWorld, pushWorld, twinWorld } from "./settings.ts"
import type { Setting } from "./world.ts"

/** More states than this do not fit into two gigabytes. */
const mostStates = 1_500_000

const wide = { faults: 3, ticks: 4, kinds: everyFault } as const
const deep = { faults: 3, ticks: 3, workers: 1 } as const

const settings: ReadonlyArray<Setting> = [
  payoutWorld(wide, 2),
  payoutWorld(deep),
  pushWorld(wide),
  pushWorld(deep),
  hostedWorld(wide),
  codeWorld(wide),
  codeWorld({ ...deep, faults: 1 }),
  jointWorld(wide),
  twinWorld(wide),
]

const line = (setting: Setting, explored: Explored) => {
  const { states, situations, edges, depth, complete, finished, seconds } = explored
  const { name: world, faults, ticks, workers } = setting
  return { world, workers, faults, ticks, states, situations, edges, depth, complete, finished, seconds }
}

type Line = ReturnType<typeof line>

const sum = (worlds: ReadonlyArray<Line>, of: (world: Line) => number): number =>
  worlds.reduce((total, world) => total + of(world), 0)

/** Explores every world and returns whether all promises were kept. */
export const explorationCampaign = (): boolean => {
  const minutes = Number(process.env["CAURI_MINUTES"] ?? "5")
  const until = performance.now() + minutes * 60_000
  const worlds: Array<Line> = []
  let violations = 0
  for (const [index, setting] of settings.entries()) {
    // The time that one world leaves is for the ones after it.
    const seconds = Math.max(1, (until - performance.now()) / 1_000 / (settings.length - index))
    const explored = explore(setting, { states: mostStates, seconds, finishEvery: 2_000 })
    worlds.push(line(setting, explored))
    console.log(JSON.stringify(worlds.at(-1)))
    const { counterExample } = explored
    if (counterExample === null) continue
    const { violation, schedule } = counterExample
    console.error([`${violation.letter}: ${violation.what}`, ...schedule.map((step) => `  ${step}`)].join("\n"))
    violations += 1
  }
  addEvidence("exploration", {
    commit: commit(),
    minutes,
    states: sum(worlds, ({ states }) => states),
    situations: sum(worlds, ({ situations }) => situations),
    edges: sum(worlds, ({ edges }) => edges),
    seconds: Math.round(sum(worlds, ({ seconds }) => seconds)),
    violations: violations === 0 ? 0 : "see the log",
    worlds,
  })
  return violations === 0
}
