/** `it` for tests whose body is what `Effect.gen` takes: `it("…", function* () {…})`. */
import { it as plainIt } from "@effect/vitest"
import { Effect, type Scope } from "effect"

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
  const run = (title: string, body: Body<Given, R>) =>
    register(title, () => world((...given) => Effect.gen(() => body(...given))))
  return new Proxy(plainIt, {
    apply: (target, self, [title, body, ...more]) =>
      isGenerator(body) ? run(title, body) : Reflect.apply(target, self, [title, body, ...more]),
  }) as typeof run & typeof plainIt
}

/** In no world of their own. */
export const it = itWithin((body: () => Effect.Effect<void, unknown, Scope.Scope>) => body())
