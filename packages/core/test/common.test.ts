import { assert, describe, it } from "@effect/vitest"
import { Duration, Result } from "effect"
import { later } from "../src/model/Policy.ts"
import { type Attempt, issuedTokensOf } from "../src/model/Attempt.ts"
import type { EventTag, PaymentEvent } from "../src/model/Event.ts"
import { closedAt, deadlineOf, isFinal, type Payment, type StateTag } from "../src/model/Payment.ts"
import { type Row, rowsFor } from "../src/machine/table.ts"
import { type Action, nextAction } from "../src/machine/nextAction.ts"
import { payinRows } from "../src/machine/payinRows.ts"
import { append, fold } from "../src/machine/decide.ts"
import { toPaymentWrite } from "../src/ports/PaymentRow.ts"
import { payoutRows } from "../src/machine/payoutRows.ts"
import { isTokenLost, newTracking } from "../src/model/PaymentRecord.ts"
import { type Happening, type Life, live, livesPolicy } from "./lives.ts"
import { day, second } from "./samples.ts"

const firstSeed = Number(process.env["LIVES_SEED"] ?? 1)
const count = Number(process.env["LIVES"] ?? 3_000)

interface Lived {
  readonly seed: number
  readonly life: Life | null
  readonly happenings: ReadonlyArray<Happening>
  readonly failure: unknown
}

const lives = Array.from({ length: count }, (_, index): Lived => {
  const seed = firstSeed + index
  const happenings: Array<Happening> = []
  try {
    return { seed, life: live(seed, 45, (happening) => happenings.push(happening)), happenings, failure: null }
  } catch (failure) {
    return { seed, life: null, happenings, failure }
  }
})

/** Runs a check on every life; a failing one is named by the seed that replays it. */
const onEveryLife = (check: (lived: Lived) => void) => {
  for (const lived of lives) {
    try {
      check(lived)
    } catch (error) {
      const history = lived.happenings.flatMap(({ events }) => events.map((event) => JSON.stringify(event)))
      throw new Error(`LIVES_SEED=${lived.seed} LIVES=1 replays this life:\n${history.join("\n")}`, { cause: error })
    }
  }
}
const onEveryStep = (check: (happening: Happening) => void) => {
  onEveryLife(({ happenings }) => {
    for (const happening of happenings) check(happening)
  })
}

const eventsOf = ({ life }: Lived): ReadonlyArray<PaymentEvent> => life?.entries.map(({ event }) => event) ?? []

const tokensIn = (event: PaymentEvent): ReadonlyArray<string> => {
  const token = event._tag === "answered_late" ? event.answer : event
  return "token" in token && token.token !== null ? [token.token] : []
}

/** Nothing that an attempt did can have moved money, or a person took that upon himself. */
const spentNothing = (attempts: ReadonlyArray<Attempt>) =>
  attempts.every(({ outcome }) => ["refused", "turned_away", "not_sent", "not_executed"].includes(outcome._tag))

const encoded = (payment: Payment) => toPaymentWrite(payment, newTracking(payment, livesPolicy)).body

