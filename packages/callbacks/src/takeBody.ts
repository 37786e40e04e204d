/** Takes the body of a request, never more of it than the limit. */
import { Effect } from "effect"
import type { BodyRead, CallbackRequest } from "./CallbackRequest.ts"
import type { Deadline } from "./deadlines.ts"
import { bodyLimits } from "./limits.ts"

/** The body, or why there is none. */
export type TakenBody = BodyRead

/** Takes the body of a request. A body that is not there at the deadline is cut short. */
export const takeBody = (request: CallbackRequest, deadline: Deadline): Effect.Effect<TakenBody> =>
  declaredLength(request) > bodyLimits.bytes
    ? Effect.succeed({ _tag: "TooLarge" })
    : Effect.map(request.readBody(bodyLimits.bytes, deadline), (read) =>
        // So many bytes were announced, and a server hands on nothing shorter: somebody in this process had them.
        read._tag === "Whole" && read.bytes.length === 0 && declaredLength(request) > 0
          ? { _tag: "TakenBefore" }
          : read,
      )

const declaredLength = ({ headers }: CallbackRequest): number => Number(headers["content-length"] ?? 0)
