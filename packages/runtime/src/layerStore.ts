/** The store that `STORE_URL` names, with its own side. Only that one is loaded: a store and its driver cost half a second at the start. */
import { Effect, Layer } from "effect"
import type { DeskStore, PaymentStore, StoreRefused } from "@cauri/core"
import { type StoreSettings, storeVariables } from "./commonSettings.ts"
import { Misconfigured } from "./Misconfigured.ts"
import type { StoreEvidence } from "./StoreEvidence.ts"
import type { StoreSide } from "./StoreSide.ts"

/** The store, checked and open. */
export const layerStore = (
  settings: StoreSettings,
): Layer.Layer<PaymentStore | DeskStore | StoreSide | StoreEvidence, StoreRefused | Misconfigured> => {
  const { place } = settings
  switch (place._tag) {
    case "Sqlite":
      return Layer.unwrap(
        Effect.map(
          loadStore("sqlite:", async () => await import("./sqliteStore.ts")),
          ({ layerSqlite }) => layerSqlite(place.file, settings),
        ),
      )
    case "Postgres":
      return Layer.unwrap(
        Effect.map(
          loadStore("postgres:", async () => await import("./postgresStore.ts")),
          ({ layerPostgres }) => layerPostgres(place.url, settings),
        ),
      )
  }
}

/** Loads a store. An app may be deployed with one of them alone: that another is named is nothing that the program did wrong. */
export const loadStore = <A>(scheme: string, load: () => Promise<A>): Effect.Effect<A, Misconfigured> =>
  Effect.tryPromise({ try: load, catch: missingPackage }).pipe(
    Effect.mapError((name) => {
      const problem = `begins with ${scheme}, and the package ${name} is not installed here: deploy this program with it (npm install ${name}), or name another store`
      return new Misconfigured({ variable: "STORE_URL", expected: storeVariables.STORE_URL, problem })
    }),
  )

/** The package that Node did not find. Whatever else can fail while a store is loaded is a defect. */
const missingPackage = (cause: unknown): string => {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(cause)
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND"
  const name = isMissing
    ? /^Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)'/.exec(String(message))?.[1]
    : null
  if (name === undefined || name === null) throw cause
  return name
}
