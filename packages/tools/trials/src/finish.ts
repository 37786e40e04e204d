/**
 * A fair end for a world: nothing fails any more, the service decides, everything under way ends, and the worker runs until nothing is due.
 * Then the service's ledger and our store must agree, or a person must be informed.
 */
import type { PolicyShape } from "@cauri/core"
import { decisionOutcomesFor, deliveredAs, openFlags, type PaymentRecord } from "@cauri/core/model"
import type { Violation } from "./invariants.ts"
import type { Machine } from "./machine.ts"
import { transactionsOf } from "./service.ts"
import { makeSteps, type Step } from "./steps.ts"
import type { View, Views } from "./views.ts"
import type { Setting, World } from "./world.ts"

/** A world needs about fifty steps to come to rest. */
const patience = 1_000

/** How a world ended: the steps to its rest, and what is wrong there. */
export interface Finished {
  readonly schedule: ReadonlyArray<string>
  readonly violation: Violation | null
}

const differs = (before: World, after: World): boolean =>
  before.store !== after.store || before.ledger !== after.ledger || before.now !== after.now

const isIdle = ({ threads }: World): boolean => threads.every((thread) => thread === null)

/** Does this step change anything? Where nothing has changed since the last run began, another would find nothing to do either. */
const moves = (before: World, { world }: Step, ranFrom: World | null): boolean =>
  differs(before, world) ||
  (!(ranFrom !== null && isIdle(before) && !differs(ranFrom, before)) &&
    before.threads.some((thread, followUp) => thread !== world.threads[followUp]))

const atRest = (world: World, { name, record, row, history }: View, counts: (letter: string) => boolean) => {
  const state = record.payment.state._tag
  if (counts("L4") && state === "submitting") return { letter: "L4", what: `the ${name} is Submitting for ever` }
  const due = history.filter(({ event }) => deliveredAs(event) !== null).map(({ seq }) => `${name}#${seq}`)
  const undelivered = due.find((id) => !world.received.includes(id))
  if (counts("L3") && undelivered !== undefined) return { letter: "L3", what: `the host never hears ${undelivered}` }
  const waited = world.ledger.turnedAway.includes(name) && state !== "in_doubt" && state !== "cancelled"
  if (counts("L7") && waited) return { letter: "L7", what: `the ${name} was told "not now", and is ${state} for good` }
  const moved = transactionsOf(world.ledger, name).some(({ status }) => status === "completed")
  const isKnown =
    state === "in_doubt" ||
    openFlags(record.payment.flags).length > 0 ||
    history.some(({ event }) => event._tag === "resolved")
  return counts("S15") && moved && state !== "completed" && !isKnown
    ? { letter: "S15", what: `money moved for the ${name}, it is ${row.state}, and no person was alerted` }
    : null
}

/** Only a person can end it, and a flag tells one so: the worker goes on asking, in case the service changes its word. */
const waitsForPerson = (record: PaymentRecord, now: number, policy: PolicyShape): boolean =>
  openFlags(record.payment.flags).length > 0 && decisionOutcomesFor(record, now, policy).length > 0

/** Ends worlds of a setting fairly. */
export const makeFinish = (
  machine: Machine,
  views: Views,
  setting: Setting,
  letters?: ReadonlyArray<string>,
): ((world: World) => Finished) => {
  const steps = makeSteps(machine, views, { ...setting, errands: [], kinds: [] })
  const counts = (letter: string) => letters === undefined || letters.includes(letter)
  return (start) => {
    const schedule: Array<string> = []
    let world: World = { ...start, faults: 0, ticks: patience, errands: [] }
    let ranFrom: World | null = null
    for (;;) {
      // Steps come in order of urgency: what is under way, the worker's run, the service, callbacks, and time last.
      const from: World = world
      const next = steps(from).find((step) => moves(from, step, ranFrom))
      if (next === undefined) break
      if (schedule.length >= patience) {
        if (views(world.store).some(({ record }) => waitsForPerson(record, world.now, setting.policy))) break
        return { schedule, violation: { letter: "L1", what: "the world never comes to rest" } }
      }
      schedule.push(next.label)
      if (isIdle(from) && !isIdle(next.world)) ranFrom = from
      world = next.world
    }
    for (const view of views(world.store)) {
      const violation = atRest(world, view, counts)
      if (violation !== null) return { schedule, violation }
    }
    return { schedule, violation: null }
  }
}
