/** Layers that take their settings from configuration. */
import { Config, Effect, Layer } from "effect"

/**
 * Makes `layerConfig` of a layer that takes settings: it takes a `Config` in the place of each setting, or one of them all, and fails with
 * `ConfigError` where one is missing.
 *
 * ```ts
 * const layerConfig = configured((limits: PolicyInput["limits"]) => Policy.layer({ limits }))
 * const layer = layerConfig({ maxTries: Config.succeed(5) })
 * yield* Effect.map(Policy, ({ limits }) => limits.maxTries).pipe(Effect.provide(layer)) // => 5
 * ```
 */
export const configured =
  <Settings, A, E, R>(layer: (settings: Settings) => Layer.Layer<A, E, R>) =>
  (config: Config.Wrap<Settings>): Layer.Layer<A, E | Config.ConfigError, R> =>
    Layer.unwrap(Effect.map(Config.unwrap(config), layer))
