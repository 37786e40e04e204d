/**
 * From what a person types to one payment: an id alone, or with its project, its kind, or both, as lists and messages print them:
 * `order-17`, `shop/order-17`, `payin shop/order-17`. A flag that contradicts it is an error.
 */
import { Effect, Result, Schema } from "effect"
import { cursorAfter, keyText, PaymentId, PaymentStore, ProjectId, type ListQuery } from "@cauri/core"
import { PaymentKind } from "@cauri/core/model"

/** What is known of the payment in question. */
export interface Wanted {
  readonly id: PaymentId
  readonly project: ProjectId | null
  readonly kind: PaymentKind | null
}

/** The text means no payment, more than one, or one that cannot be read. */
export class Unfound extends Schema.TaggedError<Unfound>()("Unfound", {
  wanted: Schema.Struct({
    id: PaymentId,
    project: Schema.NullOr(ProjectId),
    kind: Schema.NullOr(PaymentKind),
  }),
  /** The payments with this id, when there are several. */
  several: Schema.Array(Schema.String),
  /** The payment with this id, when it cannot be read. */
  unreadable: Schema.NullOr(Schema.String),
}) {
  override get message() {
    const { id, kind, project } = this.wanted
    if (this.several.length > 0) {
      return `More than one payment has the id ${id}: ${this.several.join(", ")}. Say which, with --kind and --project.`
    }
    if (this.unreadable !== null) {
      return `The ${this.unreadable} is in this store and cannot be read by this program. Use one that is as new as what wrote it.`
    }
    const what = kind ?? "payin or payout"
    const where = project === null ? "in any project of this store" : `in the project ${project} of this store`
    return `There is no ${what} with the id ${id} ${where}. Check the id, the project and STORE_URL.`
  }
}

// No slash after the kind: a project may be called payin or payout.
const pattern = /^(?:(?<kind>payin|payout)[ :])?(?:(?<project>[A-Za-z0-9_-]{1,64})\/)?(?<id>[A-Za-z0-9_-]{1,64})$/

/** Reads what a person typed, together with the flags; fails with a sentence that says what was expected. */
export const readWanted = (
  text: string,
  flags: { readonly kind?: string | undefined; readonly project?: string | undefined } = {},
): Result.Result<Wanted, string> => {
  const groups = pattern.exec(text.trim())?.groups
  const id = groups?.["id"]
  for (const part of ["kind", "project"] as const) {
    const [flag, typed] = [flags[part], groups?.[part]]
    if (flag !== undefined && typed !== undefined && flag !== typed) {
      return Result.fail(`of one ${part}: --${part} says ${flag}, and what was typed says ${typed}`)
    }
  }
  const project = flags.project ?? groups?.["project"] ?? null
  const kind = flags.kind ?? groups?.["kind"] ?? null
  if (!Schema.is(PaymentId)(id)) return Result.fail("an id such as order-17, shop/order-17 or payin:shop/order-17")
  if (project !== null && !Schema.is(ProjectId)(project)) {
    return Result.fail("a project in 1 to 64 letters, digits, hyphens and underscores")
  }
  if (kind !== null && !Schema.is(PaymentKind)(kind)) return Result.fail("the kind payin or payout")
  return Result.succeed({ id, project, kind })
}

/** The one payment that is meant. */
export const find = Effect.fn("find")(function* (wanted: Wanted) {
  const store = yield* PaymentStore
  const query: ListQuery = {
    id: wanted.id,
    ...(wanted.kind === null ? {} : { kind: wanted.kind }),
    ...(wanted.project === null ? {} : { project: wanted.project }),
    limit: 100,
  }
  const [first, ...others] = yield* store.page(query)
  if (first === undefined) return yield* new Unfound({ wanted, several: [], unreadable: null })
  if (others.length > 0) {
    const several = [first, ...others].map((entry) => keyText(cursorAfter(entry).key))
    return yield* new Unfound({ wanted, several, unreadable: null })
  }
  const { key } = cursorAfter(first)
  if (Result.isFailure(first)) return yield* new Unfound({ wanted, several: [], unreadable: keyText(key) })
  return key
})
