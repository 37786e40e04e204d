/**
 * A terminal that is closed hangs up on the programs in it, and Node ends them where they stand: a creation that was sent would be left
 * in doubt. It is a stop like any other.
 */
import type { EventEmitter } from "node:events"

/** Makes a hang-up the same as being told to stop. */
export const stopsWhenHungUp = (program: Pick<EventEmitter, "emit" | "on">): void => {
  program.on("SIGHUP", () => program.emit("SIGTERM", "SIGTERM"))
}
