/** The error of a decision that was not taken. */
import { Schema } from "effect"
import { keyText, PaymentKey } from "./Identifiers.ts"

/** A decision was not taken. Nothing was changed. */
export class DecisionRefused extends Schema.TaggedError<DecisionRefused>()("DecisionRefused", {
  key: PaymentKey,
  because: Schema.String,
}) {
  override get message() {
    return `Nothing was decided about the ${keyText(this.key)}: ${this.because}`
  }
}
