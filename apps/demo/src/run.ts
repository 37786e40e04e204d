/**
 * The run: four programs on one SQLite file, the plan's payments through them while everything goes wrong that the plan says, a
 * reconciler killed and started again, three days that pass at once, and the proof.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Deferred, Effect, Fiber, Schedule, Scope } from "effect"
import {
  type StoreAccess,
  failsWhenEnded,
  parallelScope,
  type ProgramFailed,
  type Running,
  type Sandbox,
  spawnReceiver,
  spawnReconciler,
  spawnSandbox,
} from "@cauri/programs"
import { ask, layerMerchant } from "./merchant.ts"
import { openHost, openOurBooks, type OurBooks, type Ours } from "./ourBooks.ts"
import { type Planned, project } from "./plan.ts"
import { demoPolicy } from "./policy.ts"
import type { Progress } from "./Progress.ts"
import { prove } from "./proof.ts"
import { openSandboxControl, type SandboxControl, type ServiceBooks } from "./SandboxControl.ts"

/** How much faster the service's time runs: a minute of its customers is a second. */
const timeFactor = 60
/** Payments that the merchant asks for at the same time. */
const atOnce = 16
/** How many payments are completed when a reconciler is killed, and how long it stays away. */
const killedAfter = 25
const awayFor = "1 second"
/** How long payments get to come to rest, and then the books to agree. Beyond it the proof says what is missing. */
const patience = "30 seconds"
const threeDays = 3 * 86_400_000

const callbackKeys = "demo:only-for-practice-0123456789abcdef"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-demo-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

type Broken = Deferred.Deferred<never, ProgramFailed>

/** Everything that the run works with. */
interface Stage {
  readonly sandbox: Sandbox
  readonly books: StoreAccess
  readonly policyFile: string
  readonly service: SandboxControl
  readonly ours: OurBooks
  readonly reconciler: (name: string) => Effect.Effect<Running<unknown>, ProgramFailed>
}

/** Writes down what happened, with its time. */
const tell = (progress: Progress, ...what: Progress["news"][number]["what"]) =>
  Effect.map(Clock.currentTimeMillis, (at) => {
    progress.news.push({ at, what })
  })

/** Starts the sandbox and the receiver; the store is made by the receiver. */
const setStage = Effect.fnUntraced(function* (progress: Progress, seed: number, broken: Broken) {
  const folder = yield* newFolder
  const policyFile = join(folder, "policy.json")
  writeFileSync(policyFile, JSON.stringify(demoPolicy))
  const file = join(folder, "payments.db")
  // After the folder, so that the programs end before it goes.
  const group = yield* parallelScope
  const [sandbox, receiver] = yield* Effect.all(
    [
      spawnSandbox({
        environment: {
          SANDBOX_FACE: "as-observed",
          SANDBOX_CALLBACK_RATE: String(20 * timeFactor),
          SANDBOX_SEED: String(seed),
          SANDBOX_TIME_FACTOR: String(timeFactor),
        },
      }),
      spawnReceiver({ file, callbackKeys }),
    ],
    { concurrency: "unbounded" },
  ).pipe(Scope.provide(group))
  yield* watched(sandbox, broken)
  yield* watched(receiver, broken)
  const host = yield* openHost(progress.received)
  const books: StoreAccess = { file, callbackKeys, callbackBase: receiver.url }
  const stage: Stage = {
    sandbox,
    books,
    policyFile,
    service: yield* openSandboxControl(sandbox),
    ours: yield* openOurBooks(file),
    reconciler: (name) =>
      spawnReconciler(books, sandbox, {
        name,
        project,
        environment: { POLICY_FILE: policyFile, PROCESS_NAME: name, ...host },
      }).pipe(Scope.provide(group)),
  }
  return stage
})

/** A program that ends before its time breaks the run. Gives the means to let it end. */
const watched = (program: Running<unknown>, broken: Broken) =>
  failsWhenEnded(program).pipe(
    Effect.catchTag("ProgramFailed", (failure) => Deferred.fail(broken, failure)),
    Effect.forkScoped,
  )

/** States of which nothing more comes by itself. */
const over = new Set(["completed", "not_completed", "refused", "expired", "cancelled", "held"])

