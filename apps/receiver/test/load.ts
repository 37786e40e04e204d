/** Callers that post callbacks as fast as they are answered, each on one connection, until it ends. */
import { connect } from "node:net"
import { Effect } from "effect"
import { postText } from "./serving.ts"
import { bodyOf, fingerprintOf } from "./world.ts"

/** What callers know when their connections have ended. */
export interface Ledger {
  /** The fingerprints of callbacks that were answered 200. */
  readonly acknowledged: Set<string>
  /** Requests that were written and never answered. */
  unanswered: number
  /** Answers other than 200. */
  readonly others: Array<string>
}

/** Posts from so many connections, and calls back with each answer. It ends when all connections have ended. */
export const load = (
  port: number,
  paths: ReadonlyArray<string>,
  connections: number,
  onAnswer: (ledger: Ledger) => void,
  firstNumber = 0,
): Effect.Effect<Ledger> =>
  Effect.callback((resume) => {
    const ledger: Ledger = { acknowledged: new Set(), unanswered: 0, others: [] }
    let number = firstNumber
    let open = connections
    const call = () => {
      const socket = connect(port, "127.0.0.1")
      socket.setEncoding("latin1")
      let heard = ""
      let content: string | null = null
      let over = false
      const next = () => {
        if (over) return
        number += 1
        content = bodyOf(number)
        socket.write(postText(paths[number % paths.length] ?? "/", { content, stays: true }))
      }
      socket.on("connect", next)
      socket.on("data", (chunk: string) => {
        heard += chunk
        const [, status, length] = /^HTTP\/1\.1 (\d{3}) [^]*?content-length: (\d+)\r\n/i.exec(heard) ?? []
        const head = heard.indexOf("\r\n\r\n")
        if (status === undefined || head === -1 || heard.length < head + 4 + Number(length)) return
        if (status === "200") ledger.acknowledged.add(fingerprintOf(content ?? ""))
        else ledger.others.push(status)
        content = null
        over = /connection: close/i.test(heard)
        heard = ""
        onAnswer(ledger)
        next()
      })
      socket.on("error", () => {})
      socket.on("close", () => {
        if (content !== null) ledger.unanswered += 1
        open -= 1
        if (open === 0) resume(Effect.succeed(ledger))
      })
    }
    for (let each = 0; each < connections; each++) call()
  })
