/** What people did, and from where, as people read it: masked, and also where a line cannot be read. */
import { Effect, Option, Record, Schema } from "effect"
import { Documents } from "@cauri/core/adapter"
import { maskedText } from "../words/masking.ts"

const decode = Schema.decodeOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** People write numbers and addresses into them. */
const wordsOfPeople: ReadonlyArray<string> = ["by", "reason", "pausedBy", "pausedBecause"]

/** A record of what a person did: its fields by their names. */
export type ShownDeed = Readonly<Record<string, string>>

/** The newest records, the newest first: all, or those about one payment. */
export const shownDeeds = Effect.fn("shownDeeds")(function* (limit: number, payment?: string) {
  const found = yield* (yield* Documents).list({
    kind: "deed",
    limit,
    ...(payment === undefined ? {} : { about: payment }),
  })
  return found.map(({ head }): ShownDeed =>
    Record.map(
      Option.getOrElse(decode(head), () => ({ record: "unreadable" })),
      (words, name) => (wordsOfPeople.includes(name) ? maskedText(words) : words),
    ),
  )
})
