/**
 * Payments in memory: for tests and for trying things out. There is no database whose transaction a host could open, so `null` stands
 * for it, and what is done within it is done at once.
 */
import { announceWithin, emptyMemory, insertWithin, type MemoryCell, memoryPorts } from "@cauri/core/adapter"
import { Context, Effect, Layer, Stream } from "effect"
import { HostSide, makeStore, type Store } from "./choices.ts"
import { atOnce } from "./transactions.ts"

/** What a host does beside payments in memory. */
export interface MemoryHost {
  readonly transaction: null
  readonly handed: null
  readonly handled: undefined
  readonly inserted: "inserted" | "already_there"
}

/** Payments in memory. Everything that is opened with one such store shares what it holds. */
export const memory = (): Store<MemoryHost> => {
  const cell: MemoryCell = { current: emptyMemory }
  return makeStore(
    Layer.succeedContext(
      memoryPorts(cell).pipe(
        Context.add(
          HostSide,
          HostSide.of({
            insertWithin: (_transaction, prepared) => insertWithin(cell, prepared),
            announceWithin: (name, handler) => {
              const hear = atOnce(name, handler)
              return announceWithin(cell, name, (_cell, announced) => hear(null, announced))
            },
            handlersWait: false,
            changes: Stream.never,
            failed: Effect.never,
          }),
        ),
      ),
    ),
  )
}
