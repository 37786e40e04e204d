/**
 * Callbacks per second that are noted durably: the receiver as it is deployed, beside three that a good engineer would write by hand. Every
 * server is a process of its own on a file of its own on the same disk, the callbacks come from another one, and the sides alternate. Every
 * callback answered 200 must be in the file afterwards.
 */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { PaymentId, ProjectId } from "@cauri/core"
import { CallbackAddress } from "@cauri/core/adapter"
import { layer } from "@cauri/store-sqlite"
import Database from "better-sqlite3"
import { newFolder, type Say } from "./benchmark.ts"
import type { Generated, Plan } from "./callbackGenerator.ts"
import { eventIn } from "./callbackWork.ts"
import { fsyncMicros } from "./disk.ts"
import { dueIds, fillSqlite } from "./manyPayments.ts"
import type { PeerPlan } from "./peerNotes.ts"
import { cpuMicrosOf, serverOf } from "./serverProcess.ts"

export interface Load {
  readonly payments: number
  readonly connections: number
  readonly warmMillis: number
  readonly millis: number
}

interface LoadSide extends Omit<Generated, "acknowledged"> {
  readonly acknowledged: number
  /** What an answer cost the server's process, in its own code and in the system's, the time of warming up included. */
  readonly cpuMicros: number
  /** Events that were answered 200 and are not in the file. */
  readonly lost: number
}

export interface ReceiverLoad {
  readonly receiver: LoadSide
  readonly fastify: LoadSide
  readonly groupCommit: LoadSide
  readonly sameWork: LoadSide
  readonly fsyncMicros: number
}

const key = { id: "k1", secret: "0123456789abcdefghijklmnopqrstuvwxyz" }

/** What the sides need to know of the work. */
interface Work {
  readonly ids: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
}

const workOf = Effect.fnUntraced(
  function* (payments: number) {
    const ids = dueIds({ finished: payments, due: payments })
    const addresses = yield* CallbackAddress
    const paths = yield* Effect.forEach(
      ids,
      (id) =>
        addresses.make({
          key: { kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make(id) },
          attempt: 1,
        }),
      { concurrency: 1 },
    )
    const work: Work = { ids, paths: paths.map((path) => new URL(path).pathname) }
    return work
  },
  Effect.provide(
    Layer.orDie(
      layerCallbackAddress({
        base: "https://callbacks.shop.example",
        signing: { id: key.id, secret: Redacted.make(key.secret) },
      }),
    ),
  ),
)

const generated = Effect.fnUntraced(function* (plan: Omit<Plan, "result">) {
  const folder = yield* newFolder
  const result = join(folder, "result.json")
  const path = join(folder, "plan.json")
  writeFileSync(path, JSON.stringify({ ...plan, result } satisfies Plan))
  yield* Effect.callback<void>((resume) => {
    const child = spawn(process.execPath, [new URL("callbackGenerator.ts", import.meta.url).pathname, path], {
      stdio: "inherit",
    })
    child.once("exit", () => resume(Effect.void))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })
  const read: Generated = JSON.parse(readFileSync(result, "utf8"))
  return read
}, Effect.scoped)

const eventsIn = (file: string, table: string): ReadonlySet<number> => {
  const client = new Database(file, { readonly: true })
  try {
    const bodies = client.prepare(`SELECT body FROM ${table} WHERE body IS NOT NULL`).pluck()
    const events = new Set<number>()
    for (const body of bodies.iterate()) {
      if (body instanceof Uint8Array) events.add(eventIn(Buffer.from(body).toString("latin1")))
    }
    return events
  } finally {
    client.close()
  }
}

/** One side: its server on its file, under load, and then its file. */
const measured = Effect.fnUntraced(function* (
  work: Work,
  { connections, millis, warmMillis }: Load,
  side: {
    readonly start: ReturnType<typeof serverOf>
    readonly file: string
    readonly table: string
  },
) {
  const { acknowledged, cpuMicros, ...rest } = yield* Effect.scoped(
    Effect.gen(function* () {
      const { child, port } = yield* side.start
      const before = cpuMicrosOf(child.pid)
      const run = yield* generated({ port, paths: work.paths, connections, warmMillis, millis, firstEvent: 0 })
      const answers = Object.values(run.statuses).reduce((sum, count) => sum + count, 0)
      return { ...run, cpuMicros: (cpuMicrosOf(child.pid) - before) / answers }
    }),
  )
  const kept = eventsIn(side.file, side.table)
  const result: LoadSide = {
    ...rest,
    acknowledged: acknowledged.length,
    cpuMicros,
    lost: acknowledged.filter((event) => !kept.has(event)).length,
  }
  return result
})

const byHand = Effect.fnUntraced(function* (work: Work, load: Load, program: URL) {
  const file = join(yield* newFolder, "notes.db")
  return yield* measured(work, load, { start: peerOn(file, program), file, table: "notes" })
}, Effect.scoped)

const peerOn = (file: string, program: URL) => {
  const plan: PeerPlan = { file, keyId: key.id, secret: key.secret }
  return serverOf(program.pathname, [JSON.stringify(plan)], {})
}

/** A side on the store's own file, with as many payments that are due as finished ones. */
const onStore = Effect.fnUntraced(function* (
  work: Work,
  load: Load,
  say: Say,
  start: (file: string) => ReturnType<typeof serverOf>,
) {
  const file = join(yield* newFolder, "payments.db")
  yield* Effect.scoped(Layer.build(layer({ file })))
  yield* fillSqlite(file, { finished: load.payments, due: load.payments }, say)
  return yield* measured(work, load, { start: start(file), file, table: "cauri_callback_notes" })
}, Effect.scoped)

const receiverOn = (programs: string) => (file: string) =>
  serverOf(join(programs, "receiver/main.js"), [], {
    STORE_URL: `sqlite:${file}`,
    CALLBACK_BASE: "https://callbacks.shop.example",
    CALLBACK_KEYS: `${key.id}:${key.secret}`,
    PORT: "0",
    OPERATIONS_PORT: "0",
  })

/** One round: each side once, the receiver from the folder of the deployed programs. */
export const receiverLoad = Effect.fn("receiverLoad")(function* (programs: string, load: Load, say: Say) {
  const work = yield* workOf(load.payments)
  const result: ReceiverLoad = {
    receiver: yield* onStore(work, load, say, receiverOn(programs)),
    fastify: yield* byHand(work, load, new URL("fastifyReceiver.ts", import.meta.url)),
    groupCommit: yield* byHand(work, load, new URL("groupCommitReceiver.ts", import.meta.url)),
    sameWork: yield* onStore(work, load, say, (file) => peerOn(file, new URL("sameWorkReceiver.ts", import.meta.url))),
    fsyncMicros: yield* fsyncMicros(100),
  }
  return result
})

/** Wrong results: something lost, unanswered, or answered with another status than 200. */
export const wrongIn = ({ fastify, groupCommit, receiver, sameWork }: ReceiverLoad): ReadonlyArray<string> =>
  Object.entries({ receiver, fastify, groupCommit, sameWork }).flatMap(
    ([name, { acknowledged, broken, lost, statuses }]) => {
      const others = Object.entries(statuses).filter(([status]) => status !== "200")
      const right = lost === 0 && broken === 0 && others.length === 0 && acknowledged > 0
      return right
        ? []
        : [
            `${name}: of ${acknowledged} events ${lost} were lost, ${broken} requests were not answered, ${JSON.stringify(others)}`,
          ]
    },
  )
