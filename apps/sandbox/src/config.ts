/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two.
 */
import { Config, ConfigProvider, Effect, Option, Schema, Struct } from "effect"
import { asObserved, type OptionsInput, type ServeOptionsInput, strict } from "@cauri/simulator"
import { maximumTimeFactor } from "@cauri/simulator"

/** The variables, with what each must be. */
export const variables = {
  SANDBOX_HOST: "an address of this machine",
  SANDBOX_PORT: "a port from 1 to 65535, or 0 for any that is free",
  SANDBOX_URL: "the http or https address under which programs reach the sandbox",
  SANDBOX_NAMES: "host names separated by commas, without ports",
  SANDBOX_WHITELIST: "one to three IP addresses separated by commas",
  SANDBOX_CALLBACK_HOSTS: "host names separated by commas, each perhaps with a port",
  SANDBOX_CALLBACK_RATE: "a number above 0, at most 10000",
  SANDBOX_FILE: "the path of a file in a folder that exists",
  SANDBOX_CONTROL_TOKEN: "16 or more printable characters without spaces",
  SANDBOX_FACE: '"strict" or "as-observed"',
  SANDBOX_REASON_HEADER: '"on" or "off"',
  SANDBOX_SEED: "a whole number",
  SANDBOX_TIME_FACTOR: `a number above 0, at most ${maximumTimeFactor}`,
} as const

type Variable = keyof typeof variables

/** The program does not start as it was configured. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  /** All that are wrong. */
  names: Schema.Array(Schema.Literals(Struct.keys(variables))),
}) {
  override get message() {
    const sentences = this.names.map((name) => `${name} must be ${variables[name]}.`)
    return `The sandbox does not start: ${sentences.join(" ")}`
  }
}

/** What the program runs with. */
interface Settings {
  readonly host: string
  readonly port: number
  /** Where the state is kept between runs; `null`: nowhere. */
  readonly file: string | null
  readonly controlToken: string | null
  readonly whitelist: ReadonlyArray<string>
  readonly options: OptionsInput
  readonly serving: ServeOptionsInput
}

/** The environment of a process. */
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
const Ips = Schema.String.check(Schema.isPattern(/^[0-9A-Fa-f.:]+(,[0-9A-Fa-f.:]+){0,2}$/))

/** Reads and checks the whole environment. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const { read, wrong } = readerOf(environment)
  const port = yield* read("SANDBOX_PORT", Whole.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })))
  const url = yield* read("SANDBOX_URL", Address)
  const names = (yield* read("SANDBOX_NAMES", Names))?.split(",") ?? []
  const callbackHosts = (yield* read("SANDBOX_CALLBACK_HOSTS", Names))?.split(",") ?? []
  const callbackRate = yield* read(
    "SANDBOX_CALLBACK_RATE",
    Schema.NumberFromString.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000)),
  )
  const face = yield* read("SANDBOX_FACE", Schema.Literals(["strict", "as-observed"]))
  const reasonHeader = yield* read("SANDBOX_REASON_HEADER", Schema.Literals(["on", "off"]))
  const seed = yield* read("SANDBOX_SEED", Whole)
  const factor = yield* read(
    "SANDBOX_TIME_FACTOR",
    Schema.NumberFromString.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maximumTimeFactor)),
  )
  const settings: Settings = {
    host: (yield* read("SANDBOX_HOST", Text)) ?? "127.0.0.1",
    port: port ?? 4_010,
    file: yield* read("SANDBOX_FILE", Text),
    controlToken: yield* read("SANDBOX_CONTROL_TOKEN", Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{16,}$/))),
    whitelist: (yield* read("SANDBOX_WHITELIST", Ips))?.split(",") ?? ["127.0.0.1", "::1"],
    options: {
      ...(url !== null && { baseUrl: url.replace(/\/$/, "") }),
      ...(seed !== null && { seed }),
      ...(factor !== null && { timeFactor: factor }),
      profile: face === "as-observed" ? asObserved : strict,
    },
    serving: {
      hosts: names,
      ...(reasonHeader !== null && { reasonHeader: reasonHeader === "on" }),
      callbacks: {
        allowedHosts: callbackHosts.map(allowedHost),
        ...(callbackRate !== null && { rate: { perSecond: callbackRate, burst: 2 * callbackRate } }),
      },
    },
  }
  return wrong.length === 0 ? settings : yield* new Misconfigured({ names: wrong })
})

/** A host that callbacks may go to; a named host may have a private address. */
const allowedHost = (text: string) => {
  const [, host = text, port] = /^(.+?)(?::([0-9]+))?$/.exec(text) ?? []
  return { host, privateAddresses: true, ...(port !== undefined && { port: Number(port) }) }
}
