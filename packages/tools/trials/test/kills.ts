/**
 * API, reconciler and receiver on one store, killed by turns under load, while the service loses answers and callbacks. Clients create
 * payments by PUT and repeat each until it is answered. At the end everything heals, and the books are compared.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { PaymentStore } from "@cauri/core"
import type { StoreRefused } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import {
  addApiKey,
  spawnApi,
  spawnReceiver,
  spawnReconciler,
  spawnSandbox,
  temporaryFolder,
  waitUntil,
} from "@cauri/programs"
import type { FaultRule } from "@cauri/simulator"
import { layer as postgres } from "@cauri/store-postgres"
import { layer as sqlite } from "@cauri/store-sqlite"
import { Effect, Layer, Result } from "effect"
import { drawsFrom } from "../src/stores/draws.ts"
import { atService, type BothBooks, controlOf, disagreements, isVisible } from "./scenarioLedger.ts"
import { policyAt } from "./scenarioPolicy.ts"

/** How much faster the service lives than the clock. */
const factor = 60
const clients = 8
/** Payments between two kills, and how many of them are answered when the next program is killed. */
const perKill = 15
const answeredAtKill = 8
const callbackKeys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"

const creations = ["createDirectInvoice", "createDirectPayout"] as const
const faults: ReadonlyArray<FaultRule> = [
  { id: "dropped", fault: { _tag: "AnswerDropped" }, endpoints: creations, probability: 0.04 },
  { id: "executed", fault: { _tag: "ConnectionReset", executed: true }, endpoints: creations, probability: 0.04 },
  { id: "reset", fault: { _tag: "ConnectionReset", executed: false }, endpoints: creations, probability: 0.04 },
  { id: "page", fault: { _tag: "HtmlPage", status: 503, executed: true }, endpoints: creations, probability: 0.04 },
  { id: "lost", fault: { _tag: "CallbackLost" }, probability: 0.1 },
  { id: "repeated", fault: { _tag: "CallbackRepeated", times: 3, everyMillis: 30_000 }, probability: 0.1 },
  { id: "early", fault: { _tag: "CallbackEarly" }, probability: 0.1 },
]

export interface Ordered {
  readonly kind: "payin" | "payout"
  readonly id: string
  readonly amount: number
  readonly phone: string
}

/** No two have one amount, so none is the twin of another. */
const orderOf = (seed: number, number: number): Ordered => {
  const draws = drawsFrom(seed + number)
  const kind = draws.onceIn(2) ? "payout" : "payin"
  // Their customers pay at once, pay a minute later, refuse, never answer, cannot.
  const ending = draws.oneOf(["90", "90", "90", "91", "91", "92", "93", "94"])
  return { kind, id: `${kind}-${number}`, amount: 500 + 5 * number, phone: `226600000${ending}` }
}

const bodyOf = ({ amount, kind, phone }: Ordered) => ({
  amount,
  description: `Order of ${amount}`,
  ...(kind === "payin"
    ? { method: { type: "direct", mode: "ussd_push", phone }, shop: { name: "Shop", siteUrl: "https://shop.example" } }
    : { method: { type: "mobile_money" }, phone }),
})

interface Counts {
  answered: number
  broken: number
  later: number
}

