/**
 * A memory store that can be broken: its driver and its shared with some methods replaced. The side door stays honest.
 */
import { Context, Effect, Layer } from "effect"
import { keyText, PaymentId, type PaymentKey, PaymentStore, ProjectId } from "@cauri/core"
import {
  Documents,
  SharedState,
  Evidence,
  emptyMemory,
  type MemoryCell,
  memoryShared,
  memoryDriver,
  memoryPorts,
  type PaymentRow,
  type PaymentStoreDriver,
  type PaymentWrite,
  Reports,
  type StoredDelivery,
  type StoredPayment,
  type StorePorts,
  StoreStatus,
} from "@cauri/core/adapter"
import { HostTable, memoryHostTable, memorySideDoor, SideDoor } from "@cauri/conformance"

/** A store that works, to be broken. */
export interface World {
  readonly cell: MemoryCell
  readonly driver: PaymentStoreDriver
  readonly shared: SharedState["Service"]
  readonly host: HostTable["Service"]
  readonly reports: Reports["Service"]
  readonly evidence: Evidence["Service"]
  readonly documents: Documents["Service"]
  readonly status: StoreStatus["Service"]
}

/** Parts of the ports for the deployed programs that are wrong. */
interface Operations {
  readonly reports?: Partial<Reports["Service"]>
  readonly evidence?: Partial<Evidence["Service"]>
  readonly documents?: Partial<Documents["Service"]>
  readonly status?: Partial<StoreStatus["Service"]>
}

/** One way to get the contract wrong, and the cases that must notice. */
export interface Broken {
  readonly name: string
  readonly driver?: (world: World) => Partial<PaymentStoreDriver>
  readonly shared?: (world: World) => Partial<SharedState["Service"]>
  readonly host?: (world: World) => Partial<HostTable["Service"]>
  readonly operations?: (world: World) => Operations
  /** Titles of cases; each of them must fail. */
  readonly caughtBy: ReadonlyArray<string>
  /** The store does not answer wrongly but breaks down, and the case fails by that. */
  readonly breaksDown?: boolean
}

export const broken = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  driver: (world: World) => Partial<PaymentStoreDriver>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, driver })

export const brokenDesk = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  shared: (world: World) => Partial<SharedState["Service"]>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, shared })

/** A store whose transactions with the host are broken. */
export const brokenHost = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  host: (world: World) => Partial<HostTable["Service"]>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, host })

/** A store that is wrong towards the deployed programs. */
export const brokenOperations = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  operations: (world: World) => Operations,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, operations })

export const layerOf = (how: Broken): Layer.Layer<StorePorts | SideDoor | HostTable> =>
  Layer.effectContext(
    Effect.sync(() => {
      const cell: MemoryCell = { current: emptyMemory }
      const sound = memoryPorts(cell)
      const world: World = {
        cell,
        driver: memoryDriver(cell),
        shared: memoryShared(cell, "memory"),
        host: memoryHostTable(cell),
        reports: Context.get(sound, Reports),
        evidence: Context.get(sound, Evidence),
        documents: Context.get(sound, Documents),
        status: Context.get(sound, StoreStatus),
      }
      const operations = how.operations?.(world)
      const driver = { ...world.driver, ...how.driver?.(world) }
      return Context.make(PaymentStore, PaymentStore.fromDriver(driver)).pipe(
        Context.add(SharedState, SharedState.of({ ...world.shared, ...how.shared?.(world) })),
        Context.add(Reports, Reports.of({ ...world.reports, ...operations?.reports })),
        Context.add(Evidence, Evidence.of({ ...world.evidence, ...operations?.evidence })),
        Context.add(Documents, Documents.of({ ...world.documents, ...operations?.documents })),
        Context.add(StoreStatus, StoreStatus.of({ ...world.status, ...operations?.status })),
        Context.add(SideDoor, memorySideDoor(cell)),
        Context.add(HostTable, HostTable.of({ ...world.host, ...how.host?.(world) })),
      )
    }),
  )

export const keyOfRow = (row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentKey => ({
  kind: row.kind,
  project: ProjectId.make(row.project),
  id: PaymentId.make(row.id),
})

export const rowOf = ({ cell }: World, row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentRow | undefined =>
  cell.current.payments.get(keyText(keyOfRow(row)))?.row

export const rowsOf = ({ cell }: World): ReadonlyArray<PaymentRow> =>
  [...cell.current.payments.values()].map(({ row }) => row)

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

export const deliveriesOf = ({ cell }: World, name: string): ReadonlyArray<StoredDelivery> =>
  cell.current.payments.get(name)?.deliveries ?? []

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
