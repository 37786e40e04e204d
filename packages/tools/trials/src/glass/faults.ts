/**
 * What goes wrong, and where. At every point of input or output a draw that depends on the seed, the program, the point and how often it was
 * reached decides; so a fault that is left out changes none of the others.
 */
import { Effect } from "effect"
import { keyText, type PaymentKey, StoreError } from "@cauri/core"
import { drawn, hour, minute, type Program, second, type Skew, type World } from "./time.ts"

/** What happens to a program at a point. */
export type ProgramFault =
  | "dies before"
  | "dies after"
  | "fails before"
  | "fails after"
  | "is slow"
  | "stands still"
  | "clock steps"
  | "disk fills"
  | "power fails"
/** What happens to bytes. */
export type WireFault = "lost" | "reset" | "cut" | "slow" | "dies"

/** A fault that struck. */
export interface Struck {
  readonly name: string
  readonly at: number
  readonly program: string
  readonly point: string
  readonly fault: ProgramFault | WireFault | "waits for another"
}

export interface FaultOptions {
  /** How likely one is when a point is reached for the first time. */
  readonly rate: number
  /** Only faults of these names strike. Default: all that are drawn. */
  readonly only?: ReadonlySet<string>
  /** Pairs of a place and a fault that were seldom struck so far: each strikes once, where it can. */
  readonly rare?: ReadonlySet<string>
  /** Those who write of one payment often do so in the same moment. Default: in one of five seeds. */
  readonly meets?: boolean
}

/** A fault at a place, whichever program it was: reconciler-1 and reconciler-2 are the same place. */
export const pairOf = ({ fault, point, program }: Pick<Struck, "program" | "point" | "fault">): string =>
  `${`${program.replace(/-\d$/, "")} ${point}`.replaceAll(/-\d/g, "")}: ${fault}`

const readPoint =
  /^(?:find|list|page|history|deliveries|pauses|identity|heartbeats|now|clock|health|visit|count|figures)/

/** What cannot fail with an error of a store. */
const onCall: ReadonlyArray<ProgramFault> = ["dies before", "dies after", "is slow", "stands still", "clock steps"]
const onRead: ReadonlyArray<ProgramFault> = ["dies before", "fails before", "is slow", "stands still", "clock steps"]
const onWrite: ReadonlyArray<ProgramFault> = [...onRead, "dies after", "fails after", "disk fills", "power fails"]
const onWire: ReadonlyArray<WireFault> = ["lost", "reset", "cut", "slow"]
/** The program dies when its first bytes have left. */
const onMortalWire: ReadonlyArray<WireFault> = [...onWire, "dies"]

/** The machine that the merchant's programs share. */
export interface Host {
  readonly skew: Skew
  /** Its disk is full until then. */
  fullUntil: number
  /** How many writes were acknowledged to its programs. */
  acknowledged: number
  /** Runs this, which writes, and cuts the power in the middle. */
  readonly powerFails: <A, E, R>(act: Effect.Effect<A, E, R>) => Effect.Effect<never, never, R>
}

