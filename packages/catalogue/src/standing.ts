/** What is read about a payment whose call failed or was not made: it depends on how the payment stands, and on who reads it. */
import type { Catalogue } from "./Catalogue.ts"

/** How a payment stands. */
export interface Standing {
  readonly kind: "payin" | "payout"
  readonly status: keyof Catalogue["states"]
  /** A program is to send it by itself: it waits, and needs no code that only its caller has. */
  readonly isSentByItself: boolean
}

/** What is read, by whom. `customer`: the customer of a payin, the beneficiary of a payout. */
export interface Read {
  readonly operator: string
  readonly customer: string
}

const has = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

const standsSo = ({ states, transfers }: Catalogue, { kind, status }: Standing): string => {
  if (kind === "payout") return has(transfers, status) ? transfers[status] : transfers.in_doubt
  const state = states[status]
  return "customer" in state ? state.customer : states.in_doubt.customer
}

const forOperator = ({ delayed }: Catalogue, text: string, { isSentByItself }: Standing): string =>
  isSentByItself ? `${text} ${delayed.operator}` : text

/** The reasons that a beneficiary reads of; any other text for customers speaks of a payin. */
const ofPayouts: ReadonlyArray<string> = ["beneficiary_without_wallet"]

/** Why the newest call of a payment failed. */
export const reasonTexts = (texts: Catalogue, reason: keyof Catalogue["reasons"], standing: Standing): Read => {
  const { isSentByItself, kind, status } = standing
  const read = texts.reasons[reason]
  const isOwn = "customer" in read && status === "refused" && ofPayouts.includes(reason) === (kind === "payout")
  const stands = isSentByItself ? texts.delayed[kind] : standsSo(texts, standing)
  return { operator: forOperator(texts, read.operator, standing), customer: isOwn ? read.customer : stands }
}

/** The reasons not to call that a customer reads nothing of but how the payin stands. */
const silent: ReadonlyArray<string> = ["paused", "breaker_open", "throttled"]

/** Why no call was made for a payment that is stored. */
export const notSentTexts = (texts: Catalogue, because: keyof Catalogue["notNow"], standing: Standing): Read => {
  const read = texts.notNow[because]
  const isOwn = standing.kind === "payin" && !silent.includes(because)
  return {
    operator: forOperator(texts, read.operator, standing),
    customer: isOwn ? read.customer : standsSo(texts, standing),
  }
}
