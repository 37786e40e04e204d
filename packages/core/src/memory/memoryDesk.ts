/**
 * What people and processes share, in memory: the port beside the payments.
 */
import { Effect } from "effect"
import { DeskStore, holdsByItself } from "../ports/DeskStore.ts"
import { type MemoryCell, put } from "./memoryDriver.ts"
import type { PaymentRow } from "../ports/PaymentRow.ts"
import { takeToken } from "../ports/storeKit.ts"

/**
 * A beat removes those of its own role that are this much older, in milliseconds: each start may have a name of its own. The last sign of
 * a role stays until another process has it.
 */
export const heartbeatsKeptFor = 86_400_000

/** What people and processes share, in this cell; the payments may be kept elsewhere. */
export const memoryDesk = (
  cell: MemoryCell,
  id: string,
  rows: () => Iterable<PaymentRow> = () => cell.current.rows.values(),
): DeskStore["Service"] =>
  DeskStore.of({
    hold: (hold) =>
      Effect.sync(() => {
        const there = cell.current.holds.get(hold.scope) ?? []
        const found = there.find(({ by }) => (by === holdsByItself) === (hold.by === holdsByItself))
        if (found !== undefined) return found
        cell.current = { ...cell.current, holds: put(cell.current.holds, hold.scope, [...there, hold]) }
        return hold
      }),
    lift: (scope, seen) =>
      Effect.sync(() => {
        const there = cell.current.holds.get(scope) ?? []
        const left = there.filter(({ by, since }) => seen !== undefined && (by !== seen.by || since !== seen.since))
        const holds = new Map(cell.current.holds)
        if (left.length === 0) holds.delete(scope)
        else holds.set(scope, left)
        cell.current = { ...cell.current, holds }
        return left.length < there.length
      }),
    holds: () => Effect.sync(() => [...cell.current.holds.values()].flat()),
    beat: (heartbeat) =>
      Effect.sync(() => {
        const { at, process, role } = heartbeat
        const kept = [...cell.current.heartbeats].filter(
          ([, old]) => old.role !== role || old.at >= at - heartbeatsKeptFor,
        )
        cell.current = { ...cell.current, heartbeats: put(new Map(kept), process, heartbeat) }
      }),
    heartbeats: () => Effect.sync(() => [...cell.current.heartbeats.values()]),
    takeTurn: (rate, limit, now) =>
      Effect.sync(() => {
        const { nextAt, wait } = takeToken(cell.current.turns.get(rate), limit, now)
        if (wait === 0) cell.current = { ...cell.current, turns: put(cell.current.turns, rate, nextAt) }
        return wait
      }),
    identity: () =>
      Effect.sync(() => ({
        id,
        highWater: [...rows()].reduce((sum, row) => sum + row.seq, 0),
      })),
    acceptRestored: () => Effect.void,
  })
