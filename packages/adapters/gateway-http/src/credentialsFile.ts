/**
 * Credentials from a file: `{ "<project>": { "apiKey": "…", "apiToken": "…" } }`. It is polled every few seconds, because a mounted secret
 * is replaced by renaming folders, and not every platform reports that.
 */
import { readFile, stat } from "node:fs/promises"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { Credentials } from "@cauri/core/adapter"
import { CredentialsKeeper, type CredentialsVault, makeKeeper } from "./credentials.ts"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"

/** Which file, and how often it is read. */
export interface CredentialsFile {
  readonly path: string
  /** Milliseconds between two readings; 2,000 by default. */
  readonly every?: number
}

const largestFile = 64 * 1024

const Content = Schema.fromJsonString(
  Schema.Record(
    Schema.String,
    Schema.Struct({
      apiKey: Schema.RedactedFromValue(Schema.String),
      apiToken: Schema.RedactedFromValue(Schema.String),
    }),
  ),
)
const decode = Schema.decodeUnknownOption(Content)

const setting = "the credentials file"

const readText = (path: string) =>
  Effect.tryPromise({
    try: async () => ((await stat(path)).size > largestFile ? "" : await readFile(path, "utf8")),
    // The system's own message is left out: what a mount puts into it is unknown.
    catch: () =>
      new GatewayMisconfigured({
        setting,
        problem: "cannot be read: check its path, and that this program may read it",
      }),
  })

const readCredentials = Effect.fnUntraced(function* (path: string) {
  const content = decode(yield* readText(path))
  return Option.isSome(content)
    ? content.value
    : yield* new GatewayMisconfigured({
        setting,
        problem: 'is not JSON of the form { "<project>": { "apiKey": "…", "apiToken": "…" } }: write it so',
      })
})

/**
 * Credentials from a polled file. Without a good file the program does not start; later a bad file changes nothing and logs an error, which
 * says what is wrong and quotes nothing.
 */
export const layerCredentialsFile = (
  file: CredentialsFile,
): Layer.Layer<Credentials | CredentialsVault | CredentialsKeeper, GatewayMisconfigured> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const services = yield* makeKeeper(yield* readCredentials(file.path))
      const keeper = Context.get(services, CredentialsKeeper)
      let alarm = ""
      const look = readCredentials(file.path).pipe(
        Effect.andThen((projects) => keeper.replace(projects)),
        Effect.map(() => ""),
        Effect.catch(({ problem, setting }) => Effect.succeed(`${setting} ${problem}`)),
        Effect.tap((problem) =>
          problem === "" || problem === alarm
            ? Effect.void
            : Effect.logError(
                `The credentials in force stay as they are: ${problem}. Correct the file; it is read again by itself.`,
              ),
        ),
        Effect.map((problem) => {
          alarm = problem
        }),
      )
      yield* Effect.forkScoped(Effect.forever(Effect.delay(look, file.every ?? 2_000)))
      return services
    }),
  )
