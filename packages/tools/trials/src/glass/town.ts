/** The people: a shop with its orders, customers with their phones, beneficiaries, and the accountant at the console. */
import { Clock, Effect, Option, Predicate, Result } from "effect"
import { listBatches, resumeBatch, startBatch } from "@cauri/batches"
import { type DecisionRefused, PaymentId, type PaymentKey, PaymentStore, Review } from "@cauri/core"
import { Documents, isPauseScope, SharedState } from "@cauri/core/adapter"
import { openFlags, type PaymentRecord } from "@cauri/core/model"
import type { Counter } from "./programs.ts"
import type { Booked, ServiceInGlass } from "./service.ts"
import { day, drawn, hour, minute, second, type World } from "./time.ts"
import type { Answered } from "./wires.ts"

/** What the merchant sells, or owes. */
export interface Order {
  readonly id: string
  readonly kind: "payin" | "payout"
  readonly at: number
  readonly amount: number
  readonly phone: string
  readonly method: Readonly<Record<string, string>>
  /** Other payins of the same order. */
  readonly orderRef: string | null
  /** The list of wages that it is a line of. */
  readonly list: string | null
  /** Typed twice by mistake, under an id of its own: it is owed to no one. */
  readonly isMistake: boolean
  /** The customer asks for another attempt after this time; null: never. */
  readonly triesAgainAfter: number | null
}

/** What the merchant knows of its orders: the third ledger. */
export interface Books {
  /** When an order was delivered, by the events of the API and by those of the reconciler. */
  readonly delivered: Record<"api" | "reconciler", Map<string, number>>
  /** Orders that the API took, so that they must be there. */
  readonly taken: Set<string>
  /** Payments that the accountant paid back by another way than Cauri's. */
  readonly paidBack: Set<string>
  /** What a customer was shown, such as that nothing was paid. */
  readonly shown: Array<{ readonly id: string; readonly at: number; readonly status: string; readonly next: string }>
  /** Tells what people did. */
  readonly tell: (text: string) => void
}

const ways = [
  ["direct", "ussd_push", "22660"],
  ["direct", "ussd_push", "22660"],
  ["hosted", "", "22660"],
  ["direct", "sms_otp", "22640"],
  ["payout", "mobile_money", "22660"],
  ["payout", "mobile_money", "22670"],
  ["payout", "wallet", "22699"],
] as const
const endings = [
  "90",
  "90",
  "90",
  "91",
  "91",
  "92",
  "93",
  "94",
  "96",
  "97",
  "98",
  "99",
  "80",
  "82",
  "83",
  "84",
  "85",
  "86",
]

