/**
 * What must hold for every body, whatever it is. Used by the test, by the hundred thousand, and by the campaign, by the million.
 */
import { Option, Result } from "effect"
import { bodyLimits, readCallbackBody } from "../src/index.ts"
import { readJsonText } from "../src/readJsonText.ts"
import { isBranch, isList, type Value } from "../src/tree.ts"
import { type Body, bodyOf, type Dice, diceOf, payloadOf, twinsOf } from "./bodies.ts"
import { json } from "./support.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true })

/** What a run went through. */
export interface FuzzReport {
  bodies: number
  readable: number
  /** Events whose four encodings had one print. */
  events: number
  slowestMillis: number
  readonly findings: Array<string>
}

export const newReport = (): FuzzReport => ({ bodies: 0, readable: 0, events: 0, slowestMillis: 0, findings: [] })

const prototypeBefore = Object.getOwnPropertyNames(Object.prototype).join()

/** Reads one body; anything that is not as it must be is a finding. */
const tryBody = (report: FuzzReport, seed: number, { contentType, kind, text }: Body): void => {
  const fault = (what: string) => report.findings.push(`${what}, seed ${seed} (${kind})`)
  const bytes = encoder.encode(text)
  report.bodies++
  try {
    const start = performance.now()
    const body = readCallbackBody(bytes, contentType)
    report.slowestMillis = Math.max(report.slowestMillis, performance.now() - start)
    if (seed % 8 === 0 && !same(body.print, readCallbackBody(bytes, contentType).print))
      fault("the same body had two prints")
    if (Option.isSome(body.content)) report.readable++
    else if (body.oddities.length === 0) fault("an unreadable body was not called odd")
    if (contentType === json) compareWithParse(decoder.decode(bytes), fault)
  } catch (error) {
    fault(`it threw ${String(error)}`)
  }
  if (Object.getOwnPropertyNames(Object.prototype).join() !== prototypeBefore || "polluted" in {})
    fault("a prototype changed")
}

const same = (one: Uint8Array, other: Uint8Array): boolean => {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return one.length === other.length
}

/** Our reader takes nothing that `JSON.parse` refuses, and reads what it takes in the same way; within limits it takes everything. */
const compareWithParse = (text: string, fault: (what: string) => void): void => {
  const ours = readJsonText(text)
  const theirs = Result.try((): unknown => JSON.parse(text))
  if (Option.isSome(ours)) {
    if (Result.isFailure(theirs)) fault("it was read as JSON and is none")
    else if (!ours.value.repeatedKey && !sameValue(ours.value.value, theirs.success))
      fault("it was read otherwise than by JSON.parse")
  } else if (Result.isSuccess(theirs) && isSmall(text)) fault("JSON within the limits was refused")
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Within the limits for sure; larger texts may be, too. */
export const isSmall = (text: string): boolean =>
  count(text, /[[{]/g) <= bodyLimits.depth && count(text, /[[{,]/g) <= bodyLimits.members

/** Whether our reader's value is that of `JSON.parse`, where a number that is no safe integer may have stayed a text. */
export const sameValue = (ours: Value | undefined, theirs: unknown): boolean => {
  if (typeof theirs === "number") return (typeof ours === "string" ? Number(ours) : ours) === theirs
  if (typeof theirs !== "object" || theirs === null) return ours === theirs
  if (isList(ours))
    return (
      Array.isArray(theirs) && theirs.length === ours.length && ours.every((each, at) => sameValue(each, theirs[at]))
    )
  if (!isBranch(ours)) return false
  const keys = Object.keys(theirs)
  return (
    !Array.isArray(theirs) &&
    Object.keys(ours).length === keys.length &&
    keys.every((key) => sameValue(ours[key], Object.getOwnPropertyDescriptor(theirs, key)?.value))
  )
}

const printOf = ({ contentType, text }: Body) =>
  decoder.decode(readCallbackBody(encoder.encode(text), contentType).print)

/** The four bodies of one event have one print, whatever their token; an event with another status has another. */
const tryEvent = (report: FuzzReport, seed: number, dice: Dice): void => {
  const payload = payloadOf(dice)
  const prints = new Set(twinsOf(payload).map(printOf))
  const [otherToken, otherStatus] = [
    { ...payload, token: "another" },
    { ...payload, status: payload.status === "completed" ? ("pending" as const) : ("completed" as const) },
  ].map((each) => printOf(dice.pick(twinsOf(each))))
  report.events++
  if (prints.size !== 1) report.findings.push(`the encodings of one event had ${prints.size} prints, seed ${seed}`)
  if (!prints.has(otherToken ?? "")) report.findings.push(`a token counted, seed ${seed}`)
  if (prints.has(otherStatus ?? "")) report.findings.push(`a status did not count, seed ${seed}`)
}

/** Goes through as many bodies, and a twentieth as many events, each from a seed of its own. */
export const fuzz = (report: FuzzReport, firstSeed: number, bodies: number): void => {
  for (let seed = firstSeed; seed < firstSeed + bodies; seed++) {
    const dice = diceOf(seed)
    tryBody(report, seed, bodyOf(dice))
    if (seed % 20 === 0) tryEvent(report, seed, dice)
  }
}
