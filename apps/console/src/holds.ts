/**
 * Holds as people see them, and which of them stop a payment now. A claim asks for the same scopes, so what is named here is what
 * would keep the next call from being made.
 */
import { catalogue, type Language } from "@cauri/catalogue"
import { type Hold, holdsByItself, holdScopes } from "@cauri/core/adapter"
import type { Payment } from "@cauri/core/model"
import { maskedText } from "./masking.ts"
import { personText } from "./sentences.ts"

/** One hold. The name of a generation of credentials is nobody's business; that other ones lift it is. */
export interface ShownHold {
  readonly scope: string
  readonly since: number
  readonly by: string
  readonly reason: string
  readonly liftedByCredentials: boolean
}

/** A hold as people see it. */
export const shownHold = ({ by, credentials, reason, scope, since }: Hold): ShownHold => ({
  scope,
  since,
  by,
  reason,
  liftedByCredentials: credentials !== null,
})

/** The same where no payment is shown: people write numbers and addresses into reasons. */
export const maskedHold = (hold: Hold, language: Language = "en"): ShownHold => {
  const { by, reason, ...shown } = shownHold(hold)
  return { ...shown, by: maskedText(by, language), reason: maskedText(reason, language) }
}

/** Who set a hold, in words: the program itself, or a person. */
export const setterText = (by: string): string =>
  by === holdsByItself ? catalogue.en.roles.cauri : personText(by, "en")

/** The states that a call ends; a held payout is called for once it is released. Of the others, what was sent goes on. */
const beforeCalls: Readonly<Record<Payment["_tag"], ReadonlyArray<Payment["state"]["_tag"]>>> = {
  Payin: ["Intended", "AwaitingOtp"],
  Payout: ["Intended", "Held"],
}

/** The holds that stop a payment now, the widest first; none when no call of it is to come. */
export const holdsOn = ({ _tag, content, state }: Payment, holds: ReadonlyArray<Hold>): ReadonlyArray<Hold> => {
  if (!beforeCalls[_tag].includes(state._tag)) return []
  const operator = content.kind === "payout" ? content.operator : null
  return holdScopes(content.kind, content.project, operator).flatMap((scope) =>
    holds.filter((hold) => hold.scope === scope),
  )
}
