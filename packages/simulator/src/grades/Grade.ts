/** Grades of an integration: one line per mistake that costs money, weighed by the money at risk. */
import { Schema, Struct } from "effect"
import { tools } from "@cauri/catalogue/tools"
import { Bilingual } from "../model/Bilingual.ts"

/** The codes of the lines. The catalogue says each, and what to read. */
export const GradeCode = Schema.Literals(Struct.keys(tools.en.gradeLines))

export type GradeCode = typeof GradeCode.Type

/** One thing that was seen. */
export const Evidence = Schema.Struct({
  /** Simulated time. */
  at: Schema.Int,
  /** The merchant's `transaction_id`. */
  order: Schema.NullOr(Schema.String),
  /** The number of the request in the log. */
  request: Schema.NullOr(Schema.Int),
  /** The number that the service gave to the payment. */
  requestId: Schema.NullOr(Schema.String),
  says: Bilingual,
})

export type Evidence = typeof Evidence.Type

/** The verdict of one line. */
export const GradeLine = Schema.Struct({
  code: GradeCode,
  verdict: Schema.Literals(["Passed", "Failed", "NotSeen"]),
  /** Orders that could show the mistake, and their money. */
  orders: Schema.Int,
  lookedAtXof: Schema.Int,
  /** The money of those that do show it. */
  atRiskXof: Schema.Int,
  /** Of the orders that failed, the oldest first; at most 20. */
  evidence: Schema.Array(Evidence),
  says: Bilingual,
  /** What to do, for a line that failed. */
  read: Bilingual,
  /** The numbers of the specification's rules. */
  rules: Schema.Array(Schema.Int),
})

export type GradeLine = typeof GradeLine.Type

/** All lines, and their sum. */
export const Grade = Schema.Struct({
  /** Of 48: the share of the money looked at that was at no risk. A red line costs at least one point. `null`: nothing was seen. */
  points: Schema.NullOr(Schema.Int),
  of: Schema.Int,
  lookedAtXof: Schema.Int,
  atRiskXof: Schema.Int,
  lines: Schema.Array(GradeLine),
  /** What the merchant said of orders that cannot be found, because its payments carry no reference: no line judges it. */
  unjudged: Schema.Array(Evidence),
})

export type Grade = typeof Grade.Type
