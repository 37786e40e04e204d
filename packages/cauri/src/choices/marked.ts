/** The mark of how far the store came, in a file outside of it. */
import type { SharedState } from "@cauri/core/adapter"
import { Effect, Layer } from "effect"
import type { MarkChoice } from "./choices.ts"
import { PaymentsError } from "@cauri/plain"
import { Surroundings } from "./Surroundings.ts"

/** Refuses a store that was put back to an older state than its mark, and keeps the mark. Loads what it needs only then. */
export const layerMarked = (
  named: string | null | undefined,
  mark: MarkChoice | undefined,
): Layer.Layer<never, unknown, SharedState> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const isPractice = !(yield* Surroundings).shared
      if (named === undefined && (mark === undefined || isPractice)) return Layer.empty
      const file = named === undefined ? (mark?.file ?? null) : named
      const { layerStoreMark } = yield* Effect.promise(async () => import("@cauri/runtime/mark"))
      return layerStoreMark(file, { variable: "markFile", mayBegin: mark?.mayBegin !== false })
    }),
  ).pipe(
    Layer.catchTag("Misconfigured", ({ message }) =>
      Layer.effectDiscard(Effect.fail(new PaymentsError({ code: "misconfigured", field: "markFile", message }))),
    ),
  )
