/**
 * What the demo sends, and what goes wrong with it: a pure function of the seed. Every rail gets the same deck of troubles, so that no
 * seed leaves one out; the seed chooses amounts, numbers and the order.
 */
import type { PayinInput, PayoutInput } from "@cauri/core"
import { Rail } from "@cauri/core/model"
import type { Fault } from "@cauri/simulator"

export type RailName = Rail

export const railNames: ReadonlyArray<RailName> = Rail.literals

/** Something that goes wrong, and what the person at the other end does. */
interface Trouble {
  /** The last two digits of the number: the sandbox's customers act by them. */
  readonly ending: string
  readonly fault?: Fault
  /** The fault strikes once only. */
  readonly once?: boolean
  /** The customer enters a wrong code first. */
  readonly wrongCode?: boolean
  /** The merchant itself sends the payment, and leaves it to no reconciler: one that is killed while it sends takes the trouble with it. */
  readonly sentAtOnce?: boolean
}

const day = 86_400_000
const pays = "90"
const neverAnswers = "93"

/** What can go wrong with any payment. */
const everyDeck: ReadonlyArray<Trouble> = [
  ...Array.from({ length: 3 }, () => ({ ending: pays })),
  { ending: "91" }, // a minute later
  { ending: "92" }, // refuses
  { ending: "94" }, // cannot
  { ending: "96" }, // two days later
  { ending: pays, fault: { _tag: "AnswerDropped" }, once: true },
  { ending: pays, fault: { _tag: "ConnectionReset", executed: true }, once: true },
  { ending: pays, fault: { _tag: "ConnectionReset", executed: false }, once: true },
  { ending: pays, fault: { _tag: "HtmlPage", status: 503, executed: true }, once: true },
  { ending: pays, fault: { _tag: "CallbackLost" } },
  { ending: "91", fault: { _tag: "CallbackLost" } },
  { ending: pays, fault: { _tag: "CallbackRepeated", times: 3, everyMillis: 30_000 } },
  { ending: pays, fault: { _tag: "CallbackEarly" } },
  { ending: pays, fault: { _tag: "CallbackReordered" } },
  { ending: neverAnswers, fault: { _tag: "CallbackForged", status: "completed" } },
  { ending: pays, fault: { _tag: "CallbackForged", status: "notcompleted" } },
]

/** What can go wrong with payins only. */
const payinDeck: ReadonlyArray<Trouble> = [...everyDeck, { ending: "95" }, { ending: neverAnswers }]

/** Where the customer gets a code, some type it wrongly. */
const codeDeck: ReadonlyArray<Trouble> = [
  { ending: pays, wrongCode: true },
  { ending: "91", wrongCode: true },
]

/** What goes wrong once or twice in the whole run, and on this rail. */
const rareTroubles: ReadonlyArray<readonly [RailName, Trouble]> = [
  ["ussd_push", { ending: pays, fault: { _tag: "OtherAmount", byXof: -1 } }],
  ["guided_ussd", { ending: pays, fault: { _tag: "OtherStatus", text: "nocompleted" } }],
  ["hosted", { ending: pays, fault: { _tag: "FinalStatusMoves", afterMillis: 2 * day } }],
  ["ussd_push", { ending: pays, fault: { _tag: "EmptyToken" } }],
  ["ussd_otp", { ending: pays, fault: { _tag: "TruncatedJson" } }],
  ["wallet_payout", { ending: pays, fault: { _tag: "EmptyToken" } }],
  ["mobile_money_payout", { ending: pays, fault: { _tag: "TruncatedJson" } }],
  ["mobile_money_payout", { ending: pays, fault: { _tag: "SubCode", code: "77", executed: true } }],
  ["mobile_money_payout", { ending: pays, fault: { _tag: "FinalStatusMoves", afterMillis: 2 * day } }],
]

const deckOf = (rail: RailName): ReadonlyArray<Trouble> => {
  const rare = rareTroubles.flatMap(([on, trouble]) => (on === rail ? [{ ...trouble, sentAtOnce: true }] : []))
  switch (rail) {
    case "wallet_payout":
    case "mobile_money_payout":
      return [...everyDeck, ...everyDeck, ...rare]
    case "ussd_otp":
    case "sms_otp":
    case "wallet":
      return [...payinDeck, ...codeDeck, ...rare]
    case "hosted":
    case "ussd_push":
    case "guided_ussd":
    case "operator_redirect":
    case "service_redirect":
      return [...payinDeck, ...rare]
  }
}

