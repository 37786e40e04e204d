/**
 * The sub-code pages behind every `wiki` address: readable in a browser, and the service's dump-like text for everything else. They need no
 * credentials, and contain exactly what the specification states.
 * Spec: Errors (#217 #220-#224 #242).
 */
import { endpointNames, endpoints, type SubCodePage, subCodePage, wikiPaths } from "@cauri/wire"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Connection } from "./Connection.ts"
import { html, pageResponse } from "./html.ts"

/** The routes of the sub-code pages. */
export const wikiRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    for (const path of Object.values(wikiPaths)) yield* router.add("GET", path, shown(path))
  }),
)

const shown = (path: string) =>
  Effect.map(Connection, ({ headers }) => {
    const page = subCodePage(path)
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
