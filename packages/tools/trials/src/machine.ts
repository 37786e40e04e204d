/**
 * Runs the real use cases of core, one port call at a time. A `Thread` is a use case under way: its program, the answers to its calls, and
 * the call that it waits for. Threads are values: the same program with the same answers is the same object, so each distinct piece of work
 * is replayed once, however many worlds it occurs in.
 */
import { Clock, Context, Effect, Exit, Layer, Logger, References, Scheduler } from "effect"
import {
  type Cauri,
  keyText,
  layerCauri,
  Consumers,
  PaymentStore,
  Policy,
  type PolicyShape,
  type StoreError,
} from "@cauri/core"
import {
  CallbackAddress,
  Credentials,
  SharedState,
  emptyMemory,
  Gateway,
  type MemoryCell,
  memoryDriver,
  memoryShared,
  type MemoryState,
  type PaymentStoreDriver,
} from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import { attemptText } from "./service.ts"
import { type Described, type Held, isClaimed, makeNames, type Names } from "./keys.ts"
import {
  type Answer,
  blankTape,
  type Call,
  quietAddress,
  quietCredentials,
  tapedClock,
  tapedConsumer,
  tapedShared,
  tapedGateway,
  tapedStore,
} from "./tape.ts"

/** A use case with its arguments. Programs of one name are the same. */
export interface Program {
  readonly name: string
  readonly effect: Effect.Effect<unknown, unknown, Cauri>
}

/** A use case under way. */
export interface Thread {
  readonly program: Program
  readonly startedAt: number
  readonly answers: ReadonlyArray<Answer>
  /** The call that it waits for; null when it has ended. */
  readonly call: Call | null
  readonly exit: Exit.Exit<unknown, unknown> | null
  /** Its clock: when it was last answered. */
  readonly clock: number
  /** What names it among all threads, without the growing numbers that it has read. */
  readonly name: number
  readonly held: ReadonlyArray<Held>
  readonly tokens: ReadonlyArray<string>
  readonly claimed: string | null
  readonly notes: NotesRead
}

/** The newest callback of each payment that a use case has read, and the one that it had read when it last began to confirm. */
interface NotesRead {
  readonly read: ReadonlyMap<string, number>
  readonly askedAfter: ReadonlyMap<string, number> | null
}

const noNotes: NotesRead = { read: new Map(), askedAfter: null }

/** The newest callback that a use case may mark as read: a confirm round answers only those from before it began. */
export const mayMark = ({ read, askedAfter }: NotesRead, payment: string): number =>
  (askedAfter ?? read).get(payment) ?? 0

/** What a thread is answered: the value for the program, and its text for the name. */
export interface Reply {
  readonly exit: Exit.Exit<unknown, unknown>
  readonly described: Described
  readonly token?: string
  readonly claimed?: string
}

/** What a call on the store came to. */
interface Performed {
  readonly reply: Reply
  readonly store: MemoryState
}

/** How a variant breaks core's surroundings: what the store does, as its driver or as the port, or which calls are made. */
export interface Wrapping {
  readonly driver?: (driver: PaymentStoreDriver) => PaymentStoreDriver
  readonly port?: (store: PaymentStore["Service"]) => PaymentStore["Service"]
  readonly gateway?: (gateway: Gateway["Service"]) => Gateway["Service"]
}

/** Runs threads and the store's side of their calls. */
export interface Machine {
  readonly names: Names
  readonly start: (program: Program, now: number) => Thread
  readonly answer: (thread: Thread, reply: Reply, now: number) => Thread
  /** What the thread's call does to this store. */
  readonly perform: (thread: Thread, store: MemoryState) => Performed
  /** Reads a store as it really is, whatever the variant does. */
  readonly read: <A>(store: MemoryState, use: (port: PaymentStore["Service"]) => Effect.Effect<A, StoreError>) => A
  /** Distinct threads so far. */
  readonly replays: () => number
}

/** The driver, with its raw results passed to `look`. */
const watched = (driver: PaymentStoreDriver, look: (raw: unknown) => void): PaymentStoreDriver => {
  const seen = <A, E>(effect: Effect.Effect<A, E>) => Effect.map(effect, (raw) => (look(raw), raw))
  return {
    ...driver,
    insert: (row, events) => seen(driver.insert(row, events)),
    find: (key) => seen(driver.find(key)),
    save: (row, events, terms) => seen(driver.save(row, events, terms)),
    claim: (row, events, terms) => seen(driver.claim(row, events, terms)),
    takeDue: (...given) => seen(driver.takeDue(...given)),
    noteCallback: (note) => seen(driver.noteCallback(note)),
    list: (query) => seen(driver.list(query)),
    history: (query) => seen(driver.history(query)),
    takeDeliveries: (...given) => seen(driver.takeDeliveries(...given)),
    markDelivered: (lease, event) => seen(driver.markDelivered(lease, event)),
    retryDelivery: (lease, retryAt) => seen(driver.retryDelivery(lease, retryAt)),
  }
}

const recordsIn = (call: Call, value: unknown): ReadonlyArray<PaymentRecord> => {
  if (call._tag !== "Store") return []
  // oxlint-disable typescript/no-unsafe-type-assertion -- this is what the two methods give
  if (call.method === "find" && value !== null) return [value as PaymentRecord]
  return call.method === "takeDue" ? (value as { readonly taken: ReadonlyArray<PaymentRecord> }).taken : []
  // oxlint-enable typescript/no-unsafe-type-assertion
}

