/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two.
 */
import { Config, ConfigProvider, Effect, Option, Schema, SchemaGetter, Struct } from "effect"
import type { Language } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { asObserved, type OptionsInput, type ServeOptionsInput, strict, Whitelist } from "@cauri/simulator"
import { newProject } from "./project.ts"
import { CallbackHost, CallbackRate, Credential, readSeedFile, type SeedFile, TimeFactor } from "./seedFile.ts"

/** The port, where none is set. */
const defaultPort = 4_010

type Variable = keyof Tools["sandboxVariables"]

/** The program does not start as it was configured. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  /** All that are wrong. */
  names: Schema.Array(Schema.Literals(Struct.keys(tools.en.sandboxVariables))),
}) {
  /** What each must be. */
  messageIn(language: Language): string {
    const { endings, sandboxVariables, settings } = tools[language]
    const sentences = this.names.map((name) => settings.must_be(name, sandboxVariables[name]))
    return endings.does_not_start("sandbox", sentences.join(" "))
  }

  override get message() {
    return this.messageIn("en")
  }
}

interface Settings {
  readonly host: string
  readonly port: number
  /** Where the state is kept between runs; `null`: nowhere. */
  readonly file: string | null
  readonly controlToken: string | null
  readonly options: OptionsInput
  readonly serving: ServeOptionsInput
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A reader over one environment, and what it found wrong. What is set to nothing counts as not set. */
const readerOf = (environment: Environment) => {
  const wrong: Array<Variable> = []
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  )
  const provider = ConfigProvider.fromEnv({ env })
  const read = <A>(name: Variable, schema: Schema.ConstraintCodec<A, unknown>): Effect.Effect<A | null> =>
    Config.option(Config.schema(schema, name))
      .parse(provider)
      .pipe(
        Effect.match({
          onFailure: () => {
            wrong.push(name)
            return null
          },
          onSuccess: Option.getOrNull,
        }),
      )
  return { read, wrong }
}

const Text = Schema.String.check(Schema.isPattern(/^[^\s].*$/))
const Whole = Schema.NumberFromString.check(Schema.isInt())
const Address = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#@]/.test(text)),
)
const Names = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9.:[\]-]+(,[A-Za-z0-9.:[\]-]+)*$/))
const numberOf = <S extends Schema.ConstraintCodec<number, number>>(schema: S) =>
  Schema.NumberFromString.pipe(Schema.decodeTo(schema))
const listOf = <S extends Schema.ConstraintCodec<ReadonlyArray<string>, ReadonlyArray<string>>>(schema: S) =>
  Schema.String.pipe(
    Schema.decodeTo(schema, {
      decode: SchemaGetter.split(),
      encode: SchemaGetter.transform((texts: ReadonlyArray<string>) => texts.join(",")),
    }),
  )

/** Where a running sandbox is, for the commands that use one. */
export const readSandbox = Effect.fn("Settings.sandbox")(function* (environment: Environment) {
  const { read, wrong } = readerOf(environment)
  const url = yield* read("SANDBOX_URL", Address)
  const port = yield* read("SANDBOX_PORT", Whole)
  const controlToken = yield* read("SANDBOX_CONTROL_TOKEN", Schema.String)
  if (wrong.length > 0) return yield* new Misconfigured({ names: wrong })
  return {
    url: (url ?? `http://127.0.0.1:${port ?? defaultPort}`).replace(/\/$/, ""),
    controlToken: controlToken ?? "",
  }
})

/** Reads and checks the whole environment, and the seed file that it or the command line names. */
export const readSettings = Effect.fn("Settings.read")(function* (
  environment: Environment,
  given: string | null = null,
) {
  const { read, wrong } = readerOf(environment)
  const port = yield* read("SANDBOX_PORT", Whole.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })))
  const url = yield* read("SANDBOX_URL", Address)
  const names = (yield* read("SANDBOX_NAMES", Names))?.split(",") ?? []
  const callbackHosts = yield* read("SANDBOX_CALLBACK_HOSTS", listOf(Schema.Array(CallbackHost)))
  const callbackRate = yield* read("SANDBOX_CALLBACK_RATE", numberOf(CallbackRate))
  const face = yield* read("SANDBOX_FACE", Schema.Literals(["strict", "as-observed"]))
  const reasonHeader = yield* read("SANDBOX_REASON_HEADER", Schema.Literals(["on", "off"]))
  const seed = yield* read("SANDBOX_SEED", Whole)
  const timeFactor = yield* read("SANDBOX_TIME_FACTOR", numberOf(TimeFactor))
  const apiKey = yield* read("SANDBOX_API_KEY", Credential)
  const apiToken = yield* read("SANDBOX_API_TOKEN", Credential)
  // One without the other opens nothing.
  if (wrong.length === 0 && (apiKey === null) !== (apiToken === null)) wrong.push("SANDBOX_API_KEY")
  const whitelist = yield* read("SANDBOX_WHITELIST", listOf(Whitelist))
  const seedFile = given ?? (yield* read("SANDBOX_SEED_FILE", Text))
  const host = (yield* read("SANDBOX_HOST", Text)) ?? "127.0.0.1"
  const file = yield* read("SANDBOX_FILE", Text)
  const controlToken = yield* read("SANDBOX_CONTROL_TOKEN", Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{16,}$/)))
  if (wrong.length > 0) return yield* new Misconfigured({ names: wrong })
  const seeded: SeedFile = seedFile === null ? {} : yield* readSeedFile(seedFile)
  const [first, ...others] = (seeded.projects ?? []).map(newProject)
  const rate = callbackRate ?? seeded.callbackRate
  const settings: Settings = {
    host,
    port: port ?? defaultPort,
    file,
    controlToken,
    options: {
      ...Struct.omit(seeded, ["callbackHosts", "callbackRate", "face", "profile", "projects"]),
      ...(url !== null && { baseUrl: url.replace(/\/$/, "") }),
      ...(seed !== null && { seed }),
      ...(timeFactor !== null && { timeFactor }),
      profile: { ...((face ?? seeded.face) === "as-observed" ? asObserved : strict), ...seeded.profile },
      projects: [
        {
          ...(first ?? newProject({})),
          ...(apiKey !== null && { apiKey }),
          ...(apiToken !== null && { apiToken }),
          ...(whitelist !== null && { whitelist }),
        },
        ...others,
      ],
    },
    serving: {
      hosts: names,
      ...(reasonHeader !== null && { reasonHeader: reasonHeader === "on" }),
      callbacks: {
        allowedHosts: callbackHosts ?? seeded.callbackHosts ?? [],
        ...(rate !== undefined && { rate: { perSecond: rate, burst: 2 * rate } }),
      },
    },
  }
  return settings
})
