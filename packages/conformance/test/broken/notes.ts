/** Stores that note callbacks wrongly, or lose their wake-up. */
import { Effect } from "effect"
import { keyText } from "@cauri/core"
import { type CallbackNote, notesPerPayment, type PaymentRow, type PaymentStoreDriver } from "@cauri/core/adapter"
import { afterwards, alter, type Broken, broken, isRow, replace, rowOf, type World } from "./world.ts"

/** A store that notes something else than what came. */
const noting =
  (change: (note: CallbackNote, world: World) => CallbackNote) =>
  (world: World): Partial<PaymentStoreDriver> => ({
    noteCallback: (note) => world.driver.noteCallback(change(note, world)),
  })

/** A store that does something else to the row when a note is the first of its kind. */
const onFirst =
  (change: (after: PaymentRow, before: PaymentRow, note: CallbackNote) => PaymentRow) =>
  (world: World): Partial<PaymentStoreDriver> => ({
    noteCallback: (note) => {
      const before = rowOf(world, note.key)
      return afterwards(world.driver.noteCallback(note), (answer) => {
        if (answer === "First" && before !== undefined) {
          alter(world, isRow(note.key), (row) => change(row, before, note))
        }
      })
    },
  })

/** A store whose saves have read other notes than they say. */
const reading =
  (read: (said: number, newest: number) => number) =>
  (world: World): Partial<PaymentStoreDriver> => ({
    save: (row, events, terms) =>
      world.driver.save(row, events, { ...terms, readNote: read(terms.readNote, rowOf(world, row)?.newestNote ?? 0) }),
  })

const asFirst = (world: World, note: CallbackNote, fingerprint: string) =>
  world.driver.noteCallback({ ...note, fingerprint })

const first = "the first note is First, and the same again is a Repeat for ever (#199)"
const perAttempt = "a fingerprint repeats only on the same attempt of the same payment (#196, #197)"
const unchanged = "a note changes neither version, nor payment, nor watch, nor lease, nor history (#205)"
const beyond =
  "beyond 1,000 notes of a payment only the first of each attempt is kept, and every other callback is TooMany and rings (S18)"
const lastPlace =
  "of the notes that come at once for the last place of a payment one is First, and the others are TooMany"
const unread = "a save that has not read the newest note keeps the payment due at its now"