export const makeFaults = (world: World, host: () => Host, options: FaultOptions) => {
  const { meets = drawn(world.seed, "meets") < 0.2, only, rare = new Set(), rate } = options
  const sought = new Set(rare)
  const reached = new Map<string, number>()
  const struck: Array<Struck> = []
  let isOn = true
  const some = (what: string) => drawn(world.seed, what, world.now)

  /** A seed has a weather: some kinds of faults stay away, and some places are struck far more often than others. */
  const comes = (kind: string) => drawn(world.seed, "weather", kind) < 0.6
  const heat = (place: string) => (drawn(world.seed, "heat", place) < 0.08 ? 5 : 0.5)
  const waiting = new Map<string, () => void>()

  const draw = <F extends ProgramFault | WireFault>(
    program: Program,
    point: string,
    kinds: ReadonlyArray<F>,
  ): F | null => {
    const place = `${program.name} ${point}`
    const count = (reached.get(place) ?? 0) + 1
    reached.set(place, count)
    const name = `${place} ${count}`
    const chance = drawn(world.seed, "fault", name)
    const isSought = (fault: F) => sought.has(pairOf({ program: program.name, point, fault }))
    const seldom = sought.size > 0 && chance < 0.8 ? kinds.filter(isSought) : []
    // What is reached again and again is struck more rarely, so that rare points are struck as well.
    if (!isOn || (seldom.length === 0 && chance >= (rate * heat(place)) / (1 + count / 50))) return null
    if (only?.has(name) === false) return null
    const coming = [seldom, kinds.filter(comes), kinds].find((some) => some.length > 0) ?? kinds
    const fault = coming[Math.floor(drawn(world.seed, "kind", name) * coming.length)]
    if (fault === undefined) return null
    sought.delete(pairOf({ program: program.name, point, fault }))
    struck.push({ name, at: world.now, program: program.name, point, fault })
    return fault
  }

  /** Does this in a program, or what a fault makes of it. */
  const at = <A, E, R>(
    program: Program,
    point: string,
    act: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | StoreError, R> =>
    Effect.suspend(() => {
      const isCall = point.startsWith("gateway.")
      const isRead = isCall || readPoint.test(point.split(".")[1] ?? "")
      const acts = isRead ? act : Effect.tap(act, () => Effect.sync(() => void host().acknowledged++))
      const failed = new StoreError({ operation: point, cause: new Error("The disk did not answer.") })
      const died = Effect.suspend(() => {
        program.die()
        return Effect.never
      })
      const isLate = some("late") < 0.5
      const stand = Effect.suspend(() => {
        program.thawsAt = world.now + some("still") * 4 * minute
        return Effect.yieldNow
      })
      switch (draw(program, point, isCall ? onCall : isRead ? onRead : onWrite)) {
        case "dies before":
          return died
        case "dies after":
          return Effect.andThen(Effect.exit(acts), died)
        case "fails before":
          return Effect.fail(failed)
        case "fails after":
          return Effect.andThen(acts, Effect.fail(failed))
        case "is slow":
          return isLate ? Effect.tap(acts, Effect.sleep(5 * second)) : Effect.andThen(Effect.sleep(5 * second), acts)
        case "stands still":
          return isLate ? Effect.tap(acts, () => stand) : Effect.andThen(stand, acts)
        case "clock steps":
          host().skew.ahead += (some("step") - 0.5) * 20 * minute
          return acts
        case "disk fills":
          host().fullUntil = world.now + some("full") * 30 * minute
          return Effect.fail(failed)
        case "power fails":
          return host().powerFails(act)
        case null:
          return !isRead && host().fullUntil > world.now ? Effect.fail(failed) : acts
      }
    })

  /**
   * Before a program writes of a payment: some wait for another that is about to, and go just before it or just after it, so that what one
   * writes comes between what the other has read and what it makes of it.
   */
  const meet = (program: Program, point: string, payment: string): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      const place = `${program.name} ${point} ${payment}`
      const count = (reached.get(place) ?? 0) + 1
      reached.set(place, count)
      const name = `${place} ${count}`
      const goes = waiting.get(payment)
      const order = drawn(world.seed, "met", name)
      if (goes !== undefined && order < 0.6) {
        waiting.delete(payment)
        if (order < 0.3) program.after(second, goes)
        else goes()
        return order < 0.3 ? Effect.void : Effect.sleep(second)
      }
      const waits = meets && isOn && goes === undefined && drawn(world.seed, "meet", name) < 0.2
      if (!waits || only?.has(name) === false) return Effect.void
      struck.push({ name, at: world.now, program: program.name, point, fault: "waits for another" })
      const another = Effect.callback<void>((resume) => {
        const goes = () => program.after(0, () => resume(Effect.void))
        const leave = () => {
          if (waiting.get(payment) === goes) waiting.delete(payment)
        }
        waiting.set(payment, goes)
        program.atEnd(leave)
        return Effect.sync(leave)
      })
      return Effect.timeoutOption(another, 3 * hour)
    })

  return {
    at,
    meet,
    onWire: (program: Program, point: string) => draw(program, point, program.isMortal ? onMortalWire : onWire),
    /** From now on nothing goes wrong. */
    end: () => {
      isOn = false
    },
    struck: (): ReadonlyArray<Struck> => struck,
  }
}

export type Faults = ReturnType<typeof makeFaults>

/** What writes of one payment. */
const meeting: ReadonlySet<string> = new Set(["store.claim", "store.save", "store.noteCallback"])

interface OfPayment {
  readonly key?: PaymentKey
  readonly payment?: { readonly key: PaymentKey }
}

/** The same service, whose every method is a point. */
export const guarded = <S extends object>(faults: Faults, program: Program, name: string, service: S): S => {
  const points = Object.entries(service).map(([method, value]: [string, unknown]) => {
    const point = `${name}.${method}`
    if (Effect.isEffect(value)) return [method, faults.at(program, point, value)] as const
    if (typeof value !== "function") return [method, value] as const
    return [
      method,
      (...given: ReadonlyArray<unknown>) => {
        const made: unknown = Reflect.apply(value, service, given)
        if (!Effect.isEffect(made)) return made
        const does = faults.at(program, point, made)
        if (!meeting.has(point)) return does
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what these methods are given first
        const of = given[0] as OfPayment
        const key = of.key ?? of.payment?.key
        return key === undefined ? does : Effect.andThen(faults.meet(program, point, keyText(key)), does)
      },
    ] as const
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same methods
  return Object.fromEntries(points) as S
}
