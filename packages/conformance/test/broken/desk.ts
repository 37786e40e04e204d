/** Desk stores that are wrong. */
import { Effect } from "effect"
import type { Hold, RateName } from "@cauri/core/adapter"
import type { Rate } from "@cauri/core/model"
import { afterwards, type Broken, broken, brokenDesk, type World } from "./world.ts"

const without = (world: World, scope: string) => {
  const holds = new Map(world.cell.current.holds)
  holds.delete(scope)
  world.cell.current = { ...world.cell.current, holds }
}

/** A store that keeps something else of a hold. */
const keeping = (change: (hold: Hold) => Hold) => (world: World) => ({
  hold: (hold: Hold) => world.desk.hold(change(hold)),
})

/** A store that shares other rates than it is asked for. */
const rating =
  (change: (rate: RateName, limit: Rate, now: number) => readonly [RateName, Rate, number]) =>
  ({ desk }: World) => ({
    takeTurn: (rate: RateName, limit: Rate, now: number) => desk.takeTurn(...change(rate, limit, now)),
  })

const staysAsItWas = "a scope that is on hold stays as it was, and whoever asked is told by whom"
const anyText = "scopes and reasons are any text, told apart letter for letter"

const brokenHolds: ReadonlyArray<Broken> = [
  brokenDesk(
    "a hold forgets when it was set",
    "a hold is told as it was set",
    keeping((hold) => ({ ...hold, since: 0 })),
  ),
  brokenDesk("a hold overwrites", staysAsItWas, (world) => ({
    hold: (hold) => {
      without(world, hold.scope)
      return world.desk.hold(hold)
    },
  })),
  brokenDesk("whoever asks for a hold is told that it was set", staysAsItWas, (world) => ({
    hold: (hold) => Effect.as(world.desk.hold(hold), hold),
  })),
  brokenDesk("a scope has one hold", "a person's hold and the library's own stand beside each other", (world) => ({
    hold: (hold) => {
      const there = world.cell.current.holds.get(hold.scope)?.[0]
      return there === undefined ? world.desk.hold(hold) : Effect.succeed(there)
    },
  })),
  brokenDesk(
    "lifting asks nobody which hold was seen",
    "only the hold that somebody saw is lifted, and none that was set since",
    ({ desk }) => ({ lift: (scope) => desk.lift(scope) }),
  ),
  brokenDesk("lifting always says true", "lifting tells whether there was a hold", ({ desk }) => ({
    lift: (scope) => Effect.as(desk.lift(scope), true),
  })),
  brokenDesk(
    "lifting a scope lifts the narrower ones",
    "lifting one scope leaves the wider and the narrower ones",
    (world) => ({
      lift: (scope) =>
        afterwards(world.desk.lift(scope), () => {
          for (const each of world.cell.current.holds.keys()) {
            if (each.startsWith(scope.split("/").slice(0, 2).join("/"))) without(world, each)
          }
        }),
    }),
  ),
  brokenDesk("a lifted scope is never held again", "a lifted scope can be held again, with a new reason", (world) => {
    const lifted = new Set<string>()
    return {
      lift: (scope) => afterwards(world.desk.lift(scope), () => lifted.add(scope)),
      hold: (hold) => (lifted.has(hold.scope) ? Effect.succeed(hold) : world.desk.hold(hold)),
    }
  }),
  brokenDesk(
    "scopes are compared without case",
    anyText,
    keeping((hold) => ({ ...hold, scope: hold.scope.toLowerCase() })),
  ),
  brokenDesk(
    "reasons are trimmed",
    anyText,
    keeping((hold) => ({ ...hold, reason: hold.reason.trim() })),
  ),
  broken(
    "a claim remembers that it was stopped",
    "a claim is stopped from the moment a hold is set until the moment it is lifted",
    ({ driver }) => {
      const stopped = new Set<string>()
      return {
        claim: (row, ...rest) =>
          stopped.has(row.id)
            ? Effect.succeed({ _tag: "OnHold" as const, scope: "" })
            : afterwards(driver.claim(row, ...rest), ({ _tag }) => {
                if (_tag === "OnHold") stopped.add(row.id)
              }),
      }
    },
  ),
]

