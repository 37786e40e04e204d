/**
 * Everything that can happen next in a world: a use case continues by one port call, well or badly; the merchant or the customer starts
 * another; the service decides or calls back; a person decides; time passes.
 */
import { momentsAfter } from "./times.ts"
import { type Way, waysOfConfirm, waysOfCreation, waysOfDelivery, waysOfTurn } from "./answers.ts"
import type { Machine, Program, Reply, Thread } from "./machine.ts"
import { decisions, forgedCallback, genuineCallback, runOnce } from "./programs.ts"
import { attemptText, change, type Creation, type Ledger } from "./service.ts"
import type { Views } from "./views.ts"
import { type Fault, personSlot, type Setting, type World } from "./world.ts"

/** What a step was, for the invariants that look at steps. */
type Act =
  /** The store did what a thread asked. */
  | { readonly _tag: "Stored"; readonly thread: Thread }
  /** A creation call reached the service. */
  | { readonly _tag: "Posted"; readonly creation: Creation }
  /** A callback was taken in; `repeat`: it is the second POST of an event. */
  | { readonly _tag: "CalledBack"; readonly repeat: boolean }
  | { readonly _tag: "Other" }

/** One thing that can happen, and the world after it. */
export interface Step {
  readonly label: string
  readonly act: Act
  /** The thread that ended with this step, if one did. */
  readonly ended: Thread | null
  readonly world: World
}

export type Steps = (world: World) => ReadonlyArray<Step>

const other: Act = { _tag: "Other" }
const slotNames = ["A", "B", "person"]

const withThread = (world: World, followUp: number, thread: Thread | null): World => ({
  ...world,
  threads: world.threads.map((each, index) => (index === followUp ? thread : each)),
})

/** The world after a thread was answered; a thread that ends leaves its slot. */
const goOn = (
  machine: Machine,
  world: World,
  followUp: number,
  thread: Thread,
  reply: Reply,
): { readonly world: World; readonly ended: Thread | null } => {
  const next = machine.answer(thread, reply, world.now)
  return next.call === null
    ? { world: withThread(world, followUp, null), ended: next }
    : { world: withThread(world, followUp, next), ended: null }
}

const onStore = (machine: Machine, world: World, followUp: number, thread: Thread): Step => {
  const { reply, store } = machine.perform(thread, world.store)
  const method = thread.call?._tag === "Store" ? thread.call.method : ""
  const label = `${slotNames[followUp]} ${thread.program.name}: ${method} (${reply.described.text.slice(0, 24)})`
  return { label, act: { _tag: "Stored", thread }, ...goOn(machine, { ...world, store }, followUp, thread, reply) }
}

/** A new use case, with its first call made: nothing was read before it, so nothing can come between. */
const launch = (machine: Machine, world: World, followUp: number, program: Program): Step => {
  const thread = machine.start(program, world.now)
  if (thread.call === null) return { label: program.name, act: other, ended: thread, world }
  const begun = withThread(world, followUp, thread)
  return thread.call._tag === "Store"
    ? onStore(machine, begun, followUp, thread)
    : { label: `${slotNames[followUp]} ${program.name} begins`, act: other, ended: null, world: begun }
}

const spend = (world: World, fault: Fault | null): World =>
  fault === null ? world : { ...world, faults: world.faults - 1 }

const receive = (world: World, id: string): World =>
  world.received.includes(id) ? world : { ...world, received: [...world.received, id] }

/** What the thread's call can come to. */
const threadSteps = (
  machine: Machine,
  world: World,
  followUp: number,
  thread: Thread,
  may: (fault: Fault) => boolean,
): ReadonlyArray<Step> => {
  const { call } = thread
  if (call === null) return []
  const who = `${slotNames[followUp]} ${thread.program.name}`
  const subscribe = (name: string, way: Way, act: Act, received: string | null): Step => {
    const spent = { ...spend(world, way.fault), ledger: way.ledger }
    const after = received !== null && way.arrived ? receive(spent, received) : spent
    return { label: `${who}: ${name}, ${way.label}`, act, ...goOn(machine, after, followUp, thread, way.reply) }
  }
  const allowed = (way: Way) => way.fault === null || may(way.fault)
  switch (call._tag) {
    case "Store":
      return [onStore(machine, world, followUp, thread)]
    case "Create": {
      const { creation } = call
      return waysOfCreation(world.ledger, creation, world.now)
        .filter(allowed)
        .map((way) =>
          subscribe(
            `POST of ${attemptText(creation.payment, creation.attempt)}`,
            way,
            way.arrived ? { _tag: "Posted", creation } : other,
            null,
          ),
        )
    }
    case "Confirm":
      return waysOfConfirm(world.ledger, call, thread.clock)
        .filter(allowed)
        .map((way) => subscribe(`confirm of ${call.token ?? `attempt ${call.attempt}`}`, way, other, null))
    case "Turn":
      return waysOfTurn(world.ledger)
        .filter(allowed)
        .map((way) => subscribe("turn", way, other, null))
    case "Hear":
      return waysOfDelivery(world.ledger, call.deliverable)
        .filter(allowed)
        .map((way) => subscribe(`tell ${call.deliverable._tag}`, way, other, call.deliverable.id))
  }
}

