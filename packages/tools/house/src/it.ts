/** `it` for tests whose body is what `Effect.gen` takes: `it("…", function* () {…})`. */
import { it as plainIt } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"

type Body<Given extends ReadonlyArray<unknown>, R> = (
  ...given: Given
) => Generator<Effect.Effect<unknown, unknown, R>, void, never>

type Around<Given extends ReadonlyArray<unknown>, R> = (
  body: (...given: Given) => Effect.Effect<void, unknown, R>,
) => Effect.Effect<void, unknown, Scope.Scope>

type Register = (title: string, run: () => Effect.Effect<void, unknown, Scope.Scope>) => void

const isGenerator = (body: unknown): boolean => Object.prototype.toString.call(body) === "[object GeneratorFunction]"

/** `it` whose generators run within this world, in the time of the test, or with `it.live` in that of the machine. */
export const itWithin = <Given extends ReadonlyArray<unknown>, R>(
  world: Around<Given, R>,
  register: Register = plainIt.effect,
) => {
  const within = (by: Register) => (title: string, body: Body<Given, R>) =>
    by(title, () => world((...given) => Effect.gen(() => body(...given))))
  const run = within(register)
  const taking = <Plain extends typeof plainIt | typeof plainIt.live>(
    plain: Plain,
    generators: typeof run,
    own: object = {},
  ) =>
    new Proxy(plain, {
      apply: (target, self, given) => Reflect.apply(isGenerator(given[1]) ? generators : target, self, given),
      get: (target, name) => Reflect.get(name in own ? own : target, name),
    })
  const live = taking(plainIt.live, within(plainIt.live))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a proxy that takes both has both types
  return taking(plainIt, run, { live }) as typeof run & typeof plainIt & { readonly live: typeof run }
}

/** In no world of their own. */
export const it = itWithin((body: () => Effect.Effect<void, unknown, Scope.Scope>) => body())

/** Each over a layer of its own. */
export const itOver = <R>(layer: () => Layer.Layer<R, unknown>) =>
  itWithin((body: () => Effect.Effect<void, unknown, R | Scope.Scope>) => Effect.provide(body(), layer()))
