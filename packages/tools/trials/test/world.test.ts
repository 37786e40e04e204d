import { assert, describe, it } from "@effect/vitest"
import { makeMachine } from "../src/machine.ts"
import { codeWorld, everyFault, payoutWorld, pushWorld } from "../src/settings.ts"
import { makeSteps } from "../src/steps.ts"
import { makeViews } from "../src/views.ts"
import { beginning, nameOf, type Setting, situationOf, type World } from "../src/world.ts"

/** Looks at worlds that have one name and are not one value: do they go on in the same ways? */
const merged = (setting: Setting, most: number) => {
  const machine = makeMachine(setting.policy)
  const steps = makeSteps(machine, makeViews(machine), setting)
  const name = (world: World) => nameOf(world, situationOf(world, machine.names))
  const futures = (world: World) =>
    steps(world)
      .map((step) => name(step.world))
      .toSorted()
  const start = beginning(setting)
  const first = new Map([[name(start), start]])
  const queue = [start]
  let looked = 0
  for (let world = queue.shift(); world !== undefined && first.size < most; world = queue.shift()) {
    for (const step of steps(world)) {
      const known = first.get(name(step.world))
      if (known === undefined) {
        first.set(name(step.world), step.world)
        queue.push(step.world)
        continue
      }
      const { store, threads } = step.world
      if (known.store === store && known.threads.every((thread, followUp) => thread === threads[followUp])) continue
      looked++
      assert.deepStrictEqual(futures(step.world), futures(known), step.label)
    }
  }
  return looked
}

describe("worlds that count as one", () => {
  it("have the same futures: what their names leave out decides nothing", () => {
    assert.isAbove(merged(payoutWorld({ faults: 2, ticks: 2, kinds: everyFault }, 2), 6_000), 50)
    assert.isAbove(merged(pushWorld({ faults: 2, ticks: 2, kinds: everyFault }), 6_000), 50)
    assert.isAbove(merged(codeWorld({ faults: 1, ticks: 2 }), 6_000), 50)
  })
})
