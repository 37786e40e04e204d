/**
 * One transaction for many callers that write at the same moment. Steps of one kind are one statement; conflicting steps run one after
 * another, in the order in which they came.
 */
import { keyText, PaymentId, ProjectId, type StoreError } from "@cauri/core"
import type { CallbackNote, Claimed, Inserted, NoteResult, PaymentRow } from "@cauri/core/adapter"
import type { Expectation } from "./commitOutcome.ts"
import { earliestDue } from "./notify.ts"
import type { Executor } from "./statement.ts"
import {
  claim,
  claimNames,
  type ClaimStep,
  insert,
  type InsertStep,
  lockOrder,
  lock,
  note,
  save,
  type SaveStep,
  type StepContext,
} from "./steps.ts"

/** A caller that waits for the result of a step. */
export interface Waiting<Answer> {
  readonly tell: (answer: Answer) => void
  readonly fail: (error: StoreError) => void
}

interface Pending<Tag extends string, Step, Answer> {
  readonly _tag: Tag
  readonly step: Step
  readonly waiting: Waiting<Answer>
}

export type Write =
  | Pending<"insert", InsertStep, Inserted<PaymentRow>>
  | Pending<"save", SaveStep, "Saved" | "Stale">
  | Pending<"claim", ClaimStep, Claimed>
  | Pending<"noteCallback", CallbackNote, NoteResult>

/** The result of a step, once its transaction is committed. */
export interface Done {
  readonly tell: () => void
  /** What is in the tables then; null when nothing was written. */
  readonly expected: Expectation | null
  /** When that is due; null when it waits for nothing. */
  readonly dueAt: number | null
}

/** The steps in rounds, so that no two of a round share a name; steps that share one keep their order. */
const inRounds = <A>(steps: ReadonlyArray<A>, namesOf: (step: A) => ReadonlyArray<string>) => {
  const rounds: Array<Array<A>> = []
  const lastRound = new Map<string, number>()
  for (const step of steps) {
    const names = namesOf(step)
    const place = Math.max(-1, ...names.map((name) => lastRound.get(name) ?? -1)) + 1
    for (const name of names) lastRound.set(name, place)
    const round = rounds[place]
    if (round === undefined) rounds.push([step])
    else round.push(step)
  }
  return rounds
}

const tagged = <Tag extends Write["_tag"]>(writes: ReadonlyArray<Write>, tag: Tag) =>
  writes.filter((write): write is Extract<Write, { readonly _tag: Tag }> => write._tag === tag)

/** Sends the steps of one kind, round after round, and pairs the answers with their callers. */
const send = async <Step, Answer>(
  rounds: ReadonlyArray<ReadonlyArray<Pending<string, Step, Answer>>>,
  work: (steps: ReadonlyArray<Step>) => Promise<ReadonlyArray<Answer>>,
  effectOf: (step: Step, answer: Answer) => Omit<Done, "tell">,
): Promise<ReadonlyArray<Done>> => {
  const answers = await Promise.all(rounds.map((round) => work(round.map(({ step }) => step))))
  return rounds.flatMap((round, place) =>
    round.flatMap(({ step, waiting }, index) =>
      (answers[place] ?? []).slice(index, index + 1).map((answer) => ({
        tell: () => waiting.tell(answer),
        ...effectOf(step, answer),
      })),
    ),
  )
}

const nothing = { expected: null, dueAt: null }

const written = ({ row, events }: InsertStep, version: number): Omit<Done, "tell"> => ({
  expected: {
    key: { kind: row.kind, project: ProjectId.make(row.project), id: PaymentId.make(row.id) },
    version,
  },
  dueAt: earliestDue(row, events),
})

/** Runs the steps within a transaction. Nothing here waits for the answer to what was sent before it. */
export const perform = async (
  context: StepContext,
  executor: Executor,
  writes: ReadonlyArray<Write>,
): Promise<ReadonlyArray<Done>> => {
  const inserts = tagged(writes, "insert")
  const saves = tagged(writes, "save")
  const claims = tagged(writes, "claim")
  const notes = tagged(writes, "noteCallback")
  const claimSteps = claims.map(({ step }) => step)
  const saveRounds = inRounds(saves, ({ step }) => [keyText(step.row)])
  const onlySaves = claims.length === 0 && notes.length === 0 && saveRounds.length <= 1
  const keys = onlySaves
    ? []
    : [...saves.map(({ step }) => step.row), ...claimSteps.map(({ row }) => row), ...notes.map(({ step }) => step.key)]
  const locked = lock(context, executor, claimSteps, keys)
  const done = [
    send(
      inserts.length === 0 ? [] : [inserts],
      (steps) => insert(context, executor, steps),
      (step, { _tag }) => (_tag === "Inserted" ? written(step, 1) : nothing),
    ),
    send(
      saveRounds.map((round) => round.toSorted((one, other) => lockOrder(one.step.row, other.step.row))),
      (steps) => save(context, executor, steps),
      (step, answer) => (answer === "Saved" ? written(step, step.terms.version + 1) : nothing),
    ),
    send(
      inRounds(claims, ({ step }) => [keyText(step.row), ...claimNames(step)]),
      (steps) => claim(context, executor, steps),
      (step, { _tag }) => (_tag === "Claimed" ? written(step, step.terms.version + 1) : nothing),
    ),
    send(
      notes.length === 0 ? [] : [notes],
      (steps) => note(context, executor, steps),
      ({ receivedAt }, answer) => ({ expected: null, dueAt: answer === "First" ? receivedAt : null }),
    ),
  ]
  const [, ...all] = await Promise.all([locked, ...done])
  return all.flat()
}
