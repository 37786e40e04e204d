/** The smallest store of one's own: whole payments under their names. Put your database where the Map is. */
import { emptyShared, keyValueStore, type StoredPayment } from "@cauri/core/adapter"
import { Effect, Layer } from "effect"

/** Each build is a new, empty store. */
export const ownStore = Layer.effectContext(
  Effect.sync(() => {
    const payments = new Map<string, StoredPayment>()
    let shared = emptyShared
    return keyValueStore("mine", {
      get: (name) => payments.get(name),
      set: (name, payment) => void payments.set(name, payment),
      all: () => payments.values(),
      shared: () => shared,
      setShared: (next) => {
        shared = next
      },
    })
  }),
)
