/**
 * What the service and the host may answer to a call: the honest answer, and one for each fault that the world allows.
 */
import { Exit } from "effect"
import { type DeliveredEvent, keyText } from "@cauri/core"
import {
  blankConfirmRecord,
  type ConfirmRecord,
  CreationAnswer,
  GatewayError,
  noAnswer,
  notSent,
} from "@cauri/core/adapter"
import { CreationToken, type Rail, CallFailure } from "@cauri/core/model"
import type { Reply } from "./machine.ts"
import { arrive, behind, change, type Creation, type Ledger, transactionsOf } from "./service.ts"
import type { Call } from "./tape.ts"
import type { Fault } from "./world.ts"

/** One way in which a call may be answered, what it does to the service's ledger, and the fault that it costs. */
export interface Way {
  readonly label: string
  readonly fault: Fault | null
  readonly reply: Reply
  readonly ledger: Ledger
  /** The request reached the service. */
  readonly arrived: boolean
}

const answered = (answer: CreationAnswer, token: string | null): Reply => ({
  exit: Exit.succeed(answer),
  described: { text: `${answer._tag} ${"cause" in answer ? answer.cause : ""} ${token ?? ""}`, held: [] },
  ...(token === null ? {} : { token }),
})

const acceptance = (rail: Rail, token: string | null): CreationAnswer =>
  token === null
    ? CreationAnswer.cases.otp_sent.make({})
    : CreationAnswer.cases.accepted.make({
        token: CreationToken.make(token),
        url: rail === "hosted" ? "https://pay.example/page" : null,
      })

/** The ways in which a creation call may go. Once its time is over the gateway sends nothing. */
export const waysOfCreation = (ledger: Ledger, call: Creation, now: number): ReadonlyArray<Way> => {
  const way = (
    label: string,
    fault: Fault | null,
    answer: CreationAnswer,
    after: { readonly ledger: Ledger; readonly token: string | null } | null,
    withToken = false,
  ): Way => ({
    label,
    fault,
    reply: answered(answer, withToken ? (after?.token ?? null) : null),
    ledger: after?.ledger ?? ledger,
    arrived: after !== null,
  })
  if (now >= call.notAfter) return [way("the lease is over, nothing leaves", null, notSent("lease_over"), null)]
  const executed = arrive(ledger, call, true)
  const ignored = arrive(ledger, call, false)
  const reason = CallFailure.cases.amount_refused.make({ code: "Code06" })
  const low = CallFailure.cases.balance_too_low.make({ code: "Code08" })
  const waits = { ...ignored, ledger: { ...ignored.ledger, turnedAway: [...ignored.ledger.turnedAway, call.payment] } }
  return [
    way("accepted", null, acceptance(call.rail, executed.token), executed, true),
    way("executed, the answer is lost", "answer lost", noAnswer("timed_out"), executed),
    way("the request is lost", "request lost", noAnswer("timed_out"), null),
    way("nothing leaves", "not sent", notSent("connection_refused"), null),
    way("refused", "refused", CreationAnswer.cases.refused.make({ reason }), ignored),
    ...(call.rail === "mobile_money_payout"
      ? [way("not now", "not now", CreationAnswer.cases.turned_away.make({ reason: low }), waits)]
      : []),
    ...(executed.token === null
      ? []
      : [way("accepted without a token", "empty token", noAnswer("token_missing"), executed)]),
  ]
}

const recordOf = (ledger: Ledger, token: string): ConfirmRecord | null => {
  const transaction = behind(ledger, token)
  if (transaction === undefined) return null
  const { status, amount, payment } = transaction
  const id = payment.split("/")[1] ?? null
  const known = { status, transactionId: id, requestId: `request of ${token}` }
  return { ...blankConfirmRecord, ...known, amount }
}

/** The ways in which a question may go. `startedAt`: when its sender began. */
export const waysOfConfirm = (
  ledger: Ledger,
  { attempt, key, token }: Extract<Call, { readonly _tag: "Confirm" }>,
  startedAt: number,
): ReadonlyArray<Way> => {
  const failed = (label: string, fault: Fault | null, reason: CallFailure): Way => ({
    label,
    fault,
    reply: {
      exit: Exit.fail(new GatewayError({ key, reason })),
      described: { text: reason._tag, held: [] },
    },
    ledger,
    arrived: false,
  })
  const unknown = CallFailure.cases.not_found.make({ code: "Code01" })
  const lost = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })
  if (token === null) {
    const found = transactionsOf(ledger, keyText(key)).find((each) => each.attempt === attempt)?.token ?? null
    const reply: Reply = { exit: Exit.succeed(found), described: { text: `found ${found}`, held: [] } }
    const said: Way = { label: `found ${found}`, fault: null, reply, ledger, arrived: true }
    return [said, failed("no answer", "confirm failed", lost)]
  }
  const record = recordOf(ledger, token)
  const said: Way =
    record === null
      ? failed("not found", null, unknown)
      : {
          label: record.status,
          fault: null,
          reply: { exit: Exit.succeed(record), described: { text: `${record.status} ${record.amount}`, held: [] } },
          ledger: change(ledger, token, { askedAt: Math.max(startedAt, behind(ledger, token)?.askedAt ?? 0) }),
          arrived: true,
        }
  return [said, failed("no answer", "confirm failed", lost), failed("not found", "not found", unknown)]
}

/** The tokens of a rate: one is available at once, or a minute from now. */
export const waysOfTurn = (ledger: Ledger): ReadonlyArray<Way> => {
  const way = (label: string, fault: Fault | null, wait: number): Way => ({
    label,
    fault,
    reply: { exit: Exit.succeed(wait), described: { text: label, held: [] } },
    ledger,
    arrived: false,
  })
  return [way("free", null, 0), way("none is free", "no turn", 60_000)]
}

/** The ways in which the host may receive. */
export const waysOfDelivery = (ledger: Ledger, _deliveredEvent: DeliveredEvent): ReadonlyArray<Way> => [
  {
    label: "markDelivered",
    fault: null,
    reply: { exit: Exit.void, described: { text: "markDelivered", held: [] } },
    ledger,
    arrived: true,
  },
  {
    label: "the host throws",
    fault: "host refuses",
    reply: { exit: Exit.fail("the host throws"), described: { text: "refused", held: [] } },
    ledger,
    arrived: false,
  },
]
