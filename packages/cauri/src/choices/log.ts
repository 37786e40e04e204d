/**
 * Log lines of the library as plain objects for the host's own logger.
 */
import { Layer, Logger, References } from "effect"
import type { LogLine, PaymentsOptions } from "./options.ts"

const levelOf = (level: string): LogLine["level"] => {
  if (level === "Fatal" || level === "Error") return "error"
  if (level === "Warn") return "warn"
  return level === "Info" ? "info" : "debug"
}

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && !Array.isArray(part)

/** The host's logger instead of the console. */
export const layerLog = (logger: PaymentsOptions<never>["logger"]): Layer.Layer<never> => {
  if (logger === undefined) return Layer.empty
  const made = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
    const parts = [message].flat()
    const texts = parts.filter((part) => !isFields(part)).map(String)
    const fields = Object.assign({}, fiber.getRef(References.CurrentLogAnnotations), ...parts.filter(isFields))
    try {
      logger({ level: levelOf(logLevel), message: texts.join(" "), fields })
    } catch {
      // A logger that fails must not end a payment.
    }
  })
  return Logger.layer([made])
}
