/**
 * Asks the store about every invariant that is a query: of each payment, of payments together, and of the tables. It only reads, page by
 * page, while other programs work on the store.
 */
import { Clock, DateTime, Effect, Result } from "effect"
import { type Language } from "@cauri/catalogue"
import { codedData, tools } from "@cauri/catalogue/tools"
import { cursorAfter, keyText, type PaymentKey, PaymentStore, Policy } from "@cauri/core"
import { issuePage, SharedState, StoreStatus, type UnreadablePayment, type UnreadableEvent } from "@cauri/core/adapter"
import { type Payment, type PaymentRecord, spendingStates } from "@cauri/core/model"
import { dueTooLong, type Fault, faultsOf } from "./faults.ts"
import { type History, readableHistoryOf } from "../payment/history.ts"
import { keyData } from "../words/plain.ts"
import { undelivered } from "../deliveries/undelivered.ts"

/** A fault, and the payment that has it; null: the store as a whole. */
export interface Finding extends Fault {
  readonly key: PaymentKey | null
}

interface Audit {
  readonly payments: number
  readonly events: number
  readonly findings: ReadonlyArray<Finding>
}

/** A history is read again when its payment changed between the two readings. */
const tries = 3

/** What is remembered of each payment, to compare it with others. */
interface Brief {
  readonly key: PaymentKey
  readonly createdAt: number
  readonly amount: number
  readonly state: Payment["state"]["_tag"]
  readonly group: string
  /** For twins: a person released it. For doubles: it has, or had, the flag. */
  readonly excused: boolean
}

const spends = (state: string): boolean => spendingStates.some((each) => each === state)

/** Collects what is compared across payments during the walk. */
const comparisons = () => {
  const twins: Array<Brief> = []
  const doubles: Array<Brief> = []
  const refunds = new Map<string, { sum: number; readonly payin: PaymentKey }>()
  const add = ({ payment }: PaymentRecord) => {
    const { content, createdAt, key, state } = payment
    const brief = { key, createdAt, amount: content.amount, state: state._tag }
    if (payment._tag === "Payout" && spends(state._tag)) {
      const group = `${payment.content.phone} ${content.amount}`
      twins.push({ ...brief, group, excused: payment.releasedAt !== null })
    }
    if (payment._tag === "Payout" && payment.content.refundOf !== null) {
      const { project, refundOf: id } = payment.content
      if (spends(state._tag) || state._tag === "completed") {
        const name = `${project}/${id}`
        const before = refunds.get(name) ?? { sum: 0, payin: { kind: "payin" as const, project, id } }
        refunds.set(name, { ...before, sum: before.sum + content.amount })
      }
    }
    if (payment._tag === "Payin" && payment.content.orderRef !== null && state._tag === "completed") {
      const group = `${content.project} ${payment.content.orderRef}`
      const excused = payment.flags.some(({ kind }) => kind === "double_collection")
      doubles.push({ ...brief, group, excused })
    }
  }
  return { add, doubles, refunds, twins }
}

/** Of each group with more than one payment: those not excused, except the first, which is allowed. */
const unexcused = (briefs: ReadonlyArray<Brief>): ReadonlyArray<Brief> => {
  const groups = Map.groupBy(briefs, ({ group }) => group)
  return [...groups.values()].flatMap((group) => {
    const plain = group.filter(({ excused }) => !excused)
    return group.length > 1 && plain.length > 1 ? plain.slice(1) : []
  })
}

const countOf = ({ history, unreadable }: History): number => history.length + unreadable.length

/** Reads a payment and its history as of one moment, as far as possible. */
const together = Effect.fnUntraced(function* (before: PaymentRecord) {
  const store = yield* PaymentStore
  let record = before
  let read = yield* readableHistoryOf(record.payment.key)
  for (let count = 1; countOf(read) !== record.payment.seq && count < tries; count++) {
    record = (yield* store.find(record.payment.key)) ?? record
    read = yield* readableHistoryOf(record.payment.key)
  }
  return { record, ...read }
})