const notesAfter = ({ call, notes }: Thread, { exit }: Reply): NotesRead => {
  if (call?._tag === "Confirm") return { ...notes, askedAfter: notes.read }
  if (call === null || Exit.isFailure(exit)) return notes
  if (call._tag === "Store" && call.method === "save" && exit.value === "Saved") return { ...notes, askedAfter: null }
  const read = recordsIn(call, exit.value).map(({ payment, newestNote }) => [keyText(payment.key), newestNote] as const)
  return read.length === 0 ? notes : { ...notes, read: new Map([...notes.read, ...read]) }
}

/** A machine over core as it is, or with its surroundings broken. */
export const makeMachine = (
  policy: PolicyShape,
  wrapping: Wrapping = {},
  hasPauses = false,
  looksUp = false,
): Machine => {
  const names = makeNames()
  const tape = blankTape()
  const ports = Layer.mergeAll(
    Layer.succeed(PaymentStore, tapedStore(tape)),
    Layer.succeed(Gateway, (wrapping.gateway ?? same)(tapedGateway(tape, looksUp))),
    Layer.succeed(SharedState, tapedShared(tape, hasPauses)),
    Layer.succeed(CallbackAddress, quietAddress),
    Layer.succeed(Credentials, quietCredentials),
    Layer.succeed(Policy, policy),
    Layer.succeed(Consumers, [tapedConsumer(tape)]),
    Layer.succeed(Clock.Clock, tapedClock(tape)),
    Logger.layer([]),
    Layer.succeed(References.TracerEnabled, false),
    Layer.succeed(Scheduler.PreventSchedulerYield, true),
  )
  const services = Effect.runSync(Effect.scoped(Layer.build(Layer.provideMerge(layerCauri, ports))))
  const fork = Effect.runForkWith(services)

  /** Runs a program over its answers until it ends or asks for more. */
  const replay = (program: Program, startedAt: number, answers: ReadonlyArray<Answer>) => {
    Object.assign(tape, { answers, position: 0, now: startedAt, waiting: null })
    const fiber = fork(program.effect)
    const exit = fiber.pollUnsafe() ?? null
    if ((exit === null) === (tape.waiting === null)) {
      throw new Error(`${program.name} waits for something that is no port of core.`)
    }
    if (tape.position !== answers.length) throw new Error(`${program.name} did not ask again what it asked before.`)
    return { call: tape.waiting, exit, clock: tape.now }
  }

  const threads = new Map<string, Thread>()
  const once = (key: string, make: () => Thread): Thread => {
    const known = threads.get(key)
    if (known !== undefined) return known
    const made = make()
    threads.set(key, made)
    return made
  }

  const start = (program: Program, now: number): Thread =>
    once(`${program.name} @${now}`, () => ({
      ...replay(program, now, []),
      program,
      startedAt: now,
      answers: [],
      name: names.of(`${program.name} @${now}`),
      held: [],
      tokens: [],
      claimed: null,
      notes: noNotes,
    }))

  const answer = (before: Thread, reply: Reply, now: number): Thread => {
    const { text, held } = reply.described
    // Threads differ by the growing numbers that they have read; their names for the world leave these out.
    const numbers = [...before.held, ...held]
    return once(`${before.name} > ${text} @${now} ${numbers.map(numbered).join()}`, () => {
      const answers = [...before.answers, { at: now, exit: reply.exit }]
      return {
        ...replay(before.program, before.startedAt, answers),
        program: before.program,
        startedAt: before.startedAt,
        answers,
        name: names.of(`${before.name} > ${text} @${now}`),
        held: numbers,
        tokens: reply.token === undefined ? before.tokens : [...before.tokens, reply.token],
        claimed: reply.claimed ?? before.claimed,
        notes: notesAfter(before, reply),
      }
    })
  }

  const cell: MemoryCell = { current: emptyMemory }
  let raw: unknown = null
  const plain = memoryDriver(cell)
  const looking = watched((wrapping.driver ?? same)(plain), (result) => {
    raw = result
  })
  const port = (wrapping.port ?? same)(PaymentStore.fromDriver(looking))
  const shared = memoryShared(cell, "trial")
  const done = new WeakMap<Thread, Map<MemoryState, Performed>>()
  const perform = (of: Thread, store: MemoryState): Performed => {
    const before = done.get(of) ?? new Map<MemoryState, Performed>()
    const known = before.get(store)
    if (known !== undefined) return known
    if (of.call?._tag !== "Store") throw new Error("This thread asks nothing of the store.")
    cell.current = store
    raw = null
    const exit = Effect.runSyncExit(Effect.provideContext(of.call.perform(port, shared), quiet))
    if (Exit.isFailure(exit)) throw new Error(`The store failed on ${of.call.method}: ${String(exit.cause)}`)
    const { subject, claims } = of.call
    const claimed =
      subject !== null && claims !== null && isClaimed(raw) ? { claimed: attemptText(subject, claims) } : {}
    const reply: Reply = { exit, described: names.describe(raw ?? exit.value, subject), ...claimed }
    const performed = { reply, store: names.same(cell.current) }
    done.set(of, before.set(store, performed))
    return performed
  }

  const reader = PaymentStore.fromDriver(plain)
  const read: Machine["read"] = (store, use) => {
    cell.current = store
    return Effect.runSync(Effect.provideContext(use(reader), quiet))
  }
  return { names, start, answer, perform, read, replays: () => threads.size }
}

const same = <A>(value: A): A => value
const quiet = Context.make(References.TracerEnabled, false)
const numbered = (held: Held): string => `${held.version}/${held.lease}`
