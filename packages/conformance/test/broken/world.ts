/**
 * A memory store that can be broken: its driver and its desk with some methods replaced. The side door stays honest.
 */
import { Context, Effect, Layer } from "effect"
import {
  DeskStore,
  emptyMemory,
  keyText,
  type MemoryCell,
  memoryDesk,
  memoryDriver,
  PaymentId,
  type PaymentKey,
  type PaymentRow,
  PaymentStore,
  type PaymentStoreDriver,
  type PaymentWrite,
  ProjectId,
} from "@cauri/core"
import { HostTable, memoryHostTable, memorySideDoor, SideDoor } from "@cauri/conformance"

/** A store that works, to be broken. */
export interface World {
  readonly cell: MemoryCell
  readonly driver: PaymentStoreDriver
  readonly desk: DeskStore["Service"]
  readonly host: HostTable["Service"]
}

/** One way to get the contract wrong, and the cases that must notice. */
export interface Broken {
  readonly name: string
  readonly driver?: (world: World) => Partial<PaymentStoreDriver>
  readonly desk?: (world: World) => Partial<DeskStore["Service"]>
  readonly host?: (world: World) => Partial<HostTable["Service"]>
  /** Titles of cases; each of them must fail. */
  readonly caughtBy: ReadonlyArray<string>
  /** The store does not answer wrongly but breaks down, and the case fails by that. */
  readonly breaksDown?: boolean
}

/** A broken payment store. */
export const broken = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  driver: (world: World) => Partial<PaymentStoreDriver>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, driver })

/** A broken desk store. */
export const brokenDesk = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  desk: (world: World) => Partial<DeskStore["Service"]>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, desk })

/** A store whose transactions with the host are broken. */
export const brokenHost = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  host: (world: World) => Partial<HostTable["Service"]>,
): Broken => ({ name, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, host })

/** The layer of a broken store. */
export const layerOf = (how: Broken): Layer.Layer<PaymentStore | DeskStore | SideDoor | HostTable> =>
  Layer.effectContext(
    Effect.sync(() => {
      const cell: MemoryCell = { current: emptyMemory }
      const world: World = {
        cell,
        driver: memoryDriver(cell),
        desk: memoryDesk(cell, "memory"),
        host: memoryHostTable(cell),
      }
      const driver = { ...world.driver, ...how.driver?.(world) }
      return Context.make(PaymentStore, PaymentStore.fromDriver(driver)).pipe(
        Context.add(DeskStore, DeskStore.of({ ...world.desk, ...how.desk?.(world) })),
        Context.add(SideDoor, memorySideDoor(cell)),
        Context.add(HostTable, HostTable.of({ ...world.host, ...how.host?.(world) })),
      )
    }),
  )

/** What names a row. */
export const keyOfRow = (row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentKey => ({
  kind: row.kind,
  project: ProjectId.make(row.project),
  id: PaymentId.make(row.id),
})

/** The stored row of this name. */
export const rowOf = ({ cell }: World, row: Pick<PaymentWrite, "kind" | "project" | "id">): PaymentRow | undefined =>
  cell.current.rows.get(keyText(keyOfRow(row)))

/** All stored rows. */
export const rowsOf = ({ cell }: World): ReadonlyArray<PaymentRow> => [...cell.current.rows.values()]

/** Changes the stored rows that fit, behind the driver's back. */
export const alter = (
  { cell }: World,
  fits: (row: PaymentRow) => boolean,
  change: (row: PaymentRow) => PaymentRow,
): void => {
  const rows = new Map([...cell.current.rows].map(([name, row]) => [name, fits(row) ? change(row) : row]))
  cell.current = { ...cell.current, rows }
}

/** Is this the row of that name? */
export const isRow = (row: Pick<PaymentWrite, "kind" | "project" | "id">) => (other: PaymentRow) =>
  keyText(keyOfRow(row)) === keyText(keyOfRow(other))

/** Does something after a method has answered. */
export const afterwards = <A, E>(effect: Effect.Effect<A, E>, then: (answer: A) => void): Effect.Effect<A, E> =>
  Effect.tap(effect, (answer) => Effect.sync(() => then(answer)))
