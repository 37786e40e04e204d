/**
 * The kinds of value that several responses and callbacks share: tokens, codes, texts, dates, addresses of sub-code pages.
 * Spec: Payin status record (#89), Errors (#216).
 */
import { statuses, successCode } from "@cauri/wire"
import { Schema } from "effect"
import { errorCode } from "./Texts.ts"

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