/** Creates a payment, and repeats it until it is answered or the client gives up: once more than it must, every third time. */
export const create = async (
  url: string,
  key: string,
  order: Ordered,
  count: (what: keyof Counts) => void,
  goesOn: () => boolean = () => true,
): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", prefer: "wait=2" }
  const request = { method: "PUT", headers, body: JSON.stringify(bodyOf(order)) }
  for (let answers = order.amount % 3 === 0 ? 2 : 1; answers > 0 && goesOn();) {
    const answer = await fetch(`${url}/v1/${order.kind}s/${order.id}`, {
      ...request,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    const read: Partial<Ordered> | null = typeof text === "string" ? JSON.parse(text) : null
    if (answer !== null && read !== null && answer.ok) {
      if (read.id !== order.id || read.amount !== order.amount) throw new Error(`${order.id} was answered ${text}.`)
      count("answered")
      answers -= 1
      continue
    }
    const isBroken = answer === null || read === null
    if (!isBroken && answer.status !== 429 && answer.status !== 503)
      throw new Error(`${order.id} was answered ${answer.status} ${text}.`)
    count(isBroken ? "broken" : "later")
    await setTimeout(50)
  }
}

/** Where the books of the clients, of the service and of the store differ, in sentences. */
const audit = Effect.fnUntraced(function* (books: BothBooks, answered: ReadonlyArray<Ordered>) {
  const wrong = [...(yield* disagreements(books))]
  const store = yield* Effect.provideContext(PaymentStore, books.merchant)
  const sums: Array<string> = []
  for (const kind of ["payin", "payout"] as const) {
    const orders = answered.filter((order) => order.kind === kind)
    const records = new Map<string, PaymentRecord>(
      (yield* store.list({ kind, limit: 1_000 })).map((record) => [record.payment.key.id, record]),
    )
    const service = yield* atService(books, `${kind}s`)
    for (const order of orders) {
      const content = records.get(order.id)?.payment.content
      const phone = content?.kind === "payout" ? content.phone : content?.method.phone
      if (
        content?.amount !== order.amount ||
        phone !== order.phone ||
        content.description !== `Order of ${order.amount}`
      )
        wrong.push(`${order.id} was answered, and the store has ${JSON.stringify(content)}`)
      const accepted = service.filter(({ reference }) => reference === order.id).length
      if (accepted > 1) wrong.push(`${order.id} was accepted ${accepted} times`)
    }
    let [there, here, forPerson] = [0, 0, 0]
    for (const [id, record] of records) {
      const state = record.payment.state._tag
      const moved = service
        .filter((each) => each.reference === id && each.moved)
        .reduce((sum, { amountXof }) => sum + amountXof, 0)
      const claimed = state === "completed" ? record.payment.content.amount : 0
      there += moved
      here += claimed
      if (isVisible(record)) forPerson += moved - claimed
      const isOpen =
        ["intended", "submitting"].includes(state) || (kind === "payin" && ["pending", "in_doubt"].includes(state))
      if (isOpen) wrong.push(`${id} is still ${state}`)
    }
    if (there !== here + forPerson)
      wrong.push(`${there} francs of ${kind}s moved, ${here} are booked and ${forPerson} wait for a person`)
    sums.push(`${records.size} ${kind}s, ${there} = ${here} + ${forPerson} XOF`)
    if (records.size !== orders.length)
      wrong.push(`${orders.length} ${kind}s were asked for, and ${records.size} are stored`)
  }
  return { wrong, sums }
})

/** Faults planted into the books, of which the audit does not name one: none, or it sees less than it says. */
const unnamed = Effect.fnUntraced(function* (books: BothBooks, answered: ReadonlyArray<Ordered>) {
  const payments = yield* books.control.payments()
  const ledger = yield* books.control.ledger()
  const [order, ...others] = answered
  const [payout] = payments.payouts
  const moved = ledger.entries.find(({ why }) => why === "a payout reaches the beneficiary")
  if (order === undefined || payout === undefined || moved === undefined) return ["There was nothing to plant in."]
  const twin = { ...payments, payouts: [...payments.payouts, { ...payout, token: "another" }] }
  const entries = ledger.entries.filter((entry) => entry !== moved)
  const control = (more: object): BothBooks => ({ ...books, control: { ...books.control, ...more } })
  const planted: ReadonlyArray<readonly [string, BothBooks, ReadonlyArray<Ordered>]> = [
    ["ghost was answered", books, [...answered, { ...order, id: "ghost" }]],
    [`${order.id} was answered`, books, [...others, { ...order, amount: 1 }]],
    ["are stored", books, others],
    ["was accepted 2 times", control({ payments: () => Effect.succeed(twin) }), answered],
    ["are booked", control({ ledger: () => Effect.succeed({ ...ledger, entries }) }), answered],
    ["no money moved", control({ ledger: () => Effect.succeed({ ...ledger, entries }) }), answered],
  ]
  const missed = yield* Effect.filter(planted, ([sentence, planting, orders]) =>
    Effect.map(audit(planting, orders), ({ wrong }) => !wrong.some((each) => each.includes(sentence))),
  )
  return missed.map(([sentence]) => `The audit does not see a planted fault: “… ${sentence} …”`)
})

/** Kills so many programs on this store: a file of SQLite by default. */
export const killRun = Effect.fnUntraced(function* ({
  kills,
  seed,
  url,
}: {
  kills: number
  seed: number
  url?: string
}) {
  const folder = yield* temporaryFolder
  const file = url ?? join(folder, "payments.db")
  const policyFile = join(folder, "policy.json")
  writeFileSync(policyFile, JSON.stringify(policyAt(factor)))
  const environment = { POLICY_FILE: policyFile }
  const layerStore: Layer.Layer<PaymentStore, StoreRefused> = url === undefined ? sqlite({ file }) : postgres({ url })
  const merchant = yield* Layer.build(layerStore)
  const sandbox = yield* spawnSandbox({
    environment: {
      SANDBOX_SEED: String(seed),
      SANDBOX_TIME_FACTOR: String(factor),
      SANDBOX_CALLBACK_RATE: String(20 * factor),
    },
  })
  const { control } = yield* controlOf(sandbox)
  yield* Effect.forEach(faults, (payload) => control.putFault({ payload }), { discard: true })
  const receiver = yield* spawnReceiver({ file, callbackKeys })
  const access = { file, callbackKeys, callbackBase: receiver.url }
  const key = yield* addApiKey(access)
  const start = {
    api: (port: number) => spawnApi(access, sandbox, { environment, port }),
    reconciler: () =>
      Effect.map(spawnReconciler(access, sandbox, { environment }), (started) => ({ ...started, port: 0 })),
    receiver: (port: number) => spawnReceiver({ file, callbackKeys }, { port }),
  }
  const running = { api: yield* start.api(0), reconciler: yield* start.reconciler(), receiver }
  const { url: api } = running.api
  const counts: Counts = { answered: 0, broken: 0, later: 0 }
  const answered: Array<Ordered> = []
  let [next, allowed] = [0, perKill]
  const all = kills * perKill
  const client = Effect.gen(function* () {
    while (next < all) {
      yield* waitUntil(
        Effect.sync(() => next < Math.min(allowed, all) || next >= all),
        (may) => may,
      )
      if (next >= all) return
      const order = orderOf(seed, next++)
      yield* Effect.promise(() => create(api, key, order, (what) => (counts[what] += 1)))
      answered.push(order)
    }
  })
  const killer = Effect.gen(function* () {
    for (let kill = 0; kill < kills; kill++) {
      yield* waitUntil(
        Effect.sync(() => answered.length),
        (count) => count >= kill * perKill + answeredAtKill,
      )
      const name = (["api", "reconciler", "receiver"] as const)[kill % 3] ?? "api"
      const { port } = running[name]
      yield* running[name].end("SIGKILL")
      const again = yield* start[name](port)
      if (again.port !== port) return yield* Effect.die(new Error(`The ${name} began on another port.`))
      Object.assign(running, { [name]: again })
      allowed += perKill
    }
  })
  yield* Effect.all([killer, ...Array.from({ length: clients }, () => client)], {
    concurrency: "unbounded",
    discard: true,
  })
  const { counts: struck } = yield* control.faults()
  yield* Effect.forEach(faults, ({ id }) => control.removeFault({ params: { id } }), { discard: true })
  yield* control.passTime({ payload: { millis: 3 * 86_400_000 } })
  const look = audit({ control, merchant }, answered)
  const end = yield* Effect.result(
    Effect.timeout(
      waitUntil(look, ({ wrong }) => wrong.length === 0),
      "2 minutes",
    ),
  )
  const { sums, wrong } = Result.isSuccess(end) ? end.success : yield* look
  if (wrong.length === 0) wrong.push(...(yield* unnamed({ control, merchant }, answered)))
  const strikes = Object.values(struck).reduce((sum, each) => sum + each.struck, 0)
  return { kills, payments: answered.length, ...counts, faults: strikes, sums, wrong }
}, Effect.scoped)
