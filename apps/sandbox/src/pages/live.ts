/**
 * Keeps a page up to date: a stream of events that say only that something has changed, and a small script that then loads the page again
 * and replaces its marked parts. It replaces no part while a person types in it, has typed in it, or presses a button of it. Without a
 * script pages work as well.
 */
import { Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Engine, RequestLog, ScenarioRun, ScenarioRuns, State } from "@cauri/simulator"

/** How often the simulator is looked at, and how long a stream is silent at most: what sits in between cuts silent lines. */
const lookMillis = 400
const looksBetweenSigns = 40

/** One number for everything that pages show; it differs when any of it does. */
const makeVersion = () => {
  let last: ReadonlyArray<unknown> = []
  let version = 0
  return (state: State, requests: number, runs: ReadonlyArray<ScenarioRun>): number => {
    const { callbackLog, faultCounts, faultRules, held, invoices, ledger, operators, outbox, payouts } = state
    const { forwards, paymentFaults, phones, projects } = state
    const now = [callbackLog, faultCounts, faultRules, held, invoices, ledger, operators, outbox, payouts]
    const all = [
      ...now,
      forwards,
      paymentFaults,
      phones,
      projects,
      state.agenda,
      state.projectFactors,
      state.timeFactor,
      requests,
      ...runs,
    ]
    if (all.length !== last.length || all.some((each, index) => each !== last[index])) {
      last = all
      version += 1
    }
    return version
  }
}

/** The stream of one page: it begins with a sign, and says "changed" whenever something has. */
export const changes = (services: {
  readonly engine: Engine["Service"]
  readonly log: RequestLog["Service"]
  readonly runs: ScenarioRuns["Service"]
}): HttpServerResponse.HttpServerResponse => {
  const version = makeVersion()
  let known: number | undefined
  let silent = 0
  const look = Effect.gen(function* () {
    const lines = yield* services.log.lines
    const offWire = yield* services.log.offWire
    const seen = version(
      yield* services.engine.state,
      (lines.at(-1)?.number ?? 0) + offWire.length,
      yield* services.runs.runs,
    )
    const isNew = known !== undefined && known !== seen
    known = seen
    silent = isNew ? 0 : silent + 1
    if (isNew) return "data: changed\n\n"
    return silent % looksBetweenSigns === 1 ? ": here\n\n" : ""
  })
  const events = Stream.fromEffectSchedule(look, Schedule.spaced(lookMillis)).pipe(
    Stream.filter((text) => text !== ""),
    Stream.map((text) => new TextEncoder().encode(text)),
  )
  return HttpServerResponse.stream(events, {
    contentType: "text/event-stream",
    headers: { "cache-control": "no-store" },
  })
}

/** The script. It evaluates nothing and makes no markup of its own: it moves parts of a page that this program has written. */
export const script = `"use strict"
const parts = () => document.querySelectorAll("[data-live]")
let asked = false, again = false, held = false, missed = false, free
const isTyped = (field) => field.type !== "hidden" && field.value !== field.defaultValue
const isBusy = (part) =>
  (part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) ||
  [...part.querySelectorAll("input, textarea")].some(isTyped)
const look = async () => {
  if (asked) { again = true; return }
  asked = true
  try {
    const answer = await fetch(location.href, { cache: "no-store" })
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      for (const part of parts()) {
        const fresh = page.getElementById(part.id)
        if (!fresh) continue
        if (held || isBusy(part)) { missed = true; continue }
        for (const open of part.querySelectorAll("details[open][id]")) page.getElementById(open.id)?.setAttribute("open", "")
        if (part.innerHTML !== fresh.innerHTML) part.replaceWith(document.adoptNode(fresh))
      }
    }
  } finally { asked = false }
  if (again) { again = false; await look() }
}
const press = () => {
  clearTimeout(free)
  held = true
}
// A click follows the release of its button or key, on a touch screen some moments later.
const release = () => {
  clearTimeout(free)
  free = setTimeout(() => {
    held = false
    if (missed) { missed = false; void look() }
  }, 100)
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, press)
for (const kind of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(kind, release)
const place = document.currentScript?.src ?? document.querySelector("script[src]").src
const changes = new EventSource(new URL("live", place))
// What happened before the stream was open, or while it was broken, is looked at when it opens.
for (const kind of ["open", "message"]) changes.addEventListener(kind, () => { void look() })
`
