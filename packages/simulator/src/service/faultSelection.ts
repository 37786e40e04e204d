/**
 * Which faults strike a call or a payment: by rule, by probability from the faults' own seed, and by magic number.
 */
import type { EndpointName } from "@cauri/wire"
import { drawNumber, type Step, step } from "../model/draws.ts"
import { CallbackFault, CallFault, type Fault, type FaultRule, PaymentFault, RecordFault } from "../model/Faults.ts"
import { Schema } from "effect"
import { type Magic, magicOf, magicOfEnding } from "../options/MagicNumbers.ts"
import type { Options } from "../options/Options.ts"
import type { Subject } from "./requestBodies.ts"
import type { State } from "../model/State.ts"

/** Faults of a call: of the call itself, or of a confirm's record. */
export type CallOrRecordFault = CallFault | RecordFault

export type LastingFault = PaymentFault | CallbackFault

/** The faults that strike a call. Only a confirm has a record that could be wrong. */
export const strikeCall = (
  state: State,
  options: Options,
  endpoint: EndpointName,
  subject: Subject,
  isConfirm: boolean,
  asked?: string,
): Step<ReadonlyArray<CallOrRecordFault>> => {
  // A creation has no record to falsify, and must not use up a rule's count.
  const struck = strike<CallOrRecordFault>(state, endpoint, subject, isConfirm ? isCallOrRecordFault : isCallFault)
  const byHeader = askedFor(options, asked)
  const magic = byHeader ?? magicOf(options, subject.phone, subject.amountXof)
  const calls = isConfirm && byHeader === undefined ? [] : (magic?.call ?? [])
  return step(struck.state, [...struck.value, ...calls, ...((isConfirm ? magic?.record : undefined) ?? [])])
}

export const strikePayment = (
  state: State,
  options: Options,
  endpoint: EndpointName,
  subject: Subject,
  asked?: string,
): Step<ReadonlyArray<LastingFault>> => {
  const struck = strike(state, endpoint, subject, isLastingFault)
  const magic = askedFor(options, asked) ?? magicOf(options, subject.phone, subject.amountXof)
  return step(struck.state, [...struck.value, ...(magic?.payment ?? [])])
}

/** The outcome that the header of one request asks for. */
const askedFor = ({ magicNumbers }: Options, asked: string | undefined): Magic | undefined =>
  magicNumbers ? magicOfEnding(asked) : undefined

const isCallFault = Schema.is(CallFault)
const isCallOrRecordFault = Schema.is(Schema.Union([CallFault, RecordFault]))
const isLastingFault = Schema.is(Schema.Union([PaymentFault, CallbackFault]))

const strike = <F extends Fault>(
  state: State,
  endpoint: EndpointName,
  subject: Subject,
  wanted: (fault: Fault) => fault is F,
): Step<ReadonlyArray<F>> => {
  let current = state
  const faults: Array<F> = []
  for (const rule of state.faultRules) {
    if (!wanted(rule.fault) || !fits(rule, endpoint, subject)) continue
    const struck = counted(current, rule)
    current = struck.state
    if (struck.value) faults.push(rule.fault)
  }
  return step(current, faults)
}

const fits = (rule: FaultRule, endpoint: EndpointName, subject: Subject): boolean =>
  (rule.endpoints?.includes(endpoint) ?? true) &&
  (rule.phone ?? subject.phone) === subject.phone &&
  (rule.amountXof ?? subject.amountXof) === subject.amountXof &&
  (rule.transactionId ?? subject.transactionId) === subject.transactionId

// The conditions are true once more; number, limit and probability decide whether the rule strikes.
const counted = (state: State, rule: FaultRule): Step<boolean> => {
  const before = state.faultCounts[rule.id] ?? { matched: 0, struck: 0 }
  const matched = before.matched + 1
  const luck = rule.probability === undefined ? step(state, 0) : drawNumber(state, "faults")
  const strikes =
    (rule.nth ?? matched) === matched &&
    before.struck < (rule.times ?? Infinity) &&
    luck.value < (rule.probability ?? 1)
  const faultCounts = { ...state.faultCounts, [rule.id]: { matched, struck: before.struck + (strikes ? 1 : 0) } }
  return step({ ...luck.state, faultCounts }, strikes)
}
