/** `Documents` over a key-value store: all of them are one value, stored beside the payments. */
import { Schema, Struct } from "effect"
import {
  type DocumentAnswer,
  Documents,
  forgottenAtMost,
  type NewDocument,
  type WholeDocument,
} from "../ports/Documents.ts"
import { allRows, type KeyValueDriver, stepOf } from "./KeyValueDriver.ts"

const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** The caller may use its bytes again. */
const copied = (document: WholeDocument): WholeDocument => ({
  ...document,
  body: document.body === null ? null : new Uint8Array(document.body),
})

type Stored = ReadonlyArray<WholeDocument>

const kept = (all: Stored, given: NewDocument): readonly [Stored, DocumentAnswer] => {
  const { about = null, before = null, body = null, from = null, project = null, replaces = null } = given
  const ofKind = all.filter(({ kind }) => kind === given.kind)
  const counting = ofKind.filter(({ replacedBy }) => replacedBy === null)
  const there = counting.find(({ digest, number }) => digest === given.digest && number !== replaces)
  if (there !== undefined) return [all, { _tag: "AlreadyThere", number: there.number }]
  if (replaces !== null && counting.every((each) => each.number !== replaces))
    throw new Error("There is no such document to replace.")
  asObject(given.head)
  const number = ofKind.length + 1
  const document = { ...given, about, before, body, from, project, replaces, number, replacedBy: null }
  const others = all.map((each) =>
    each.kind === given.kind && each.number === replaces ? { ...each, replacedBy: number } : each,
  )
  return [[...others, copied(document)], { _tag: "Kept", number }]
}

export const documentsIn = (values: KeyValueDriver): Documents["Service"] => {
  const keep = (document: NewDocument): DocumentAnswer => {
    const [documents, answer] = kept(values.shared().documents, document)
    values.setShared({ ...values.shared(), documents })
    return answer
  }
  return Documents.of({
    keep: (document) => stepOf("keep", () => keep(document)),
    list: ({ about, below = Infinity, kind, limit, project, touching }) =>
      stepOf("list", () =>
        values
          .shared()
          .documents.filter(
            (each) =>
              each.kind === kind &&
              each.number < below &&
              (about ?? each.about) === each.about &&
              (project ?? each.project) === each.project &&
              (touching === undefined ||
                ((each.from ?? Infinity) < touching.before && (each.before ?? -Infinity) > touching.from)),
          )
          .toReversed()
          .slice(0, limit)
          .map((document) => Struct.omit(document, ["body"])),
      ),
    find: ({ kind, number }) =>
      stepOf("find", () => {
        const found = values.shared().documents.find((each) => each.kind === kind && each.number === number)
        return found === undefined ? null : copied(found)
      }),
    openGap: (before) =>
      stepOf("openGap", () => {
        const batches = values.shared().documents.filter(({ kind }) => kind === "batch")
        const events = [...values.all()].flatMap((each) => each.events)
        const from =
          (events.length > 0 ? events : batches).reduce<number | null>(
            (last, { at }) => Math.max(last ?? at, at),
            null,
          ) ?? before - forgottenAtMost
        const projects = new Set([
          ...allRows(values).flatMap(({ kind, project }) => (kind === "payout" ? [project] : [])),
          ...batches.map(({ project }) => project),
          null,
        ])
        for (const project of projects) {
          const digest = `${project === null ? "" : `${project} `}${from} ${before}`
          keep({ kind: "gap", digest, at: before, head: "{}", ...(project !== null && { project }), from, before })
        }
      }),
  })
}
