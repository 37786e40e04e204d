/** Review stores that are wrong. */
import { Effect } from "effect"
import type { Pause, RateTaking } from "@cauri/core/adapter"
import { afterwards, type Broken, brokenDesk, type World } from "./world.ts"

const without = (world: World, scope: string) => {
  const pauses = new Map(world.cell.current.pauses)
  pauses.delete(scope)
  world.cell.current = { ...world.cell.current, pauses }
}

/** A store that keeps something else of a hold. */
const keeping = (change: (pause: Pause) => Pause) => (world: World) => ({
  pause: (pause: Pause) => world.shared.pause(change(pause)),
})

/** A store that shares other rates than it is asked for. */
const rating =
  (change: (taking: RateTaking) => Partial<RateTaking>) =>
  ({ shared }: World) => ({
    takeRateToken: (taking: RateTaking) => shared.takeRateToken({ ...taking, ...change(taking) }),
  })

const staysAsItWas = "a paused scope stays as it was, and a second caller learns who paused it"
const anyText = "scopes and reasons are any text, told apart letter for letter"

const brokenHolds: ReadonlyArray<Broken> = [
  brokenDesk(
    "a hold forgets when it was set",
    "a pause is returned as it was set",
    keeping((pause) => ({ ...pause, since: 0 })),
  ),
  brokenDesk("whoever asks for a hold is told that it was set", staysAsItWas, (world) => ({
    pause: (pause) => Effect.as(world.shared.pause(pause), pause),
  })),
  brokenDesk("a scope has one hold", "a person's hold and the library's own stand beside each other", (world) => ({
    pause: (pause) => {
      const there = world.cell.current.pauses.get(pause.scope)?.[0]
      return there === undefined ? world.shared.pause(pause) : Effect.succeed(there)
    },
  })),
  brokenDesk(
    "lifting asks nobody which hold was seen",
    "only the pause that a person saw ends, and none that was set since",
    ({ shared }) => ({ resume: (scope) => shared.resume(scope) }),
  ),
  brokenDesk("lifting always says true", "lifting tells whether there was a hold", ({ shared }) => ({
    resume: (scope) => Effect.as(shared.resume(scope), true),
  })),
  brokenDesk(
    "lifting a scope lifts the narrower ones",
    "lifting one scope leaves the wider and the narrower ones",
    (world) => ({
      resume: (scope) =>
        afterwards(world.shared.resume(scope), () => {
          for (const each of world.cell.current.pauses.keys()) {
            if (each.startsWith(scope.split("/").slice(0, 2).join("/"))) without(world, each)
          }
        }),
    }),
  ),
  brokenDesk("a lifted scope is never held again", "a lifted scope can be held again, with a new reason", (world) => {
    const resumed = new Set<string>()
    return {
      resume: (scope) => afterwards(world.shared.resume(scope), () => resumed.add(scope)),
      pause: (pause) => (resumed.has(pause.scope) ? Effect.succeed(pause) : world.shared.pause(pause)),
    }
  }),
  brokenDesk(
    "reasons are trimmed",
    anyText,
    keeping((pause) => ({ ...pause, reason: pause.reason.trim() })),
  ),
]

const brokenTurns: ReadonlyArray<Broken> = [
  brokenDesk(
    "a rate grants one more than its burst",
    [
      "a rate grants its burst at once, then says how long to wait",
      "over any span of time no rate grants more than its burst and its share of that time",
    ],
    rating(({ limit }) => ({ limit: { ...limit, burst: limit.burst + 1 } })),
  ),
  brokenDesk(
    "waits are rounded down",
    "after the wait that was told a turn is granted, and not a millisecond before",
    (world) => ({
      takeRateToken: (taking) =>
        Effect.map(world.shared.takeRateToken(taking), (wait) => (wait === 0 ? 0 : Math.max(1, wait - 1))),
    }),
  ),
  brokenDesk(
    "turns come faster than the rate",
    [
      "after the burst the turns come one after the other, as far apart as the rate says",
      "over any span of time no rate grants more than its burst and its share of that time",
    ],
    rating(({ limit }) => ({ limit: { ...limit, perSecond: 2 * limit.perSecond } })),
  ),
  brokenDesk(
    "a rest saves up turns without end",
    "a rest fills the burst again, and no more than the burst",
    ({ shared }) => {
      const saved = new Map<string, number>()
      return {
        takeRateToken: ({ rate, limit, now }) => {
          const since = saved.get(rate) ?? now
          if (now - since > 60_000) return Effect.succeed(0)
          saved.set(rate, since)
          return shared.takeRateToken({ rate, limit, now })
        },
      }
    },
  ),
  brokenDesk(
    "a host that lags sets the turns back",
    [
      "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now",
      "two hosts of which one lags take together no more than the rate",
    ],
    (world) => ({
      takeRateToken: ({ rate, limit, now }) => {
        const rateTokens = new Map(world.cell.current.rateTokens)
        if ((rateTokens.get(rate) ?? now) > now + 1_000 / limit.perSecond) rateTokens.set(rate, now)
        world.cell.current = { ...world.cell.current, rateTokens }
        return world.shared.takeRateToken({ rate, limit, now })
      },
    }),
  ),
  brokenDesk(
    "a clock that was set back is waited for",
    [
      "a clock that was set back makes no caller wait for the old time",
      "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now",
    ],
    ({ shared }) => {
      const latest = new Map<string, number>()
      return {
        takeRateToken: ({ rate, limit, now }) => {
          const time = Math.max(now, latest.get(rate) ?? now)
          latest.set(rate, time)
          return Effect.map(shared.takeRateToken({ rate, limit, now: time }), (wait) => wait + time - now)
        },
      }
    },
  ),
  brokenDesk(
    "every turn that is not now counts as now",
    [
      "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now",
      "a refusal costs nothing",
    ],
    (world) => ({
      takeRateToken: ({ rate, limit, now }) => {
        const rateTokens = new Map(world.cell.current.rateTokens)
        if ((rateTokens.get(rate) ?? now) > now) rateTokens.set(rate, now)
        world.cell.current = { ...world.cell.current, rateTokens }
        return world.shared.takeRateToken({ rate, limit, now })
      },
    }),
  ),
  brokenDesk(
    "all rates share their turns",
    "rates of different names do not share their turns",
    rating(() => ({ rate: "own/" })),
  ),
  brokenDesk(
    "a rate grants half of what it promises",
    "a caller that waits as long as it should gets what the rate promises",
    rating(({ limit }) => ({ limit: { ...limit, perSecond: limit.perSecond / 2 } })),
  ),
]

export const brokenSharedStates: ReadonlyArray<Broken> = [...brokenHolds, ...brokenTurns]
