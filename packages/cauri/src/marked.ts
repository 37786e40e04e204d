/** The mark of how far a store came, in a file outside of it. */
import type { SharedState } from "@cauri/core/adapter"
import { Effect, Layer } from "effect"
import { PaymentsError } from "./PaymentsError.ts"

/** Refuses a store that was put back to an older state than the file notes, and keeps the note. Loads what it needs only then. */
export const layerMarked = (file: string | undefined): Layer.Layer<never, unknown, SharedState> =>
  file === undefined
    ? Layer.empty
    : Layer.unwrap(
        Effect.map(
          Effect.promise(async () => import("@cauri/runtime/mark")),
          ({ layerStoreMark }) => layerStoreMark(file),
        ),
      ).pipe(
        Layer.catchTag("Misconfigured", ({ message, variable }) =>
          Layer.effectDiscard(
            Effect.fail(
              new PaymentsError({
                code: "misconfigured",
                field: "markFile",
                message: message.replace(variable, "markFile"),
              }),
            ),
          ),
        ),
      )
