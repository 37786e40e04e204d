/** The variables of every program: where its payments are, how it logs, where it tells how it is, and its name. */
import { hostname } from "node:os"
import { Effect, Redacted, Result, Schema } from "effect"
import type { StoreIdentity } from "@cauri/core"
import type { Misconfigured } from "./Misconfigured.ts"
import { readAll, type Readers } from "./readers.ts"
import { shapes } from "./shapes.ts"

/** The variables of the store, with what each must be. */
export const storeVariables = {
  STORE_URL: "sqlite:<path of the file> or postgres://<user>@<host>/<database>, with %25 for each %",
  STORE_CREATE: '"never" or "if-missing"',
  STORE_IDENTITY: "the id of the expected store, perhaps with @ and the highest event number that was seen",
  STORE_MARK_FILE: "the path of a file outside the store, in a folder that is there, that tells how far the store came",
  STORE_ACCEPT_TIMELINE: "the timeline of Postgres that a person has looked into, as the refusal told it",
} as const

/** The variables of every program, with what each must be. */
export const commonVariables = {
  ...storeVariables,
  LOG_LEVEL: '"debug", "info", "warn" or "error"',
  LOG_FORMAT: '"json" or "pretty"',
  OTLP_URL: "the http or https address of an OpenTelemetry collector",
  OPERATIONS_HOST: "an address of this machine",
  OPERATIONS_PORT: "a port from 1 to 65535, or 0 for any that is free",
  PROCESS_NAME: "1 to 64 printable characters without spaces, different in every process",
} as const

/** Where payments are kept. */
export interface StoreSettings {
  readonly place:
    | { readonly _tag: "Sqlite"; readonly file: string }
    | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }
  readonly create: "never" | "if-missing"
  readonly expected: StoreIdentity | null
  /** Where the reconciler writes how far the store came, for every program to compare. */
  readonly markFile: string | null
  readonly acceptTimeline: string | null
}

/** What the store itself is opened with. */
export type OpeningTerms = Pick<StoreSettings, "acceptTimeline" | "create" | "expected"> & {
  readonly restoring: boolean
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

const isDecodable = (text: string): boolean => Result.isSuccess(Result.try(() => decodeURIComponent(text)))

/**
 * The driver lets the host be left out behind a user, and reads the port from the query as well. What it cannot read it reports like a
 * server that is away, and the program would be restarted for ever.
 */
const isServer = (text: string): boolean => {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@host/"))
  const port = url?.searchParams.get("port") ?? "5432"
  return url !== null && isDecodable(text) && /^\d{1,5}$/.test(port) && Number(port) <= 65_535
}

const StoreUrl = Schema.String.check(
  Schema.isPattern(/^(sqlite:\s*\S|postgres(ql)?:\/\/.)/),
  Schema.makeFilter((text) => text.startsWith("sqlite:") || isServer(text)),
)

/** An id, perhaps with how far the store had come. */
export const Identity = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}(@\d{1,15})?$/))

/** What such a text says. */
export const identityIn = (text: string): StoreIdentity => {
  const [id = "", highWater = "0"] = text.split("@")
  return { id, highWater: Number(highWater) }
}

/** Where payments are kept, as the variables say. */
export const storeSettings = Effect.fnUntraced(function* ({
  optional,
  required,
}: Readers<keyof typeof storeVariables>): Effect.fn.Return<StoreSettings, Misconfigured> {
  const { acceptTimeline, create, identity, markFile, url } = yield* readAll({
    url: required("STORE_URL", StoreUrl),
    create: optional("STORE_CREATE", Schema.Literals(["never", "if-missing"])),
    identity: optional("STORE_IDENTITY", Identity),
    markFile: optional("STORE_MARK_FILE", shapes.Text),
    acceptTimeline: optional("STORE_ACCEPT_TIMELINE", shapes.Text),
  })
  return {
    place: url.startsWith("sqlite:")
      ? { _tag: "Sqlite", file: url.slice("sqlite:".length) }
      : { _tag: "Postgres", url: Redacted.make(url) },
    create: create ?? "never",
    expected: identity === null ? null : identityIn(identity),
    markFile,
    acceptTimeline,
  }
})

/** What the variables of every program say. By default a process is named after its role, its host and its number. */
export const commonSettings = Effect.fnUntraced(function* (
  readers: Readers<keyof typeof commonVariables>,
  role: string,
  defaultOperationsPort: number,
): Effect.fn.Return<CommonSettings, Misconfigured> {
  const { optional } = readers
  const { format, host, level, name, otlpUrl, port, store } = yield* readAll({
    store: storeSettings(readers),
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