describe("in thousands of random lives", () => {
  it("no command and no answer leads to a step that the tables refuse", () => {
    onEveryLife(({ failure }) => {
      if (failure !== null) throw failure
    })
  })

  it("the history folds to the payment, and its numbers have no gap (S14)", () => {
    onEveryLife(({ life }) => {
      if (life === null) throw new Error("there is no life")
      assert.strictEqual(encoded(Result.getOrThrow(fold(life.entries))), encoded(life.record.payment))
      assert.deepStrictEqual(
        life.entries.map(({ seq }) => seq),
        life.entries.map((_, index) => index + 1),
      )
      assert.strictEqual(life.record.payment.seq, life.entries.length)
    })
  })

  it("a final state is never left, and there is at most one (S6)", () => {
    onEveryStep(({ before, after }) => {
      if (isFinal(before.payment)) assert.strictEqual(after.payment.state._tag, before.payment.state._tag)
    })
    onEveryLife((lived) => {
      const finals = eventsOf(lived).filter(
        (event) =>
          event._tag === "completed" ||
          event._tag === "not_completed" ||
          (event._tag === "resolved" && event.to !== "intended"),
      )
      assert.isAtMost(finals.length, 1)
    })
  })

  it("every token that an answer brought stays a handle for ever (S7)", () => {
    onEveryLife(({ happenings }) => {
      const tokens = new Set<string>()
      for (const { events, after } of happenings) {
        for (const token of events.flatMap(tokensIn)) tokens.add(token)
        assert.deepStrictEqual(new Set(issuedTokensOf(after.payment.attempts).map(({ token }) => token)), tokens)
      }
    })
  })

  it("a payout is called only while nothing is accepted, under way or unanswered (S2, O2)", () => {
    onEveryStep(({ before, after, events }) => {
      if (before.payment._tag === "Payin") return
      if (events.some(({ _tag }) => _tag === "attempt_started")) assert.isTrue(spentNothing(before.payment.attempts))
      const state = after.payment.state._tag
      if (state === "intended" || state === "held" || state === "cancelled") {
        assert.isTrue(spentNothing(after.payment.attempts), state)
      }
    })
  })

  it("there is never more than one call under way (S1)", () => {
    onEveryStep(({ after: { payment } }) => {
      const flying = payment.attempts.filter(({ outcome }) => outcome._tag === "in_flight").length
      assert.strictEqual(flying, payment.state._tag === "submitting" ? 1 : 0)
    })
  })

  it("a flag is raised once for its kind and subject", () => {
    onEveryLife(({ life }) => {
      const names = life?.record.payment.flags.map(({ kind, subject }) => `${kind} ${subject}`) ?? []
      assert.strictEqual(new Set(names).size, names.length)
    })
  })

  it("a payin with an unanswered call has said so to a person (P8, P17)", () => {
    onEveryStep(({ after: { payment } }) => {
      for (const { number, kind: calls, outcome } of payment.attempts) {
        const unanswered = outcome._tag === "no_answer" && outcome.token === null && calls !== "wallet_otp_request"
        if (payment._tag === "Payout" || !unanswered) continue
        const raised = payment.flags.some(
          ({ kind, subject }) =>
            (kind === "unanswered" || kind === "callback_without_token") && subject === String(number),
        )
        assert.isTrue(raised, `attempt ${number}`)
      }
    })
  })

  it("completing takes an observation of an own handle with the expected amount (S4, S5)", () => {
    onEveryStep(({ before, events, replies }) => {
      for (const event of events) {
        if (event._tag !== "completed") continue
        const { attempt, record } = event.observation
        assert.include(
          issuedTokensOf(before.payment.attempts).map((issued) => issued.attempt),
          attempt,
        )
        const observed = replies?.flatMap((reply) => (reply._tag === "Observed" ? [reply.observation] : []))
        assert.deepInclude(observed ?? [], event.observation)
        assert.strictEqual(record.status, "completed")
        if (before.payment._tag === "Payout") assert.isTrue(record.tokenIsOurs)
        else {
          assert.isTrue(record.amount !== null && record.amount >= 500 && record.amount <= 515)
          assert.include([null, "order-1"], record.transactionId)
        }
      }
    })
  })

  it("nothing fails without every handle having said so, and a payout not before all agreed for 30 s (P14, O12)", () => {
    onEveryLife(({ happenings }) => {
      let agreedAt: number | null = null
      for (const { before, events, replies } of happenings) {
        if (replies === null) {
          if (events.some((event) => "answer" in event || "to" in event)) agreedAt = null
          continue
        }
        const observed = replies.flatMap((reply) => (reply._tag === "Observed" ? [reply.observation] : []))
        const all = observed.length > 0 && observed.every(({ record }) => record.status === "not_completed")
        const agree = all && observed.length === replies.length
        const starts = observed.map(({ startedAt }) => startedAt)
        if (events.some(({ _tag }) => _tag === "not_completed")) {
          assert.isTrue(agree)
          assert.strictEqual(replies.length, issuedTokensOf(before.payment.attempts).length)
          const unanswered = before.payment.attempts.some(
            ({ outcome, kind }) =>
              outcome._tag === "no_answer" && outcome.token === null && kind !== "wallet_otp_request",
          )
          assert.isFalse(unanswered)
          if (before.payment._tag === "Payout") {
            assert.isAtLeast(Math.min(...starts), (agreedAt ?? Infinity) + 30 * second)
          }
        }
        agreedAt = agree ? (agreedAt ?? Math.max(...starts)) : null
      }
    })
  })

  it("nothing expires because a clock passed: every handle answered a confirm that began after the deadline (S13, P15)", () => {
    onEveryStep(({ before, after, events, replies }) => {
      if (!events.some(({ _tag }) => _tag === "expired")) return
      const deadline = deadlineOf(before.payment, livesPolicy) ?? Infinity
      assert.isNotNull(replies)
      assert.strictEqual(replies?.length, issuedTokensOf(before.payment.attempts).length)
      for (const reply of replies ?? []) {
        const lost = reply._tag !== "Observed" && isTokenLost(after.tracking, reply.attempt, livesPolicy)
        const asked = reply._tag === "Observed" && reply.observation.startedAt >= deadline
        assert.isTrue(lost || asked)
      }
    })
  })

  it("an open payment with handles is asked again, never within 3 s and always within a day and its jitter (L1, S12)", () => {
    onEveryStep(({ after: { payment, tracking }, now }) => {
      const open = ["awaiting_otp", "pending", "in_doubt"].includes(payment.state._tag)
      if (!open || issuedTokensOf(payment.attempts).length === 0) return
      if (tracking.actAt === null) {
        const lost = payment.flags.some(({ kind, closed }) => kind === "token_lost" && closed === null)
        const last =
          livesPolicy.schedules[payment.content.method.type === "wallet" ? "wallet_payout" : "mobile_money_payout"]
        const begun = payment.attempts.at(-1)?.startedAt ?? 0
        assert.isTrue(
          payment._tag === "Payout" && lost && now >= later(begun, last.overdueAfter.at(-1) ?? Duration.infinity),
        )
      } else {
        assert.isAtLeast(tracking.actAt, now + 3 * second)
        assert.isAtMost(tracking.actAt, now + 1.2 * day)
      }
    })
  })

  it("an open payin without handles ends with its deadline at the latest, and its payout waits for a person (L1)", () => {
    onEveryStep(({ after: { payment, tracking }, now }) => {
      const open = ["awaiting_otp", "in_doubt"].includes(payment.state._tag)
      if (!open || issuedTokensOf(payment.attempts).length > 0) return
      if (payment._tag === "Payout") assert.isNull(tracking.actAt)
      else assert.isAtMost(tracking.actAt ?? Infinity, Math.max(now, deadlineOf(payment, livesPolicy) ?? Infinity))
    })
  })

  it("what is closed is asked about a bounded number of times, and never twice within 3 s (S12, S20)", () => {
    onEveryStep(({ after: { payment, tracking } }) => {
      if (closedAt(payment) === null || tracking.actAt === null) return
      assert.isAbove(issuedTokensOf(payment.attempts).length, 0)
      assert.isAtLeast(tracking.actAt, (tracking.lastConfirmAt ?? -Infinity) + 3 * second)
      assert.isAtMost(tracking.followUp, 6)
    })
  })

  it("`nextAction` always knows what to do, and never lets a payout be sent that may have been (O2)", () => {
    onEveryStep(({ after, now }) => {
      for (const time of [0, now, now + second, after.tracking.actAt ?? now, now + 10 * day]) {
        const action: Action = nextAction(after, livesPolicy, time)
        if (action._tag === "Submit" && after.payment._tag === "Payout") {
          assert.strictEqual(after.payment.state._tag, "intended")
          assert.isTrue(spentNothing(after.payment.attempts))
        }
        // Whatever is due and not just waited for moves on: no step leads in a circle.
        if (action._tag === "Wait") assert.isTrue(action.until === null || action.until > time)
      }
    })
  })

  it("every row of both tables is lived through", () => {
    const seen = new Set<string>()
    const look = (from: StateTag | null, event: EventTag, after: Payment) => {
      const table: ReadonlyArray<Row> = after._tag === "Payin" ? payinRows : payoutRows
      for (const { row, to } of rowsFor(table, from, event)) {
        if (to === "same" ? from === after.state._tag : to.includes(after.state._tag)) seen.add(row)
      }
    }
    onEveryLife(({ life }) => {
      if (life === null) throw new Error("there is no life")
      const [intent, ...others] = life.entries
      let payment = Result.getOrThrow(fold([intent]))
      look(null, intent.event._tag, payment)
      for (const { event, at } of others) {
        const next = Result.getOrThrow(append(payment, [event], at)).payment
        look(payment.state._tag, event._tag, next)
        payment = next
      }
    })
    const rows = new Set([...payinRows, ...payoutRows].map(({ row }) => row))
    assert.deepStrictEqual(
      [...rows].filter((row) => !seen.has(row)),
      [],
    )
  })
})