/** A worker dies. What it had in flight stays in flight. */
const crash = (world: World, followUp: number, thread: Thread, views: Views): Step => {
  const inFlight = views(world.store).flatMap(({ name, record }) =>
    record.payment.attempts
      .filter(({ outcome }) => outcome._tag === "in_flight")
      .map(({ number }) => attemptText(name, number)),
  )
  const lost = thread.claimed !== null && inFlight.includes(thread.claimed) ? [thread.claimed] : []
  const orphans = [...world.orphans, ...lost].toSorted()
  return {
    label: `${slotNames[followUp]} ${thread.program.name}: crash before ${thread.call?._tag === "Store" ? thread.call.method : thread.call?._tag}`,
    act: other,
    ended: null,
    world: withThread({ ...spend(world, "crash"), orphans }, followUp, null),
  }
}

const serviceSteps = (world: World, may: (fault: Fault) => boolean): ReadonlyArray<Step> =>
  world.ledger.transactions.flatMap((each): ReadonlyArray<Step> => {
    if (each.status !== "pending" || !each.payable) return []
    const settle = (label: string, status: "completed" | "not_completed", fault: Fault | null = null): Step => {
      const amount = fault === null ? each.amount : each.amount + 1
      const ledger: Ledger = change(world.ledger, each.token, { status, amount, posts: 2 })
      return {
        label: `service: ${each.token} ${label}`,
        act: other,
        ended: null,
        world: { ...spend(world, fault), ledger },
      }
    }
    return [
      settle("completes", "completed"),
      settle("fails", "not_completed"),
      ...(may("other amount") && each.payment.startsWith("payin")
        ? [settle("completes with another amount", "completed", "other amount")]
        : []),
    ]
  })

const callbackSteps = (
  machine: Machine,
  world: World,
  views: Views,
  may: (fault: Fault) => boolean,
): ReadonlyArray<Step> => {
  const take = (program: Program, world: World, repeat: boolean): Step => ({
    ...launch(machine, world, personSlot + 1, program),
    label: program.name,
    act: { _tag: "CalledBack", repeat },
  })
  const genuine = world.ledger.transactions
    .filter(({ posts }) => posts > 0)
    .map((each) =>
      take(
        genuineCallback(each, world.now),
        { ...world, ledger: change(world.ledger, each.token, { posts: each.posts - 1 }) },
        each.posts === 1,
      ),
    )
  if (!may("forged callback")) return genuine
  const forged = views(world.store).flatMap(({ name, record }) => {
    const attempt = record.payment.attempts.length
    const notes = world.store.payments.get(name)?.notes ?? []
    const seen = notes.some((note) => note.attempt === attempt && note.fingerprint === "forged")
    return attempt === 0 || seen
      ? []
      : [take(forgedCallback(record.payment.key, attempt, world.now), spend(world, "forged callback"), false)]
  })
  return [...genuine, ...forged]
}

/** Enumerates what can happen in the worlds of a setting. */
export const makeSteps = (machine: Machine, views: Views, setting: Setting): Steps => {
  const kinds = new Set(setting.kinds)
  return (world) => {
    const may = (fault: Fault) => world.faults > 0 && kinds.has(fault)
    const seen = views(world.store)
    const free = [0, 1].find((followUp) => followUp < setting.workers && world.threads[followUp] === null)
    const running = world.threads.flatMap((thread, followUp) => (thread === null ? [] : [{ thread, followUp }]))
    const errands = setting.errands.flatMap(({ program, when }, index) => {
      const left = world.errands[index] ?? 0
      if (free === undefined || left === 0 || !when(seen)) return []
      const counts = world.errands.map((count, each) => (each === index ? count - 1 : count))
      return [launch(machine, { ...world, errands: counts }, free, program)]
    })
    const people =
      may("person") && world.threads[personSlot] === null
        ? decisions(seen, world).map((program) => launch(machine, spend(world, "person"), personSlot, program))
        : []
    return [
      ...running.flatMap(({ thread, followUp }) => threadSteps(machine, world, followUp, thread, may)),
      ...errands,
      ...(free === undefined || seen.length === 0 ? [] : [launch(machine, world, free, runOnce)]),
      ...serviceSteps(world, may),
      ...callbackSteps(machine, world, views, may),
      ...people,
      ...(world.ticks === 0
        ? []
        : momentsAfter(seen, world.now).map((now): Step => ({
            label: `time passes until ${now / 1_000} s`,
            act: other,
            ended: null,
            world: { ...world, now, ticks: world.ticks - 1 },
          }))),
      ...(may("crash")
        ? running
            .filter(({ followUp }) => followUp !== personSlot)
            .map(({ thread, followUp }) => crash(world, followUp, thread, views))
        : []),
    ]
  }
}
