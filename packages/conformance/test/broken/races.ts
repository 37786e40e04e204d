/** Stores whose steps are two: another process can come between. */
import { Effect } from "effect"
import type { StoreError } from "@cauri/core"
import type { Inserted, PaymentRow } from "@cauri/core/adapter"
import { afterwards, alter, alterDeliveries, type Broken, broken, brokenShared, isRow, nameOf, rowOf } from "./world.ts"

/** Lets others come between. */
const between = <A, E>(later: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.andThen(Effect.yieldNow, Effect.suspend(later))

const atOnce: ReadonlyArray<Broken> = [
  broken(
    "insert looks first and writes later",
    "of 50 inserts of one id exactly one inserts, and the others get what it stored",
    (world) => ({
      insert: (row, events) =>
        Effect.suspend((): Effect.Effect<Inserted<PaymentRow>, StoreError> => {
          const found = rowOf(world, row)
          if (found !== undefined) return Effect.succeed({ _tag: "AlreadyThere" as const, found })
          return between(() => Effect.as(world.driver.insert(row, events), { _tag: "Inserted" as const }))
        }),
    }),
  ),
  broken(
    "save looks first and writes later",
    [
      "of 50 saves from one version exactly one is saved",
      "saves that read again after a stale one all arrive, one version each",
      "of claims and saves from one version exactly one is written",
    ],
    (world) => ({
      save: (row, events, terms) =>
        Effect.suspend(() => {
          if (rowOf(world, row)?.version !== terms.version) return Effect.succeed("Stale" as const)
          return between(() =>
            world.driver.save(row, events, { ...terms, version: rowOf(world, row)?.version ?? terms.version }),
          )
        }),
    }),
  ),
  broken(
    "claim looks first and writes later",
    [
      "of 50 claims of one payment exactly one is claimed",
      "of 20 twins that are claimed at once exactly one is claimed",
      "refunds that are claimed at once never exceed their payin, and use it up",
    ],
    (world) => ({
      claim: (row, events, terms) =>
        Effect.suspend(() => {
          const before = world.cell.current
          return Effect.flatMap(world.driver.claim(row, events, terms), (answer) => {
            if (answer._tag !== "Claimed") return Effect.succeed(answer)
            // It would have been claimed: forget it, and claim without looking after the others came.
            world.cell.current = before
            return between(() => {
              const version = rowOf(world, row)?.version ?? terms.version
              return world.driver.claim(row, events, {
                ...terms,
                version,
                guards: { pauses: [], twin: null, refund: null },
              })
            })
          })
        }),
    }),
  ),
  broken(
    "claim remembers the holds that it saw once",
    "once a hold has been set, no claim that begins afterwards passes",
    (world) => {
      let seen: ReadonlySet<string> | undefined
      return {
        claim: (row, events, terms) => {
          seen ??= new Set(world.cell.current.pauses.keys())
          const known = seen
          const pauses = terms.guards.pauses.filter((scope) => known.has(scope))
          return world.driver.claim(row, events, { ...terms, guards: { ...terms.guards, pauses } })
        },
      }
    },
  ),
  broken(
    "takeDue looks first and leases later",
    "workers that take what is due at once never get one payment twice, and get all",
    (world) => ({
      takeDue: (terms) =>
        Effect.suspend(() => {
          const before = world.cell.current
          return Effect.flatMap(world.driver.takeDue(terms), (due) => {
            world.cell.current = before
            return between(() => {
              for (const row of due.taken) {
                alter(world, isRow(row), (each) => ({
                  ...each,
                  leaseNumber: each.leaseNumber + 1,
                  leaseUntil: terms.until,
                }))
              }
              return Effect.succeed(due)
            })
          })
        }),
    }),
  ),
  broken(
    "a note looks first and writes later",
    "of 100 notes with one fingerprint exactly one is First (#199)",
    (world) => {
      let count = 0
      const seen = new Set<string>()
      return {
        noteCallback: (note) =>
          Effect.suspend(() => {
            if (seen.has(note.fingerprint)) return Effect.succeed("Repeat" as const)
            return between(() => {
              seen.add(note.fingerprint)
              return world.driver.noteCallback({ ...note, fingerprint: `${note.fingerprint} ${++count}` })
            })
          }),
      }
    },
  ),
  broken(
    "a note reads its number first and writes it later",
    "100 different notes are all First and numbered without gaps",
    (world) => ({
      noteCallback: (note) =>
        Effect.suspend(() => {
          const number = (rowOf(world, note.key)?.newestNote ?? 0) + 1
          const notes: PaymentRow["notes"] = [{ attempt: note.attempt, newest: number }]
          return between(() =>
            afterwards(world.driver.noteCallback(note), () =>
              alter(world, isRow(note.key), (row) => ({ ...row, newestNote: number, notes })),
            ),
          )
        }),
    }),
  ),
  broken(
    "a save writes back the notes that it saw",
    "saves and notes at once lose neither a save nor a wake-up",
    (world) => ({
      save: (row, events, terms) =>
        Effect.suspend(() => {
          const { newestNote = 0, notes = [] } = rowOf(world, row) ?? {}
          return between(() =>
            afterwards(world.driver.save(row, events, terms), (answer) => {
              if (answer === "Saved")
                alter(world, isRow(row), (each) => ({ ...each, newestNote, notes, actAt: row.actAt }))
            }),
          )
        }),
    }),
  ),
  brokenShared(
    "a turn looks first and counts later",
    "of 50 turns that are taken at once only the burst is granted",
    (world) => ({
      takeRateToken: (taking) =>
        Effect.suspend(() => {
          const before = world.cell.current
          return Effect.flatMap(world.shared.takeRateToken(taking), (wait) => {
            world.cell.current = before
            return between(() => Effect.as(world.shared.takeRateToken(taking), wait))
          })
        }),
    }),
  ),
  brokenShared(
    "a lift looks first and lifts later",
    "of many holds of one scope at once one is kept, and of many lifts one lifts",
    (world) => ({
      resume: (scope) =>
        Effect.suspend(() => {
          const held = world.cell.current.pauses.has(scope)
          return between(() => Effect.as(world.shared.resume(scope), held))
        }),
    }),
  ),
]

const whileDelivering: ReadonlyArray<Broken> = [
  broken(
    "takeDeliveries looks first and leases later",
    "workers that take what is to be delivered at once never get one event twice, and get all",
    (world) => ({
      takeDeliveries: ({ consumer, now, limit, until }) =>
        Effect.suspend(() => {
          const before = world.cell.current
          return Effect.flatMap(world.driver.takeDeliveries({ consumer, now, limit, until }), (due) => {
            world.cell.current = before
            return between(() =>
              Effect.sync(() => {
                const names = new Set(due.taken.map(({ row }) => nameOf(row)))
                alterDeliveries(world, (each, name) =>
                  names.has(name) ? { ...each, leaseNumber: each.leaseNumber + 1, leaseUntil: until } : each,
                )
                return due
              }),
            )
          })
        }),
    }),
  ),
  broken(
    "markDelivered looks for the next event first and marks later",
    "events that come while others are heard are all heard, once each and in order",
    (world) => ({
      markDelivered: (lease, { seq, now }) =>
        Effect.suspend(() => {
          const events = world.cell.current.payments.get(nameOf(lease.key))?.events ?? []
          const next = events.find((each) => each.deliveredAs !== null && each.seq > seq)?.at ?? null
          return between(() =>
            afterwards(world.driver.markDelivered(lease, { seq, now }), (answer) => {
              if (answer === "Stale") return
              alterDeliveries(world, (each, name) =>
                each.consumer === lease.consumer && name === nameOf(lease.key) ? { ...each, dueAt: next } : each,
              )
            }),
          )
        }),
    }),
  ),
  broken(
    "processes that subscribe write over each other's pages",
    "processes that follow the store at once, while payments come, catch a consumer up with all, and once",
    (world) => ({
      subscribe: ({ consumer, from, limit }) =>
        Effect.suspend(() => {
          const before = world.cell.current.subscribers
          return Effect.flatMap(world.driver.subscribe({ consumer, from, limit }), (done) =>
            // What it reads as its place is by now where another process was.
            between(() =>
              Effect.sync(() => {
                const others = before.filter((each) => each.consumer !== consumer)
                const page = { key: { kind: "payout" as const, project: "", id: "" }, createdAt: Infinity }
                world.cell.current = {
                  ...world.cell.current,
                  subscribers: [...others, { consumer, from, wanted: null, reached: page, caughtUp: done }],
                }
                return done
              }),
            ),
          )
        }),
    }),
  ),
]

/** Every store that another process can surprise. */
export const races: ReadonlyArray<Broken> = [...atOnce, ...whileDelivering]
