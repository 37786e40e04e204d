/** The store that `STORE_URL` names, with its own side. Only that one is loaded: a store and its driver cost half a second at the start. */
import { Effect, Layer } from "effect"
import { DeskStore, type PaymentStore, StoreError, type StoreRefused } from "@cauri/core"
import { type OpeningTerms, type StoreSettings, storeVariables } from "./commonSettings.ts"
import { Misconfigured } from "./Misconfigured.ts"
import type { StoreEvidence } from "./StoreEvidence.ts"
import { expectedOf, writeMark } from "./storeMark.ts"
import type { StoreSide } from "./StoreSide.ts"

/** How a store is opened. */
export interface StoreTerms {
  /** Opens a store that was restored, which is refused else, for `Desk.restored`; the mark begins where that store is. Default: false. */
  readonly restoring?: boolean
}

type Stores = PaymentStore | DeskStore | StoreSide | StoreEvidence

/** The store, checked and open: it has come at least as far as STORE_IDENTITY and STORE_MARK_FILE say. */
export const layerStore = (
  settings: StoreSettings,
  { restoring = false }: StoreTerms = {},
): Layer.Layer<Stores, StoreRefused | Misconfigured> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const terms = { ...settings, expected: restoring ? settings.expected : yield* expectedOf(settings), restoring }
      const { markFile, place } = settings
      const store = yield* openerOf(place, terms)
      return restoring && markFile !== null ? markedAnew(store, markFile) : store
    }),
  )

const openerOf = (
  place: StoreSettings["place"],
  terms: OpeningTerms,
): Effect.Effect<Layer.Layer<Stores, StoreRefused>, Misconfigured> => {
  switch (place._tag) {
    case "Sqlite":
      return Effect.map(
        loadStore("sqlite:", async () => await import("./sqliteStore.ts")),
        ({ layerSqlite }) => layerSqlite(place.file, terms),
      )
    case "Postgres":
      return Effect.map(
        loadStore("postgres:", async () => await import("./postgresStore.ts")),
        ({ layerPostgres }) => layerPostgres(place.url, terms),
      )
  }
}

/** A store that writes the mark anew once it may be opened again: the one in the file is that of the state that is gone. */
const markedAnew = <E>(store: Layer.Layer<Stores, E>, markFile: string): Layer.Layer<Stores, E> =>
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
