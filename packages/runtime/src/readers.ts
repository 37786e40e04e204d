/** Reads variables: each by its name, its shape and the sentence that says what it must be. */
import { Config, ConfigProvider, Effect, Option, Result, type Schema } from "effect"
import { inBoth, type Wording, wordingIn } from "@cauri/catalogue/tools"
import { allMisconfigured, Misconfigured } from "./Misconfigured.ts"

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the variables of a program. It knows their names, so that only variables in the help can be read. */
export interface Readers<Name extends string = string> {
  /** The variables that are set. An empty one counts as not set. */
  readonly env: Readonly<Record<string, string>>
  readonly optional: <A>(
    name: Name,
    schema: Schema.ConstraintCodec<A, unknown>,
  ) => Effect.Effect<A | null, Misconfigured>
  readonly required: <A>(name: Name, schema: Schema.ConstraintCodec<A, unknown>) => Effect.Effect<A, Misconfigured>
  /** The refusal of a variable; by default it expects what the help says. */
  readonly wrong: (name: Name, expected?: Wording) => Misconfigured
}

/** Readers over one environment. */
export const readersOf = <Name extends string>(
  environment: Environment,
  variables: Readonly<Record<Name, Wording>>,
): Readers<Name> => {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  )
  const provider = ConfigProvider.fromEnv({ env })
  const wrong = (name: Name, expected: Wording = variables[name]) => new Misconfigured({ variable: name, expected })
  const parse = <A>(name: Name, config: Config.Config<A>) => Effect.mapError(config.parse(provider), () => wrong(name))
  return {
    env,
    optional: (name, schema) => Effect.map(parse(name, Config.option(Config.schema(schema, name))), Option.getOrNull),
    required: (name, schema) =>
      env[name] === undefined
        ? new Misconfigured({
            variable: name,
            expected: variables[name],
            problem: inBoth(({ settings }, language) => settings.not_set(wordingIn(variables[name], language))),
          })
        : parse(name, Config.schema(schema, name)),
    wrong,
  }
}

/** Reads all of these, and reports everything that is wrong with them at once. */
export const readAll = Effect.fnUntraced(function* <Values extends object>(parts: {
  readonly [Name in keyof Values]: Effect.Effect<Values[Name], Misconfigured>
}): Effect.fn.Return<Values, Misconfigured> {
  const values: Array<readonly [string, unknown]> = []
  const wrong: Array<Misconfigured> = []
  for (const [name, part] of Object.entries<Effect.Effect<unknown, Misconfigured>>(parts)) {
    const result = yield* Effect.result(part)
    if (Result.isSuccess(result)) values.push([name, result.success])
    else wrong.push(result.failure)
  }
  const [first, ...others] = wrong
  if (first !== undefined) return yield* allMisconfigured(first, others)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every part was read, under its own name
  return Object.fromEntries(values) as Values
})

/** Credentials and keys never belong into a browser (#19, #187). */
export const refuseBrowser: Effect.Effect<void, Misconfigured> = Effect.suspend(() =>
  "window" in globalThis
    ? new Misconfigured({
        variable: "window",
        expected: "undefined",
        problem: inBoth(({ settings }) => settings.server_only),
      })
    : Effect.void,
)