const brokenTurns: ReadonlyArray<Broken> = [
  brokenDesk(
    "a rate grants one more than its burst",
    [
      "a rate grants its burst at once, then says how long to wait",
      "over any span of time no rate grants more than its burst and its share of that time",
    ],
    rating((rate, limit, now) => [rate, { ...limit, burst: limit.burst + 1 }, now]),
  ),
  brokenDesk(
    "waits are rounded down",
    "after the wait that was told a turn is granted, and not a millisecond before",
    (world) => ({
      takeTurn: (rate, limit, now) =>
        Effect.map(world.desk.takeTurn(rate, limit, now), (wait) => (wait === 0 ? 0 : Math.max(1, wait - 1))),
    }),
  ),
  brokenDesk(
    "turns come faster than the rate",
    [
      "after the burst the turns come one after the other, as far apart as the rate says",
      "over any span of time no rate grants more than its burst and its share of that time",
    ],
    rating((rate, limit, now) => [rate, { ...limit, perSecond: 2 * limit.perSecond }, now]),
  ),
  brokenDesk(
    "every second begins with a new burst",
    [
      "after the burst the turns come one after the other, as far apart as the rate says",
      "over any span of time no rate grants more than its burst and its share of that time",
    ],
    ({ desk }) => {
      const counts = new Map<string, number>()
      return {
        takeTurn: (rate, limit, now) => {
          const window = `${rate} ${Math.floor((now * limit.perSecond) / (1_000 * limit.burst))}`
          const count = (counts.get(window) ?? 0) + 1
          counts.set(window, count)
          return count <= limit.burst ? Effect.succeed(0) : desk.takeTurn(rate, limit, now)
        },
      }
    },
  ),
  brokenDesk(
    "a rest saves up turns without end",
    "a rest fills the burst again, and no more than the burst",
    ({ desk }) => {
      const saved = new Map<string, number>()
      return {
        takeTurn: (rate, limit, now) => {
          const since = saved.get(rate) ?? now
          if (now - since > 60_000) return Effect.succeed(0)
          saved.set(rate, since)
          return desk.takeTurn(rate, limit, now)
        },
      }
    },
  ),
  brokenDesk(
    "a refusal costs a turn",
    ["a refusal costs nothing", "after the wait that was told a turn is granted, and not a millisecond before"],
    (world) => ({
      takeTurn: (rate, limit, now) =>
        afterwards(world.desk.takeTurn(rate, limit, now), (wait) => {
          const next = world.cell.current.turns.get(rate) ?? 0
          if (wait > 0) {
            const turns = new Map(world.cell.current.turns).set(rate, next + 1_000 / limit.perSecond)
            world.cell.current = { ...world.cell.current, turns }
          }
        }),
    }),
  ),
  brokenDesk(
    "a host that lags sets the turns back",
    [
      "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now",
      "two hosts of which one lags take together no more than the rate",
    ],
    (world) => ({
      takeTurn: (rate, limit, now) => {
        const turns = new Map(world.cell.current.turns)
        if ((turns.get(rate) ?? now) > now + 1_000 / limit.perSecond) turns.set(rate, now)
        world.cell.current = { ...world.cell.current, turns }
        return world.desk.takeTurn(rate, limit, now)
      },
    }),
  ),
  brokenDesk(
    "a clock that was set back is waited for",
    [
      "a clock that was set back makes nobody wait for the old time",
      "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now",
    ],
    ({ desk }) => {
      const latest = new Map<string, number>()
      return {
        takeTurn: (rate, limit, now) => {
          const time = Math.max(now, latest.get(rate) ?? now)
          latest.set(rate, time)
          return Effect.map(desk.takeTurn(rate, limit, time), (wait) => wait + time - now)
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
      takeTurn: (rate, limit, now) => {
        const turns = new Map(world.cell.current.turns)
        if ((turns.get(rate) ?? now) > now) turns.set(rate, now)
        world.cell.current = { ...world.cell.current, turns }
        return world.desk.takeTurn(rate, limit, now)
      },
    }),
  ),
  brokenDesk(
    "all rates share their turns",
    "rates of different names do not share their turns",
    rating((_, limit, now) => ["own/", limit, now]),
  ),
  brokenDesk(
    "a rate grants half of what it promises",
    "whoever waits as told gets what the rate promises",
    rating((rate, limit, now) => [rate, { ...limit, perSecond: limit.perSecond / 2 }, now]),
  ),
]

export const brokenDesks: ReadonlyArray<Broken> = [...brokenHolds, ...brokenTurns]
