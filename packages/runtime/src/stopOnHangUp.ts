/**
 * A closed terminal sends its programs SIGHUP, and Node ends them at once: a creation under way would be left in doubt. Here a hang-up is
 * a stop like any other.
 */
import type { EventEmitter } from "node:events"

/** Makes a hang-up the same as a stop. */
export const stopOnHangUp = (program: Pick<EventEmitter, "emit" | "on">): void => {
  program.on("SIGHUP", () => program.emit("SIGTERM", "SIGTERM"))
}
