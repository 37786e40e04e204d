/** A call that a person tries from a page: the request that the form describes, sent to the sandbox itself over HTTP. */
import { request as httpRequest } from "node:http"
import type { RequestLine } from "@cauri/simulator"
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { Effect, Result } from "effect"
import { Misfilled } from "./Misfilled.ts"

export const tryAct = "try"

export interface TriedRequest {
  readonly endpoint: EndpointName
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | undefined
}

export interface Tried {
  readonly request: TriedRequest
  /** Without an answer: what happened instead. */
  readonly answer: { readonly status: number; readonly body: string } | "Cut" | "Silence"
  readonly tookMillis: number
  readonly line: RequestLine | undefined
}

export const calledIn = (asked: string | null): EndpointName | undefined => endpointNames.find((name) => name === asked)

export const parametersOf = ({ path, query }: Endpoint): ReadonlyArray<string> => [
  ...[...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) => name),
  ...(query === undefined ? [] : [query]),
]

/** The field of a header; parameters and headers share one form. */
export const headerField = (name: string): string => `header-${name}`

/** The request that a form describes. Only what HTTP cannot carry is refused: all else may be wrong, to see what comes of it. */
export const requestOf = (fields: URLSearchParams): Result.Result<TriedRequest, Misfilled> => {
  const endpoint = calledIn(fields.get("call"))
  if (endpoint === undefined) return Result.fail(new Misfilled({ field: "call" }))
  const { headers: names, method, path, query } = endpoints[endpoint]
  const given = (name: string): string => (fields.get(name) ?? "").toWellFormed()
  const wrong = names.find((name) => /[^\t\x20-\x7e]/.test(given(headerField(name))))
  if (wrong !== undefined) return Result.fail(new Misfilled({ field: headerField(wrong), rule: "header" }))
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_, name) => encodeURIComponent(given(String(name))))
  return Result.succeed({
    endpoint,
    method,
    target: query === undefined ? filled : `${filled}?${query}=${encodeURIComponent(given(query))}`,
    headers: names.flatMap((name) => {
      const value = given(headerField(name)).trim()
      return value === "" ? [] : [[name, value] as const]
    }),
    body: method === "POST" ? given("body") : undefined,
  })
}

/** A person waits no longer for an answer. */
const longestMillis = 10_000

/** Sends a request to where the sandbox listens, under the name that programs call it by. */
export const sent = (
  ownUrl: string,
  url: string,
  { body, headers, method, target }: TriedRequest,
): Effect.Effect<Pick<Tried, "answer" | "tookMillis">> =>
  Effect.callback((resume) => {
    const before = performance.now()
    const came = (answer: Tried["answer"]): void =>
      resume(Effect.succeed({ answer, tookMillis: Math.round(performance.now() - before) }))
    const request = httpRequest(
      `${ownUrl}${target}`,
      {
        method,
        agent: false,
        headers: { host: new URL(url).host, ...Object.fromEntries(headers) },
        signal: AbortSignal.timeout(longestMillis),
      },
      (response) => {
        const pieces: Array<Buffer> = []
        response.on("data", (piece: Buffer) => void pieces.push(piece))
        response.on("end", () =>
          came({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString("utf8") }),
        )
        response.on("error", () => came("Cut"))
      },
    )
    request.on("error", ({ name }) => came(name === "AbortError" || name === "TimeoutError" ? "Silence" : "Cut"))
    request.end(body)
  })
