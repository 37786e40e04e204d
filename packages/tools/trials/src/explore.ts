/**
 * Breadth first through a world: every state once, each invariant after each step, and where one breaks, the shortest schedule that breaks
 * it: breadth first has seen everything shorter.
 */
import { makeFinish } from "./finish.ts"
import { makeInvariants, type Violation } from "./invariants.ts"
import { makeMachine, type Wrapping } from "./machine.ts"
import { makeSteps } from "./steps.ts"
import { makeViews } from "./views.ts"
import { beginning, nameOf, type Setting, situationOf, type World } from "./world.ts"

/** How far to go. */
export interface Bounds {
  /** Distinct states to visit at most. States beyond are checked as steps, and not counted. */
  readonly states: number
  /** Steps from the beginning at most. */
  readonly depth?: number
  /** Only these invariants count; all of them by default. */
  readonly letters?: ReadonlyArray<string>
  /** One state in `finishEvery` is brought to a fair end; 0: none. */
  readonly finishEvery?: number
  /** Stop after this many seconds. */
  readonly seconds?: number
}

/** A broken invariant, and how the world came to it. */
export interface CounterExample {
  readonly violation: Violation
  readonly schedule: ReadonlyArray<string>
}

export interface Explored {
  readonly states: number
  /** Distinct states when the budgets that are left do not count. */
  readonly situations: number
  readonly edges: number
  /** The length of the longest of the shortest schedules. */
  readonly depth: number
  /** Nothing was left unseen within the budgets. */
  readonly complete: boolean
  readonly finished: number
  /** Distinct pieces of use cases that were replayed. */
  readonly replays: number
  readonly seconds: number
  readonly counterExample: CounterExample | null
}

/** How a state was first reached. The worlds on the way are not kept. */
interface Trail {
  readonly before: Trail | null
  readonly label: string
}

interface Node {
  readonly world: World
  readonly trail: Trail | null
}

const scheduleOf = (trail: Trail | null): ReadonlyArray<string> => {
  const labels: Array<string> = []
  for (let each = trail; each !== null; each = each.before) labels.unshift(each.label)
  return labels
}

/** Explores the worlds of a setting, breadth first. */
export const explore = (setting: Setting, bounds: Bounds, wrapping: Wrapping = {}): Explored => {
  const began = performance.now()
  const machine = makeMachine(setting.policy, wrapping, setting.kinds.includes("not now"), setting.looksUp)
  const { names } = machine
  const views = makeViews(machine)
  const steps = makeSteps(machine, views, setting)
  const finish = makeFinish(machine, views, setting, bounds.letters)
  const check = makeInvariants(views, bounds.letters)
  const start = beginning(setting)
  const seen = new Set([nameOf(start, situationOf(start, names))])
  const situations = new Set([situationOf(start, names)])
  const every = bounds.finishEvery ?? 0
  let edges = 0
  let finished = 0
  let cut = false

  /** Continues from one state; returns the new ones, or what went wrong. */
  const visit = ({ world, trail }: Node, next: Array<Node>): CounterExample | null => {
    for (const step of steps(world)) {
      edges++
      const situation = situationOf(step.world, names)
      const name = nameOf(step.world, situation)
      const isNew = !seen.has(name)
      const node: Node = { world: step.world, trail: { before: trail, label: step.label } }
      const violation = check(world, step, isNew)
      if (violation !== null) return { violation, schedule: scheduleOf(node.trail) }
      if (!isNew) continue
      if (seen.size >= bounds.states) {
        cut = true
        continue
      }
      seen.add(name)
      situations.add(situation)
      next.push(node)
      if (every === 0 || seen.size % every !== 0) continue
      finished++
      const end = finish(step.world)
      if (end.violation !== null) {
        const schedule = [...scheduleOf(node.trail), "from here on nothing goes wrong:", ...end.schedule]
        return { violation: end.violation, schedule }
      }
    }
    return null
  }

  let counterExample: CounterExample | null = null
  let depth = 0
  let level: ReadonlyArray<Node> = [{ world: start, trail: null }]
  while (level.length > 0 && !cut && counterExample === null && depth < (bounds.depth ?? Infinity)) {
    const next: Array<Node> = []
    for (const node of level) {
      counterExample = visit(node, next)
      cut ||= performance.now() - began > (bounds.seconds ?? Infinity) * 1_000
      if (cut || counterExample !== null) break
    }
    if (next.length > 0) depth++
    level = next
  }
  return {
    states: seen.size,
    situations: situations.size,
    edges,
    depth,
    complete: level.length === 0,
    finished,
    replays: machine.replays(),
    seconds: Math.round((performance.now() - began) / 10) / 100,
    counterExample,
  }
}
