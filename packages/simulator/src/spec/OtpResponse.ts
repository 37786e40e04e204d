/**
 * The answers of the OTP request (endpoint 4): its own envelope, without `response_code`, `token` or `wiki`.
 * Spec: Common response envelope (#29), Send wallet OTP (#163 #164), Errors (#219).
 */
import { Schema } from "effect"

/** `error` says whether the OTP was sent, `message` describes it (#163, #164). */
export const WalletOtpResponse = Schema.Struct({
  /** #163: `false` = sent, `true` = failure; on a failure the merchant never prompts for the OTP (#165). */
  error: Schema.Boolean,
  /** #164 */
  message: Schema.String,
})
