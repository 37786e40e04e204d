/** Whom a name stands for, as the machine knows it. */
import { lookup } from "node:dns/promises"
import { Effect } from "effect"
import type { Outside } from "./guardedSend.ts"

/** Asks the machine's resolver; it fails where a name has no address. */
export const resolveByMachine: Outside["resolve"] = (name) =>
  Effect.map(
    Effect.tryPromise(() => lookup(name, { all: true, verbatim: true })),
    (found) => found.map(({ address }) => address),
  )
