/** The merchant in the glass: six programs on one machine, its store, and who starts them again. */
import { Context, Effect, Layer, Stream } from "effect"
import { PaymentStore } from "@cauri/core"
import {
  Documents,
  type Gateway,
  type PaymentStoreDriver,
  SharedState,
  type StorePorts,
  StoreStatus,
} from "@cauri/core/adapter"
import { type Faults, guarded, type Host } from "./faults.ts"
import * as Programs from "./programs.ts"
import type { Medium } from "./stores.ts"
import { drawn, minute, type Program, type Skew, type World } from "./time.ts"
import type { Witness } from "./witness.ts"
import type { Listening } from "./wires.ts"

/** What is broken on purpose. */
export interface Broken {
  readonly driver?: (driver: PaymentStoreDriver) => PaymentStoreDriver
  readonly port?: (store: PaymentStore["Service"]) => PaymentStore["Service"]
  readonly gateway?: (gateway: Gateway["Service"]) => Gateway["Service"]
  readonly documents?: (documents: Documents["Service"]) => Documents["Service"]
  /** A backup that is put back is used as if nothing had happened since. */
  readonly restores?: "in silence" | "with a statement"
}

/** Where things stand. */
export interface Phase {
  /** The run is over: nothing is started again. */
  isOver: boolean
  /** Nothing goes wrong any more. */
  isHealed: boolean
  /** The store was put back from a backup: only the console is started, until a person has said so. */
  isUnsafe: boolean
}

/** Each program, and the port at which it reaches the service. */
export const ports = {
  api: 1,
  counter: 2,
  "reconciler-1": 3,
  "reconciler-2": 4,
  "receiver-1": 5,
  "receiver-2": 6,
} as const
type Name = keyof typeof ports
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const names = Object.keys(ports) as ReadonlyArray<Name>

interface Parts {
  readonly world: World
  readonly faults: Faults
  readonly medium: Medium
  readonly witness: Witness
  readonly broken: Broken
  readonly phase: Phase
  /** Who starts programs again: it outlives them. */
  readonly supervisor: Program
  readonly receive: Programs.Surroundings["receive"]
  readonly tell: (text: string) => void
  /** The credentials as a program finds them when it starts. */
  readonly credentials: () => Programs.Surroundings["credentials"]
}

/** Tells each program of the writes of the others, without asking a file four times a second for days. */
const makeBell = () => {
  const waiting = new Map<Program, () => void>()
  return {
    ringFor: (program: Program) =>
      Effect.callback<void>((resume) => void waiting.set(program, () => resume(Effect.void))),
    ringing: (store: PaymentStore["Service"], program: Program): PaymentStore["Service"] => {
      const ring = Effect.sync(() => {
        for (const [other, wake] of waiting) {
          if (other === program) continue
          waiting.delete(other)
          other.after(250, wake)
        }
      })
      return PaymentStore.of({
        ...store,
        insert: (...given) => Effect.ensuring(store.insert(...given), ring),
        save: (...given) => Effect.ensuring(store.save(...given), ring),
        noteCallback: (...given) => Effect.ensuring(store.noteCallback(...given), ring),
      })
    },
  }
}

export const makeMerchant = (parts: Parts) => {
  const { broken, faults, medium, phase, receive, supervisor, tell, world } = parts
  const running = new Map<Name, Program>()
  const listeners = new Map<Name, Listening>()
  const rooms: { counter: Programs.Counter | null } = { counter: null }
  const bell = makeBell()
  const skew: Skew = { ahead: 0, faster: 0 }

  /** Ends all programs at once, does this to their store, and has them started again. */
  const stopAll = (then: () => void) => {
    for (const program of running.values()) program.die()
    then()
  }
  const host: Host = {
    skew,
    fullUntil: 0,
    acknowledged: 0,
    powerFails: (act) =>
      Effect.flatMap(
        medium.torn(act, () => host.acknowledged),
        (put) =>
          Effect.suspend(() => {
            stopAll(put)
            return Effect.never
          }),
      ),
  }

  const storeOf = (program: Program): Layer.Layer<StorePorts, unknown> =>
    Layer.effectContext(
      Effect.map(Layer.build(medium.open(program)), (opened) => {
        const payments = bell.ringing(guarded(faults, program, "store", Context.get(opened, PaymentStore)), program)
        const documents = guarded(faults, program, "documents", Context.get(opened, Documents))
        const status = {
          ...Context.get(opened, StoreStatus),
          writesByOthers: Stream.fromEffectRepeat(bell.ringFor(program)),
        }
        return opened.pipe(
          Context.add(StoreStatus, status),
          Context.add(PaymentStore, broken.port?.(payments) ?? payments),
          Context.add(SharedState, guarded(faults, program, "shared", Context.get(opened, SharedState))),
          Context.add(Documents, broken.documents?.(documents) ?? documents),
        )
      }),
    )

  const mainOf = (name: Name, surroundings: Programs.Surroundings): Effect.Effect<unknown, unknown> => {
    const built = (made: Listening) => void listeners.set(name, made)
    if (name === "api") return Programs.api(surroundings, built)
    if (name === "receiver-1" || name === "receiver-2") return Programs.receiver(surroundings, built)
    if (name !== "counter") return Programs.reconciler(surroundings)
    return Programs.counter(surroundings, (made) => {
      rooms.counter = made
    })
  }

  /** Starts a program, and starts it again a little after it ends. */
  const start = (name: Name): void => {
    if (phase.isOver) return
    if (phase.isUnsafe && name !== "counter") return world.at(world.now + 5 * minute, supervisor, () => start(name))
    const program = world.program(name, {
      // All programs of a machine share its wall clock, and no two count on from it quite alike.
      get ahead() {
        return skew.ahead
      },
      set ahead(ahead) {
        skew.ahead = ahead
      },
      faster: (drawn(world.seed, "drift", name) - 0.5) * 1e-4,
    })
    running.set(name, program)
    program.atEnd(() => {
      listeners.delete(name)
      if (name === "counter") rooms.counter = null
      tell(`${name} ends`)
      const wait = phase.isHealed ? 1 : 1 + drawn(world.seed, "restart", name, world.now) * 10
      world.at(world.now + wait * Programs.restartsAfter, supervisor, () => start(name))
    })
    const { gateway } = broken
    const own = {
      program,
      faults,
      receive,
      witness: parts.witness,
      store: storeOf(program),
      port: ports[name],
      credentials: parts.credentials(),
    }
    program.run(mainOf(name, gateway === undefined ? own : { ...own, gateway })).then(
      () => program.die(),
      (error: unknown) => {
        tell(`${name} gives up: ${String(error).slice(0, 160)}`)
        program.die()
      },
    )
  }

  return {
    host,
    stopAll,
    startAll: () => names.forEach(start),
    running: (name: Name): Program => running.get(name) ?? supervisor,
    listening: (name: Name): Listening | null => listeners.get(name) ?? null,
    /** Where a callback goes now: to one of the receivers that are there. */
    receiver: (): Listening | null => {
      const open = [listeners.get("receiver-1"), listeners.get("receiver-2")].filter((each) => each !== undefined)
      return open[Math.floor(drawn(world.seed, "receiver", world.now) * open.length)] ?? null
    },
    /** Does this at the console, in its own process: what it was doing is lost when that ends. Null: its program is not there just now. */
    atCounter: <A>(does: (counter: Programs.Counter) => Effect.Effect<A, unknown>): Promise<A> | null => {
      const { counter } = rooms
      const program = running.get("counter")
      return counter === null || program === undefined ? null : program.run(does(counter))
    },
  }
}
