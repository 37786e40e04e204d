/** A memory store that can be broken: some methods of its ports are replaced. The side door stays honest. */
import { Context, Effect, Layer } from "effect"
import { keyText, PaymentId, type PaymentKey, PaymentStore, ProjectId } from "@cauri/core"
import {
  Documents,
  emptyMemory,
  type MemoryCell,
  memoryDriver,
  memoryPorts,
  type PaymentRow,
  type PaymentStoreDriver,
  type PaymentWrite,
  SharedState,
  type StoredDelivery,
  type StoredPayment,
  type StorePorts,
} from "@cauri/core/adapter"
import { HostTable, memoryHostTable, memorySideDoor, SideDoor } from "@cauri/conformance"

/** A store that works, to be broken. */
export interface World {
  readonly cell: MemoryCell
  readonly driver: PaymentStoreDriver
  readonly shared: SharedState["Service"]
  readonly documents: Documents["Service"]
  readonly host: HostTable["Service"]
}

/** What is wrong of a store. */
export interface Wrong {
  readonly driver?: Partial<PaymentStoreDriver>
  readonly shared?: Partial<SharedState["Service"]>
  readonly documents?: Partial<Documents["Service"]>
  readonly host?: Partial<HostTable["Service"]>
}

/** One way to get the contract wrong, and the titles of the cases that must notice. */
export interface Broken {
  readonly name: string
  readonly caughtBy: ReadonlyArray<string>
  readonly wrong: (world: World) => Wrong
}

const titles = (caughtBy: string | ReadonlyArray<string>) => (typeof caughtBy === "string" ? [caughtBy] : caughtBy)

export const broken = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  driver: (world: World) => Partial<PaymentStoreDriver>,
): Broken => ({ name, caughtBy: titles(caughtBy), wrong: (world) => ({ driver: driver(world) }) })

export const brokenShared = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  shared: (world: World) => Partial<SharedState["Service"]>,
): Broken => ({ name, caughtBy: titles(caughtBy), wrong: (world) => ({ shared: shared(world) }) })

/** A store whose transactions with the host are broken. */
export const brokenHost = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  host: (world: World) => Partial<HostTable["Service"]>,
): Broken => ({ name, caughtBy: titles(caughtBy), wrong: (world) => ({ host: host(world) }) })

export const layerOf = (wrongOf: (world: World) => Wrong): Layer.Layer<StorePorts | SideDoor | HostTable> =>
  Layer.effectContext(
    Effect.sync(() => {
      const cell: MemoryCell = { current: emptyMemory }
      const sound = memoryPorts(cell)
      const world: World = {
        cell,
        driver: memoryDriver(cell),
        shared: Context.get(sound, SharedState),
        documents: Context.get(sound, Documents),
        host: memoryHostTable(cell),
      }
      const { documents, driver, host, shared } = wrongOf(world)
      return sound.pipe(
        Context.add(PaymentStore, PaymentStore.fromDriver({ ...world.driver, ...driver })),
        Context.add(SharedState, SharedState.of({ ...world.shared, ...shared })),
        Context.add(Documents, Documents.of({ ...world.documents, ...documents })),
        Context.add(SideDoor, memorySideDoor(cell)),
        Context.add(HostTable, HostTable.of({ ...world.host, ...host })),
      )
    }),
  )

const keyOfRow = (row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentKey => ({
  kind: row.kind,
  project: ProjectId.make(row.project),
  id: PaymentId.make(row.id),
})

export const rowOf = ({ cell }: World, row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentRow | undefined =>
  cell.current.payments.get(keyText(keyOfRow(row)))?.row

/** Changes the stored rows that fit, behind the driver's back. */
export const alter = (
  { cell }: World,
  fits: (row: PaymentRow) => boolean,
  change: (row: PaymentRow) => PaymentRow,
): void => {
  const payments = [...cell.current.payments].map(
    ([name, each]) => [name, fits(each.row) ? { ...each, row: change(each.row) } : each] as const,
  )
  cell.current = { ...cell.current, payments: new Map(payments) }
}

export const isRow = (row: Pick<PaymentWrite, "kind" | "project" | "id">) => (other: PaymentRow) =>
  keyText(keyOfRow(row)) === keyText(keyOfRow(other))

export const nameOf = (key: Pick<PaymentWrite, "kind" | "project" | "id">): string => keyText(keyOfRow(key))

/** Changes all deliveries behind the driver's back; what has become nothing goes. */
export const alterDeliveries = (
  { cell }: World,
  change: (delivery: StoredDelivery, name: string) => StoredDelivery | undefined,
): void => {
  for (const [name, { deliveries }] of cell.current.payments) {
    const changed = deliveries.flatMap((each) => change(each, name) ?? [])
    replace({ cell }, name, { deliveries: changed })
  }
}

/** Changes what is stored of a payment, behind the driver's back. */
export const replace = ({ cell }: Pick<World, "cell">, name: string, change: Partial<StoredPayment>): void => {
  const found = cell.current.payments.get(name)
  if (found === undefined) return
  cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(name, { ...found, ...change }) }
}

/** Does something after a method has answered. */
export const afterwards = <A, E>(effect: Effect.Effect<A, E>, then: (answer: A) => void): Effect.Effect<A, E> =>
  Effect.tap(effect, (answer) => Effect.sync(() => then(answer)))
