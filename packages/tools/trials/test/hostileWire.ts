/** A client that writes bytes as they are, and reads what comes back up to the end of an answer, or of the connection. */
import { connect, type Socket } from "node:net"
import type { Hostile } from "./hostileRequests.ts"

export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * How long a caller who counts on no answer waits for a first one, and for another one, before he ends the connection; and how long an
 * answer that must come may take.
 */
const quiet = { first: 300, next: 30 }
const patience = 90_000

const isStream = (head: string): boolean => /^content-type: text\/event-stream/im.test(head)

/** The first final answer in these bytes, and how long it is; null: it is not whole yet. */
const answerIn = (bytes: Buffer, method: string): (Answer & { readonly length: number }) | null => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return null
  const head = bytes.toString("latin1", 0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (status >= 100 && status < 200) {
    const next = answerIn(bytes.subarray(end + 4), method)
    return next === null ? null : { ...next, length: next.length + end + 4 }
  }
  // The port writes its own refusals in one chunk.
  const chunked = /^transfer-encoding: chunked$/im.test(head) && !isStream(head)
  const whole = bytes.indexOf("\r\n0\r\n\r\n", end + 4)
  if (chunked && whole === -1) return null
  const stated = chunked ? whole + 3 - end : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  const length = method === "HEAD" ? 0 : stated
  if (bytes.length < end + 4 + length) return null
  return { status, head, body: bytes.toString("utf8", end + 4, end + 4 + length), length: end + 4 + length }
}

export interface Exchange {
  readonly answers: ReadonlyArray<Answer>
  /** Bytes behind the last answer, which answer nothing. */
  readonly rest: number
}

/** A connection of this port, which is opened again when it has ended. */
export const makeWire = (port: number) => {
  let kept: Socket | null = null
  const ask = (made: Hostile): Promise<Exchange> =>
    new Promise((resolve) => {
      const reused = made.isWhole && kept?.readyState === "open" ? kept : null
      if (made.isWhole) kept = null
      const socket = reused ?? connect({ port, host: "127.0.0.1", noDelay: true }).on("error", () => {})
      let bytes: Buffer = Buffer.alloc(0)
      const answers: Array<Answer> = []
      const done = (keeps: boolean) => {
        clearTimeout(timer)
        socket.off("data", onData).off("close", onClose)
        if (keeps) kept = socket
        else socket.destroy()
        // The server may have ended a connection between two requests.
        if (reused !== null && answers.length === 0 && !made.leaves) resolve(ask(made))
        else resolve({ answers, rest: bytes.length })
      }
      const onClose = () => done(false)
      const onQuiet = () => {
        if (made.isWhole || socket.writableEnded) return done(false)
        socket.end()
        timer = setTimeout(onQuiet, quiet.first)
      }
      let timer = setTimeout(onQuiet, made.isWhole ? patience : quiet.first)
      const onData = (chunk: Buffer) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
        for (let read = answerIn(bytes, made.method); read !== null; read = answerIn(bytes, made.method)) {
          answers.push(read)
          bytes = isStream(read.head) ? Buffer.alloc(0) : bytes.subarray(read.length)
        }
        const last = answers.at(-1)
        if (last === undefined) return
        // What follows are events, and their reader leaves.
        if (isStream(last.head)) return done(false)
        if (!made.isWhole) {
          clearTimeout(timer)
          timer = setTimeout(onQuiet, quiet.next)
          return
        }
        done(bytes.length === 0 && !/^connection: close$/im.test(last.head))
      }
      socket.on("data", onData).on("close", onClose)
      socket.write(made.bytes, () => made.leaves && setTimeout(() => done(false), 20))
    })
  return ask
}
