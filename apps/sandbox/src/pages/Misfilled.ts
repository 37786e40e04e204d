/** What a form of the pages is refused for, before it reaches the simulator. */
import { Schema } from "effect"

/** A form is not filled in properly: which field, where it is one of the form's own, and the rule for it when it has another name. */
export class Misfilled extends Schema.TaggedError<Misfilled>()("Misfilled", {
  field: Schema.NullOr(Schema.String),
  rule: Schema.optionalKey(Schema.String),
}) {}
