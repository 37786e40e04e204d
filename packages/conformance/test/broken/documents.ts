/** Stores that keep documents wrongly. */
import { Effect, Struct } from "effect"
import type { Documents, WholeDocument } from "@cauri/core/adapter"
import { afterwards, type Broken, brokenOperations, type World } from "./world.ts"

/** A store that keeps documents wrongly, in some of the methods. */
const keeping = (
  name: string,
  caughtBy: string,
  documents: (sound: Documents["Service"], world: World) => Partial<Documents["Service"]>,
) => brokenOperations(name, caughtBy, (world) => ({ documents: documents(world.documents, world) }))

const asKept = "a document comes back letter for letter and byte for byte, and lists show it without its body"
const once = "of each kind a digest is kept once, under its first words"
const replacing = "a document that replaces another counts instead of it, and nothing is lost"
const refusing = "what cannot be kept whole is refused, and nothing of it is kept"
const listing =
  "documents are listed from the newest, by kind, by what they are about, by project and by the period that they touch"
const forgotten = "a gap begins with the newest event, in every project with payouts"

/** Changes what is stored of documents, behind the port's back. */
const alter = ({ cell }: World, change: (documents: ReadonlyArray<WholeDocument>) => ReadonlyArray<WholeDocument>) => {
  cell.current = { ...cell.current, documents: change(cell.current.documents) }
}

export const brokenDocuments: ReadonlyArray<Broken> = [
  keeping("bodies are kept as text", asKept, ({ keep }) => ({
    keep: ({ body, ...document }) =>
      keep({ ...document, ...(body && { body: new TextEncoder().encode(new TextDecoder().decode(body)) }) }),
  })),
  keeping("heads are kept as values, and written again", asKept, ({ keep }) => ({
    keep: (document) => keep({ ...document, head: JSON.stringify(JSON.parse(document.head)) }),
  })),
  keeping("lists bring bodies", asKept, (_, { cell }) => ({
    list: () => Effect.sync(() => cell.current.documents.toReversed()),
  })),
  keeping("a document cannot be found", asKept, () => ({ find: () => Effect.succeed(null) })),
  keeping("the same digest in another project is another document", once, ({ keep }) => ({
    keep: (document) => keep({ ...document, digest: `${document.digest} ${document.project}` }),
  })),
  keeping("all kinds are counted together", once, ({ keep }) => ({
    keep: (document) => keep({ ...document, kind: "statement" }),
  })),
  keeping("a replaced document still counts", replacing, ({ keep }) => ({
    keep: (document) => keep(Struct.omit(document, ["replaces"])),
  })),
  keeping("a replaced document loses its body", replacing, ({ keep }, world) => ({
    keep: (document) =>
      afterwards(keep(document), () =>
        alter(world, (all) => all.map((each) => (each.replacedBy === null ? each : { ...each, body: null }))),
      ),
  })),
  keeping("a document is marked as replaced before its successor is kept", refusing, ({ keep }, world) => ({
    keep: (document) =>
      Effect.tapError(keep(document), () =>
        Effect.sync(() =>
          alter(world, (all) =>
            all.map((each) => (each.number === document.replaces ? { ...each, replacedBy: 99 } : each)),
          ),
        ),
      ),
  })),
  keeping("any text is a head", refusing, ({ keep }) => ({ keep: (document) => keep({ ...document, head: "{}" }) })),
  keeping("the oldest document comes first", listing, ({ list }) => ({
    list: (query) => Effect.map(list({ ...query, limit: 99 }), (all) => all.toReversed().slice(0, query.limit)),
  })),
  keeping("documents about everything come", listing, ({ list }) => ({
    list: (query) => list(Struct.omit(query, ["about"])),
  })),
  keeping("all documents come", listing, ({ list }) => ({ list: (query) => list({ ...query, limit: Infinity }) })),
  keeping("a period that only borders on another touches it", listing, ({ list }) => ({
    list: ({ touching, ...query }) =>
      list(
        touching === undefined
          ? query
          : { ...query, touching: { from: touching.from - 1, before: touching.before + 1 } },
      ),
  })),
  keeping("a gap begins when payouts were paused", forgotten, ({ openGap }, world) => ({
    openGap: (before) =>
      afterwards(openGap(before), () => alter(world, (all) => all.map((each) => ({ ...each, from: each.before })))),
  })),
  keeping("only the newest gap is kept", forgotten, ({ openGap }, world) => ({
    openGap: (before) => afterwards(openGap(before), () => alter(world, (all) => all.slice(-1))),
  })),
]
