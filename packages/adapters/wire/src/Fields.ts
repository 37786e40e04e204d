/**
 * The kinds of value that several requests and responses share: amounts, phone numbers, addresses, tokens, texts, dates.
 * These are the specification's promises; the lenient readers do not use them.
 * Spec: General rules (#10 #13), Limits (#243-#245 #250), Endpoints (#160), Payin status record (#89), Errors (#216).
 */
import { Schema } from "effect"
import { errorCode, statuses, successCode } from "./Texts.ts"

/** Least amount of a payin in XOF (#243). */
export const payinMinimumXof = 9

/** Greatest amount of a payin in XOF (#244). */
export const payinMaximumXof = 2_000_000

/** Any amount: an integer in XOF, which has no sub-unit (#10, #245). */
export const Amount = Schema.Int

/** Amount of a payin: an integer within the service's global bounds (#35, #243-#245). Operators may be narrower (#249). */
export const PayinAmount = Amount.check(Schema.isBetween({ minimum: payinMinimumXof, maximum: payinMaximumXof }))

/** Amount of a payout or of an OTP request: a positive integer; no bounds are shown (#61, #160, #250). */
export const PositiveAmount = Amount.check(Schema.isGreaterThan(0))

/** Country code and local number, no `+`, no spaces (#13). The length is not shown: see W3 in UNKNOWNS.md. */
export const PhoneNumber = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/))

/** An absolute web address. That it is publicly accessible (#57) cannot be seen from its text. */
export const WebAddress = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]+\S*$/))

/** An absolute HTTPS address, as payouts' callbacks need (#64, #210). */
export const HttpsAddress = Schema.String.check(Schema.isPattern(/^https:\/\/[^\s/?#]+\S*$/))

/** A field that is "always an empty string". */
export const EmptyText = Schema.Literal("")

/** A list that is "always empty" (#76, #107). */
export const EmptyList = Schema.Tuple([])

/** A token that is there: opaque, not empty (#25). */
export const Token = Schema.NonEmptyString

/** `response_code` of a success (#22). */
export const SuccessCode = Schema.Literal(successCode)

/** `response_code` of a failure (#22). */
export const ErrorCode = Schema.Literal(errorCode)

/** `response_code` of a failed payout creation or payout confirm: any value other than `00` (#23, #103), and a value there is. */
export const PayoutErrorCode = Schema.NonEmptyString.check(
  Schema.makeFilter((code) => code !== successCode, { expected: "any value other than 00" }),
)

/** `response_text` of a failure: `Echec (CodeXX)` (#26, #216). */
export const FailureText = Schema.String.check(Schema.isPattern(/^Echec \(Code[0-9]{2}\)$/))

/** `status` when it says something (#80, #108). */
export const StatusWord = Schema.Literals(statuses)

/** `date` of a status record, `YYYY-MM-DD HH:MM:SS+TZ` (#89). How TZ is written is not shown: see W2 in UNKNOWNS.md. */
export const RecordDate = Schema.String.check(
  Schema.isPattern(
    /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][+-][0-9]{2}(:?[0-9]{2})?$/,
  ),
)

/** `wiki`: an address that ends in the called endpoint's own page (#27, #28). Its base is not shown: see U23. */
export const wikiAddress = (wikiPath: string) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^https?://[^\\s/?#]+\\S*${wikiPath}$`)))
