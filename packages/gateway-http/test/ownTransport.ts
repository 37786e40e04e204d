import { Effect } from "effect"
import { layerOver, type OutgoingRequest, unanswered, unsent } from "@cauri/gateway-http"

const send = ({ body, headers, method, origin, path }: OutgoingRequest) =>
  Effect.tryPromise(async () => (await fetch(`${origin}${path}`, { body, headers, method, redirect: "manual" })).text())

export const own = layerOver(
  { baseUrl: "http://127.0.0.1:4000" },
  Effect.succeed((sending) =>
    !sending.mayLeave()
      ? Effect.succeed(unsent("LeaseOver"))
      : Effect.matchCause(Effect.timeout(send(sending), sending.answerWithin()), {
          onSuccess: (text) => ({ _tag: "Answered", text }) as const,
          onFailure: () => unanswered("ConnectionLost"),
        }),
  ),
)