const unreadable = ({ key, state }: UnreadablePayment): Finding => ({
  invariant: "readable",
  key,
  found: ["row_unreadable", state],
})

const unreadableLines = (key: PaymentKey, lines: ReadonlyArray<UnreadableEvent>): Finding => ({
  invariant: "readable",
  key,
  found: ["lines_unreadable", lines.map(({ seq, tag }) => `${seq} (${tag})`).join(", ")],
})

/** Audits the whole store, or the payments created from that time on. */
export const audit = Effect.fn("audit")(function* (createdFrom?: number) {
  const store = yield* PaymentStore
  const shared = yield* SharedState
  const policy = yield* Policy
  const findings: Array<Finding> = []
  const compared = comparisons()
  const before = (yield* shared.identity()).highWater
  let [payments, events] = [0, 0]
  const from = createdFrom === undefined ? {} : { createdFrom }
  const unread = new Set<string>()
  let after = {}
  for (;;) {
    const page = yield* store.page({ ...from, ...after, limit: policy.store.pageSize })
    for (const entry of page) {
      if (Result.isFailure(entry)) {
        unread.add(keyText(entry.failure.key))
        findings.push(unreadable(entry.failure))
        continue
      }
      const { record, ...read } = yield* together(entry.success)
      const now = yield* Clock.currentTimeMillis
      const { key } = record.payment
      if (read.unreadable.length > 0) findings.push(unreadableLines(key, read.unreadable))
      else findings.push(...faultsOf(record, read.history, policy, now).map((fault) => ({ ...fault, key })))
      compared.add(record)
      payments += 1
      events += countOf(read)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < policy.store.pageSize) break
    after = { after: cursorAfter(last) }
  }
  for (const { key } of unexcused(compared.twins)) {
    findings.push({ invariant: "twins", key, found: ["twin_open"] })
  }
  for (const { key } of unexcused(compared.doubles)) {
    findings.push({ invariant: "doubles", key, found: ["double_unflagged"] })
  }
  for (const { payin, sum } of compared.refunds.values()) {
    if (unread.has(keyText(payin))) continue
    // Read as a page: a payment created before that time may be unreadable.
    const [found] = yield* store.page({ ...payin, limit: 1 })
    if (found !== undefined && Result.isFailure(found)) {
      findings.push(unreadable(found.failure))
      continue
    }
    const amount = found === undefined ? 0 : found.success.payment.content.amount
    if (sum > amount) {
      findings.push({ invariant: "refunds", key: payin, found: ["refunds_exceed", sum, amount] })
    }
  }
  const { highWater } = yield* shared.identity()
  // Other programs may write meanwhile, so the true count lies between the two readings. Events of unreadable payments were not counted.
  if (createdFrom === undefined && unread.size === 0 && (events < before || events > highWater)) {
    findings.push({ invariant: "high_water", key: null, found: ["store_miscounted", events, highWater] })
  }
  const now = yield* Clock.currentTimeMillis
  for (const { consumer, dueAt, key, newest } of yield* undelivered()) {
    if (now - dueAt <= dueTooLong) continue
    findings.push({
      invariant: "L6",
      key,
      found: ["undelivered_too_long", consumer, newest, DateTime.formatIso(DateTime.makeUnsafe(dueAt))],
    })
  }
  for (const what of yield* (yield* StoreStatus).contradictions)
    findings.push({ invariant: "tables", key: null, found: ["tables_differ", what] })
  const result: Audit = { payments, events, findings }
  return result
})

export const findingStep = ({ found: [code], key }: Finding, language: Language): string => {
  const { audit, findingSteps } = tools[language]
  const typed = key === null ? "" : `${key.project}/${key.id} --kind ${key.kind}`
  return findingSteps[code](key === null ? audit.store : keyText(key), typed, issuePage)
}

/** What an audit found about a payment, or about the store as a whole, and what to do. */
export const findingData = (finding: Finding) => ({
  payment: finding.key === null ? null : keyData(finding.key),
  invariant: finding.invariant,
  ...codedData(finding.found),
  step: { en: findingStep(finding, "en"), fr: findingStep(finding, "fr") },
})
