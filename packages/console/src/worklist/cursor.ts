/** Where a page of a list ended, as text: for `--after`, and for the address of the next page. */
import { Result, Schema } from "effect"
import { PaymentId, ProjectId } from "@cauri/core"
import type { ListCursor } from "@cauri/core/adapter"
import { PaymentKind } from "@cauri/core/model"
import type { Expected } from "../words/WrongInput.ts"

/** As it is printed. */
export const cursorText = ({ amount, createdAt, key }: ListCursor): string =>
  [createdAt, key.kind, key.project, key.id, ...(amount === undefined ? [] : [amount])].join(":")

const Whole = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))
const place = [Whole, PaymentKind, ProjectId, PaymentId] as const
const CursorParts = Schema.Union([Schema.Tuple(place), Schema.Tuple([...place, Whole])])

/** Reads a printed cursor; a failure is the code of what was expected. */
export const readCursor = (given: string): Result.Result<ListCursor, Expected> =>
  Result.mapBoth(Schema.decodeUnknownResult(CursorParts)(given.split(":")), {
    onFailure: (): Expected => ["cursor"],
    onSuccess: ([createdAt, kind, project, id, amount]): ListCursor => ({
      createdAt,
      key: { kind, project, id },
      ...(amount === undefined ? {} : { amount }),
    }),
  })
