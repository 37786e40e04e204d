/** The driver form of `PaymentStore`: steps go through the gate, many in one commit; reads go beside it. */
import type { StoreError } from "@cauri/core"
import type { Due, PaymentStoreDriver } from "@cauri/core/adapter"
import { Clock, Effect } from "effect"
import type { Gate } from "./batch.ts"
import type { Queries } from "./queries.ts"
import type { DiskSpace } from "./diskSpace.ts"
import type { Steps } from "./steps.ts"
import type { TakeSteps } from "./taking.ts"

export interface DriverParts {
  readonly gate: Gate
  readonly steps: Steps
  readonly queries: Queries
  readonly room: DiskSpace
}

/** Takes what is due, in a commit that may be lost: see `WriteTerms`. Nothing is written where nothing is due. */
const taking =
  <Terms, A>(gate: Gate, operation: string, { nothingBefore, take }: TakeSteps<Terms, A>) =>
  (terms: Terms): Effect.Effect<Due<A>, StoreError> =>
    Effect.flatMap(
      gate.read(operation, () => nothingBefore(terms)),
      (found) =>
        found === null
          ? gate.write(operation, () => take(terms), { mayBeLost: true })
          : Effect.succeed({ taken: [], ...found }),
    )

export const makeDriver = ({ gate, steps, queries, room }: DriverParts): PaymentStoreDriver => ({
  clock: Effect.zipWith(
    Clock.currentTimeMillis,
    gate.read("clock", () => queries.newestAt()),
    Math.max,
  ),
  insert: (row, events) =>
    gate.write("insert", () => {
      const inserted = steps.insert(row, events)
      // A payment that is already there is returned however full the disk is; a new one is refused.
      if (inserted._tag === "Inserted") room.check()
      return inserted
    }),
  find: (key) => gate.read("find", () => steps.read(key) ?? null),
  save: (row, events, terms) => gate.write("save", () => steps.save(row, events, terms), { isAnswer: true }),
  claim: (row, events, terms) =>
    gate.write("claim", () => {
      const claimed = steps.claim(row, events, terms)
      if (claimed._tag === "Claimed") room.checkForRequest()
      return claimed
    }),
  takeDue: taking(gate, "takeDue", steps.due),
  noteCallback: (note) =>
    Effect.suspend(() => {
      // The commit may be a moment away, and the bytes belong to the caller.
      const kept = { ...note, body: note.body === null ? null : Buffer.from(note.body) }
      return gate.write("noteCallback", () => steps.note(kept))
    }),
  subscribe: (subscription) => gate.write("follow", () => steps.subscribe(subscription)),
  unsubscribe: (consumer) => gate.write("unsubscribe", () => steps.unsubscribe(consumer)),
  takeDeliveries: taking(gate, "takeDeliveries", steps.dueDeliveries),
  markDelivered: (lease, { seq }) => gate.write("markDelivered", () => steps.delivered(lease, seq)),
  retryDelivery: (lease, retryAt) => gate.write("retryDelivery", () => steps.undelivered(lease, retryAt)),
  deliveries: (query) => gate.read("deliveries", () => queries.deliveries(query)),
  list: (query) => gate.read("list", () => queries.list(query)),
  history: (query) => gate.read("history", () => steps.history(query)),
})
