/** Reads the body of a request, up to the limit. */
import { Effect } from "effect"
import type { BodyRead, CallbackRequest } from "./CallbackRequest.ts"
import type { Deadline } from "./deadlines.ts"
import { bodyLimits } from "./limits.ts"

/** The body, or why there is none. */
export type TakenBody = BodyRead

/** Reads the body of a request. A body that is incomplete at the deadline is cut short. */
export const takeBody = (request: CallbackRequest, deadline: Deadline): Effect.Effect<TakenBody> =>
  declaredLength(request) > bodyLimits.bytes
    ? Effect.succeed({ _tag: "TooLarge" })
    : Effect.map(request.readBody(bodyLimits.bytes, deadline), (read) =>
        // A declared length with an empty body: a server delivers nothing shorter, so other code in this process has read it.
        read._tag === "Whole" && read.bytes.length === 0 && declaredLength(request) > 0
          ? { _tag: "TakenBefore" }
          : read,
      )

const declaredLength = ({ headers }: CallbackRequest): number => Number(headers["content-length"] ?? 0)
