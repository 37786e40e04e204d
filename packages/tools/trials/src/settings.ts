/**
 * The small worlds that are explored: one of each kind, and one in which a payout and a payin share two workers.
 */
import type { PayinInput, PayoutInput } from "@cauri/core"
import { ratedPolicy, trialPolicy } from "./policy.ts"
import { create, keyFrom, recheck, send, submitCode, tryAgain } from "./programs.ts"
import type { View } from "./views.ts"
import type { Errand, Fault, Setting } from "./world.ts"

const payout = (id: string): PayoutInput => ({
  project: "shop",
  id,
  amount: 700,
  method: { type: "mobile_money" },
  phone: "22670000002",
  description: "Salary",
})

const payin = (id: string, method: PayinInput["method"]): PayinInput => ({
  project: "shop",
  id,
  amount: 500,
  method,
  description: "Two loaves",
})

const direct = (mode: "ussd_push" | "sms_otp"): PayinInput["method"] => ({
  type: "direct",
  mode,
  phone: "22670000001",
})

const always = () => true
const inState =
  (name: string, ...states: ReadonlyArray<string>) =>
  (views: ReadonlyArray<View>) =>
    views.some((view) => view.name === name && states.includes(view.row.state))

const once = (program: Errand["program"], when: Errand["when"] = always): Errand => ({ program, times: 1, when })

const ordinary: ReadonlyArray<Fault> = [
  "crash",
  "answer lost",
  "not sent",
  "confirm failed",
  "forged callback",
  "person",
]

/** Everything that can go wrong. */
export const everyFault: ReadonlyArray<Fault> = [
  ...ordinary,
  "request lost",
  "refused",
  "empty token",
  "not found",
  "host refuses",
  "other amount",
]

/** How much may go wrong in a setting. */
export interface Budget {
  readonly faults: number
  readonly ticks: number
  readonly kinds?: ReadonlyArray<Fault>
  readonly workers?: 1 | 2
  readonly looksUp?: boolean
}

const setting = (
  name: string,
  errands: ReadonlyArray<Errand>,
  { kinds = ordinary, workers = 2, ...budget }: Budget,
): Setting => ({ name, policy: trialPolicy, errands, kinds, workers, ...budget })

const payoutSends = (id: string, times: number): Errand => ({ program: send(payout(id)), times, when: always })

/** One payout, which a hasty merchant may send several times. */
export const payoutWorld = (budget: Budget, sends = 1): Setting => setting("payout", [payoutSends("p", sends)], budget)

/** One payout that a person has rechecked, while the confirms that callbacks cause have a rate. */
export const ratedWorld = (budget: Budget): Setting => {
  const name = "payout shop/p"
  const errands = [payoutSends("p", 1), once(recheck(keyFrom(name)), inState(name, "pending"))]
  return { ...setting("payout, rates and a recheck", errands, budget), policy: ratedPolicy }
}

/** Two payouts of one amount to one beneficiary. */
export const twinWorld = (budget: Budget): Setting =>
  setting("twins", [payoutSends("p", 1), payoutSends("q", 1)], budget)

/** One push payin, which the customer may try again after a call without an answer. */
export const pushWorld = (budget: Budget): Setting =>
  setting(
    "push payin",
    [
      once(create(payin("i", direct("ussd_push")))),
      once(tryAgain(keyFrom("payin shop/i")), inState("payin shop/i", "in_doubt")),
    ],
    budget,
  )

/** One payin on the hosted page, which the customer may ask for again after a call without an answer. */
export const hostedWorld = (budget: Budget): Setting =>
  setting(
    "hosted payin",
    [
      once(
        create(
          payin("h", { type: "hosted", returnUrl: "https://shop.example/back", cancelUrl: "https://shop.example/no" }),
        ),
      ),
      once(tryAgain(keyFrom("payin shop/h")), inState("payin shop/h", "in_doubt")),
    ],
    budget,
  )

/** One payin with a code by SMS; the customer enters a wrong one and the right one, in any order. */
export const codeWorld = (budget: Budget): Setting => {
  const name = "payin shop/c"
  const open = inState(name, "awaiting_otp", "pending", "in_doubt", "refused")
  return setting(
    "SMS code payin",
    [
      once(create(payin("c", direct("sms_otp")))),
      once(submitCode(keyFrom(name), false), open),
      once(submitCode(keyFrom(name), true), open),
    ],
    budget,
  )
}

/** A payout and a payin that share two workers. */
export const jointWorld = (budget: Budget): Setting =>
  setting("payout and payin", [payoutSends("p", 1), once(create(payin("i", direct("ussd_push"))))], budget)
