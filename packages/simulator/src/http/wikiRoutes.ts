/**
 * The sub-code pages behind every `wiki` address: readable in a browser, and the service's dump-like text for everything else. They need no
 * credentials. They contain what the specification states, and then the codes that the simulator gives by assumption (U9, U2, U25).
 * Spec: Errors (#217 #220-#224 #242).
 */
import { endpointNames, endpoints, formatSubCode, type SubCodePage, subCodePage, wikiPaths } from "@cauri/wire"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { RequestProblem } from "../AssumptionKinds.ts"
import type { Options } from "../Options.ts"
import { Connection } from "./Connection.ts"
import { html, pageResponse } from "./html.ts"

/** The routes of the sub-code pages. */
export const wikiRoutes = (options: Options) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      for (const path of Object.values(wikiPaths)) yield* router.add("GET", path, shown(options, path))
    }),
  )

/** What the specification leaves without a code, by the problem; a code is described by its first. */
const described: { readonly [Name in RequestProblem]: string } = {
  Field: "A field is missing or wrong",
  Phone: "The phone number is wrong",
  Operator: "No operator serves the number",
  PayoutAmount: "The amount is not a positive integer, or is out of the operator's bounds",
  WalletNumber: "The number is a wallet's",
  NoWallet: "The number has no wallet",
  NoOtpRequest: "No OTP was requested for this number and amount",
  WrongOtp: "The OTP is wrong, used or expired",
  NoToken: "The token is missing",
}

const payouts: ReadonlyArray<RequestProblem> = ["Field", "Phone", "Operator", "PayoutAmount"]
const possible: { readonly [Name in keyof Options["assumptions"]["faultSubCodes"]]: ReadonlyArray<RequestProblem> } = {
  createHostedInvoice: ["Field", "Phone"],
  confirmInvoice: ["NoToken"],
  createDirectInvoice: ["Field", "Phone", "Operator", "WalletNumber"],
  submitWalletInvoice: ["Field", "Phone", "Operator", "NoWallet", "NoOtpRequest", "WrongOtp"],
  createWalletPayout: payouts,
  createDirectPayout: payouts,
  confirmPayout: ["NoToken"],
}

/** Every code that a page's endpoints may give, one line each; a stated one keeps its stated description. */
export const subCodesOf = ({ assumptions }: Options, path: string): SubCodePage => {
  const stated = subCodePage(path)
  const assumed = endpointNames.flatMap((name) => {
    if (endpoints[name].wikiPath !== path || name === "sendWalletOtp") return []
    const problems = possible[name].map((problem) => [assumptions.faultSubCodes[name][problem], described[problem]])
    return name === "confirmPayout" ? [...problems, [assumptions.unknownPayoutTokenCode, "Payout not found"]] : problems
  })
  const unknown =
    path === wikiPaths.createInvoice ? [[assumptions.unknownAddressCode, "No such address or method"]] : []
  const subcodes = new Map<string, string>(stated.subcodes.map(({ code, description }) => [code, description]))
  for (const [code = "", description = ""] of [...assumed, ...unknown]) {
    const text = formatSubCode(code)
    if (!subcodes.has(text)) subcodes.set(text, description)
  }
  return { ...stated, subcodes: [...subcodes].map(([code, description]) => ({ code, description })) }
}

const shown = (options: Options, path: string) =>
  Effect.map(Connection, ({ headers }) => {
    const page = subCodesOf(options, path)
    return headers["accept"]?.includes("text/html") === true
      ? pageResponse({ language: "en", title: `Sub-codes of ${path}`, width: "wide", body: readable(path, page) })
      : HttpServerResponse.text(dump(page), { contentType: "text/plain; charset=utf-8" })
  })

const readable = (path: string, page: SubCodePage) =>
  html`<h1>Sub-codes</h1>
    <p>
      ${endpointNames.flatMap((name) => (endpoints[name].wikiPath === path ? [endpoints[name].path] : [])).join(", ")}
    </p>
    <h2>${page.code}</h2>
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>Description</th>
        </tr>
      </thead>
      <tbody>
        ${page.subcodes.map(
          ({ code, description }) =>
            html`<tr>
              <td>${code}</td>
              <td>${description}</td>
            </tr>`,
        )}
      </tbody>
    </table>`

/** The entries grouped under `01` (#217), as a program that dumps its list would print them. */
const dump = (page: SubCodePage): string =>
  [
    "Array",
    "(",
    `    [${page.code}] => Array`,
    "        (",
    ...page.subcodes.map(({ code, description }) => `            [${code}] => ${description}`),
    "        )",
    ")",
    "",
  ].join("\n")
