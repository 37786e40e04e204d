/** The store that `STORE_URL` names, with every port. */
import { Effect, Layer } from "effect"
import { StoreError } from "@cauri/core"
import { DeskStore, StoreClock, type StorePorts, type StoreRefused } from "@cauri/core/adapter"
import type { StoreSettings } from "./commonSettings.ts"
import type { Misconfigured } from "./Misconfigured.ts"
import { expectedOf, writeMark } from "./storeMark.ts"

/** How a store is opened. */
export interface StoreTerms {
  /** Opens a store that was restored, which is refused else, for `Desk.restored`; the mark begins where that store is. Default: false. */
  readonly restoring?: boolean
}

/** The store, checked and open: it has come at least as far as STORE_IDENTITY and STORE_MARK_FILE say. With it comes the one clock. */
export const layerStore = (
  settings: StoreSettings,
  { restoring = false }: StoreTerms = {},
): Layer.Layer<StorePorts | StoreClock, StoreRefused | StoreError | Misconfigured> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { address, create, markFile, opener, variables } = settings
      const expected = restoring ? settings.expected : yield* expectedOf(settings)
      const store = opener.open(address, { create, expected, restoring, variables })
      return Layer.provideMerge(StoreClock.layer, restoring && markFile !== null ? markedAnew(store, markFile) : store)
    }),
  )

/** A store that writes the mark anew once it may be opened again: the one in the file is that of the state that is gone. */
const markedAnew = <E>(store: Layer.Layer<StorePorts, E>, markFile: string): Layer.Layer<StorePorts, E> =>
  Layer.effect(
    DeskStore,
    Effect.map(DeskStore, (desk) =>
      DeskStore.of({
        ...desk,
        acceptRestored: Effect.fnUntraced(function* () {
          yield* desk.acceptRestored()
          const identity = yield* desk.identity()
          yield* Effect.mapError(
            writeMark(markFile, identity),
            (cause) => new StoreError({ operation: "acceptRestored", cause }),
          )
        }),
      }),
    ),
  ).pipe(Layer.provideMerge(store))
