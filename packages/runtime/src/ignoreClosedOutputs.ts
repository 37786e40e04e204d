/**
 * The reader of a program's output may stop reading, as `head` does, or a closed terminal. Node ends a program for that, and a call under
 * way would lose its answer; besides, a reader does not decide whether something needs a person.
 */
import type { EventEmitter } from "node:events"

/** Keeps the program alive when these streams have lost their readers. */
export const ignoreClosedOutputs = (...streams: ReadonlyArray<Pick<EventEmitter, "on">>): void => {
  for (const stream of streams) stream.on("error", () => {})
}
