/** The door of a host that knows its people: a function says who sends a request. */
import { Effect } from "effect"
import { isOwnForm } from "../frame/origins.ts"
import { problemResponse } from "../frame/shell.ts"
import { type Person, visitorFrom } from "../frame/Visitor.ts"
import { type Door, peerOf } from "./Door.ts"

/** Who sends this request, and what they may do; null: someone whom the host does not know. */
export type Who = (request: Request) => Person | null | Promise<Person | null>

/** The door of a host that knows its people. */
export const hostDoor = (who: Who): Door => ({
  isOpenTo: () => true,
  elsewhere: "",
  isOwnForm,
  visitorOf: (arrival) =>
    Effect.map(
      Effect.promise(async () => {
        const { source } = arrival.request
        return source instanceof Request ? await who(source) : null
      }),
      (person) => (person === null ? null : visitorFrom(person, person.from ?? peerOf(arrival))),
    ),
  closed: ({ place }) => Effect.succeed(problemResponse(place, place.texts.problem.unknownVisitor, 401)),
  entries: [],
})
