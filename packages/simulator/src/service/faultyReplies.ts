/** How faults change a reply. What was executed stays executed: only the answer changes. */
import { type EndpointName } from "@cauri/wire"
import { pageUrl } from "../spec/Texts.ts"
import { statedSubCode } from "../spec/SubCodes.ts"
import { Option } from "effect"
import type { CallOrRecordFault } from "./faultSelection.ts"
import type { Options } from "../options/Options.ts"
import { refusal } from "./replies.ts"
import type { Body, Reply } from "../model/Reply.ts"

/** The reply after every fault, in the rules' order. */
export const spoiled = (
  options: Options,
  endpoint: EndpointName,
  reply: Reply,
  faults: ReadonlyArray<CallOrRecordFault>,
): Reply =>
  faults.reduce<Reply>(
    (current, fault) => ({ ...spoil(options, endpoint, current, fault), because: { fault: fault._tag } }),
    reply,
  )

/** The answer of a fault that replaces the service, which then executes nothing. */
export const instead = (
  options: Options,
  endpoint: EndpointName,
  faults: ReadonlyArray<CallOrRecordFault>,
): Reply | undefined => {
  const fault = faults.find((each) => executesNothing(options, endpoint, each))
  return fault === undefined
    ? undefined
    : { ...spoil(options, endpoint, { _tag: "Cut" }, fault), because: { fault: fault._tag } }
}

// U15: a refusal with a stated cause proves that nothing was executed, unless the assumption says otherwise; no other code proves it.
const executesNothing = (options: Options, endpoint: EndpointName, fault: CallOrRecordFault): boolean => {
  if (fault._tag === "SubCode" && options.assumptions.refusalsExecuteNothing) {
    return !fault.executed || Option.isSome(statedSubCode(endpoint, fault.code))
  }
  return "executed" in fault && !fault.executed && fault._tag !== "Delay"
}

const spoil = (options: Options, endpoint: EndpointName, reply: Reply, fault: CallOrRecordFault): Reply => {
  switch (fault._tag) {
    case "AnswerDropped":
      return { _tag: "Silence" }
    case "ConnectionReset":
      return { _tag: "Cut" }
    case "Delay":
      return reply
    case "HtmlPage":
      return { _tag: "Page", status: fault.status, html: htmlPage(fault.status) }
    case "TruncatedJson":
      return reply._tag === "Json" ? truncated(reply.status, reply.body) : reply
    case "EmptyToken":
      return withBody(reply, (body) => withoutToken(options, body))
    case "FailureWithToken":
      return withBody(reply, (body) => ({ ...body, response_code: fault.responseCode }))
    case "SubCode":
    case "ConfirmRefused":
      return refusal(options, endpoint, fault.code, "Invalid")
    case "OtherStatus":
      return withBody(reply, (body) => (isRecord(body) ? { ...body, status: fault.text } : body))
    case "OtherAmount":
      return withBody(reply, (body) =>
        typeof body["montant"] === "number"
          ? { ...body, montant: body["montant"] + fault.byXof, amount: body["montant"] + fault.byXof }
          : body,
      )
  }
}

/** A page like those of proxies before a service. */
export const htmlPage = (status: number): string =>
  `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`

const withBody = (reply: Reply, change: (body: Body) => Body): Reply =>
  reply._tag === "Json" ? { ...reply, body: change(reply.body) } : reply

const isRecord = (body: Body): boolean => body["response_code"] === "00" && Object.hasOwn(body, "status")

const truncated = (status: number, body: Body): Reply => {
  const text = JSON.stringify(body)
  return { _tag: "Truncated", status, text: text.slice(0, Math.floor(text.length / 2)) }
}

// A hosted page's address would reveal the lost token.
const withoutToken = (options: Options, body: Body): Body => ({
  ...body,
  token: "",
  ...(typeof body["token"] === "string" && body["response_text"] === pageUrl(options.baseUrl, body["token"])
    ? { response_text: pageUrl(options.baseUrl, "") }
    : {}),
})
