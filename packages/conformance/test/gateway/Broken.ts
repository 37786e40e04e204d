/** How a gateway is broken: one habit of the plain one is replaced, and the cases are named that must notice. */
import { CreationAnswer } from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import type { Habits, Raw } from "./habits.ts"
import { rightHabits } from "./plainGateway.ts"

/** One way to get the contract wrong. */
export interface BrokenGateway {
  readonly name: string
  readonly habits: Habits
  /** Titles of cases; each of them must fail. */
  readonly caughtBy: ReadonlyArray<string>
}

/** A gateway with these habits instead of the right ones. */
export const broken = (name: string, caughtBy: ReadonlyArray<string>, habits: Partial<Habits>): BrokenGateway => ({
  name,
  caughtBy,
  habits: { ...rightHabits, ...habits },
})

export const statusOf = (raw: Raw): number => (raw._tag === "Replied" ? raw.status : 0)

/** The fields of a body, when it has any. */
export const objectOf = (body: unknown): { readonly [field: string]: unknown } =>
  typeof body === "object" && body !== null ? { ...body } : {}

export const accept = (token: unknown): CreationAnswer =>
  CreationAnswer.cases.accepted.make({ token: CreationToken.make(String(token)), url: null })

/** A refusal without a code. */
export const refuse = CreationAnswer.cases.refused.make({ reason: CallFailure.cases.unrecognised.make({ code: "" }) })
