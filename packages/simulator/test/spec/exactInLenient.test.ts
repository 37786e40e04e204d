/** What the exact schemas promise, the lenient readers read, to the same meaning. */
import { describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  DirectInvoiceResponse,
  DirectPayoutResponse,
  InvoiceRefused,
  WalletPayoutResponse,
} from "../../src/spec/CreateResponses.ts"
import { PayinConfirmDenied, PayinConfirmRefused } from "../../src/spec/PayinRecord.ts"
import { PayoutConfirmResponse } from "../../src/spec/PayoutRecord.ts"
import { parseSubCode, readCreationEnvelope, readPayinRecord, readPayoutRecord, readWalletOtp } from "@cauri/wire"
import { WalletOtpResponse } from "../../src/spec/OtpResponse.ts"
import { anyHostedCreated, anyPayinCompleted, anyPayinNotCompleted, anyPayinPending } from "./support.ts"

const none = <A>(option: Option.Option<A>) => Option.isNone(option)

const sameText = (read: Option.Option<string>, exact: string | null | undefined): boolean =>
  Option.getOrElse(read, () => "") === (exact ?? "")

interface ExactEnvelope {
  readonly response_code: string
  readonly response_text: string
  readonly token?: string
  readonly description?: string
  readonly wiki: string
}

const sameEnvelope = (body: ExactEnvelope): boolean =>
  Option.exists(
    readCreationEnvelope(body),
    (read) =>
      read.responseCode === body.response_code &&
      sameText(read.token, body.token) &&
      sameText(read.responseText, body.response_text) &&
      sameText(read.description, body.description) &&
      sameText(read.wiki, body.wiki) &&
      (body.response_code === "00" || Option.isSome(read.subCode)) &&
      sameText(read.subCode, Option.getOrUndefined(parseSubCode(body.response_text))) &&
      read.customData.entries.length + read.customData.unreadable === 0,
  )

interface ExactPayinRecord {
  readonly status: string
  readonly customer: string | null
  readonly amount: number
  readonly date: string
  readonly external_id: string
  readonly request_id: string
  readonly operator_id?: string
  readonly oreference?: string
  readonly custom_data: ReadonlyArray<{ readonly keyof_customdata: string; readonly valueof_customdata: string }>
}

const samePayin = (body: ExactPayinRecord): boolean =>
  Option.exists(
    readPayinRecord(body),
    (read) =>
      read.status._tag === "Stated" &&
      read.status.status === body.status &&
      read.amount._tag === "Read" &&
      read.amount.xof === body.amount + 0 &&
      read.montant._tag === "Read" &&
      read.montant.xof === read.amount.xof &&
      none(read.token) &&
      sameText(read.customer, body.customer) &&
      sameText(read.date, body.date) &&
      sameText(read.externalId, body.external_id) &&
      sameText(read.requestId, body.request_id) &&
      sameText(read.operatorId, body.operator_id) &&
      sameText(read.operatorReference, body.oreference) &&
      read.customData.unreadable === 0 &&
      JSON.stringify(read.customData.entries.map(({ key, value }) => [key, value])) ===
        JSON.stringify(body.custom_data.map((entry) => [entry.keyof_customdata, entry.valueof_customdata])),
  )

describe("exact in lenient", () => {
  it.prop("holds for hosted creations #25 #71", [anyHostedCreated], ([body]) => sameEnvelope(body))

  it.prop("holds for payin failures #25 #142 #216", [InvoiceRefused], ([body]) => sameEnvelope(body))

  it.prop("holds for direct creations and wallet submits #73 #148 #169 #188", [DirectInvoiceResponse], ([body]) =>
    sameEnvelope(body),
  )

  it.prop("holds for wallet payouts #23 #74 #76 #173", [WalletPayoutResponse], ([body]) => sameEnvelope(body))

  it.prop("holds for direct payouts #23 #75 #77", [DirectPayoutResponse], ([body]) => sameEnvelope(body))

  it.prop("holds for OTP requests #29 #163 #164", [WalletOtpResponse], ([body]) =>
    Option.exists(
      readWalletOtp(body),
      (read) => Option.contains(read.error, body.error) && sameText(read.message, body.message) && none(read.envelope),
    ),
  )

  it.prop("holds for completed payins #82 #88", [anyPayinCompleted], ([body]) => samePayin(body))

  it.prop("holds for payins that did not go through #87", [anyPayinNotCompleted], ([body]) => samePayin(body))

  it.prop("holds for pending payins #86 #102", [anyPayinPending], ([body]) => samePayin(body))

  it.prop(
    "holds for failed payin confirms, refused credentials among them #81 #147 #188",
    [Schema.Union([PayinConfirmRefused, PayinConfirmDenied])],
    ([body]) =>
      Option.exists(
        readPayinRecord(body),
        (read) => read.status._tag === "Empty" && Option.isSome(read.subCode) && read.responseCode === "01",
      ),
  )

  it.prop("holds for payout records #103 #108 #109", [PayoutConfirmResponse], ([body]) =>
    Option.exists(
      readPayoutRecord(body),
      (read) =>
        read.responseCode === body.response_code &&
        sameText(read.token, body.token) &&
        ("status" in body
          ? read.status._tag === "Stated" &&
            read.status.status === body.status &&
            sameText(read.operatorId, body.operator_id) &&
            sameText(read.operatorName, body.operator_name)
          : read.status._tag === "Empty"),
    ),
  )
})
