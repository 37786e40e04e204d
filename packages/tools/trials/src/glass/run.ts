/** One run: a town, its merchant's programs and the service, for some days; then everything heals, and three ledgers are compared. */
import { createHash } from "node:crypto"
import { Effect, Redacted } from "effect"
import { addKey } from "@cauri/api"
import { PaymentStore, Review } from "@cauri/core"
import type { StorePorts } from "@cauri/core/adapter"
import { openFlags, type PaymentRecord } from "@cauri/core/model"
import { type FaultOptions, makeFaults, type Struck } from "./faults.ts"
import { loadDice } from "./globals.ts"
import { judged } from "./judge.ts"
import { type Broken, makeMerchant, names, type Phase, ports } from "./merchant.ts"
import { type Booked, openService } from "./service.ts"
import { mediumOf } from "./stores.ts"
import { day, drawn, hour, minute, Spinning, World } from "./time.ts"
import { type Books, listen, ordersOf, payWages, serve, twinOf, visit } from "./town.ts"
import { makeWitness, type Witness } from "./witness.ts"
import { dialInto, makeWires } from "./wires.ts"

export interface RunOptions extends Partial<FaultOptions> {
  readonly seed: number
  /** Default: the seed says. */
  readonly store?: "memory" | "sqlite"
  /** A backup is put back on the way. Default: in one of five. */
  readonly isRestored?: boolean
  readonly days?: number
  readonly payments?: number
  /** Orders that are left out, by their place. */
  readonly withoutOrders?: ReadonlySet<number>
  readonly broken?: Broken
}

export interface Run {
  readonly seed: number
  /** What customers, beneficiaries or the merchant lost; empty: nothing. */
  readonly wrong: ReadonlyArray<string>
  readonly struck: ReadonlyArray<Struck>
  /** What happened, in its order. */
  readonly story: ReadonlyArray<string>
  /** A payment, followed for one simulated day, is one. */
  readonly paymentDays: number
  readonly fingerprint: string
}

/** How many days everything has, once nothing goes wrong any more. */
const healing = 20

/** Nothing more is to come: it is closed, looked at and followed up, or the service itself never ends it. */
const isAtRest = (booked: ReadonlyArray<Booked>) => {
  const open = new Set(booked.filter(({ status }) => status === "pending").map(({ id, kind }) => `${kind} ${id}`))
  return ({ payment: { flags, key, state }, tracking: { actAt } }: PaymentRecord) =>
    "at" in state ? openFlags(flags).length === 0 && actAt === null : open.has(`${key.kind} ${key.id}`)
}

const momentText = (at: number) => new Date(at).toISOString().slice(5, 19).replace("T", " ")

export const run = async (options: RunOptions): Promise<Run> => {
  const { seed, ...given } = options
  const undice = loadDice(seed)
  const world = new World(seed)
  const witness = makeWitness(world)
  try {
    return await runIn(world, witness, given)
  } catch (error) {
    if (!(error instanceof Spinning)) throw error
    const { message } = error
    return { seed, wrong: [...witness.wrong(), message], struck: [], story: [], paymentDays: 0, fingerprint: message }
  } finally {
    world.end()
    undice()
  }
}

