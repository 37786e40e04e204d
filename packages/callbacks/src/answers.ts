/**
 * What the endpoint answers: constant, tiny, and the same for everybody, so that an answer tells nothing but its status (#213: the
 * service does not say what it wants to hear).
 */
import { Record } from "effect"
import { HttpServerResponse } from "effect/http"

/** Seconds after which whoever was turned away may come again. */
const retryAfter = "5"

/** An answer as it is written on a connection. */
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

/** The answers by what happened. */
export const writtenAnswers = {
  /** The wake-up is durable, now or since an earlier POST; also when so many came that no more are kept. */
  Noted: answer(200, "OK\n"),
  /** The body broke off. */
  CutShort: answer(400, "Bad Request\n"),
  /** No address of ours, or one of a payment that is not here. */
  NotFound: answer(404, "Not Found\n"),
  WrongMethod: answer(405, "Method Not Allowed\n", { allow: "POST" }),
  TooLarge: answer(413, "Content Too Large\n"),
  WrongMediaType: answer(415, "Unsupported Media Type\n"),
  /** Nothing is durable: come again. */
  Unavailable: answer(503, "Service Unavailable\n", { "retry-after": retryAfter }),
} as const

/** What happened. */
export type AnswerName = keyof typeof writtenAnswers

/** The same for Effect's servers. */
export const answers = Record.map(writtenAnswers, ({ headers, status, text }) =>
  HttpServerResponse.text(text, { status, headers }),
)
