/**
 * How to start each app: its variables, its arguments, and the line with which it reports that it works. Only the app's folder and what
 * its README promises are used; nothing is imported from it.
 */
import { Effect, Option, Schema } from "effect"
import { spawnOnPort } from "./ports.ts"
import { spawnApp } from "./spawnApp.ts"
import { type ProgramOptions, spawnProgram } from "./spawnProgram.ts"

export interface SpawnOverrides {
  /** Further variables, or others. */
  readonly environment?: Readonly<Record<string, string>>
  readonly onLine?: ProgramOptions<unknown>["onLine"]
}

/** A store, the keys of its callback addresses, and where these lead. */
export interface StoreAccess {
  /** A file of SQLite, or the address of another store. */
  readonly file: string
  /** `name:secret` pairs. */
  readonly callbackKeys: string
  readonly callbackBase: string
}

export interface Service {
  readonly url: string
  readonly apiKey: string
  readonly apiToken: string
}

const JsonLine = Schema.fromJsonString(Schema.Json)

/** The line as JSON, or undefined: warnings of Node and such are none. */
const readLine =
  <A>(schema: Schema.ConstraintCodec<A, unknown>) =>
  (line: string): A | undefined =>
    Option.getOrUndefined(
      Option.flatMap(Schema.decodeUnknownOption(JsonLine)(line), Schema.decodeUnknownOption(schema)),
    )

const logged = (sentence: string) => {
  const read = readLine(Schema.Struct({ message: Schema.Union([Schema.String, Schema.Array(Schema.Json)]) }))
  return (line: string): true | undefined => ([read(line)?.message].flat().includes(sentence) ? true : undefined)
}

/** The line that the sandbox prints once it listens. */
const SandboxReady = Schema.Struct({
  url: Schema.String,
  pages: Schema.String,
  controlToken: Schema.String,
  projects: Schema.NonEmptyArray(
    Schema.Struct({ projectId: Schema.String, apiKey: Schema.String, apiToken: Schema.String }),
  ),
})

/** A sandbox: the service, its pages with the key that opens them, and its control API. */
export interface Sandbox extends Service {
  readonly pages: string
  readonly controlToken: string
}

export const spawnSandbox = Effect.fn("spawnSandbox")(function* (
  wishes: SpawnOverrides & { readonly port?: number } = {},
) {
  const { environment, onLine, port: wanted = 0 } = wishes
  const program = yield* spawnOnPort(wanted, (port) => ({
    name: "sandbox",
    app: "sandbox",
    arguments: ["--json"],
    environment: { SANDBOX_PORT: String(port), ...environment },
    ready: readLine(SandboxReady),
    ...(onLine !== undefined && { onLine }),
  }))
  const { projects, ...said } = program.said
  const { apiKey, apiToken } = projects[0]
  const sandbox: Sandbox = { ...said, apiKey, apiToken }
  return { ...program, ...sandbox }
})

const addressOf = (file: string): string => (file.includes("://") ? file : `sqlite:${file}`)

const storeOf = ({ callbackBase, callbackKeys, file }: StoreAccess) => ({
  STORE_URL: addressOf(file),
  STORE_CREATE: "if-missing",
  OPERATIONS_PORT: "0",
  CALLBACK_BASE: callbackBase,
  CALLBACK_KEYS: callbackKeys,
})

const serviceOf = ({ apiKey, apiToken, url }: Service, project: string) => ({
  SERVICE_URL: url,
  [`API_KEY_${project}`]: apiKey,
  [`API_TOKEN_${project}`]: apiToken,
})

/** Starts the receiver; callbacks come to its `url`. */
export const spawnReceiver = Effect.fn("spawnReceiver")(function* (
  books: Omit<StoreAccess, "callbackBase">,
  { environment, onLine, port: wanted = 0 }: SpawnOverrides & { readonly port?: number } = {},
) {
  return yield* spawnOnPort(wanted, (port, url) => ({
    name: "receiver",
    app: "receiver",
    environment: { ...storeOf({ ...books, callbackBase: url }), PORT: String(port), ...environment },
    ready: logged("The receiver listens."),
    ...(onLine !== undefined && { onLine }),
  }))
})

