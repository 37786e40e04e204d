/**
 * What the endpoint answers: constant, tiny, and the same for every caller, so that an answer reveals nothing but its status (#213: the
 * service does not say which answer it expects).
 */
import { Record } from "effect"
import { HttpServerResponse } from "effect/http"

/** Seconds after which a rejected caller may retry. */
const retryAfter = "5"

/** An answer as it goes onto the connection. */
interface WrittenAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): WrittenAnswer => ({
  status,
  text,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(text.length),
    "cache-control": "no-store",
    ...headers,
  },
})

export const writtenAnswers = {
  /** The callback is stored durably, now or since an earlier POST; also when a payment has as many notes as are kept. */
  Stored: answer(200, "OK\n"),
  /** The body broke off. */
  CutShort: answer(400, "Bad Request\n"),
  /** An address that is not ours, or that names an unknown payment. */
  NotFound: answer(404, "Not Found\n"),
  WrongMethod: answer(405, "Method Not Allowed\n", { allow: "POST" }),
  TooLarge: answer(413, "Content Too Large\n"),
  WrongMediaType: answer(415, "Unsupported Media Type\n"),
  /** Nothing was saved: retry. */
  Unavailable: answer(503, "Service Unavailable\n", { "retry-after": retryAfter }),
} as const

/** What happened. */
export type AnswerName = keyof typeof writtenAnswers

/** The same for Effect's servers. */
export const answers = Record.map(writtenAnswers, ({ headers, status, text }) =>
  HttpServerResponse.text(text, { status, headers }),
)
