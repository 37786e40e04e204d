/** The addresses of a name, from the machine's resolver. */
import { lookup } from "node:dns/promises"
import { Effect } from "effect"
import type { Outside } from "./guardedSend.ts"

/** Asks the machine's resolver; fails when a name has no address. */
export const resolveByMachine: Outside["resolve"] = (name) =>
  Effect.map(
    Effect.tryPromise(() => lookup(name, { all: true, verbatim: true })),
    (found) => found.map(({ address }) => address),
  )
