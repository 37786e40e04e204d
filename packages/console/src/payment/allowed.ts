/** What a person may decide about a payment now: what core's tables allow, what it takes, and what waits for a second person. */
import { Context, Layer, Schema } from "effect"
import { type DecisionRefusal, type PolicyShape } from "@cauri/core"
import {
  type ApprovableDecision,
  approvalOf,
  decisionObstacle,
  decisionOutcomes,
  type FlagKind,
  isAskable,
  lookedUp,
  needsSecondPerson,
  openFlags,
  type PaymentRecord,
} from "@cauri/core/model"
import type { Permission } from "../frame/Visitor.ts"
import { digestText } from "../words/digestText.ts"
import type { Masking } from "../words/masking.ts"

/** What can be decided about one payment. */
export const Act = Schema.Literals([
  "completed",
  "not_completed",
  "send_again",
  "release",
  "approve",
  "withdraw",
  "cancel",
  "close_flag",
  "recheck",
])
export type Act = typeof Act.Type

/** A decision that a payment allows now, and what it takes. */
export interface AllowedAct {
  readonly act: Act
  readonly needsReason: boolean
  readonly needsEvidence: boolean
  /** The amount has to be typed again. */
  readonly needsAmount: boolean
  /** One person requests it, and another approves it. */
  readonly needsSecondPerson: boolean
  /** It asks the service, so it needs access to it. */
  readonly needsService: boolean
  /** The open flags, for `close_flag`; empty otherwise. */
  readonly flags: ReadonlyArray<{ readonly kind: FlagKind; readonly subject: string }>
  /** Why the review would refuse it now although the table allows it; null: it would not. */
  readonly obstacle: DecisionRefusal | null
}

/** A decision that waits for its second person, with the digest that its approval names. */
export interface ShownRequest {
  readonly decision: ApprovableDecision
  readonly by: string
  readonly reason: string
  readonly evidence: string
  readonly digest: string
  /** It can no longer be approved. */
  readonly isVoid: boolean
}

/** The request that waits for its second person, masked like its payment; null: there is none. */
export const requestOf = (record: PaymentRecord, policy: PolicyShape, masking: Masking): ShownRequest | null => {
  const request = approvalOf(record, policy)
  if (request === null) return null
  const { by, decision, digest, evidence, isVoid, reason } = request
  const [name, why, proof] = [by, reason, evidence].map((text) => masking.text(text))
  return { decision, by: name ?? "", reason: why ?? "", evidence: proof ?? "", digest: digestText(digest), isVoid }
}

/** Can this process ask the service? Without access, decisions that need none still work. */
export class ServiceLine extends Context.Service<ServiceLine, { readonly open: boolean }>()(
  "@cauri/console/ServiceLine",
) {
  static readonly layer = (open: boolean) => Layer.succeed(ServiceLine, { open })
}

const plain = {
  needsReason: true,
  needsEvidence: false,
  needsAmount: false,
  needsSecondPerson: false,
  needsService: false,
  flags: [],
  obstacle: null,
}

const isRefundDraft = ({ payment: { content, state } }: PaymentRecord): boolean =>
  content.kind === "payout" && content.refundOf !== null && state._tag === "held" && state.because === "refund_draft"

/** The decisions that a payment allows now. */
export const allowedOn = (record: PaymentRecord, policy: PolicyShape, now: number): ReadonlyArray<AllowedAct> => {
  const { payment } = record
  const state = payment.state._tag
  const flags = openFlags(payment.flags).map(({ kind, subject }) => ({ kind, subject }))
  const request = approvalOf(record, policy)
  const obstacleOf = (byTwo: boolean) =>
    byTwo && policy.approvals.approvers.length === 0 ? ("no_second_person" as const) : null
  const releasedByTwo = state === "held" && needsSecondPerson(payment, "release", policy)
  // Where the service can be asked by our id, it is asked before a call counts as not executed.
  const isLookedUp = lookedUp(payment, record.tracking).length > 0
  const resolutions = decisionOutcomes.flatMap((act): ReadonlyArray<AllowedAct> => {
    const because = decisionObstacle(record, act, now, policy)
    if (because === "wrong_state") return []
    const byTwo = because === "needs_second_person"
    const obstacle = byTwo ? obstacleOf(true) : because
    const needsService = act !== "completed" && !byTwo && isLookedUp
    return [{ ...plain, act, needsEvidence: true, needsAmount: true, needsSecondPerson: byTwo, needsService, obstacle }]
  })
  const cancellable = state === "intended" || state === "held"
  const release = { ...plain, act: "release" as const, needsAmount: true, needsSecondPerson: releasedByTwo }
  const approve = { ...plain, act: "approve" as const, needsReason: false, needsAmount: true }
  const isDraft = isRefundDraft(record)
  return [
    ...(request === null
      ? []
      : [
          { ...approve, needsService: isDraft || isLookedUp, obstacle: request.isVoid ? ("changed" as const) : null },
          { ...plain, act: "withdraw" as const, needsReason: false },
        ]),
    ...resolutions,
    ...(state === "held"
      ? [{ ...release, needsService: isDraft && !releasedByTwo, obstacle: obstacleOf(releasedByTwo) }]
      : []),
    ...(cancellable ? [{ ...plain, act: "cancel" as const, needsReason: false }] : []),
    ...(flags.length > 0 ? [{ ...plain, act: "close_flag" as const, flags }] : []),
    ...(isAskable(payment, record.tracking)
      ? [{ ...plain, act: "recheck" as const, needsReason: false, needsService: true }]
      : []),
  ]
}

/** What a decision takes: one that lets money leave, or leave again, takes more. */
export const permissionFor = (act: Act): Permission => {
  if (act === "approve") return "approve"
  return act === "release" || act === "send_again" ? "release" : "decide"
}
