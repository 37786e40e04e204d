/**
 * The glass: true time, and programs that live in it. One seed decides whose turn it is. Time stands still while a program has something to
 * do, and then leaps to the next moment at which something is due.
 */
import { Clock, Context, Duration, Effect, Random, References, Scheduler } from "effect"

/** A number from 0 to 1: always the same one for a seed and these names. */
export const drawn = (seed: number, ...names: ReadonlyArray<string | number>): number => {
  let hash = 0x811c9dc5 ^ seed
  const text = names.join("|")
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Draws one number after another. */
export const draws = (seed: number, ...names: ReadonlyArray<string | number>): (() => number) => {
  let drawnSoFar = 0
  return () => drawn(seed, ...names, drawnSoFar++)
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

interface Moment {
  readonly at: number
  readonly order: number
  readonly program: Program
  readonly act: () => void
}

const isBefore = (one: Moment, other: Moment): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** What is due, the earliest first. */
class Moments {
  readonly #heap: Array<Moment> = []

  add(moment: Moment): void {
    const heap = this.#heap
    let at = heap.push(moment) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(moment, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = moment
  }

  take(): Moment | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const least = right !== undefined && left !== undefined && isBefore(right, left) ? right : left
      if (least === undefined || !isBefore(least, last)) break
      heap[at] = least
      at = least === left ? 2 * at + 1 : 2 * at + 2
    }
    heap[at] = last
    return first
  }
}

/** How a program's clocks differ from true time: the wall clock is ahead, both run faster by a share. */
export interface Skew {
  ahead: number
  readonly faster: number
}

/** A program: what it does ends with it, in the middle of anything. */
export class Program {
  isAlive = true
  /** It stands still until then, as under SIGSTOP. */
  thawsAt = 0
  readonly #world: World
  readonly #born: number
  readonly #tasks: Array<{ readonly task: () => void; readonly priority: number }> = []
  readonly #ends = new Set<() => void>()
  readonly name: string
  readonly skew: Skew
  /** The town and the service never end. */
  readonly isMortal: boolean

  constructor(world: World, name: string, skew: Skew | null) {
    this.#world = world
    this.#born = world.now
    this.name = name
    this.skew = skew ?? { ahead: 0, faster: 0 }
    this.isMortal = skew !== null
  }

  get isReady(): boolean {
    return this.#tasks.length > 0 && this.thawsAt <= this.#world.now
  }

  /** Does what waits for it now; what comes of that waits for the next turn. */
  turn(): void {
    for (const { task } of this.#tasks.splice(0).toSorted((one, other) => one.priority - other.priority)) {
      if (this.isAlive) task()
    }
  }

  /** Calls this when it dies; at once, when it is dead already. */
  atEnd(end: () => void): () => void {
    if (this.isAlive) this.#ends.add(end)
    else end()
    return () => this.#ends.delete(end)
  }

  die(): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.#tasks.length = 0
    for (const end of this.#ends) end()
    this.#ends.clear()
  }

  after(millis: number, act: () => void): void {
    this.#world.at(this.#world.now + millis, this, act)
  }

  /** What everything that runs in it finds: its scheduler, its clock, its dice. */
  readonly services = (): Context.Context<never> => {
    const tasks = this.#tasks
    const scheduleTask = (task: () => void, priority: number) => {
      if (this.isAlive) tasks.push({ task, priority })
    }
    const world = this.#world
    const draw = draws(world.seed, "dice", this.name, this.#born)
    const lived = () => (world.now - this.#born) * (1 + this.skew.faster)
    const wall = () => Math.floor(this.#born + lived() + this.skew.ahead)
    const nanos = () => BigInt(Math.round(lived() * 1e3)) * 1_000n
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: wall,
      currentTimeMillis: Effect.sync(wall),
      currentTimeNanosUnsafe: () => BigInt(wall()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(wall()) * 1_000_000n),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) =>
        Effect.callback((resume) => {
          const millis = Duration.toMillis(duration)
          if (!Number.isFinite(millis)) return undefined
          let isWanted = true
          this.after(Math.max(millis, 0) / (1 + this.skew.faster), () => {
            if (isWanted) resume(Effect.void)
          })
          return Effect.sync(() => (isWanted = false))
        }),
    }
    return Context.make(Scheduler.Scheduler, {
      executionMode: "async",
      shouldYield: ({ cache, currentOpCount }) => currentOpCount >= cache.maxOpsBeforeYield,
      makeDispatcher: () => ({ scheduleTask, flush: () => this.turn() }),
    }).pipe(
      Context.add(Clock.Clock, clock),
      // No test reads the spans.
      Context.add(References.TracerEnabled, false),
      Context.add(Random.Random, {
        nextDoubleUnsafe: draw,
        nextIntUnsafe: () => Math.floor((draw() - 0.5) * 2 * Number.MAX_SAFE_INTEGER),
      }),
    )
  }

  /** Begins something in it, and returns when it is over; never, when the program dies before. */
  run<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    return Effect.runPromiseWith(this.services())(effect)
  }
}

/** So many turns at one moment are those of a circle. */
const mostTurns = 20_000

/** A program works in a circle. */
export class Spinning extends Error {}

/** Two quiet turns: what a stream or a promise passes on comes in the turn after. */
const quietTurns = 2

const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

export class World {
  now = Date.UTC(2026, 0, 5)
  readonly began = this.now
  readonly seed: number
  readonly #moments = new Moments()
  readonly #programs: Array<Program> = []
  #order = 0

  constructor(seed: number) {
    this.seed = seed
  }

  /** Begins a program; without clocks of its own it is one that never ends. */
  program(name: string, skew?: Skew): Program {
    const program = new Program(this, name, skew ?? null)
    this.#programs.push(program)
    program.atEnd(() => this.#programs.splice(this.#programs.indexOf(program), 1))
    return program
  }

  /** Ends every program, and with them their sockets, which Node would keep. */
  end(): void {
    for (const program of this.#programs.toReversed()) program.die()
  }

  at(at: number, program: Program, act: () => void): void {
    this.#moments.add({ at, order: this.#order++, program, act })
  }

  /** Lets the world go on until this is so. False: nothing more would ever happen. */
  async goOn(isOver: () => boolean): Promise<boolean> {
    const draw = draws(this.seed, "turns", this.now)
    let [quiet, turns, since] = [0, 0, this.now]
    while (!isOver()) {
      if (this.now > since) [turns, since] = [0, this.now]
      if (turns++ > mostTurns) throw new Spinning("A program works in a circle: this moment does not end (L1).")
      const ready = this.#programs.filter(({ isReady }) => isReady)
      const next = ready[Math.floor(draw() * ready.length)]
      if (next !== undefined) {
        quiet = 0
        next.turn()
      } else if (quiet++ === quietTurns) {
        quiet = 0
        const moment = this.#moments.take()
        if (moment === undefined) return false
        this.now = Math.max(this.now, moment.at)
        const { act, program } = moment
        if (program.thawsAt > this.now) this.at(program.thawsAt, program, act)
        else if (program.isAlive) act()
      }
      await eventLoopTurn()
    }
    return true
  }
}
