/** Stores whose port answers rightly while their tables are wrong. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { keyText } from "@cauri/core"
import { afterwards, alter, type Broken, broken, isRow, replace, rowOf, type World } from "./world.ts"

const setNotes = ({ cell }: World, name: string, change: (body: Uint8Array | null) => Uint8Array | null) => {
  const notes = (cell.current.payments.get(name)?.notes ?? []).map((note) => ({ ...note, body: change(note.body) }))
  replace({ cell }, name, { notes })
}

const kept = "bodies of any content lie there byte for byte: empty, binary, none, and 16 KiB"

/** A store that reads its rows itself: it dies on one that nobody can read. */
const reading = <A extends { readonly body: string }>(rows: ReadonlyArray<A>) =>
  Effect.sync(() => {
    for (const { body } of rows) assert.isTrue(body.endsWith("}"), "a row cannot be read")
    return rows
  })

const notListed = "is left out of lists, and no page is taken for the last one because of it"
const notDue = "is left out of what is due, and the others are taken"

export const brokenTables: ReadonlyArray<Broken> = [
  broken("a list dies on a row that cannot be read", notListed, ({ driver }) => ({
    list: (query) => Effect.flatMap(driver.list(query), reading),
  })),
  broken("a sweep dies on a row that cannot be read", notDue, ({ driver }) => ({
    takeDue: (...given) =>
      Effect.flatMap(driver.takeDue(...given), ({ nextDueAt, taken }) =>
        Effect.map(reading(taken), (read) => ({ nextDueAt, taken: read })),
      ),
  })),
  broken(
    "the column of the number at the other end is empty",
    "a payment of every state lies there in columns, attempts and events",
    ({ driver }) => ({
      insert: (row, events) => driver.insert({ ...row, party: null }, events),
    }),
  ),
  broken(
    "save adds its attempts to those that are there",
    "a save replaces the columns and the attempts, and adds its events",
    (world) => ({
      save: (row, events, terms) => {
        const attempts = [...(rowOf(world, row)?.attempts ?? []), ...row.attempts]
        return world.driver.save({ ...row, attempts }, events, terms)
      },
    }),
  ),
  broken(
    "a claim that is stopped leaves its attempt",
    "a stale save and a claim that is stopped leave every table as it was",
    (world) => ({
      claim: (row, ...rest) =>
        afterwards(world.driver.claim(row, ...rest), ({ _tag }) => {
          if (_tag === "Stopped") alter(world, isRow(row), (each) => ({ ...each, attempts: row.attempts }))
        }),
    }),
  ),
  broken("a claim writes no attempt", "a claim lands with its attempt, its event and its lease", ({ driver }) => ({
    claim: (row, ...rest) => driver.claim({ ...row, attempts: [] }, ...rest),
  })),
  broken("a note moves the body too", "a note moves the column of its payment and not the body", (world) => ({
    noteCallback: (note) =>
      afterwards(world.driver.noteCallback(note), () =>
        alter(world, isRow(note.key), (row) => ({
          ...row,
          body: row.body.replace(/"actAt":\d+/, `"actAt":${note.receivedAt}`),
        })),
      ),
  })),
  broken("bodies are cut at 8 KiB", kept, (world) => ({
    noteCallback: (note) => world.driver.noteCallback({ ...note, body: note.body?.slice(0, 8_192) ?? null }),
  })),
  broken(
    "the bytes of a body stay its sender's",
    "a body lies there as it was received, whatever its sender does with the bytes later",
    (world) => ({
      noteCallback: (note) =>
        afterwards(world.driver.noteCallback(note), () => setNotes(world, keyText(note.key), () => note.body)),
    }),
  ),
  broken(
    "a repetition replaces the evidence",
    "a repetition and an unknown note leave nothing behind, and the first keeps its evidence",
    (world) => ({
      noteCallback: (note) =>
        afterwards(world.driver.noteCallback(note), (answer) => {
          if (answer === "Repeat") setNotes(world, keyText(note.key), () => note.body)
        }),
    }),
  ),
  broken("a save clears the evidence", "notes lie there through every save", (world) => ({
    save: (row, events, terms) =>
      Effect.andThen(
        Effect.sync(() => setNotes(world, `${row.kind} ${row.project}/${row.id}`, () => null)),
        world.driver.save(row, events, terms),
      ),
  })),
]
