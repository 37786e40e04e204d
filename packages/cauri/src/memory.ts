/**
 * Payments in memory, for tests and trials. A host cannot open a transaction there: `null` stands for it, and what is done within it is
 * done at once.
 */
import { deliverWithin, emptyMemory, insertWithin, type MemoryCell, memoryPorts } from "@cauri/core/adapter"
import { Context, Layer } from "effect"
import { HostSide, makeStore, type Store } from "./choices/choices.ts"
import { atOnce } from "./choices/transactions.ts"

/** What a host can do beside payments in memory. */
export interface MemoryHost {
  /** There is none: `null`. */
  readonly transaction: null
  /** A handler of `onWithin` gets nothing to write with. */
  readonly handed: null
  /** Such a handler returns no promise. */
  readonly handled: undefined
  /** What `insertWithin` returns. */
  readonly inserted: "inserted" | "already_there"
}

/**
 * Payments in memory, not for `https` where `NODE_ENV` is `production`. All payments opened with one such store share its contents.
 *
 * ```ts
 * const store = memory()
 * await using one = await createPayments({ ...options, gateway: simulated(), store })
 * await using other = await createPayments({ ...options, gateway: simulated(), store })
 * await one.payins.create(payin)
 * await other.payins.get("order-17").then(({ status }) => status) // => "pending"
 * ```
 */
export const memory = (): Store<MemoryHost> => {
  const cell: MemoryCell = { current: emptyMemory }
  return makeStore(
    Layer.succeedContext(
      memoryPorts(cell).pipe(
        Context.add(
          HostSide,
          HostSide.of({
            insertWithin: (_transaction, prepared) => insertWithin(cell, prepared),
            deliverWithin: (name, handler) => {
              const receive = atOnce(name, handler)
              return deliverWithin(cell, name, (_cell, deliveredEvent) => receive(null, deliveredEvent))
            },
            handlersWait: false,
            keepsPayments: false,
          }),
        ),
      ),
    ),
  )
}