/** The orders of a time, by the seed. */
export const ordersOf = (seed: number, began: number, { days, payments }: { days: number; payments: number }) => {
  const orders = Array.from({ length: payments }, (_, index): Order => {
    const draw = (what: string) => drawn(seed, "order", index, what)
    const pick = <A>(what: string, from: ReadonlyArray<A>): A => from[Math.floor(draw(what) * from.length)] ?? from[0]!
    const [type, how, prefix] = pick("way", ways)
    const phone = `${prefix}000${index % 10}${pick("ending", endings)}`.slice(0, 11)
    const kind = type === "payout" ? "payout" : "payin"
    const at = began + Math.floor(draw("at") * days * day * 0.9)
    const isSecond = kind === "payin" && index > 0 && draw("second") < 0.1
    return {
      id: `${kind}-${index}`,
      kind,
      at,
      // Twins by chance: the same beneficiary and the same amount.
      amount: 500 + 100 * Math.floor(draw("amount") * 5) + (draw("twin") < 0.3 ? 0 : index),
      phone,
      method:
        type === "hosted"
          ? { type, returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
          : type === "direct"
            ? { type, mode: how, phone }
            : how === "wallet"
              ? { type: how, funds: "keep_in_wallet" }
              : { type: how },
      orderRef: kind === "payout" ? null : isSecond ? `order-${index - 1}` : `order-${index}`,
      list: null,
      isMistake: false,
      // Some try again while their first try is still on its way.
      triesAgainAfter:
        kind === "payin" && draw("again") < 0.4
          ? draw("hurry") < 0.4
            ? draw("patience") * 30 * second
            : 3 * minute + draw("patience") * hour
          : null,
    }
  })
  const wages = Array.from({ length: wageLines }, (_, line): Order => {
    const draw = (what: string) => drawn(seed, "wages", line, what)
    return {
      id: `wages_${line}`,
      kind: "payout",
      at: began + Math.floor(drawn(seed, "wages") * days * day * 0.7),
      // Some have the same wage, and some of those the same number as a beneficiary of another payout.
      amount: 500 + 100 * Math.floor(draw("amount") * 4),
      phone: `22660000${line}${endings[Math.floor(draw("ending") * endings.length)]}`,
      method: { type: "mobile_money" },
      orderRef: null,
      list: "wages",
      isMistake: false,
      triesAgainAfter: null,
    }
  })
  const mistakes = [...orders, ...wages]
    .filter(({ id, kind, list }) => kind === "payout" && drawn(seed, "mistake", list ?? id) < 0.3)
    .map((order) => ({
      ...order,
      id: twinOf(order.id),
      at: order.at + 2 * minute,
      list: order.list === null ? null : twinOf(order.list),
      isMistake: true,
    }))
  return [...orders, ...wages, ...mistakes]
}

/** How many lines a list of wages has. */
export const wageLines = 4

/** The id under which the same was typed twice, or that of which this one is the mistake. */
export const twinOf = (id: string): string =>
  id.includes("-again") ? id.replace("-again", "") : id.replace(/^[^_]*/, "$&-again")

interface Shop {
  readonly world: World
  readonly books: Books
  readonly service: ServiceInGlass
  readonly ask: (given: { method: string; path: string; body?: object }) => Effect.Effect<Answered | null>
  readonly isOver: () => boolean
}

const read = (answered: Answered | null): Readonly<Record<string, unknown>> => {
  if (answered === null) return {}
  const value: unknown = JSON.parse(answered.body)
  return Predicate.isObject(value) ? { ...value } : {}
}

/** The things in a list of an answer. */
const listIn = (answered: Answered | null, name: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const list = read(answered)[name]
  return Array.isArray(list) ? list.filter(Predicate.isObject).map((each) => ({ ...each })) : []
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The payment in an answer of the API. */
const paymentIn = (answered: Answered | null) => {
  const body = read(answered)
  const payment = Predicate.isObject(body["payment"]) ? { ...body["payment"] } : body
  const next = Predicate.hasProperty(payment, "next") && Predicate.isObject(payment.next) ? { ...payment.next } : {}
  return {
    status: Predicate.hasProperty(payment, "status") ? text(payment.status) : "",
    next: text(Reflect.get(next, "type")),
    url: text(Reflect.get(next, "url")),
  }
}

/** One order from its creation to its end, as a program in any language would do it: every request is repeated until it is answered. */
export const serve = Effect.fnUntraced(function* (shop: Shop, order: Order) {
  const { ask, books, service } = shop
  const { amount, id, kind, method, orderRef, phone } = order
  yield* Effect.sleep(order.at - (yield* Clock.currentTimeMillis))
  const path = `/v1/${kind}s/${id}`
  const description = `Order ${id}`
  const body = kind === "payin" ? { amount, method, description, orderRef } : { amount, method, description, phone }
  // Clicked twice: both are the same payment.
  const put = ask({ method: "PUT", path, body })
  const isHasty = drawn(shop.world.seed, "hasty", id) < 0.3
  let answered = isHasty ? (yield* Effect.all([put, put], { concurrency: 2 }))[0] : yield* put
  for (
    let tries = 0;
    tries < 200 && (answered === null || answered.status >= 500 || answered.status === 429);
    tries++
  ) {
    yield* Effect.sleep(Math.min(10 * second * 2 ** tries, 20 * minute))
    if (shop.isOver()) return
    answered = yield* put
  }
  if (answered === null || answered.status >= 400) return
  books.taken.add(id)
  if (kind === "payout") return
  const { next, url } = paymentIn(answered)
  if (next === "open_url") {
    yield* Effect.sleep(minute)
    const token = decodeURIComponent(url.slice(url.lastIndexOf("/") + 1))
    const pay = Effect.ignore(service.page.pay(token, { operatorId: "12", phone }))
    yield* pay
    if (drawn(shop.world.seed, "two tabs", id) < 0.3) yield* pay
  }
  if (next === "enter_code" || next === "wait_or_enter_code") {
    yield* Effect.sleep(20 * second)
    const look = Effect.option(service.phones.look(phone))
    const code = Option.getOrUndefined(yield* look)?.codes[0]?.code ?? "000000"
    yield* ask({ method: "POST", path: `${path}/code`, body: { otp: code } })
  }
  if (order.triesAgainAfter !== null) {
    yield* Effect.sleep(order.triesAgainAfter)
    yield* ask({ method: "POST", path: `${path}/try-again`, body: {} })
  }
  // The customer comes back at once, and now and then, in one tab or two; the page asks the service, or only the store.
  for (let visits = 0; visits <= 6; visits++) {
    const visit = (what: string) => drawn(shop.world.seed, what, id, visits)
    yield* Effect.sleep(visits === 0 ? visit("at once") * 20 * second : minute * 4 ** visits)
    if (shop.isOver()) return
    const look = ask({ method: "GET", path: visit("asks") < 0.5 ? `${path}?recheck=true` : path })
    const [looked] = yield* Effect.all(visit("tabs") < 0.3 ? [look, look] : [look], { concurrency: 2 })
    if (looked?.status !== 200) continue
    const { next: step, status } = paymentIn(looked)
    books.shown.push({ id, at: shop.world.now, status, next: step })
  }
})

/** Pays a list of wages: the clerk looks at it again and again, and brings it once more where it is gone. */
export const payWages = Effect.fnUntraced(function* ({ ask, books, isOver }: Shop, list: ReadonlyArray<Order>) {
  const [first] = list
  if (first === undefined) return
  const { at, list: id } = first
  yield* Effect.sleep(at - (yield* Clock.currentTimeMillis))
  const lines = list.map(({ amount, id: line, phone }) => ({ id: line.slice(line.indexOf("_") + 1), amount, phone }))
  const batches = "/v1/payout-batches"
  let last = ""
  while (!isOver()) {
    const looked = yield* ask({ method: "GET", path: `${batches}/${id}` })
    const state = text(read(looked)["state"])
    if (state !== "" && state !== last) books.tell(`the clerk sees that the list ${id} is ${(last = state)}`)
    if (looked?.status === 404) yield* ask({ method: "POST", path: batches, body: { id, description: "Wages", lines } })
    // After a restoration only a person may start it.
    if (state === "imported") yield* ask({ method: "POST", path: `${batches}/${id}/start`, body: {} })
    // What it shows as left out, because a statement shows it as paid, is for a person.
    const states = new Map(listIn(looked, "lineStates").map((line) => [`${id}_${text(line["id"])}`, line["state"]]))
    for (const { id: line } of state === "sent" ? list : []) {
      if (["paid", "maybe"].includes(text(states.get(line)))) books.taken.delete(line)
      else books.taken.add(line)
    }
    yield* Effect.sleep(state === "sending" || state === "sent" ? 8 * hour : 10 * minute)
  }
})

/** Takes events by long poll for ever, and acknowledges each when its order is delivered. */
export const listen = Effect.fnUntraced(function* (
  { ask, isOver }: Shop,
  receive: (event: { type: string; id: string }) => void,
) {
  while (!isOver()) {
    const answered = yield* ask({ method: "GET", path: "/v1/events?wait=30" })
    const acks: Array<unknown> = []
    for (const { ack, payment, type } of listIn(answered, "events")) {
      receive({ type: text(type), id: Predicate.hasProperty(payment, "id") ? text(payment.id) : "" })
      acks.push(ack)
    }
    if (acks.length > 0) yield* ask({ method: "POST", path: "/v1/events/ack", body: { acks } })
    else yield* Effect.sleep(answered === null ? minute : 2 * hour)
  }
})

/** What the accountant finds in the service's books of a payment. */
const foundFor = (books: ReadonlyArray<Booked>, key: PaymentKey) =>
  books.filter((booked) => booked.id === key.id && booked.kind === key.kind)

const evidence = "The statement of the service, line by line."

/** What an honest person decides about a payment, looking at it, at its twin and at the service's books; null: nothing today. */
const decisionOn = (record: PaymentRecord, twin: PaymentRecord | null, books: ReadonlyArray<Booked>, now: number) => {
  const { payment } = record
  const { key, state } = payment
  const found = foundFor(books, key)
  const paid = found.find(({ status }) => status === "completed")
  const common = { by: "The accountant", reason: "It is what the statement says.", asOf: payment.seq }
  // Who typed it twice knows that it was a mistake, and releases neither while the other can still be paid.
  const isTwinAlive = twin !== null && (!("at" in twin.payment.state) || twin.payment.state._tag === "completed")
  if (state._tag === "held")
    return isTwinAlive
      ? ({ act: "cancel", by: common.by, asOf: common.asOf } as const)
      : ({ act: "release", ...common } as const)
  const isStuck = state._tag === "in_doubt" || (openFlags(payment.flags).length > 0 && !("at" in state))
  if (isStuck && paid !== undefined && now - payment.createdAt > day)
    return { act: "resolve", to: "completed", evidence, ...common } as const
  const isDead = found.every(({ status }) => status === "notcompleted")
  if (isStuck && isDead && now - payment.createdAt > 3 * day)
    return {
      act: "resolve",
      to: state._tag === "in_doubt" && payment._tag === "Payout" && !isTwinAlive ? "send_again" : "not_completed",
      evidence,
      ...common,
    } as const
  return null
}

/** A line of the service's statement. It does not know the merchant's ids. */
const lineOf = ({ amount, at, kind, phone, status, token }: Booked) => ({
  at,
  span: 0,
  amount,
  kind,
  reference: token,
  phone,
  moved: status === "completed" ? "yes" : status === "pending" ? "unknown" : "no",
  digest: token,
})

/** One visit at the console. */
export const visit = Effect.fnUntraced(function* (counter: Counter, statement: ReadonlyArray<Booked>, books: Books) {
  const now = yield* Clock.currentTimeMillis
  const decide = Effect.gen(function* () {
    const store = yield* PaymentStore
    const review = yield* Review
    const shared = yield* SharedState
    const documents = yield* Documents
    // After a restore nothing leaves before a statement covers what was forgotten.
    const gaps = yield* documents.list({ kind: "gap", project: "shop", limit: 1_000 })
    const [oldest] = gaps.flatMap(({ from }) => from ?? []).toSorted((one, other) => one - other)
    if (oldest !== undefined)
      yield* documents.keep({
        kind: "statement",
        digest: `of ${now}`,
        at: now,
        project: "shop",
        from: oldest - hour,
        before: now,
        head: JSON.stringify({ covers: [""] }),
        body: new TextEncoder().encode(JSON.stringify(statement.map(lineOf))),
      })
    const who = { by: "The accountant", reason: "The statement was compared." }
    for (const batch of yield* listBatches({ project: "shop" })) {
      const isOld = now - batch.at > hour
      if (batch.state === "interrupted" || (batch.state === "paused" && isOld))
        yield* Effect.ignore(resumeBatch(batch, who))
      if (batch.state === "imported" && isOld) yield* Effect.ignore(startBatch(batch, who))
    }
    const waiting = [
      ...(yield* store.list({ withOpenFlags: true, limit: 200 })),
      ...(yield* store.list({ kind: "payout", states: ["held", "in_doubt"], limit: 200 })),
      ...(yield* store.list({ kind: "payin", states: ["in_doubt"], limit: 200 })),
    ]
    for (const pause of yield* shared.pauses()) {
      if (now - pause.since > hour && isPauseScope(pause.scope))
        yield* Effect.ignore(review.resume(pause.scope, { seen: pause }))
    }
    const seen = new Set<string>()
    for (const read of waiting) {
      const { key } = read.payment
      const name = `${key.kind} ${key.id}`
      if (seen.has(name)) continue
      seen.add(name)
      const asks = drawn(now, "asks", name) < 0.3
      const record = asks ? yield* Effect.orElseSucceed(review.recheck(key), () => read) : read
      const twin = yield* store.find({ ...key, id: PaymentId.make(twinOf(key.id)) })
      const decision = decisionOn(record, twin, statement, now)
      if (decision !== null) {
        const done = yield* Effect.result(
          decision.act === "cancel"
            ? review.cancel(key, decision)
            : decision.act === "release"
              ? review.release(key, decision)
              : review.resolve(key, decision),
        )
        const because = Result.isFailure(done) ? whyNot(done.failure) : "done"
        books.tell(`the accountant: ${decision.act} ${"to" in decision ? `${decision.to} ` : ""}${name}: ${because}`)
        // Where it must not leave again, or the service does not confirm for days what it is a refund of, the debt is paid in another way.
        const isOld = now - record.payment.createdAt > 3 * day
        const isGivenUp = because.endsWith("_without_token") || (because === "not_both_collected" && isOld)
        if (isGivenUp && decision.act === "resolve")
          yield* Effect.ignore(review.resolve(key, { ...decision, to: "not_completed" }))
        else if (isGivenUp) yield* Effect.ignore(review.cancel(key, decision))
        continue
      }
      if (!("at" in record.payment.state)) continue
      for (const { kind, subject } of openFlags(record.payment.flags)) {
        const flag = { kind, subject }
        const reason = { by: "The accountant", reason: "It was looked at.", asOf: record.payment.seq }
        const found = foundFor(statement, key)
        // What is pending there can still be paid; some stays so for ever.
        const isYoung = now - read.payment.createdAt < 7 * day
        const isLate = kind === "unanswered" || kind === "token_lost"
        if (isLate && isYoung && found.some(({ status }) => status === "pending")) continue
        const paid = found.filter(({ status }) => status === "completed")
        if (key.kind === "payin" && isLate && paid.length > 1) books.paidBack.add(name)
        yield* Effect.ignore(review.closeFlag(key, flag, reason))
      }
    }
  })
  yield* Effect.ignore(Effect.provide(decide, counter))
})

const whyNot = (failure: { readonly _tag: string } | DecisionRefused): string =>
  "because" in failure && typeof failure.because === "string" ? failure.because : failure._tag
