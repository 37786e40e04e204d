/**
 * Which fields of a request body are wrong, and how. The request schemas say what is right; the service's own error shapes and sub-codes
 * depend on which field is wrong (U9, U10 in UNKNOWNS.md), so the answer needs the paths, not a sentence.
 * No value of the body is repeated in a fault.
 */
import { Result, Schema, type SchemaIssue } from "effect"

/** One wrong field of a request body. */
export interface RequestFault {
  /** Where, from the root: `commande.invoice.items.0.unit_price` is five steps. */
  readonly path: ReadonlyArray<string>
  /** Missing; of another type or word; or of the right type but refused by a rule (a bound, a pattern, a product). */
  readonly kind: "Missing" | "IllTyped" | "Refused"
}

/** Every fault of a body against a request schema, in the schema's order; none when the body is right. */
export const requestFaults = (
  schema: Schema.ConstraintDecoder<unknown>,
  body: unknown,
): ReadonlyArray<RequestFault> => {
  const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(body)
  return Result.isSuccess(decoded) ? [] : faultsOf(decoded.failure.issue, [])
}

// The recursion follows the schema, which is a few levels deep, and not the body.
const faultsOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<string>): ReadonlyArray<RequestFault> => {
  switch (issue._tag) {
    case "Pointer":
      return faultsOf(issue.issue, [...path, ...issue.path.map(String)])
    case "Composite":
      return issue.issues.flatMap((inner) => faultsOf(inner, path))
    case "Filter":
    case "Encoding":
      return faultsOf(issue.issue, path)
    case "AnyOf":
      // A union without candidates saw another type; with candidates, each of them refused the value.
      return [{ path, kind: issue.issues.length === 0 ? "IllTyped" : "Refused" }]
    case "MissingKey":
      return [{ path, kind: "Missing" }]
    case "InvalidType":
    case "UnexpectedKey":
    case "Forbidden":
      return [{ path, kind: "IllTyped" }]
    case "OneOf":
    case "InvalidValue":
      return [{ path, kind: "Refused" }]
  }
}
