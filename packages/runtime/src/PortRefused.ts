/** A port of the program cannot be opened: why, and which settings name another. */
import { Predicate, Schema } from "effect"
import type { Language } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"

/** What sets where a port opens: variables, or flags of a command. */
interface PortSettings {
  readonly host: string
  readonly port: string
}

const isListed = (code: string): code is keyof Tools["portRefusals"] => Object.hasOwn(tools.en.portRefusals, code)

/** A port of the program cannot be opened. */
export class PortRefused extends Schema.TaggedError<PortRefused>()("PortRefused", {
  settings: Schema.Struct({ host: Schema.String, port: Schema.String }),
  /** The port; empty where the system did not say it. */
  port: Schema.String,
  /** The system's own code, such as EADDRINUSE. */
  code: Schema.String,
}) {
  /** Why, and what to do. */
  messageIn(language: Language): string {
    const { host, port } = this.settings
    const sentence = tools[language].portRefusals[isListed(this.code) ? this.code : "other"]
    return sentence(this.port === "" ? `(${port})` : this.port, port, host)
  }

  override get message() {
    return this.messageIn("en")
  }
}

/** Says of a port that did not open which settings name it. The cause may hold anything else: only its code and its port are taken. */
export const portRefused =
  (settings: PortSettings) =>
  ({ cause }: { readonly cause: unknown }): PortRefused => {
    const port = Predicate.hasProperty(cause, "port") && typeof cause.port === "number" ? String(cause.port) : ""
    const code = Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""
    return new PortRefused({ settings, port, code })
  }
