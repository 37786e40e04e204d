/** The store that `STORE_URL` names, with every port. */
import { Effect, Layer } from "effect"
import { StoreError } from "@cauri/core"
import { SharedState, StoreClock, type StorePorts, type StoreRefused } from "@cauri/core/adapter"
import type { StoreSettings } from "./commonSettings.ts"
import type { Misconfigured } from "./Misconfigured.ts"
import { beginMark, expectedOf, writeMark } from "./storeMark.ts"

/** How a store is opened. */
export interface LayerStoreOptions {
  /** Opens a restored store, which is otherwise refused, for `Review.restored`; the mark begins where that store is. Default: false. */
  readonly restoring?: boolean
  /** Makes the mark of a store that has payments and none. Default: false. */
  readonly newMark?: boolean
}

/** The store, checked and open: it has come at least as far as STORE_IDENTITY and STORE_MARK_FILE say. It brings the one clock. */
export const layerStore = (
  settings: StoreSettings,
  { newMark = false, restoring = false }: LayerStoreOptions = {},
): Layer.Layer<StorePorts | StoreClock, StoreRefused | StoreError | Misconfigured> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { address, create, markFile, opener, variables } = settings
      const expected = restoring ? settings.expected : yield* expectedOf(settings)
      const store = opener.open(address, { create, expected, restoring, variables })
      const mayBegin = newMark || create === "if-missing" || process.env["NODE_ENV"] !== "production"
      const begun = (file: string) =>
        Layer.provideMerge(
          Layer.effectDiscard(Effect.flatMap(SharedState, (it) => beginMark(it, file, newMark))),
          store,
        )
      const marked =
        markFile === null ? store : restoring ? markedAnew(store, markFile) : mayBegin ? begun(markFile) : store
      return Layer.provideMerge(StoreClock.layer, marked)
    }),
  )

/** A store that rewrites the mark once it may be opened again: the mark in the file is that of the lost state. */
const markedAnew = <E>(store: Layer.Layer<StorePorts, E>, markFile: string): Layer.Layer<StorePorts, E> =>
  Layer.effect(
    SharedState,
    Effect.map(SharedState, (shared) =>
      SharedState.of({
        ...shared,
        acceptRestored: Effect.fnUntraced(function* () {
          yield* shared.acceptRestored()
          const identity = yield* shared.identity()
          yield* Effect.mapError(
            writeMark(markFile, identity),
            (cause) => new StoreError({ operation: "acceptRestored", cause }),
          )
        }),
      }),
    ),
  ).pipe(Layer.provideMerge(store))
