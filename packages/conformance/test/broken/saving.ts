/** Stores that save wrongly. */
import { Effect } from "effect"
import { keyText } from "@cauri/core"
import { afterwards, alter, type Broken, broken, isRow, keyOfRow, replace, rowOf } from "./world.ts"

const stale = "a stale save changes nothing: no row, no attempt, no event, no lease"

export const brokenSaving: ReadonlyArray<Broken> = [
  broken(
    "save ignores the version",
    [
      "a version that is older or newer than the stored one is stale",
      "of 50 saves from one version exactly one is saved",
    ],
    (world) => ({
      save: (row, events, terms) =>
        world.driver.save(row, events, { ...terms, version: rowOf(world, row)?.version ?? terms.version }),
    }),
  ),
  broken("save takes a newer version", "a version that is older or newer than the stored one is stale", (world) => ({
    save: (row, events, terms) =>
      world.driver.save(row, events, { ...terms, version: Math.min(terms.version, rowOf(world, row)?.version ?? 0) }),
  })),
  broken("save counts two", "versions count the saves from 1 without gaps, with events and without", (world) => ({
    save: (row, events, terms) =>
      afterwards(world.driver.save(row, events, terms), () =>
        alter(world, isRow(row), (each) => ({ ...each, version: each.version + 1 })),
      ),
  })),
  broken("save keeps the old body", "a save replaces the payment and what is remembered of it", (world) => ({
    save: (row, events, terms) =>
      world.driver.save({ ...row, body: rowOf(world, row)?.body ?? row.body }, events, terms),
  })),
  broken(
    "save overwrites the events",
    "the events of a save come behind the others, in order and with their numbers",
    (world) => ({
      save: (row, events, terms) =>
        afterwards(world.driver.save(row, events, terms), () => {
          replace(world, keyText(keyOfRow(row)), { events })
        }),
    }),
  ),
  broken(
    "save adds its events backwards",
    "the events of a save come behind the others, in order and with their numbers",
    ({ driver }) => ({ save: (row, events, terms) => driver.save(row, events.toReversed(), terms) }),
  ),
  broken("a save without events repeats the last", "a save without events adds none", (world) => ({
    save: (row, events, terms) => {
      const last = (world.cell.current.payments.get(keyText(keyOfRow(row)))?.events ?? []).slice(-1)
      return world.driver.save(row, events.length === 0 ? last : events, terms)
    },
  })),
  broken(
    "save keeps what the first attempt was",
    "a save changes the attempts that are there and adds those that are new",
    (world) => ({
      save: (row, events, terms) => {
        const before = rowOf(world, row)
        const kept = before !== undefined && before.attempts.length === row.attempts.length ? before.body : row.body
        return world.driver.save({ ...row, body: kept }, events, terms)
      },
    }),
  ),
  broken(
    "save keeps three bytes of a character",
    "what came instead of an answer is kept with its attempt and in history, letter for letter",
    ({ driver }) => ({
      save: (row, events, terms) =>
        driver.save({ ...row, body: row.body.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "?") }, events, terms),
    }),
  ),
  broken("save writes to every payment of that id", "a save leaves other payments alone", (world) => ({
    save: (row, events, terms) =>
      afterwards(world.driver.save(row, events, terms), () =>
        alter(
          world,
          (each) => each.id === row.id && !isRow(row)(each),
          (each) => ({ ...each, version: each.version + 1 }),
        ),
      ),
  })),
  broken("a stale save adds its events", stale, (world) => ({
    save: (row, events, terms) => {
      const found = rowOf(world, row)
      return found !== undefined && found.version !== terms.version
        ? Effect.as(
            afterwards(world.driver.save(found, events, { ...terms, version: found.version, giveBack: null }), () =>
              alter(world, isRow(row), () => found),
            ),
            "Stale" as const,
          )
        : world.driver.save(row, events, terms)
    },
  })),
  broken("a stale save gives its lease back", stale, (world) => ({
    save: (row, events, terms) => {
      alter(world, isRow(row), (each) => ({
        ...each,
        leaseUntil: each.leaseNumber === terms.giveBack ? 0 : each.leaseUntil,
      }))
      return world.driver.save(row, events, terms)
    },
  })),
  broken("save inserts what is not there", "a save of an unknown payment is stale and does not insert it", (world) => ({
    save: (row, events, terms) =>
      rowOf(world, row) === undefined
        ? Effect.as(world.driver.insert(row, events), "Saved" as const)
        : world.driver.save(row, events, terms),
  })),
  broken("save never frees a lease", "the newest lease is given back and keeps its number", ({ driver }) => ({
    save: (row, events, terms) => driver.save(row, events, { ...terms, giveBack: null }),
  })),
  broken("save frees every lease", "a lease that is not given back goes on", (world) => ({
    save: (row, events, terms) =>
      world.driver.save(row, events, { ...terms, giveBack: rowOf(world, row)?.leaseNumber ?? null }),
  })),
  broken(
    "giving back frees any lease",
    "an older lease gives nothing back: the newer one goes on, and the save is kept",
    (world) => ({
      save: (row, events, terms) => {
        const giveBack = terms.giveBack === null ? null : (rowOf(world, row)?.leaseNumber ?? null)
        return world.driver.save(row, events, { ...terms, giveBack })
      },
    }),
  ),
]
