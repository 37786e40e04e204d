/** Review stores that tell wrong beats, names and figures. */
import { Effect } from "effect"
import type { StoreError } from "@cauri/core"
import type { Figure, FigureBy, FiguresBy, FiguresQuery, Heartbeat } from "@cauri/core/adapter"
import { type Broken, broken, brokenDesk, brokenOperations, rowsOf, type World } from "./world.ts"

type Counts = {
  readonly [By in FiguresBy]: (query: FiguresQuery<By>) => Effect.Effect<ReadonlyArray<FigureBy<By>>, StoreError>
}

/** A store that counts some groupings by its own rules. */
const brokenCounts = (
  name: string,
  caughtBy: string,
  change: (sound: Counts, world: World) => Partial<Counts>,
): Broken =>
  brokenOperations(name, caughtBy, (world) => {
    const { figures } = world.reports
    const sound: Counts = {
      created: figures,
      completed: figures,
      step: figures,
      completion_time: figures,
      answer_time: figures,
    }
    const counts: Counts = { ...sound, ...change(sound, world) }
    return { reports: { figures: (query) => counts[query.by](query) } }
  })

const counting =
  (change: (figure: Figure, world: World) => Figure) =>
  ({ created }: Counts, world: World): Partial<Counts> => ({
    created: (query) => Effect.map(created(query), (figures) => figures.map((figure) => change(figure, world))),
  })

const paid = "what was paid is summed by the operator that the service names, on the day of completion too"
const steps = "the same time in steps has a figure for each step, kind and rail, with what stayed unanswered"
const limits = "completed payments are counted by the smallest limit that they kept"
const answers =
  "answers of the service are counted by the smallest limit that they kept, and what stayed unanswered is not"
const apart = "another kind, rail, operator or state is another figure, told in this order; no operator comes first"
const upsert = "each process is listed once, with its role and its newest beat"

const brokenBeats: ReadonlyArray<Broken> = [
  brokenDesk("every beat is kept", [upsert, "many beats at once leave one of them"], () => {
    const beats: Array<Heartbeat> = []
    return { beat: (beat) => Effect.sync(() => void beats.push(beat)), heartbeats: () => Effect.succeed(beats) }
  }),
  brokenDesk("the first role stays", "a process that comes back in another role has the new one", (world) => ({
    beat: (beat) =>
      world.shared.beat({ ...beat, role: world.cell.current.heartbeats.get(beat.process)?.role ?? beat.role }),
  })),
  brokenDesk(
    "processes are compared without case",
    "processes have any name, told apart letter for letter",
    ({ shared }) => ({
      beat: (beat) => shared.beat({ ...beat, process: beat.process.toLowerCase() }),
    }),
  ),
]

const tidies = "a beat removes those of its own role that are older than a day, and no others"

/** A store that removes by its own rule what was there before a beat. */
const forgetting = (forgets: (old: Heartbeat, beat: Heartbeat) => boolean) => () => {
  const beats = new Map<string, Heartbeat>()
  return {
    beat: (beat: Heartbeat) =>
      Effect.sync(() => {
        for (const old of beats.values()) if (forgets(old, beat)) beats.delete(old.process)
        beats.set(beat.process, beat)
      }),
    heartbeats: () => Effect.sync(() => [...beats.values()]),
  }
}

const day = 86_400_000

const forgetful: ReadonlyArray<Broken> = [
  brokenDesk(
    "a beat removes those of other roles",
    tidies,
    forgetting((old, beat) => beat.at - old.at > day),
  ),
]

const brokenIdentity: ReadonlyArray<Broken> = [
  brokenDesk("the name of the store changes", "a store has a name of its own that stays", ({ shared }) => {
    let count = 0
    return { identity: () => Effect.map(shared.identity(), (identity) => ({ ...identity, id: `${++count}` })) }
  }),
  brokenDesk("the high water counts payments", "every saved event raises the high water", (world) => ({
    identity: () => Effect.succeed({ id: "store", highWater: rowsOf(world).length }),
  })),
  brokenDesk("the high water rises with every look", "what saves no event leaves the high water where it is", () => {
    let count = 0
    return { identity: () => Effect.sync(() => ({ id: "store", highWater: ++count })) }
  }),
]

const brokenFigures: ReadonlyArray<Broken> = [
  brokenCounts("steps forget what stayed unanswered", steps, ({ step }) => ({
    step: (query) => Effect.map(step(query), (all) => all.map((each) => ({ ...each, unanswered: 0 }))),
  })),
  brokenCounts("a limit is not kept by what takes just as long", limits, ({ completion_time }) => ({
    completion_time: (query) => completion_time({ ...query, limits: query.limits.map((limit) => limit - 1) }),
  })),
  brokenCounts("an answer that took too long is not told", answers, ({ answer_time }) => ({
    answer_time: (query) =>
      Effect.map(answer_time(query), (all) => all.filter(({ within }) => within < query.limits.length)),
  })),
  brokenCounts("figures ignore the time", "a time without payments has no figures", ({ created }) => ({
    created: (query) => created({ ...query, from: -Infinity, before: Infinity }),
  })),
  brokenCounts(
    "figures count no sums",
    "payments of one kind, rail, operator and state are counted and summed, over all projects",
    counting((figure) => ({ ...figure, sum: figure.count })),
  ),
  brokenCounts("figures ignore the time of completion", paid, ({ created }) => ({
    completed: (query) => created({ ...query, by: "created" }),
  })),
  brokenCounts("figures come in any order", apart, ({ created }) => ({
    created: (query) => Effect.map(created(query), (figures) => figures.toReversed()),
  })),
  brokenCounts(
    "figures count flagged payments, not flags",
    "open flags are counted, closed ones are not",
    counting((figure, world) => ({ ...figure, openFlags: rowsOf(world).filter((row) => row.openFlags > 0).length })),
  ),
  brokenCounts(
    "the start of a time does not belong to it",
    "a time counts from its first millisecond to the one before its last",
    ({ created }) => ({
      created: (query) => created({ ...query, from: query.from + 1 }),
    }),
  ),
  broken(
    "figures keep the first state",
    "figures count payments by their creation and by what they are now",
    ({ driver, cell }) => ({
      save: (row, ...rest) => {
        const state = cell.current.payments.get(`${row.kind} ${row.project}/${row.id}`)?.row?.state ?? row.state
        return driver.save({ ...row, state }, ...rest)
      },
    }),
  ),
  brokenCounts(
    "sums are kept as floats of 32 bits",
    "sums are exact up to the largest safe integer",
    counting((figure) => ({ ...figure, sum: Math.fround(figure.sum) })),
  ),
]

export const brokenReports: ReadonlyArray<Broken> = [...brokenBeats, ...forgetful, ...brokenIdentity, ...brokenFigures]