/** One payment that the merchant wants. */
export interface Planned {
  readonly id: string
  readonly rail: RailName
  readonly amount: number
  /** The customer's or beneficiary's number; on the payment page the customer enters it there. */
  readonly phone: string
  readonly fault: Fault | null
  readonly once: boolean
  readonly wrongCode: boolean
  /** Only stored by the merchant: a reconciler sends it. */
  readonly sendLater: boolean
  /** The merchant's program asks twice: under the same id, or, by mistake, under another one. */
  readonly again: "same id" | "other id" | null
}

/** The second id of a payout that was asked for twice by mistake. */
export const twinIdOf = ({ id }: Pick<Planned, "id">): string => `${id}-again`

/** A number of the operator that stands for the rail. The sandbox's operators are invented, and so are these. */
const prefixes: Readonly<Record<RailName, string>> = {
  hosted: "22660000",
  ussd_push: "22660000",
  guided_ussd: "22650000",
  ussd_otp: "22670000",
  sms_otp: "22640000",
  operator_redirect: "22507000",
  service_redirect: "22177000",
  wallet: "22699000",
  wallet_payout: "22699000",
  mobile_money_payout: "22660000",
}

export const isPayout = (rail: RailName): boolean => rail === "wallet_payout" || rail === "mobile_money_payout"

/** Numbers between 0 and 1 that depend on the seed alone (mulberry32). */
export const newLuck = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Everything that is sent under this seed, in this order. */
export const planOf = (seed: number): ReadonlyArray<Planned> => {
  const luck = newLuck(seed)
  const upTo = (limit: number) => Math.floor(luck() * limit)
  const planned = railNames.flatMap((rail) =>
    deckOf(rail).map((trouble, index): Planned => {
      const payout = isPayout(rail)
      const mayWait = trouble.sentAtOnce !== true && (payout || rail === "ussd_push" || rail === "guided_ussd")
      // Amounts differ within a rail: two payouts of one amount to one number would be twins.
      const amount = 500 + 100 * index + 25 * upTo(4) + (payout ? 10_000 : 0)
      return {
        id: `${payout ? "wage" : "order"}-${rail}-${index + 1}`,
        rail,
        amount,
        phone: `${prefixes[rail]}${upTo(10)}${trouble.ending}`,
        fault: trouble.fault ?? null,
        once: trouble.once === true,
        wrongCode: trouble.wrongCode === true,
        sendLater: mayWait && index % 2 === 1,
        again: payout && index % 9 === 0 ? "other id" : index % 4 === 0 ? "same id" : null,
      }
    }),
  )
  return shuffled(planned, luck)
}

const shuffled = <A>(items: ReadonlyArray<A>, luck: () => number): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: luck() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)

/** The merchant's project in core. */
export const project = "shop"

const shop = { name: "Boutique", siteUrl: "https://shop.example" }

const methodOf = ({ phone, rail }: Planned): PayinInput["method"] => {
  switch (rail) {
    case "hosted":
      return { type: "hosted", returnUrl: `${shop.siteUrl}/thanks`, cancelUrl: `${shop.siteUrl}/basket` }
    case "wallet":
      return { type: "wallet", phone }
    case "ussd_push":
    case "guided_ussd":
    case "ussd_otp":
    case "sms_otp":
    case "operator_redirect":
    case "service_redirect":
      return { type: "direct", mode: rail, phone }
    case "wallet_payout":
    case "mobile_money_payout":
      throw new Error(`${rail} is no rail of payins.`)
  }
}

/** The payin as core is asked for it. */
export const payinOf = (planned: Planned): PayinInput => {
  const { amount, id } = planned
  return { project, id, amount, description: `Order ${id}`, shop, method: methodOf(planned) }
}

/** The payout as core is asked for it. */
export const payoutOf = ({ amount, id, phone, rail }: Planned): PayoutInput => ({
  project,
  id,
  amount,
  method: rail === "wallet_payout" ? { type: "wallet", funds: "keep_in_wallet" } : { type: "mobile_money" },
  phone,
  description: `Wage ${id}`,
})
