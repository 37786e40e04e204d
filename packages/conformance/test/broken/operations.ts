/** Stores that stand, keep evidence or tell of themselves wrongly. */
import { Effect } from "effect"
import { keyText } from "@cauri/core"
import { type Backlog, StoreRefused } from "@cauri/core/adapter"
import { type Broken, broken, brokenOperations, replace, rowsOf, type World } from "./world.ts"

/** A store that counts something else. */
const standing = (name: string, caughtBy: string, change: (standing: Backlog, world: World, now: number) => Backlog) =>
  brokenOperations(name, caughtBy, (world) => ({
    reports: { backlog: (now) => Effect.map(world.reports.backlog(now), (told) => change(told, world, now)) },
  }))

const dueFrom = "what is due counts from its very millisecond, with the time of the oldest"
const leased = "what is leased does not wait until its lease is over, and then since the time at which it was due"
const waiting = "what is in doubt or held counts until it is so no longer"
const flags = "a payment with open flags counts once, also when it has ended, until they are closed"

const brokenStandings: ReadonlyArray<Broken> = [
  standing("what waits for nothing is due", "a store in which nothing waits says so", (told, world) => ({
    ...told,
    due: rowsOf(world).length,
  })),
  brokenOperations("what is due is late by a millisecond", dueFrom, ({ reports }) => ({
    reports: { backlog: (now) => reports.backlog(now - 1) },
  })),
  standing("the newest is taken for the oldest", dueFrom, (told, world, now) => ({
    ...told,
    oldestDueAt:
      told.due === 0
        ? null
        : Math.max(
            ...rowsOf(world)
              .map((row) => row.actAt ?? 0)
              .filter((at) => at <= now),
          ),
  })),
  standing("what is leased waits too", leased, (told, world, now) => ({
    ...told,
    due: rowsOf(world).filter((row) => (row.actAt ?? Infinity) <= now).length,
  })),
  standing("what lost its lease is due since the end of that", leased, (told, world) => ({
    ...told,
    oldestDueAt:
      told.oldestDueAt === null
        ? null
        : Math.min(...rowsOf(world).map((row) => Math.max(row.actAt ?? 0, row.leaseUntil))),
  })),
  standing("what is held is in doubt", waiting, (told) => ({ ...told, inDoubt: told.inDoubt + told.held })),
  standing("only payouts are in doubt", waiting, (told, world) => ({
    ...told,
    inDoubt: rowsOf(world).filter((row) => row.kind === "payout" && row.state === "in_doubt").length,
  })),
  standing("flags are counted, not payments", flags, (told, world) => ({
    ...told,
    flagged: rowsOf(world).reduce((sum, row) => sum + row.openFlags, 0),
  })),
  standing("what has ended has no flag", flags, (told, world) => ({
    ...told,
    flagged: rowsOf(world).filter((row) => row.openFlags > 0 && row.closedAt === null).length,
  })),
]

const asTheyCame = "callbacks come back as they came, the first one first"
const archivedReads = "what is archived reads as before, and takes new callbacks and events"
const archivedOnce = "only what was closed before a time and waits for nothing is archived, each once"

const brokenEvidence: ReadonlyArray<Broken> = [
  brokenOperations("callbacks come in the order of their times", asTheyCame, ({ evidence }) => ({
    evidence: {
      notes: (key) =>
        Effect.map(evidence.notes(key), (notes) => notes.toSorted((one, other) => one.receivedAt - other.receivedAt)),
    },
  })),
  brokenOperations(
    "callbacks are found by the id alone",
    "callbacks of payments of one id are told apart by kind and project",
    ({ cell }) => ({
      evidence: {
        notes: ({ id }) =>
          Effect.sync(() =>
            [...cell.current.payments.values()].flatMap(({ notes, row }) => (row.id === id ? notes : [])),
          ),
      },
    }),
  ),
  brokenOperations("callbacks lose their bodies in the archive", archivedReads, (world) => ({
    evidence: {
      archive: (key, erased) =>
        Effect.tap(world.evidence.archive(key, erased), () =>
          Effect.sync(() => {
            const { notes } = world.cell.current.payments.get(keyText(key)) ?? { notes: [] }
            replace(world, keyText(key), { notes: notes.map((note) => ({ ...note, body: null })) })
          }),
        ),
    },
  })),
  brokenOperations("what was closed at the very time is archived", archivedOnce, ({ evidence }) => ({
    evidence: { archivable: ({ before, after, limit }) => evidence.archivable({ before: before + 1, after, limit }) },
  })),
  brokenOperations(
    "what waits is archived",
    "what has an event to deliver is not archived, and a consumer that comes later receives the whole of it",
    () => ({
      evidence: { archive: () => Effect.succeed("Saved") },
    }),
  ),
  brokenOperations(
    "another version is erased",
    "what is erased is gone for good, of the version that was read",
    ({ cell, evidence }) => ({
      evidence: {
        archive: (key, erased) =>
          evidence.archive(
            key,
            erased && { ...erased, version: cell.current.payments.get(keyText(key))?.row.version ?? 0 },
          ),
      },
    }),
  ),
]

const clock = "its clock tells milliseconds, and goes on"

const brokenStatus: ReadonlyArray<Broken> = [
  brokenOperations(
    "payments that have ended are faults",
    "a store that was only used through its ports agrees with itself",
    (world) => ({
      status: {
        contradictions: Effect.sync(() =>
          rowsOf(world).flatMap(({ closedAt }) => (closedAt === null ? [] : ["one has ended"])),
        ),
      },
    }),
  ),
  brokenOperations("a store fails as soon as it is used", "a store that is sound does not fail", () => ({
    status: { failed: Effect.fail(new StoreRefused({ reason: "corrupt", detail: "It was used." })) },
  })),
  broken("its clock tells seconds", clock, ({ driver }) => ({
    clock: Effect.map(driver.clock, (now) => Math.floor(now / 1_000)),
  })),
]

/** Stores that are wrong towards the deployed programs. */
export const brokenOperationsStores: ReadonlyArray<Broken> = [...brokenStandings, ...brokenEvidence, ...brokenStatus]
