/** The store that `STORE_URL` names, with its own side. Only that one is loaded: a store and its driver cost half a second at the start. */
import { Effect, Layer } from "effect"
import type { DeskStore, PaymentStore, StoreRefused } from "@cauri/core"
import type { StoreSettings } from "./commonSettings.ts"
import type { StoreEvidence } from "./StoreEvidence.ts"
import type { StoreSide } from "./StoreSide.ts"

/** The store, checked and open. */
export const layerStore = (
  settings: StoreSettings,
): Layer.Layer<PaymentStore | DeskStore | StoreSide | StoreEvidence, StoreRefused> => {
  const { place } = settings
  switch (place._tag) {
    case "Sqlite":
      return Layer.unwrap(
        Effect.promise(async () => (await import("./sqliteStore.ts")).layerSqlite(place.file, settings)),
      )
    case "Postgres":
      return Layer.unwrap(
        Effect.promise(async () => (await import("./postgresStore.ts")).layerPostgres(place.url, settings)),
      )
  }
}