export const brokenNotes: ReadonlyArray<Broken> = [
  broken("every note is First", [first, "of 100 notes with one fingerprint exactly one is First (#199)"], (world) => {
    let count = 0
    return { noteCallback: (note) => asFirst(world, note, `${note.fingerprint} ${++count}`) }
  }),
  broken("a fingerprint counts for all payments", perAttempt, (world) => {
    const seen = new Set<string>()
    return {
      noteCallback: (note) => {
        const name = `${note.attempt} ${note.fingerprint}`
        if (seen.has(name)) return Effect.succeed("Repeat")
        return afterwards(world.driver.noteCallback(note), () => seen.add(name))
      },
    }
  }),
  broken(
    "fingerprints are trimmed",
    "fingerprints are any text, compared letter for letter",
    noting((note) => ({ ...note, fingerprint: note.fingerprint.trim() })),
  ),
  broken(
    "notes for unknown payments are remembered",
    "a note for an unknown payment is Unknown and leaves nothing behind",
    (world) => {
      const seen = new Set<string>()
      return {
        noteCallback: (note) => {
          const name = `${keyText(note.key)} ${note.attempt} ${note.fingerprint}`
          if (seen.has(name)) return Effect.succeed("Repeat")
          seen.add(name)
          return world.driver.noteCallback(note)
        },
      }
    },
  ),
  broken(
    "an attempt that was never made can be noted",
    "a note for an attempt that was never made is Unknown and changes nothing",
    (world) =>
      noting((note) => (rowOf(world, note.key)?.attempts.length === 1 ? { ...note, attempt: 1 } : note))(world),
  ),
  broken(
    "only the attempts that were inserted can be noted",
    "an attempt can be noted from the save on that adds it, and was not noted by what came before",
    (world) => ({
      save: (row, events, terms) =>
        world.driver.save({ ...row, attempts: rowOf(world, row)?.attempts ?? [] }, events, terms),
    }),
  ),
  broken(
    "a repetition uses up a number",
    "notes are numbered from 1 without gaps, over all attempts, and repetitions use up none",
    (world) => ({
      noteCallback: (note) =>
        afterwards(world.driver.noteCallback(note), (answer) => {
          if (answer === "Repeat") alter(world, isRow(note.key), (row) => ({ ...row, newestNote: row.newestNote + 1 }))
        }),
    }),
  ),
  broken("notes have no end", [beyond, lastPlace], (world) => ({
    noteCallback: (note) => {
      const kept = rowOf(world, note.key)?.newestNote ?? 0
      if (kept < notesPerPayment) return world.driver.noteCallback(note)
      alter(world, isRow(note.key), (row) => ({ ...row, newestNote: row.newestNote + 1 }))
      return Effect.succeed("First")
    },
  })),
  broken("what is beyond the notes that are kept is silent", [beyond, lastPlace], (world) => ({
    noteCallback: (note) => {
      const row = rowOf(world, note.key)
      const isFull = row !== undefined && row.newestNote >= notesPerPayment
      return isFull && row.notes.some(({ attempt }) => attempt === note.attempt)
        ? Effect.succeed("TooMany")
        : world.driver.noteCallback(note)
    },
  })),
  broken("what is beyond the notes that are kept has a number and does not ring", beyond, (world) => ({
    noteCallback: (note) => {
      const { actAt = null } = rowOf(world, note.key) ?? {}
      return afterwards(world.driver.noteCallback(note), (answer) => {
        if (answer === "TooMany") alter(world, isRow(note.key), (row) => ({ ...row, actAt }))
      })
    },
  })),
  broken("callbacks for one attempt hide the first one of another", beyond, (world) => ({
    noteCallback: (note) =>
      (rowOf(world, note.key)?.newestNote ?? 0) >= notesPerPayment
        ? Effect.succeed("TooMany")
        : world.driver.noteCallback(note),
  })),
  broken(
    "an attempt tells its first note",
    "each noted attempt is returned with the number of its newest note",
    onFirst((row, { notes }) => ({
      ...row,
      notes: row.notes.map((note) => notes.find((each) => each.attempt === note.attempt) ?? note),
    })),
  ),
  broken("a save loses the notes", "notes are told by every way to read a payment, and outlive its saves", (world) => ({
    save: (row, events, terms) =>
      afterwards(world.driver.save(row, events, terms), () =>
        alter(world, isRow(row), (each) => ({ ...each, notes: [], newestNote: 0 })),
      ),
  })),
  broken(
    "a note is a new version",
    [unchanged, "a save from the version that was read before a note is not stale"],
    onFirst((row) => ({ ...row, version: row.version + 1 })),
  ),
  broken(
    "a note breaks the lease",
    unchanged,
    onFirst((row) => ({ ...row, leaseUntil: 0 })),
  ),
  broken(
    "a note moves the watch in the body",
    unchanged,
    onFirst((row, _, note) => ({ ...row, body: row.body.replace(/"actAt":\d+/, `"actAt":${note.receivedAt}`) })),
  ),
  {
    ...broken("bodies with a zero byte are refused", "a note takes a body of any content, and none", ({ driver }) => ({
      noteCallback: (note) => (note.body?.includes(0) === true ? Effect.die("zero byte") : driver.noteCallback(note)),
    })),
    breaksDown: true,
  },
  broken("a note is an event", "a note adds nothing to the history", (world) => ({
    noteCallback: (note) =>
      afterwards(world.driver.noteCallback(note), () => {
        const name = keyText(note.key)
        const all = world.cell.current.payments.get(name)?.events ?? []
        replace(world, name, { events: [...all, ...all.slice(-1)] })
      }),
  })),

  broken(
    "a note wakes only what waits",
    "a note makes a payment due that waited for nothing",
    onFirst((row, { actAt }) => ({ ...row, actAt: actAt === null ? null : row.actAt })),
  ),
  broken(
    "a note does not wake",
    "a note pulls the time to act forward",
    onFirst((row, { actAt }) => ({ ...row, actAt })),
  ),
  broken(
    "a note sets the time to act",
    "a note never pushes the time to act back",
    onFirst((row, _, { receivedAt }) => ({ ...row, actAt: receivedAt })),
  ),
  broken("a repetition wakes", "a repetition wakes nothing", (world) => ({
    noteCallback: (note) =>
      afterwards(world.driver.noteCallback(note), (answer) => {
        if (answer === "Repeat") alter(world, isRow(note.key), (row) => ({ ...row, actAt: note.receivedAt }))
      }),
  })),
  broken(
    "a note frees its payment",
    "a note does not break a lease, and is heard when the lease ends",
    onFirst((row) => ({ ...row, leaseUntil: 0 })),
  ),
  broken(
    "a later save loses the note",
    [unread, "saves and notes at once lose neither a save nor a wake-up"],
    reading(() => Infinity),
  ),
  broken(
    "a save always wakes when there is a note",
    ["a save that has read the newest note sets the time to act", "saves go on waking until one has read the note"],
    reading(() => -1),
  ),
  broken(
    "a save that has read one note has read all",
    "a save that has read all notes but the newest keeps the payment due",
    reading((said, newest) => (said > 0 ? newest : said)),
  ),
  broken(
    "a save that has not read a note is due at its now, even if it wanted to be earlier",
    "a save that has not read the newest note keeps an earlier time of its own",
    (world) => ({
      save: (row, events, terms) => {
        const noted = (rowOf(world, row)?.newestNote ?? 0) > terms.readNote
        return world.driver.save({ ...row, actAt: noted ? terms.now : row.actAt }, events, terms)
      },
    }),
  ),
  broken(
    "a save keeps what the queue says in the watch",
    "a save tells apart what its watch says and what the queue does: the watch comes back as it was saved",
    (world) => ({
      save: (row, events, terms) => {
        const noted = (rowOf(world, row)?.newestNote ?? 0) > terms.readNote
        const body = noted ? row.body.replace(/"actAt":(\d+|null)/, `"actAt":${terms.now}`) : row.body
        return world.driver.save({ ...row, body }, events, terms)
      },
    }),
  ),
  broken(
    "a claim loses the note",
    "a claim that has not read the newest note keeps the payment due at its now",
    (world) => ({
      claim: (row, events, terms) => world.driver.claim(row, events, { ...terms, readNote: Infinity }),
    }),
  ),
  broken(
    "a claim reads the notes to come",
    "a claim loses no wake-up either: it is heard when the lease ends",
    (world) => ({
      claim: (row, ...rest) =>
        afterwards(world.driver.claim(row, ...rest), () =>
          alter(world, isRow(row), (each) => ({ ...each, body: each.body.replace('"notesSeen":0', '"notesSeen":1') })),
        ),
    }),
  ),
  broken(
    "save does not look whether a note must stop it",
    "a save that a later note must stop is stale once one came, and changes nothing",
    ({ driver }) => ({
      save: (row, events, terms) => driver.save(row, events, { ...terms, unlessNoteAfter: Infinity }),
    }),
  ),
  broken(
    "every note stops a save that a later one must stop",
    "a save that a later note must stop is saved while there is none",
    ({ driver }) => ({
      save: (row, events, terms) =>
        driver.save(row, events, {
          ...terms,
          unlessNoteAfter: terms.unlessNoteAfter === Infinity ? Infinity : 0,
        }),
    }),
  ),
  broken(
    "claim does not look whether a note must stop it",
    "a claim that a later note must stop is stale once one came, and changes nothing",
    ({ driver }) => ({
      claim: (row, events, terms) => driver.claim(row, events, { ...terms, unlessNoteAfter: Infinity }),
    }),
  ),
]