/** Payments rest when they are over, when a person is asked, or when the service itself waits. A payin in doubt expires. */
const isAtRest = ({ id, kind, state }: Ours, { known }: ServiceBooks): boolean =>
  over.has(state) ||
  (kind === "payout" && (state === "in_doubt" || (state === "pending" && known.get(id)?.pending === true)))

/** Looks at both sides until it is so, and no longer than the patience. */
const waitUntil = <A>(look: Effect.Effect<A>, isSo: (value: A) => boolean) =>
  Effect.repeat(look, { schedule: Schedule.spaced("250 millis"), until: isSo }).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => look }),
  )

const completedOf = ({ counts }: Progress): number =>
  [...counts.values()].reduce((sum, states) => sum + (states.get("completed") ?? 0), 0)

/** Starts both reconcilers, kills one once enough was sent, and starts it again. The merchant waits for neither. */
const reconcile = Effect.fnUntraced(function* (stage: Stage, progress: Progress, broken: Broken) {
  const [first, second] = yield* Effect.all([stage.reconciler("reconciler-1"), stage.reconciler("reconciler-2")], {
    concurrency: "unbounded",
  })
  const watcher = yield* watched(first, broken)
  yield* watched(second, broken)
  yield* tell(progress, "reconcilers_begin")
  yield* Effect.repeat(Effect.void, {
    schedule: Schedule.spaced("20 millis"),
    until: () => completedOf(progress) >= killedAfter,
  })
  yield* Fiber.interrupt(watcher)
  yield* first.end("SIGKILL")
  yield* tell(progress, "killed", first.name)
  yield* Effect.sleep(awayFor)
  yield* watched(yield* stage.reconciler(first.name), broken)
  yield* tell(progress, "works_again", first.name)
})

/** Keeps what is shown up to date. */
const observe = (stage: Stage, progress: Progress) =>
  Effect.gen(function* () {
    const counts = new Map<string, Map<string, number>>()
    for (const { count, rail, state } of yield* stage.ours.counts) {
      const own = counts.get(rail) ?? new Map<string, number>()
      counts.set(rail, own.set(state, count))
    }
    progress.counts = counts
    progress.struck = yield* stage.service.struck
  }).pipe(Effect.repeat(Schedule.spaced("200 millis")))

/** The payments, the kill, the days, the books. */
const perform = Effect.fnUntraced(function* (
  stage: Stage,
  progress: Progress,
  plan: ReadonlyArray<Planned>,
  broken: Broken,
) {
  yield* stage.service.spoil(plan)
  yield* Effect.forkScoped(observe(stage, progress))
  const reconciled = yield* Effect.forkScoped(reconcile(stage, progress, broken))
  progress.phase = "sending"
  yield* Effect.forEach(
    plan,
    (planned) => {
      if (planned.wrongCode) progress.wrongCodes += 1
      return Effect.tap(ask(planned), () => Effect.sync(() => (progress.sent += 1)))
    },
    { concurrency: atOnce, discard: true },
  ).pipe(Effect.provide(layerMerchant(stage.books, stage.sandbox, stage.policyFile)))
  yield* Fiber.join(reconciled)

  progress.phase = "resting"
  const look = Effect.gen(function* () {
    const evidence = {
      service: yield* stage.service.books,
      ours: yield* stage.ours.rows,
      received: [...progress.received],
    }
    progress.atRest = evidence.ours.filter((own) => isAtRest(own, evidence.service)).length
    progress.struck = evidence.service.struck
    return evidence
  })
  yield* waitUntil(look, ({ ours, service }) => ours.every((own) => isAtRest(own, service)))

  progress.phase = "days_later"
  yield* tell(progress, "days_pass")
  yield* stage.service.pass(threeDays)
  const proofs = Effect.map(look, (evidence) => ({ evidence, proof: prove(evidence) }))
  return yield* waitUntil(proofs, ({ proof }) => proof.disagreements.length === 0)
})

/** Runs everything; all programs have ended, and the folder is gone, when it is over. */
export const run = Effect.fn("run")(function* (progress: Progress, plan: ReadonlyArray<Planned>, seed: number) {
  const broken = yield* Deferred.make<never, ProgramFailed>()
  const performance = Effect.gen(function* () {
    const stage = yield* setStage(progress, seed, broken)
    return yield* perform(stage, progress, plan, broken)
  })
  return yield* Effect.raceFirst(performance, Deferred.await(broken))
}, Effect.scoped)
