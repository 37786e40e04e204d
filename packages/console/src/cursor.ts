/** Where a page of a list ended, as text: for `--after`, and for the address of the next page. */
import { Result, Schema } from "effect"
import { type ListQuery, PaymentId, ProjectId } from "@cauri/core"
import { PaymentKind } from "@cauri/core/model"
import type { Expected } from "./who.ts"

type Cursor = NonNullable<ListQuery["after"]>

/** As it is printed. */
export const cursorText = ({ createdAt, key }: Cursor): string => `${createdAt}:${key.kind}:${key.project}:${key.id}`

const Moment = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))
const CursorParts = Schema.Tuple([Moment, PaymentKind, ProjectId, PaymentId])

/** Reads a printed cursor; a failure is the code of what was expected. */
export const readCursor = (given: string): Result.Result<Cursor, Expected> =>
  Result.mapBoth(Schema.decodeUnknownResult(CursorParts)(given.split(":")), {
    onFailure: (): Expected => ["cursor"],
    onSuccess: ([createdAt, kind, project, id]) => ({ createdAt, key: { kind, project, id } }),
  })
