/**
 * Answers as bytes: what a server of the service writes, and the ways to write it wrongly.
 */

/** One answer. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A head without a body. */
export const headOf = (status: number, headers: Readonly<Record<string, string>>): string =>
  [`HTTP/1.1 ${status} Status`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  )

export const replyOf = ({ status = 200, headers = {}, body = "" }: Reply): Buffer => {
  const bytes = Buffer.from(body)
  const described = { "Content-Type": "application/json", "Content-Length": String(bytes.length), ...headers }
  return Buffer.concat([Buffer.from(headOf(status, described)), bytes])
}

/** A whole answer whose body is this value as JSON. */
export const jsonReply = (value: unknown, status = 200): Buffer => replyOf({ status, body: JSON.stringify(value) })
