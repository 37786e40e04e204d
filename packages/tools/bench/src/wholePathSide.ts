/**
 * One side of the whole path, in a process of its own: it creates payments, so many at once, and waits of each until its event has been
 * delivered. It prints what that took as one line of JSON.
 */
import { createServer, type RequestListener } from "node:http"
import { quantile } from "./spread.ts"

export interface WholePathPlan {
  readonly kind: "payin" | "payout"
  /** The port of the service. */
  readonly service: number
  /** A new file of SQLite, or the address of a Postgres. */
  readonly store: string
  readonly atOnce: number
  /** Payments before any is measured. */
  readonly warm: number
  readonly payments: number
  /** What a side that is written by hand does beside the path itself. */
  readonly safeties: ReadonlyArray<Safety>
  /** Whether such a side commits what is ready at the same moment together. */
  readonly grouped: boolean
}

export const safeties = ["history", "leases", "twins", "followUps"] as const
export type Safety = (typeof safeties)[number]

export interface WholePathFigures {
  readonly delivered: number
  readonly paymentsPerSecond: number
  readonly cpuMicros: number
  readonly medianMillis: number
  readonly p99Millis: number
}

/** A payment, of which none is like another: no two are twins. */
export interface Ordered {
  readonly id: string
  readonly amount: number
  readonly phone: string
}

export interface Side {
  readonly create: (order: Ordered) => Promise<unknown>
  readonly listener: RequestListener
  readonly close: () => Promise<void>
}

export const isPostgres = ({ store }: WholePathPlan): boolean => store.startsWith("postgres:")

const orderOf = (index: number): Ordered => ({
  id: `payment-${index}`,
  amount: 1_000 + (index % 900) * 5,
  phone: `22670${String(index % 79).padStart(2, "0")}${String(Math.floor(index / 79) % 10_000).padStart(4, "0")}`,
})

/** Runs a side as the plan says that the command line holds. */
export const runSide = async (
  open: (plan: WholePathPlan, callbackBase: string, delivered: (id: string) => void) => Promise<Side>,
): Promise<void> => {
  const plan: WholePathPlan = JSON.parse(process.argv[2] ?? "{}")
  let listener: RequestListener | null = null
  const server = createServer((request, response) => listener?.(request, response))
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const waiting = new Map<string, () => void>()
  const side = await open(plan, `https://127.0.0.1:${port}`, (id) => waiting.get(id)?.())
  listener = side.listener
  const millis: Array<number> = []
  let next = 0
  const work = async (until: number) => {
    while (next < until) {
      const order = orderOf(next++)
      const begun = performance.now()
      const done = new Promise<void>((resolve) => waiting.set(order.id, resolve))
      await side.create(order)
      await done
      waiting.delete(order.id)
      millis.push(performance.now() - begun)
    }
  }
  const workAll = (until: number) => Promise.all(Array.from({ length: plan.atOnce }, () => work(until)))
  await workAll(plan.warm)
  millis.length = 0
  const processor = process.cpuUsage()
  const begun = performance.now()
  await workAll(plan.warm + plan.payments)
  const seconds = (performance.now() - begun) / 1_000
  const { system, user } = process.cpuUsage(processor)
  const sorted = millis.toSorted((one, other) => one - other)
  const figures: WholePathFigures = {
    delivered: millis.length,
    paymentsPerSecond: millis.length / seconds,
    cpuMicros: (system + user) / millis.length,
    medianMillis: quantile(sorted, 0.5),
    p99Millis: quantile(sorted, 0.99),
  }
  await side.close()
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  process.exit(0)
}