/** Starts a reconciler. It logs the events that it delivers unless `OUTCOMES` says otherwise. */
export const spawnReconciler = Effect.fn("spawnReconciler")(function* (
  books: StoreAccess,
  service: Service,
  {
    environment,
    name = "reconciler",
    onLine,
    project = "shop",
  }: SpawnOverrides & {
    readonly name?: string
    readonly project?: string
  } = {},
) {
  return yield* spawnProgram({
    name,
    app: "reconciler",
    environment: { ...storeOf(books), ...serviceOf(service, project), OUTCOMES: "log", ...environment },
    ready: logged("The reconciler works."),
    ...(onLine !== undefined && { onLine }),
  })
})

/** Starts the API; requests come to its `url`. */
export const spawnApi = Effect.fn("spawnApi")(function* (
  books: StoreAccess,
  service: Service,
  {
    environment,
    onLine,
    port: wanted = 0,
    project = "shop",
  }: SpawnOverrides & { readonly port?: number; readonly project?: string } = {},
) {
  return yield* spawnOnPort(wanted, (port) => ({
    name: "api",
    app: "api",
    environment: { ...storeOf(books), ...serviceOf(service, project), PORT: String(port), ...environment },
    ready: logged("The API listens."),
    ...(onLine !== undefined && { onLine }),
  }))
})

/** Makes a key of the API, and returns its secret. */
export const addApiKey = Effect.fn("addApiKey")(function* (
  { file }: Pick<StoreAccess, "file">,
  { may = "read,collect,pay_out,refund", name = "shop", project = "shop" }: Readonly<Record<string, string>> = {},
) {
  const app = yield* spawnApp({
    app: "api",
    arguments: ["key", "add", "--name", name, "--project", project, "--may", may],
    environment: { STORE_URL: addressOf(file), STORE_CREATE: "if-missing" },
  })
  yield* app.ended
  const secret = (yield* app.out).trimEnd().split("\n").at(-1) ?? ""
  return secret.startsWith("cauri_") ? secret : yield* Effect.die(new Error(`No key was made: ${yield* app.err}`))
}, Effect.scoped)

/** Starts the console's page; its `address` takes the token. */
export const spawnConsole = Effect.fn("spawnConsole")(function* (
  books: StoreAccess,
  service: Service,
  token: string,
  {
    environment,
    onLine,
    port: wanted = 0,
    project = "shop",
  }: SpawnOverrides & {
    readonly port?: number
    readonly project?: string
  } = {},
) {
  return yield* spawnOnPort(wanted, (port) => ({
    name: "console",
    app: "console",
    arguments: ["serve", "--port", String(port)],
    environment: { ...storeOf(books), ...serviceOf(service, project), CONSOLE_TOKEN: token, ...environment },
    ready: (line) => (line.startsWith("Open http://") ? true : undefined),
    ...(onLine !== undefined && { onLine }),
  }))
})

export const spawnShop = Effect.fn("spawnShop")(function* (
  shop: { readonly file: string; readonly callbackSecret: string; readonly adminPassword: string },
  service: Service,
  { environment, onLine, port: wanted = 0 }: SpawnOverrides & { readonly port?: number } = {},
) {
  return yield* spawnOnPort(wanted, (port, url) => ({
    name: "shop",
    app: "shop",
    environment: {
      SHOP_URL: url,
      PORT: String(port),
      SHOP_FILE: shop.file,
      STAFF: `colleague:owner:${shop.adminPassword}`,
      CALLBACK_SECRET: shop.callbackSecret,
      SERVICE_URL: service.url,
      SERVICE_API_KEY: service.apiKey,
      SERVICE_API_TOKEN: service.apiToken,
      ...environment,
    },
    ready: logged("The shop is open."),
    ...(onLine !== undefined && { onLine }),
  }))
})
