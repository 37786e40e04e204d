/**
 * A payment from its creation to its delivered event, in a program that embeds payments: create, answer, two callbacks, confirm, event. Ours
 * beside the same calls and commits by hand, each in a process of its own and in turns, the service in a third.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { bar, type Benchmark, type Findings, figuresOver, medianOver, newFolder } from "./benchmark.ts"
import { postgresServer } from "./postgresServer.ts"
import { serverOf } from "./serverProcess.ts"
import { type Safety, safeties, type WholePathFigures, type WholePathPlan } from "./wholePathSide.ts"

/** One side, and what it does. */
interface Subject {
  readonly name: string
  readonly program: URL
  readonly onPostgres: boolean
  readonly plan: Omit<WholePathPlan, "service" | "store">
}

const programs = {
  cauri: new URL("wholePathCauri.ts", import.meta.url),
  byHand: new URL("wholePathByHand.ts", import.meta.url),
  service: new URL("wholePathService.ts", import.meta.url),
}

const amounts = {
  One: { atOnce: 1, warm: 50, payments: 200 },
  Many: { atOnce: 64, warm: 300, payments: 1_500 },
} as const

const subject = (
  name: string,
  amount: keyof typeof amounts,
  { kind = "payin", onPostgres = false, safeties: added = [] }: Partial<WholePathPlan> & { onPostgres?: boolean } = {},
): Subject => ({
  name: `${name}${amount}`,
  program: name.startsWith("cauri") ? programs.cauri : programs.byHand,
  onPostgres,
  plan: { kind, safeties: added, grouped: amount === "Many", ...amounts[amount] },
})

/** What a follow-up needs to know is in the queue of leases. */
const added: Readonly<Record<Safety, ReadonlyArray<Safety>>> = {
  history: ["history"],
  leases: ["leases"],
  twins: ["twins"],
  followUps: ["leases", "followUps"],
}

/** In each round all of them run after one another: what is compared stands side by side. */
const subjects: ReadonlyArray<Subject> = (["One", "Many"] as const).flatMap((amount) => [
  subject("cauri", amount),
  subject("byHand", amount),
  ...safeties.map((each) => subject(`byHandWith_${each}_`, amount, { safeties: added[each] })),
  subject("byHandWith_all_", amount, { safeties }),
  subject("cauriPayout", amount, { kind: "payout" }),
  subject("byHandPayout", amount, { kind: "payout" }),
  subject("cauriPostgres", amount, { onPostgres: true }),
  subject("byHandPostgres", amount, { onPostgres: true }),
])

const runOf = ({ pathname }: URL, plan: WholePathPlan) =>
  Effect.promise(
    () =>
      new Promise<WholePathFigures>((resolve, reject) => {
        const child = spawn(process.execPath, [pathname, JSON.stringify(plan)], {
          env: { PATH: process.env["PATH"] ?? "" },
          stdio: ["ignore", "pipe", "pipe"],
        })
        let out = ""
        let said = ""
        child.stdout.setEncoding("utf8").on("data", (part) => void (out += part))
        child.stderr.setEncoding("utf8").on("data", (part) => void (said += part))
        child.once("close", (code) =>
          code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${pathname}: ${said}`)),
        )
      }),
  )

const rounds = 3

/** What every run of a subject gave. */
type Runs = Readonly<Record<string, ReadonlyArray<WholePathFigures>>>

const measureAll = Effect.fnUntraced(function* (
  say: (step: string, done: number, all: number) => void,
  wished: number,
) {
  const server = yield* postgresServer()
  const runs: Record<string, Array<WholePathFigures>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, onPostgres, plan, program }] of subjects.entries()) {
      say(name, round * subjects.length + index, rounds * subjects.length)
      const figures = yield* Effect.gen(function* () {
        const { port } = yield* serverOf(programs.service.pathname, [], {})
        const database = `round_${round}_${index}`
        if (onPostgres) yield* server.ask(`create database ${database}`)
        const store = onPostgres ? server.url.replace(/[^/]+$/, database) : join(yield* newFolder, "payments.db")
        return yield* runOf(program, { ...plan, payments: Math.min(plan.payments, wished), service: port, store })
      }).pipe(Effect.scoped)
      runs[name] = [...(runs[name] ?? []), figures]
    }
  }
  return runs
})

const medianOf = (runs: Runs, name: string, figure: (run: WholePathFigures) => number): number =>
  medianOver(runs[name] ?? [], figure)

/** How many times the figure of one subject is that of another, in the same run. */
const ratio = (runs: Runs, ours: string, theirs: string, figure: (run: WholePathFigures) => number): number =>
  Math.round((1_000 * medianOf(runs, ours, figure)) / medianOf(runs, theirs, figure)) / 1_000

const findingsOf = (runs: Runs, wished: number): Findings => {
  const expected = (name: string) => Math.min(wished, subjects.find((each) => each.name === name)?.plan.payments ?? 0)
  return {
    outcome: Object.fromEntries(
      Object.entries(runs).map(([name, all]) => [name, all.map(({ delivered }) => delivered)]),
    ),
    wrong: Object.entries(runs).flatMap(([name, all]) =>
      all.every(({ delivered }) => delivered === expected(name)) ? [] : [`${name}: not every payment was delivered`],
    ),
    figures: Object.assign(
      {},
      ...Object.entries(runs).map(([name, all]) => ({
        ...figuresOver(all, { [`${name}CpuMicros`]: ({ cpuMicros }) => cpuMicros }),
        ...(name.endsWith("One")
          ? figuresOver(all, { [`${name}MedianMillis`]: ({ medianMillis }) => medianMillis })
          : figuresOver(all, { [`${name}PerSecond`]: ({ paymentsPerSecond }) => paymentsPerSecond })),
      })),
    ),
    bars: [
      bar(
        "64 at once, times the rate by hand",
        ratio(runs, "cauriMany", "byHandMany", ({ paymentsPerSecond }) => paymentsPerSecond),
        { atLeast: 0.27 },
      ),
      bar(
        "64 at once, times the processor by hand",
        ratio(runs, "cauriMany", "byHandMany", ({ cpuMicros }) => cpuMicros),
        { atMost: 4 },
      ),
      bar(
        "one at a time, times the processor by hand",
        ratio(runs, "cauriOne", "byHandOne", ({ cpuMicros }) => cpuMicros),
        { atMost: 2 },
      ),
      bar(
        "one at a time, times the median by hand",
        ratio(runs, "cauriOne", "byHandOne", ({ medianMillis }) => medianMillis),
        { atMost: 1.3 },
      ),
    ],
  }
}

export const wholePathBenchmark: Benchmark = {
  name: "whole-path",
  about:
    "payments from their creation to their delivered event, beside the same by hand; --seconds takes tens of payments",
  measure: Effect.fnUntraced(function* (say, { seconds }) {
    const wished = seconds === null ? Number.POSITIVE_INFINITY : Math.ceil(seconds * 20)
    return findingsOf(yield* measureAll(say, wished), wished)
  }),
}
