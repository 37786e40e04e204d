/**
 * The sub-code pages behind every `wiki` address: readable in a browser, and the service's dump-like text for everything else. They need no
 * credentials. They contain what the specification states, and then the codes that the simulator gives by assumption (U9, U2, U25).
 * Spec: Errors (#217 #220-#224 #242).
 */
import { type Language } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { cell, html, row, table } from "@cauri/pages"
import { endpointNames, endpoints, wikiPaths } from "@cauri/wire"
import { errorCode } from "../../spec/Texts.ts"
import { formatSubCode, statedSubCodes } from "../../spec/SubCodes.ts"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RequestProblem } from "../../model/AssumptionKinds.ts"
import type { Options } from "../../options/Options.ts"
import { Connection } from "../Connection.ts"
import { basePath } from "../HttpOptions.ts"
import { languageOf } from "../language.ts"
import { pageResponse } from "../sandboxPage.ts"

/** The routes of the sub-code pages. */
export const wikiRoutes = (options: Options) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      for (const path of Object.values(wikiPaths)) yield* router.add("GET", path, shown(options, path))
    }),
  )

const payouts: ReadonlyArray<RequestProblem> = ["field", "phone", "operator", "payout_amount"]
const possible: { readonly [Name in keyof Options["assumptions"]["faultSubCodes"]]: ReadonlyArray<RequestProblem> } = {
  createHostedInvoice: ["field", "phone"],
  confirmInvoice: ["no_token"],
  createDirectInvoice: ["field", "phone", "operator", "wallet_number"],
  submitWalletInvoice: ["field", "phone", "operator", "no_wallet", "no_otp_request", "wrong_otp"],
  createWalletPayout: payouts,
  createDirectPayout: payouts,
  confirmPayout: ["no_token"],
}

/** A sub-code of a page: what it means, and how the service's own page describes it. */
export interface SubCode {
  readonly code: string
  readonly means: keyof Tools["documents"]["refusals"]
  readonly description: string
}

/** Every code that a page's endpoints may give, one line each; a stated one keeps its stated description. */
export const subCodesOf = ({ assumptions }: Options, path: string): ReadonlyArray<SubCode> => {
  const own = endpointNames.filter((name) => endpoints[name].wikiPath === path)
  const stated = statedSubCodes.flatMap(({ code, description, endpoints: at, meaning }): ReadonlyArray<SubCode> =>
    at.some((name) => own.includes(name)) ? [{ code: formatSubCode(code), means: meaning, description }] : [],
  )
  const assumed = (code: string, means: SubCode["means"]): SubCode => ({
    code: formatSubCode(code),
    means,
    description: tools.en.documents.refusals[means],
  })
  const problems = own.flatMap((name) =>
    name === "sendWalletOtp"
      ? []
      : possible[name].map((problem) => assumed(assumptions.faultSubCodes[name][problem], problem)),
  )
  const further = [
    ...(own.includes("confirmPayout") ? [assumed(assumptions.unknownPayoutTokenCode, "payout_not_found")] : []),
    ...(path === wikiPaths.createInvoice ? [assumed(assumptions.unknownAddressCode, "unknown_address")] : []),
  ]
  const first = new Map<string, SubCode>()
  for (const each of [...stated, ...problems, ...further]) if (!first.has(each.code)) first.set(each.code, each)
  return [...first.values()]
}

const shown = (options: Options, path: string) =>
  Effect.gen(function* () {
    const { headers } = yield* Connection
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const codes = subCodesOf(options, path)
    if (headers["accept"]?.includes("text/html") !== true) {
      return HttpServerResponse.text(dump(codes), { contentType: "text/plain; charset=utf-8" })
    }
    const language = languageOf(new URLSearchParams(url.split("?")[1]), undefined, headers["accept-language"])
    const title = tools[language].sandbox.sub_codes
    return pageResponse({ language, title, body: readable(language, path, codes) }, basePath(options))
  })

const readable = (language: Language, path: string, codes: ReadonlyArray<SubCode>) => {
  const { documents, sandbox: words } = tools[language]
  const at = endpointNames.flatMap((name) => (endpoints[name].wikiPath === path ? [endpoints[name].path] : []))
  const rows = codes.map(({ code, means }) =>
    row([
      cell(html`<code>${code}</code>`, { label: "Code" }),
      cell(documents.refusals[means], { label: words.description }),
    ]),
  )
  return html`<div class="stack">
    <h1>${words.sub_codes}</h1>
    <p>${at.join(", ")}</p>
    <h2>${errorCode}</h2>
    ${table({ caption: words.sub_codes, heads: ["Code", words.description], rows })}
  </div>`
}

/** The entries grouped under `01` (#217), as a program that dumps its list would print them. */
const dump = (codes: ReadonlyArray<SubCode>): string =>
  [
    "Array",
    "(",
    `    [${errorCode}] => Array`,
    "        (",
    ...codes.map(({ code, description }) => `            [${code}] => ${description}`),
    "        )",
    ")",
    "",
  ].join("\n")
