/**
 * The kinds of store that a program ships with. The program lists them; this package knows none of them. The list describes a kind before
 * its package is loaded: a store and its driver cost half a second at the start, so only the named one is loaded.
 */
import { Effect, Redacted } from "effect"
import type { Texts } from "@cauri/catalogue"
import { inBoth, type Wording, wordingIn } from "@cauri/catalogue/tools"
import type { StoreOpener } from "@cauri/core/adapter"
import { Misconfigured } from "./Misconfigured.ts"

/** A kind of store that a program ships with. */
export interface ShippedStore {
  /** The schemes of its addresses, each with its colon. */
  readonly schemes: ReadonlyArray<string>
  /** The form of its addresses, for the person who sets `STORE_URL`. */
  readonly address: Wording
  /** The variables that only this kind has, with what each must be. */
  readonly variables?: Readonly<Record<string, Wording>>
  /** Loads its package, which exports the opener. */
  readonly load: () => Promise<{ readonly opener: StoreOpener }>
}

/** The names of the variables that these kinds have of their own. */
export type OwnVariable<Stores extends ReadonlyArray<ShippedStore>> = Stores[number] extends infer Store
  ? Store extends { readonly variables: infer Variables }
    ? Extract<keyof Variables, string>
    : never
  : never

export const ownVariablesOf = <const Stores extends ReadonlyArray<ShippedStore>>(
  stores: Stores,
): ReadonlyArray<OwnVariable<Stores>> => {
  const names = stores.flatMap(({ variables = {} }) => Object.keys(variables))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are the keys of these very stores
  return names as unknown as ReadonlyArray<OwnVariable<Stores>>
}

/** The address of a store, and its opener. */
export interface StorePlace {
  readonly address: Redacted.Redacted
  readonly opener: StoreOpener
}

/** What `STORE_URL` must be. */
export const expectedAddress = (stores: ReadonlyArray<ShippedStore>): Texts =>
  inBoth(({ settings }, language) =>
    settings.store_url(stores.map(({ address }) => wordingIn(address, language)).join(` ${settings.or} `)),
  )

/** Finds the kind of store that an address names, and loads it. */
export const openerFor = Effect.fnUntraced(function* (
  stores: ReadonlyArray<ShippedStore>,
  address: string,
): Effect.fn.Return<StorePlace, Misconfigured> {
  const expected = expectedAddress(stores)
  const wrong = (problem: object = {}) => new Misconfigured({ variable: "STORE_URL", expected, ...problem })
  const named = stores.flatMap(({ load, schemes }) => schemes.map((scheme) => ({ load, scheme })))
  const found = named.find(({ scheme }) => address.startsWith(scheme))
  if (found === undefined) return yield* wrong()
  const { load, scheme } = found
  const { opener } = yield* Effect.mapError(Effect.tryPromise({ try: load, catch: missingPackage }), (name) =>
    wrong({ problem: inBoth(({ settings }) => settings.package_missing(scheme, name)) }),
  )
  return opener.accepts(address) ? { address: Redacted.make(address), opener } : yield* wrong()
})

/** The package that Node did not find: an app may be deployed with one kind of store alone. Any other failure is a defect. */
const missingPackage = (cause: unknown): string => {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(cause)
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND"
  const name = isMissing
    ? /^Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)'/.exec(String(message))?.[1]
    : null
  if (name === undefined || name === null) throw cause
  return name
}
