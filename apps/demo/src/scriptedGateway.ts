/**
 * A gateway that says what an act tells it to say. It stands where `@cauri/gateway-http` stands in production, and counts what reaches
 * it: the demo's proof that a call was made once.
 */
import {
  blankRecord,
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  CreationToken,
  Gateway,
  type GatewayError,
} from "@cauri/core"
import { Effect } from "effect"

/** What the service says, and what it was asked. */
export interface Script {
  /** What the next creations answer. After the last one each is accepted, with the token of its number. */
  readonly answers: Array<CreationAnswer>
  /** What a confirm of a token says; the others say pending. */
  readonly says: Map<CreationToken, ConfirmRecord>
  creations: number
  confirms: number
}

export const newScript = (): Script => ({ answers: [], says: new Map(), creations: 0, confirms: 0 })

/** The token that the creation with this number brings. */
export const tokenOf = (creation: number): CreationToken => CreationToken.make(`token-${creation}`)

/** A record that says that this much was paid. */
export const paid = (amount: number): ConfirmRecord => ({
  ...blankRecord,
  status: "completed",
  amount,
  montant: amount,
  operatorName: "OPERATOR",
  requestId: "request-1",
})

/** The port over a script. */
export const gatewayOf = (script: Script): Gateway["Service"] => {
  const create = (): Effect.Effect<CreationAnswer> =>
    Effect.sync(() => {
      script.creations++
      const accepted = CreationAnswer.cases.Accepted.make({ token: tokenOf(script.creations), url: null })
      return script.answers.shift() ?? accepted
    })
  const confirm = ({ token }: ConfirmCall): Effect.Effect<ConfirmRecord, GatewayError> =>
    Effect.sync(() => {
      script.confirms++
      return script.says.get(token) ?? blankRecord
    })
  return Gateway.of({
    createHostedInvoice: create,
    createDirectInvoice: create,
    sendWalletOtp: create,
    submitWalletInvoice: create,
    createWalletPayout: create,
    createMobileMoneyPayout: create,
    confirmInvoice: confirm,
    confirmPayout: confirm,
  })
}
