/** The variables of every program: its store, its logs, its port for health, and its name. */
import { hostname } from "node:os"
import { Effect, Redacted, Schema } from "effect"
import { variableTexts, type Wording } from "@cauri/catalogue/tools"
import type { OpeningTerms, StoreIdentity } from "@cauri/core/adapter"
import type { Misconfigured } from "./Misconfigured.ts"
import { readAll, type Readers } from "./readers.ts"
import { shapes } from "./shapes.ts"
import {
  expectedAddress,
  type OwnVariable,
  ownVariablesOf,
  openerFor,
  type ShippedStore,
  type StorePlace,
} from "./stores.ts"

/** The variables of a store on these kinds, with what each must be. */
export const storeVariablesOf = <const Stores extends ReadonlyArray<ShippedStore>>(
  stores: Stores,
): Readonly<Record<StoreVariable | OwnVariable<Stores>, Wording>> => {
  const own: Readonly<Record<string, Wording>> = Object.assign({}, ...stores.map(({ variables = {} }) => variables))
  return { STORE_URL: expectedAddress(stores), ...storeVariables, ...own }
}

/** What every kind of store is opened with. */
export const storeVariables = variableTexts("STORE_CREATE", "STORE_IDENTITY", "STORE_MARK_FILE")

type StoreVariable = "STORE_URL" | keyof typeof storeVariables

const ownVariables = variableTexts(
  "LOG_LEVEL",
  "LOG_FORMAT",
  "OTLP_URL",
  "OPERATIONS_HOST",
  "OPERATIONS_PORT",
  "PROCESS_NAME",
)

type CommonVariable = StoreVariable | keyof typeof ownVariables

/** The variables of every program that ships with these kinds of store, with what each must be. */
export const commonVariablesOf = <const Stores extends ReadonlyArray<ShippedStore>>(
  stores: Stores,
): Readonly<Record<CommonVariable | OwnVariable<Stores>, Wording>> => ({
  ...storeVariablesOf(stores),
  ...ownVariables,
})

/** Where payments are kept, and what that store must be. */
export interface StoreSettings extends StorePlace, Omit<OpeningTerms, "restoring"> {
  /** Where the programs that send write how far the store came, so that every program can compare. Null: nowhere. */
  readonly markFile: string | null
}

/** Where logs go, and from which level on. */
export interface LogSettings {
  readonly level: "Debug" | "Info" | "Warn" | "Error"
  readonly format: "json" | "pretty"
}

/** What every program runs with. */
export interface CommonSettings {
  readonly store: StoreSettings
  readonly logs: LogSettings
  readonly otlpUrl: string | null
  readonly operations: { readonly host: string; readonly port: number }
  readonly processName: string
}

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** A store's id, perhaps with how far the store had come. */
export const Identity = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}(@\d{1,15})?$/))

export const identityIn = (text: string): StoreIdentity => {
  const [id = "", highWater = "0"] = text.split("@")
  return { id, highWater: Number(highWater) }
}

const setOf = Effect.fnUntraced(function* <Name extends string>(readers: Readers<Name>, names: ReadonlyArray<Name>) {
  const found = yield* readAll(
    Object.fromEntries(names.map((name) => [name, readers.optional(name, shapes.Text)] as const)),
  )
  return Object.fromEntries(Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
})

/** Where the mark of a store lies when no other place is chosen: beside its file. Null: nowhere. */
export const markFileOf = ({ address, opener }: StorePlace): string | null =>
  opener.markFileOf?.(Redacted.value(address)) ?? null

/** Where payments are kept, as the variables say. Loads the kind of store that `STORE_URL` names. */
export const storeSettings = Effect.fnUntraced(function* <const Stores extends ReadonlyArray<ShippedStore>>(
  readers: Readers<StoreVariable | OwnVariable<Stores>>,
  stores: Stores,
): Effect.fn.Return<StoreSettings, Misconfigured> {
  const { optional, required } = readers
  const { create, identity, markFile, place, variables } = yield* readAll({
    place: Effect.flatMap(required("STORE_URL", Schema.String), (address) => openerFor(stores, address)),
    create: optional("STORE_CREATE", Schema.Literals(["never", "if-missing"])),
    identity: optional("STORE_IDENTITY", Identity),
    markFile: optional("STORE_MARK_FILE", shapes.Text),
    variables: setOf(readers, ownVariablesOf(stores)),
  })
  return {
    ...place,
    create: create ?? "never",
    expected: identity === null ? null : identityIn(identity),
    variables,
    markFile: markFile === "none" ? null : (markFile ?? markFileOf(place)),
  }
})

/** The values of the variables of every program. By default a process is named after its role, its host and its number. */
export const commonSettings = Effect.fnUntraced(function* <const Stores extends ReadonlyArray<ShippedStore>>(
  readers: Readers<CommonVariable | OwnVariable<Stores>>,
  stores: Stores,
  role: string,
  defaultOperationsPort: number,
): Effect.fn.Return<CommonSettings, Misconfigured> {
  const { optional } = readers
  const { format, host, level, name, otlpUrl, port, store } = yield* readAll({
    store: storeSettings(readers, stores),
    level: optional("LOG_LEVEL", Schema.Literals(["debug", "info", "warn", "error"])),
    format: optional("LOG_FORMAT", Schema.Literals(["json", "pretty"])),
    otlpUrl: optional("OTLP_URL", shapes.PlainAddress),
    host: optional("OPERATIONS_HOST", shapes.Text),
    port: optional("OPERATIONS_PORT", shapes.Port),
    name: optional("PROCESS_NAME", shapes.Name),
  })
  return {
    store,
    logs: { level: levels[level ?? "info"], format: format ?? "json" },
    otlpUrl,
    operations: { host: host ?? "127.0.0.1", port: port ?? defaultOperationsPort },
    processName: name ?? `${role}-${hostname().slice(0, 40)}-${process.pid}`,
  }
})
