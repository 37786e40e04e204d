/**
 * Posts callbacks as fast as they are answered, over a number of connections, each with one request under way. A process of its own: `node
 * callbackGenerator.ts <plan.json>`; it writes its results beside the plan.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { postOf } from "./callbackWork.ts"

export interface Plan {
  readonly port: number
  readonly paths: ReadonlyArray<string>
  readonly connections: number
  readonly warmMillis: number
  readonly millis: number
  /** Numbers begin here, so that no two runs on one store share an event. */
  readonly firstEvent: number
  readonly result: string
}

export interface Generated {
  readonly perSecond: number
  readonly p50Millis: number
  readonly p99Millis: number
  /** How many answers had which status, the time of warming up included. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that were sent and never answered. */
  readonly broken: number
  /** The events of which at least one POST was answered 200. */
  readonly acknowledged: ReadonlyArray<number>
}

const run = (plan: Plan): Promise<Generated> =>
  new Promise((resolve) => {
    const { connections, firstEvent, millis, paths, port, warmMillis } = plan
    const begun = performance.now()
    const measuredFrom = begun + warmMillis
    const until = measuredFrom + millis
    const times: Array<number> = []
    const statuses: Record<string, number> = {}
    const acknowledged = new Set<number>()
    let posts = 0
    let open = connections
    let broken = 0
    const closed = (): void => {
      open -= 1
      if (open > 0) return
      const sorted = Float64Array.from(times).toSorted()
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
      resolve({
        perSecond: (1_000 * times.length) / millis,
        p50Millis: at(0.5),
        p99Millis: at(0.99),
        statuses,
        broken,
        acknowledged: [...acknowledged],
      })
    }
    const start = (): void => {
      const socket = connect(port, "127.0.0.1")
      socket.setNoDelay(true)
      socket.setEncoding("latin1")
      let event = 0
      let sentAt = 0
      let received = ""
      let over = false
      let answered = true
      const next = (): void => {
        const now = performance.now()
        if (now >= until) {
          over = true
          return void socket.end()
        }
        event = firstEvent + Math.floor(posts / 2)
        const encoding = posts % 2 === 0 ? "json" : "form"
        posts += 1
        sentAt = now
        answered = false
        socket.write(postOf(paths[event % paths.length] ?? "/", event, encoding), "latin1")
      }
      socket.on("connect", next)
      socket.on("data", (chunk: string) => {
        received = received === "" ? chunk : received + chunk
        const head = received.indexOf("\r\n\r\n")
        if (head === -1) return
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
        if (received.length < head + 4 + length) return
        const now = performance.now()
        const status = received.slice(9, 12)
        const ends = /connection: close/i.test(received)
        received = ""
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === "200") acknowledged.add(event)
        if (sentAt >= measuredFrom && now <= until) times.push(now - sentAt)
        answered = true
        // Servers end connections after some requests; the caller opens another.
        if (ends) socket.end()
        else next()
      })
      socket.on("error", () => {})
      socket.on("close", () => {
        if (!answered) broken += 1
        if (over || performance.now() >= until) return closed()
        start()
      })
    }
    for (let each = 0; each < connections; each++) start()
  })

const path = process.argv[2]
if (path !== undefined) {
  const plan: Plan = JSON.parse(readFileSync(path, "utf8"))
  writeFileSync(plan.result, JSON.stringify(await run(plan)))
}
