/**
 * From what a person types to one payment: an id alone, or with its project, its kind, or both, as lists and messages print them:
 * `order-17`, `shop/order-17`, `payin shop/order-17`. A flag that contradicts it is an error.
 */
import { Effect, Result, Schema } from "effect"
import { type Coded, say, type Tools, tools } from "@cauri/catalogue/tools"
import { cursorAfter, keyText, PaymentId, PaymentStore, ProjectId, type ListQuery } from "@cauri/core"
import { PaymentKind } from "@cauri/core/model"
import type { Expected } from "../words/WrongInput.ts"

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
  /** The code of the catalogue for what is wrong. */
  get found(): Coded<Tools["unfound"]> {
    const { id, kind, project } = this.wanted
    if (this.several.length > 0) return ["several", id, this.several.join(", ")]
    if (this.unreadable !== null) return ["unreadable", this.unreadable]
    return ["none", `${kind === null ? "" : `${kind} `}${project === null ? "" : `${project}/`}${id}`]
  }

  override get message() {
    return say(tools.en.unfound, this.found)
  }
}

// No slash after the kind: a project may be called payin or payout.
const pattern = /^(?:(?<kind>payin|payout)[ :])?(?:(?<project>[A-Za-z0-9_-]{1,64})\/)?(?<id>[A-Za-z0-9_-]{1,64})$/

/** Reads what a person typed, together with the flags; fails with the code of what was expected. */
export const readWanted = (
  text: string,
  flags: { readonly kind?: string | undefined; readonly project?: string | undefined } = {},
): Result.Result<Wanted, Expected> => {
  const groups = pattern.exec(text.trim())?.groups
  const id = groups?.["id"]
  for (const part of ["kind", "project"] as const) {
    const [flag, typed] = [flags[part], groups?.[part]]
    if (flag !== undefined && typed !== undefined && flag !== typed) {
      return Result.fail(["same", part, flag, typed])
    }
  }
  const project = flags.project ?? groups?.["project"] ?? null
  const kind = flags.kind ?? groups?.["kind"] ?? null
  if (!Schema.is(PaymentId)(id)) return Result.fail(["payment"])
  if (project !== null && !Schema.is(ProjectId)(project)) return Result.fail(["project"])
  if (kind !== null && !Schema.is(PaymentKind)(kind)) return Result.fail(["one_of", PaymentKind.literals.join(", ")])
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
