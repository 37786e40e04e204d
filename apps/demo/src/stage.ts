/**
 * Where an act is played: all of core over its memory store, the scripted gateway and a virtual clock. The stage writes down what
 * happens, in order: what the world does, what enters the payment's history, and what the shop hears.
 */
import {
  type Announced,
  CallbackAddress,
  type Cauri,
  CallbackIntake,
  Credentials,
  defaultPolicy,
  Gateway,
  type HistoryEntry,
  layerCauri,
  memoryStore,
  type Noted,
  Outcomes,
  type PaymentKey,
  PaymentStore,
  Policy,
  Reconciliation,
} from "@cauri/core"
import { Cause, Clock, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { gatewayOf, newScript, type Script } from "./scriptedGateway.ts"

/** One line of a timeline. */
export type Line =
  | { readonly _tag: "World"; readonly at: number; readonly text: string }
  | { readonly _tag: "History"; readonly at: number; readonly entry: HistoryEntry }
  | { readonly _tag: "Shop"; readonly at: number; readonly announced: Announced }

/** Something that an act says of itself, and whether it is so. */
interface Check {
  readonly what: string
  readonly holds: boolean
}

/** What an act works with. */
interface Stage {
  readonly script: Script
  /** Writes down what becomes of this payment from here on. */
  watch(key: PaymentKey): void
  /** Something happens in the world. */
  say(text: string): Effect.Effect<void>
  /** Time passes; the reconciler works whenever something is due. */
  pass(time: Duration.Input): Effect.Effect<void>
  /** Somebody posts to the callback address of an attempt. Equal stories are one event, whatever their encoding. */
  callBack(key: PaymentKey, attempt: number, story: string): Effect.Effect<Noted>
  check(what: string, holds: boolean): void
  /** What the shop has heard so far, by name. */
  heard(): ReadonlyArray<string>
  history(key: PaymentKey): Effect.Effect<ReadonlyArray<HistoryEntry>>
}

/** One act. */
export interface Act {
  readonly title: string
  readonly about: string
  /** What the act shows to be impossible. */
  readonly avoided: string
  readonly play: (stage: Stage) => Effect.Effect<void, unknown, Cauri | PaymentStore>
}

/** An act as it went. */
export interface Performance {
  readonly act: Act
  readonly lines: ReadonlyArray<Line>
  /** The payment at the end, printed as core prints it. */
  readonly end: string
  readonly creations: number
  readonly confirms: number
  readonly checks: ReadonlyArray<Check>
  /** How much virtual time it took. */
  readonly took: number
}

/** Did it end as it says? An act that checks nothing says nothing. */
export const isTrue = ({ checks }: Performance): boolean => checks.length > 0 && checks.every(({ holds }) => holds)

/** More sweeps than any act needs; reaching it means that the reconciler turns in circles. */
const maximumSweeps = 1_000

const shop = { name: "Boutique", siteUrl: "https://shop.example" }

/** The whole wiring: what a program with real adapters replaces line by line. */
export const layerStage = (script: Script, hear: (announced: Announced) => void) =>
  layerCauri.pipe(
    Layer.provideMerge(memoryStore),
    Layer.provide([
      Layer.succeed(Gateway, gatewayOf(script)),
      Layer.succeed(
        CallbackAddress,
        CallbackAddress.of({
          base: "https://shop.example",
          make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${key.kind}.${key.id}.${attempt}`),
          verify: () => Effect.succeedNone,
        }),
      ),
      Layer.succeed(
        Credentials,
        Credentials.of({ of: () => Effect.succeed(null), generation: () => Effect.succeed("first") }),
      ),
      Layer.succeed(Policy, { ...defaultPolicy, shops: { shop } }),
      Layer.succeed(Outcomes, [{ name: "shop", hear: (announced) => Effect.sync(() => hear(announced)) }]),
    ]),
    Layer.provideMerge(TestClock.layer()),
  )

/** The stage of one act, and what is written down on it. */
const makeStage = Effect.fnUntraced(function* (script: Script, heard: ReadonlyArray<Announced>) {
  const store = yield* PaymentStore
  const intake = yield* CallbackIntake
  const reconciliation = yield* Reconciliation
  const lines: Array<Line> = []
  const checks: Array<Check> = []
  let watched: PaymentKey | null = null
  let read = 0
  let told = 0

  const history = (key: PaymentKey, after = 0) => Effect.orDie(store.history(key, after, 1_000))
  const catchUp = Effect.gen(function* () {
    for (const entry of watched === null ? [] : yield* history(watched, read)) {
      lines.push({ _tag: "History", at: entry.at, entry })
      read = entry.seq
    }
    const at = yield* Clock.currentTimeMillis
    for (const announced of heard.slice(told)) lines.push({ _tag: "Shop", at, announced })
    told = heard.length
  })

  const stage: Stage = {
    script,
    watch: (key) => {
      watched = key
    },
    say: Effect.fn("Stage.say")(function* (text) {
      yield* catchUp
      lines.push({ _tag: "World", at: yield* Clock.currentTimeMillis, text })
    }),
    pass: Effect.fn("Stage.pass")(function* (time) {
      const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(time)
      for (let sweeps = 0; sweeps < maximumSweeps; sweeps++) {
        const { taken, failed, nextDueAt } = yield* Effect.orDie(reconciliation.sweep)
        yield* catchUp
        if (failed > 0) checks.push({ what: "the reconciler can work on every payment", holds: false })
        if (taken > 0) continue
        yield* TestClock.setTime(Math.min(nextDueAt ?? end, end))
        if (nextDueAt === null || nextDueAt > end) return
      }
      checks.push({ what: "the reconciler comes to rest", holds: false })
    }),
    callBack: Effect.fn("Stage.callBack")(function* (key, attempt, story) {
      const receivedAt = yield* Clock.currentTimeMillis
      const body = new TextEncoder().encode(story)
      return yield* Effect.orDie(intake.receive({ key, attempt, fingerprint: story, receivedAt, body }))
    }),
    check: (what, holds) => {
      checks.push({ what, holds })
    },
    heard: () => heard.map(({ event }) => event),
    history,
  }
  /** The watched payment, printed as core prints it: masked. */
  const end = Effect.gen(function* () {
    yield* catchUp
    const found = watched === null ? Option.none() : yield* Effect.orDie(store.find(watched))
    return Option.match(found, { onNone: () => "no payment", onSome: ({ payment }) => String(payment) })
  })
  return { stage, lines, checks, end }
})

/** Plays an act on a stage of its own. Whatever goes wrong becomes a check that does not hold. */
export const perform = (act: Act): Effect.Effect<Performance> => {
  const script = newScript()
  const heard: Array<Announced> = []
  const play = Effect.gen(function* () {
    const { stage, lines, checks, end } = yield* makeStage(script, heard)
    const exit = yield* Effect.exit(act.play(stage))
    if (exit._tag === "Failure") stage.check(`it can be played: ${String(Cause.squash(exit.cause))}`, false)
    const performance: Performance = {
      act,
      end: yield* end,
      lines,
      creations: script.creations,
      confirms: script.confirms,
      checks,
      took: yield* Clock.currentTimeMillis,
    }
    return performance
  })
  return Effect.provide(
    play,
    layerStage(script, (announced) => heard.push(announced)),
  )
}