const runIn = async (world: World, witness: Witness, options: Omit<RunOptions, "seed">): Promise<Run> => {
  const { seed } = world
  const { broken = {}, days = 5, meets, only, payments = 8, rare, rate = 0.06, withoutOrders = new Set() } = options
  const isRestored = options.isRestored ?? (broken.restores !== undefined || drawn(seed, "restored") < 0.2)
  const store = [broken.driver, broken.port, broken.gateway].some((each) => each !== undefined)
    ? "memory"
    : (options.store ?? (drawn(seed, "store") < 0.5 ? "memory" : "sqlite"))
  const phase: Phase = { isOver: false, isHealed: false, isUnsafe: false }
  const story: Array<string> = []
  const tell = (text: string) => void story.push(`${momentText(world.now)} ${text}`)
  const books: Books = {
    delivered: { api: new Map(), reconciler: new Map() },
    taken: new Set(),
    paidBack: new Set(),
    shown: [],
    tell,
  }
  const receiveBy =
    (by: keyof Books["delivered"]) =>
    ({ id, type }: { readonly type: string; readonly id: string }) => {
      if (type !== "payin.completed" || books.delivered[by].has(id)) return
      books.delivered[by].set(id, world.now)
      tell(`the shop delivers ${id}, by the events of the ${by}`)
    }

  const town = world.program("town")
  const faults = makeFaults(world, () => merchant.host, {
    rate,
    ...(only && { only }),
    ...(rare && { rare }),
    ...(meets !== undefined && { meets }),
  })
  const wires = makeWires(world, faults, (text) => {
    // Once a clock was set back, programs from before and after it do not agree on a lease (decision 36).
    if (merchant.host.skew.ahead === 0) witness.leaves(text)
  })
  const medium = mediumOf(world, store, witness, broken.driver)
  let credentials = { apiKey: "sandbox-key-1", apiToken: "sandbox-token-1" }
  const merchant = makeMerchant({
    credentials: () => credentials,
    world,
    faults,
    medium,
    witness,
    broken,
    phase,
    tell,
    supervisor: town,
    receive: receiveBy("reconciler"),
  })
  const settle = async <A>(promise: Promise<A>): Promise<A> => {
    let isSettled = false
    const end = () => {
      isSettled = true
    }
    promise.then(end, end)
    if (!(await world.goOn(() => isSettled))) throw new Error("Nothing would ever happen any more.")
    return promise
  }
  const passes = async (millis: number) => {
    const until = world.now + millis
    world.at(until, town, () => {})
    await world.goOn(() => world.now >= until)
  }
  const over = <A, E>(effect: Effect.Effect<A, E, StorePorts>) => {
    const auditor = world.program("auditor")
    return settle(auditor.run(Effect.scoped(Effect.provide(effect, medium.open(auditor))))).finally(() => auditor.die())
  }
  const readAll = () => over(Effect.flatMap(PaymentStore, (payments) => payments.list({ limit: 10_000 })))

  const undial = dialInto(wires)
  const serviceProgram = world.program("service")
  const service = await settle(
    serviceProgram.run(openService(seed, serviceProgram, wires, merchant.receiver, { isFaulty: rate > 0 })),
  )
  const { secret } = await over(
    addKey({ name: "shop", project: "shop", may: ["read", "collect", "pay_out", "refund"] }),
  )
  for (const name of names) {
    const from = () => merchant.running(name)
    wires.open(ports[name], `${name} to service`, from, () => service.listening)
  }
  merchant.startAll()

  const authorization = `Bearer ${Redacted.value(secret)}`
  const ask: Parameters<typeof serve>[0]["ask"] = ({ body, method, path }) => {
    const sent =
      body === undefined
        ? { headers: { authorization } }
        : { headers: { authorization, "content-type": "application/json" }, body: JSON.stringify(body) }
    const asked = wires.ask("shop to api", town, merchant.listening("api"), { method, path, ...sent })
    return Effect.timeoutOrElse(asked, { duration: "90 seconds", orElse: () => Effect.succeed(null) })
  }
  const inTown = (who: string, does: Effect.Effect<unknown, unknown>) => {
    town.run(does).catch((error: unknown) => tell(`${who} stumbles: ${String(error)}`))
  }
  const shop = { world, books, service, ask, isOver: () => phase.isOver }
  const all = ordersOf(seed, world.now, { days, payments })
  const leftOut = new Set([...withoutOrders].map((place) => all[place]?.id))
  const orders = all.filter(({ id, isMistake }) => !leftOut.has(isMistake ? twinOf(id) : id))
  for (const [list, own] of Map.groupBy(orders, (order) => order.list)) {
    if (list !== null) inTown("the clerk", payWages(shop, own))
    else for (const order of own) inTown("the shop", serve(shop, order))
  }
  inTown("the shop", listen(shop, receiveBy("api")))
  inTown(
    "the accountant",
    Effect.gen(function* () {
      while (!shop.isOver()) {
        yield* Effect.sleep(8 * hour * (0.5 + drawn(seed, "visit", world.now)))
        const statement = yield* service.books
        const visiting = phase.isUnsafe ? null : merchant.atCounter((counter) => visit(counter, statement, books))
        if (visiting !== null)
          yield* Effect.timeoutOption(
            Effect.promise(() => visiting),
            10 * minute,
          )
      }
    }),
  )

  const often = (what: string) => rate > 0 && drawn(seed, what) < 0.3
  const some = (what: string, most: number) => Effect.sleep(drawn(seed, what) * most)
  inTown(
    "the service's team",
    Effect.gen(function* () {
      if (!often("new keys")) return
      yield* some("keys at", days * day)
      const { apiKey, apiToken } = yield* service.reissue
      tell("the service gives new credentials")
      yield* some("keys for", 3 * hour)
      credentials = { apiKey, apiToken }
      tell("all programs are started with the new credentials")
      merchant.stopAll(() => {})
    }),
  )
  inTown(
    "the merchant's balance",
    Effect.gen(function* () {
      if (!often("poor")) return
      yield* some("poor at", days * day)
      yield* service.hasOnly(0)
      tell("the merchant has nothing left with any operator")
      yield* some("poor for", 12 * hour)
      yield* service.hasOnly(10_000_000)
      tell("the merchant has money again")
    }),
  )

  /** Orders of which a backup that was put back knows nothing: the merchant compares those by hand. */
  const forgotten = new Set<string>()
  let lost = { from: Infinity, until: -Infinity }
  const restore = async () => {
    const [savedFor, lostFor] = [(1 + drawn(seed, "saved") * (days - 2)) * day, drawn(seed, "lost") * day]
    await passes(savedFor)
    const [putBack, savedAt] = [medium.backup(), world.now]
    tell("a backup is made")
    await passes(lostFor)
    tell("the disk is lost, and the backup is put back")
    lost = { from: savedAt, until: world.now }
    for (const { at, id } of [...orders, ...(await settle(town.run(service.books)))])
      if (at > savedAt - hour && at < world.now + hour) forgotten.add(id)
    phase.isUnsafe = broken.restores !== "in silence"
    merchant.stopAll(putBack)
    const isUnsafe = () => phase.isUnsafe
    while (isUnsafe()) {
      await passes(minute)
      const said = merchant.atCounter((counter) =>
        Effect.flatMap(Review, (review) => review.restored("The accountant", "The disk was lost.")).pipe(
          Effect.provide(counter),
        ),
      )
      const end = () => {
        phase.isUnsafe = false
      }
      said?.then(end, () => {})
    }
    await passes(days * day - savedFor - lostFor)
  }

  await (isRestored ? restore() : passes(days * day))
  faults.end()
  phase.isHealed = true
  merchant.host.fullUntil = 0
  await settle(town.run(service.heal))
  merchant.stopAll(() => {})
  let records = await readAll()
  for (let healed = 0; healed < healing; healed++) {
    await passes(day)
    const rests = isAtRest(await settle(town.run(service.books)))
    const rested = records.every(rests)
    records = await readAll()
    if (rested && records.every(rests)) break
  }
  phase.isOver = true
  const booked = await settle(town.run(service.books))
  const movements = await settle(town.run(service.movements))
  merchant.stopAll(() => {})
  medium.remove()
  undial()

  const struck = faults.struck()
  for (const { at, fault, point, program } of struck) story.push(`${momentText(at)} ${program}: ${point} ${fault}`)
  const print = JSON.stringify([
    booked,
    movements.length,
    records.map(({ payment, version }) => [payment.key, payment.state, payment.seq, version]),
    [...books.delivered.api, ...books.delivered.reconciler],
    struck.map(({ at, name }) => [at, name]),
  ])
  return {
    seed,
    wrong: [
      ...witness.wrong(),
      ...witness.lost(records, { since: lost.until, struck }),
      ...judged({ orders, books, records, booked, movements, forgotten, lost }),
    ],
    struck,
    story: story.toSorted((one, other) => (one < other ? -1 : 1)),
    paymentDays: orders.length * days,
    fingerprint: createHash("sha256").update(print).digest("hex").slice(0, 16),
  }
}
