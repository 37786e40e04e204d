/** What tests compare that are not about the head of an answer. */
import { Effect } from "effect"
import { type OutgoingRequest, type Transport, type TransportResult, unanswered } from "../src/Transport.ts"

const bare = (result: TransportResult) => {
  if (result._tag === "answered") return { _tag: result._tag, text: result.text }
  return result._tag === "no_answer" ? unanswered(result.cause) : result
}

/** The transport, of whose results the heads of the answers are left out. */
export const withoutHead = (transport: Transport) => (sending: OutgoingRequest) => Effect.map(transport(sending), bare)
