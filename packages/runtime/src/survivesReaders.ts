/**
 * Whoever reads what a program writes may stop reading, as `head` does, or a terminal that is closed. Node ends a program for that, and
 * a call that was under way would be left without its answer; and no reader says whether something needs a person.
 */
import type { EventEmitter } from "node:events"

/** Lets the program live when nobody reads these streams any more. */
export const survivesReaders = (...streams: ReadonlyArray<Pick<EventEmitter, "on">>): void => {
  for (const stream of streams) stream.on("error", () => {})
}
