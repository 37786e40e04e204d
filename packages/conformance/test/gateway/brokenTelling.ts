/** Gateways that write a request wrongly, or tell what they were trusted with. They are mistakes that real integrations make. */
import { Effect } from "effect"
import { broken, type BrokenGateway } from "./Broken.ts"
import type { Outgoing } from "./habits.ts"

const withHeaders = (more: { readonly [name: string]: string }) => (_endpoint: string, request: Outgoing) => ({
  ...request,
  headers: { ...request.headers, ...more },
})
const withBody = (change: (body: string) => string) => (_endpoint: string, request: Outgoing) => {
  if (request.body === null) return request
  const body = change(request.body)
  return { ...request, body, headers: { ...request.headers, "Content-Length": String(Buffer.byteLength(body)) } }
}
const withTarget = (change: (target: string) => string) => (_endpoint: string, request: Outgoing) => ({
  ...request,
  target: change(request.target),
})

const hosted =
  "endpoint 1 is asked for as the specification writes it (#133, #30 to #33, #35 to #38, #42, #43, #45, #47 to #55, #57, #58, #60, #141)"
const direct =
  "endpoint 3 is asked for as the specification writes it, with the customer's code (#135, #34, #40, #44, #46, #56, #149)"
const walletSubmit = "endpoint 5 is asked for as the specification writes it (#137, #34, #41, #44, #167)"

const writing: ReadonlyArray<BrokenGateway> = [
  broken("sends a trace header", [hosted], {
    outgoing: withHeaders({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }),
  }),
  broken("asks for gzip", [hosted], { outgoing: withHeaders({ "Accept-Encoding": "gzip, deflate" }) }),
  broken("sends a content type with a charset", [hosted], {
    outgoing: withHeaders({ "Content-Type": "application/json; charset=utf-8" }),
  }),
  broken(
    "does not percent-encode tokens",
    ["endpoint 2 is asked for as the specification writes it, with the token percent-encoded (#134, #143, #145)"],
    { outgoing: withTarget(decodeURIComponent) },
  ),
  broken(
    "forgets the slash at the end of a path",
    [
      "endpoint 8 is asked for as the specification writes it, with its slash and the two credentials alone (#140, #175, #176)",
    ],
    { outgoing: withTarget((target) => target.replace("/?", "?")) },
  ),
  broken(
    "sends amounts as texts",
    ["endpoint 7 is asked for as the specification writes it, without top_up_wallet (#139, #67)"],
    { outgoing: withBody((body) => body.replace('"amount":750', '"amount":"750"')) },
  ),
  broken(
    "has top_up_wallet the wrong way round",
    [
      "endpoint 6 is asked for as the specification writes it, with top_up_wallet 1 to keep the funds (#138, #61 to #66, #68, #70)",
      "endpoint 6 carries top_up_wallet 0 to send the funds on (#66, #69)",
    ],
    {
      outgoing: withBody((body) =>
        body.replace(/"top_up_wallet":([01])/, (_all, value) => `"top_up_wallet":${value === "1" ? 0 : 1}`),
      ),
    },
  ),
  broken("sends what the items add up to", [hosted, direct, walletSubmit], {
    outgoing: withBody((body) => body.replace('"total_amount":4200', '"total_amount":4000')),
  }),
  broken(
    "forgets the hosted payin's own identifier",
    ["endpoint 1 carries the merchant's own identifier where there is one (#43)"],
    {
      outgoing: withBody((body) => body.replace(/"external_id":"[^"]*"/, '"external_id":""')),
    },
  ),
  broken("exchanges the page's two ways back", [hosted], {
    outgoing: withBody((body) =>
      body.replace("cancel_url", "_").replace("return_url", "cancel_url").replace("_", "return_url"),
    ),
  }),
  broken("forgets the merchant's identifier", [hosted], {
    outgoing: withBody((body) => body.replace(/,?"transaction_id":"[^"]*"/, "")),
  }),
  broken(
    "drops the path of the base address",
    ["the path of the base address is kept, with and without a slash at its end (#1)"],
    {
      joins: (base, target) => new URL(target, base).href,
    },
  ),
]

const secret = "nothing is logged of calls that succeed"

const telling: ReadonlyArray<BrokenGateway> = [
  broken("logs the address", [secret, "nothing is logged when the answer is no HTTP"], {
    tells: ({ url }) => Effect.logInfo(`calling ${url}`),
  }),
  broken("logs the body", [secret, "nothing is logged when the body is no answer"], {
    tells: ({ request }) => Effect.logDebug("sent", request.body ?? ""),
  }),
  broken("logs the headers in base64", [secret], {
    tells: ({ request }) => Effect.logTrace(Buffer.from(JSON.stringify(request.headers)).toString("base64")),
  }),
  broken(
    "prints the answer",
    ["nothing is logged of calls that the service refuses, though it repeats what it was asked (#240)"],
    {
      tells: ({ raw }) => Effect.sync(() => void (raw._tag === "Replied" ? process.stdout.write(raw.text) : false)),
    },
  ),
  broken("annotates spans with the address", ["nothing is logged when no connection comes about"], {
    tells: ({ url }) => Effect.annotateCurrentSpan("url.full", url),
  }),
  broken("dies with the request in its error", ["nothing is logged when a connection breaks or falls silent"], {
    tells: ({ raw, request }) => (raw._tag === "Lost" ? Effect.die(new Error(request.headers["Apikey"])) : Effect.void),
  }),
  broken(
    "sends any credential",
    ["a credential that could break a header is never sent and never repeated (#181, #182)"],
    { checksCredentials: false },
  ),
]

export const brokenTelling: ReadonlyArray<BrokenGateway> = [...writing, ...telling]
