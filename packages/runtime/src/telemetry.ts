/**
 * Logs on standard error, because standard output may carry events; spans and metrics to a collector when there is one. What core, the
 * gateway and the stores report contains no secret, number, token or address, and nothing is added here.
 */
import { Layer, Logger, References } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import type { CommonSettings, LogSettings } from "./commonSettings.ts"

/** Where logs go, and from which level on. */
export const layerLogs = ({ format, level }: LogSettings): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([format === "json" ? Logger.withConsoleError(Logger.formatJson) : Logger.consolePretty()]),
    // The pretty logger needs this.
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, level),
  )

/** Logs, and traces and metrics over OTLP where they are wanted. */
export const layerTelemetry = (
  { logs, otlpUrl, processName }: Pick<CommonSettings, "logs" | "otlpUrl" | "processName">,
  serviceName: string,
  version: string,
): Layer.Layer<never> => {
  // Without a collector no spans are made: each call of a service would cost two.
  if (otlpUrl === null) return Layer.merge(layerLogs(logs), Layer.succeed(References.TracerEnabled, false))
  const base = otlpUrl.replace(/\/$/, "")
  const resource = {
    serviceName,
    serviceVersion: version,
    attributes: { "service.instance.id": processName },
  }
  const exporters = Layer.mergeAll(
    OtlpTracer.layer({ url: `${base}/v1/traces`, resource }),
    OtlpMetrics.layer({ url: `${base}/v1/metrics`, resource }),
  )
  return Layer.mergeAll(
    layerLogs(logs),
    exporters.pipe(Layer.provide(OtlpSerialization.layerJson), Layer.provide(FetchHttpClient.layer), Layer.orDie),
  )
}
