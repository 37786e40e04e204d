/**
 * Pauses as people see them, and which of them stop a payment now. A claim checks the same scopes, so a pause named here is one that stops
 * the next call.
 */
import { catalogue, type Language } from "@cauri/catalogue"
import { type Pause, pausedByCauri, pauseScopes } from "@cauri/core/adapter"
import type { Payment } from "@cauri/core/model"
import { maskedText } from "../words/masking.ts"
import { personText } from "../words/personText.ts"
import { nameOf } from "../words/nameOf.ts"
import { isoOf } from "../words/plain.ts"

/** One pause. It hides the name of the credentials' generation, and says that other credentials resume it. */
export interface ShownPause {
  readonly scope: string
  readonly since: number
  readonly by: string
  readonly reason: string
  readonly liftedByCredentials: boolean
}

/** A pause as people see it. */
export const shownPause = ({ by, credentials, reason, scope, since }: Pause): ShownPause => ({
  scope,
  since,
  by,
  reason,
  liftedByCredentials: credentials !== null,
})

/** The same on a page about no payment: the reason is masked, because people write numbers and addresses into it. */
export const maskedPause = (pause: Pause, language: Language = "en"): ShownPause => {
  const { by, reason, ...shown } = shownPause(pause)
  return { ...shown, by: maskedText(by, language), reason: maskedText(reason, language) }
}

/** Why a scope is paused: what a person wrote, or the service’s answer in the words of the language. */
export const reasonText = ({ by, reason }: Pick<ShownPause, "by" | "reason">, language: Language): string =>
  by === pausedByCauri ? nameOf(catalogue[language].reasons, reason) : reason

/** A scope as a shell takes it. */
const typedScope = (scope: string): string =>
  /^[\w/-]+$/.test(scope) ? scope : `'${scope.replaceAll("'", String.raw`'\''`)}'`

/** The command that ends a pause. */
export const resumeCommand = (scope: string): string => `cauri console resume ${typedScope(scope)} --reason "…"`

/** Who paused a scope, in words: the program itself, or a person. */
export const setterText = (by: string, language: Language): string =>
  by === pausedByCauri ? catalogue[language].roles.cauri : personText(by, language)

/** The states that a call ends; a held payout is called for once it is released. In other states what was sent continues. */
const beforeCalls: Readonly<Record<Payment["_tag"], ReadonlyArray<Payment["state"]["_tag"]>>> = {
  Payin: ["intended", "awaiting_otp"],
  Payout: ["intended", "held"],
}

/** The pauses that stop a payment now, the widest first; none when no call of it is to come. */
export const pausesOn = ({ _tag, content, state }: Payment, pauses: ReadonlyArray<Pause>): ReadonlyArray<Pause> => {
  if (!beforeCalls[_tag].includes(state._tag)) return []
  const operator = content.kind === "payout" ? content.operator : null
  return pauseScopes(content.kind, content.project, operator).flatMap((scope) =>
    pauses.filter((pause) => pause.scope === scope),
  )
}

export const pauseData = ({ since, ...pause }: ShownPause) => ({ ...pause, since: isoOf(since) })
