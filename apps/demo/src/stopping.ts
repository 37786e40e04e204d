/** Ctrl-C stops the programs first, which may take seconds, so the demo says so. A second Ctrl-C does not wait for them. */
import type { EventEmitter } from "node:events"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"

/** What happens at a request to stop. */
export interface Stopping {
  readonly say: (text: string) => void
  readonly language: Language
  readonly hurry: () => void
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number
}

/** Both the terminal and a package manager pass one Ctrl-C on; what comes so soon after the first is the same. */
const sameKeystroke = 300

/** Says at once that the program stops, and hurries at the second request. */
export const tellsStopping = (program: Pick<EventEmitter, "on">, { hurry, language, now, say }: Stopping): void => {
  let signalledAt: number | null = null
  const onSignal = () => {
    if (signalledAt === null) {
      signalledAt = now()
      return say(`\n${tools[language].started.stopping}\n`)
    }
    if (now() - signalledAt > sameKeystroke) hurry()
  }
  program.on("SIGINT", onSignal)
  program.on("SIGTERM", onSignal)
}
