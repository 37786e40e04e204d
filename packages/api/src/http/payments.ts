/** What the API does with payments: core's services over requests, and their results as plain objects. */
import {
  type CreatePayoutOptions,
  type PayinInput,
  Payins,
  type PaymentKey,
  PaymentNotFound,
  PaymentStore,
  type PayoutInput,
  Payouts,
  type RefundInput,
  Review,
} from "@cauri/core"
import { nextChange, WakeSignal } from "@cauri/core/adapter"
import {
  carriedBy,
  type Created,
  creating,
  errorFromCause,
  invalidInput,
  keyOf,
  onceForEachCode,
  otpOf,
  pageOf,
  type Payin,
  type Payout,
  type Pick,
  pickPayin,
  pickPayout,
  plainLine,
  plainSending,
  readingOf,
  type Show,
  withNumber,
  withPayersNumber,
} from "@cauri/plain"
import { Deferred, Effect, Option, Schema, Stream } from "effect"
import { isOpen, type OpenKey } from "../keys/keys.ts"
import { codeBody, noFields, payinList, payoutList, readQuery, requestBody, tryBody, usual } from "./operations.ts"
import { type Answer, mayDo, RequestRefused } from "./problems.ts"
import { preferredWait, unread } from "./requests.ts"

/** A request that its key may make. */
export interface Call {
  readonly key: OpenKey
  /** The id in the address; empty where it has none. */
  readonly id: string
  readonly request: Request
  readonly query: <A, I>(schema: Schema.Codec<A, I>) => Effect.Effect<A, unknown>
  readonly body: Effect.Effect<Readonly<Record<string, unknown>>, unknown>
  readonly bodyAs: <A, I>(schema: Schema.Codec<A, I>) => Effect.Effect<A, unknown>
  /** Takes a token of the key's rate. */
  readonly takeToken: Effect.Effect<void, unknown>
}

/** What the handlers share. */
export interface House {
  readonly country: string | null
  readonly show: Show
  /** Counts what is under way, so that the end of the API waits for it. */
  readonly counted: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Done once the API ends: what only waits stops. */
  readonly closing: Deferred.Deferred<void>
  /** How many requests of each key only wait. */
  readonly seats: Map<number, number>
}

/** The most requests of one key that only wait: each holds a connection. */
const mostSeats = 100

/** Takes a seat. Refused where all are taken. */
const sit = (seats: House["seats"], { number }: OpenKey) =>
  Effect.suspend(() => {
    const taken = seats.get(number) ?? 0
    if (taken >= mostSeats) return Effect.fail(new RequestRefused({ code: "too_many_requests", retryAfter: 5_000 }))
    return Effect.sync(() => void seats.set(number, taken + 1))
  })

const stand = (seats: House["seats"], { number }: OpenKey) =>
  Effect.sync(() => {
    const taken = seats.get(number) ?? 1
    if (taken > 1) seats.set(number, taken - 1)
    else seats.delete(number)
  })

/** Waits on a seat of the key. */
export const seated = <A, E, R>(seats: House["seats"], key: OpenKey, waiting: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    sit(seats, key),
    () => waiting,
    () => stand(seats, key),
  )

/** The most lines of a history. A sound payment has some dozens. */
const longestHistory = 10_000

const ok = (body: unknown): Answer => ({ status: 200, body })

/** A body with the id of the address and the project of the key. */
const within = ({ id, key }: Call, body: Readonly<Record<string, unknown>>) => {
  if (Object.hasOwn(body, "id")) throw invalidInput("id", "left out: the address has it")
  if ((body["project"] ?? key.project) !== key.project)
    throw invalidInput("project", `left out or ${key.project}: this key opens no other project`)
  return { ...body, id, project: key.project }
}

/** What fails in it may have reached the service. */
const sends = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => Effect.fail(errorFromCause(cause, true)))

/** The changes of a payment as server-sent events. A comment every 15 s keeps proxies awake. */
const linesOf = (house: House, call: Call, key: PaymentKey) => {
  const after = Effect.fnUntraced(function* (since: number) {
    const { ended, record } = yield* nextChange(yield* PaymentStore, yield* WakeSignal, key, since)
    const shown = yield* house.show.one(record)
    const text = `event: payment\ndata: ${JSON.stringify(shown)}\n\n${ended ? "event: end\ndata: \n\n" : ""}`
    return [[text], ended ? Option.none() : Option.some(shown.seq)] as const
  })
  // A key that was revoked meanwhile shows nothing any more, and no end either.
  const payments = Stream.takeWhileEffect(Stream.paginate(0, after), () => isOpen(call.key))
  const beats = Stream.drop(Stream.tick("15 seconds"), 1).pipe(Stream.map(() => ": waiting\n\n"))
  return Stream.merge(payments, beats, { haltStrategy: "left" }).pipe(
    Stream.interruptWhen(Effect.raceFirst(Deferred.await(house.closing), Effect.sleep(longestStream))),
    Stream.encodeText,
    Stream.ensuring(stand(house.seats, call.key)),
  )
}

/** Then a stream ends without its end, and its reader connects again. */
const longestStream = "15 minutes"

const eventStream = {
  "content-type": "text/event-stream",
  // Tells proxies that buffer answers to pass this one on.
  "x-accel-buffering": "no",
}

/** What payins and payouts have in common. */
const commonOf = <Plain extends Payin | Payout>(house: House, kind: Plain["kind"], pick: Pick<Plain>) => {
  const read = readingOf(house.show, pick)
  const keyIn = ({ id, key }: Call) => keyOf(kind, { id, project: key.project }, null)
  return {
    read,
    keyIn,
    get: Effect.fnUntraced(function* (call: Call) {
      const { recheck = false } = yield* call.query(readQuery)
      const key = keyIn(call)
      if (!recheck) return ok(yield* read(key))
      yield* call.takeToken
      const { answered, notNow, ...record } = yield* (yield* Review).recheck(key)
      return ok({ ...(yield* house.show.one(record)), unasked: notNow?.because ?? null, answered })
    }),
    list: (query: typeof payinList | typeof payoutList) =>
      Effect.fnUntraced(function* (call: Call) {
        const asked: typeof payinList.Type | typeof payoutList.Type = yield* call.query<
          typeof payinList.Type | typeof payoutList.Type,
          unknown
        >(query)
        return ok(yield* pageOf(house.show, kind, pick, { limit: usual.limit, ...asked, project: call.key.project }))
      }),
    history: Effect.fnUntraced(function* (call: Call) {
      const key = keyIn(call)
      const lines = yield* (yield* PaymentStore).history({ key, after: 0, limit: longestHistory })
      if (lines.length === 0) return yield* new PaymentNotFound({ key })
      return ok({ lines: lines.map(plainLine) })
    }),
    stream: Effect.fnUntraced(function* (call: Call) {
      const key = keyIn(call)
      yield* read(key)
      yield* sit(house.seats, call.key)
      const body = yield* Stream.toReadableStreamEffect(linesOf(house, call, key))
      return { status: 200, body, headers: eventStream }
    }),
    request: Effect.fnUntraced(function* (call: Call) {
      const { evidence, ...asked } = yield* call.bodyAs(requestBody)
      const given = evidence === undefined || evidence === null ? {} : { evidence }
      const by = `key ${call.key.name}`
      return ok(yield* house.show.one(yield* (yield* Review).request(keyIn(call), { ...asked, ...given, by })))
    }),
    /** Creates a payment, and waits as long as the request prefers. */
    created: Effect.fnUntraced(function* <E, R>(
      call: Call,
      create: (options: CreatePayoutOptions) => Effect.Effect<Created, E, R>,
    ) {
      const wait = preferredWait(call.request)
      let [isNew, isAnswered] = [false, false]
      const { notNow, payment } = yield* creating(
        house.counted,
        wait === null ? {} : { waitFor: "stored", ...(wait > 0 && { patience: wait * 1_000 }) },
        ({ onStored, ...options }) => {
          const noting = (key: PaymentKey, wasNew: boolean) => {
            isNew = wasNew
            return onStored?.(key, wasNew) ?? Effect.void
          }
          return Effect.tap(create({ ...options, onStored: noting }), () => Effect.sync(() => (isAnswered = true)))
        },
      )
      const plain = yield* read(payment.key)
      const status = !isNew ? 200 : isAnswered ? 201 : 202
      return { status, body: { ...plain, ...plainSending(plain, notNow) } }
    }),
  }
}

/** The caller is a program in any language; who runs the API has the setting. */
const advice = { setting: "set `API_COUNTRY` where `cauri api` runs", further: "" }

/** The operations on payments, by their names. */
export const paymentHandlers = (house: House) => {
  const { country } = house
  const payin = commonOf(house, "payin", pickPayin)
  const payout = commonOf(house, "payout", pickPayout)
  const submit = onceForEachCode()
  /** A further call on a payin, and the payin after it. */
  const further = (call: Call, use: (service: Payins["Service"], key: PaymentKey) => Effect.Effect<unknown, unknown>) =>
    Effect.gen(function* () {
      const key = payin.keyIn(call)
      const service = yield* Payins
      return ok(yield* sends(Effect.andThen(use(service, key), payin.read(key))))
    })
  return {
    createPayin: Effect.fnUntraced(function* (call: Call) {
      const { otp, ...given } = yield* call.body
      const carried = carriedBy((otp ?? null) === null ? {} : { otp: unread<string>(otp) })
      const input = withPayersNumber(unread<PayinInput>(within(call, given)), country, advice)
      const payins = yield* Payins
      return yield* sends(payin.created(call, (options) => payins.create(input, { ...options, ...carried })))
    }),
    getPayin: payin.get,
    listPayins: payin.list(payinList),
    getPayinHistory: payin.history,
    streamPayin: payin.stream,
    submitCode: Effect.fnUntraced(function* (call: Call) {
      const { otp: code } = yield* call.bodyAs(codeBody)
      const otp = otpOf(code)
      return yield* further(call, (payins, key) => submit(JSON.stringify([key, code]), payins.submitOtp(key, otp)))
    }),
    sendCodeAgain: Effect.fnUntraced(function* (call: Call) {
      yield* call.bodyAs(noFields)
      return yield* further(call, (payins, key) => payins.sendOtpAgain(key))
    }),
    tryAgain: Effect.fnUntraced(function* (call: Call) {
      const { otp: given } = yield* call.bodyAs(tryBody)
      const { otp } = carriedBy(typeof given === "string" ? { otp: given } : {})
      return yield* further(call, (payins, key) => payins.tryAgain(key, otp))
    }),
    cancelPayin: Effect.fnUntraced(function* (call: Call) {
      yield* call.bodyAs(noFields)
      const { payment } = yield* (yield* Payins).cancel(payin.keyIn(call), `key ${call.key.name}`)
      return ok(yield* payin.read(payment.key))
    }),
    refundPayin: Effect.fnUntraced(function* (call: Call) {
      const input = withNumber(unread<RefundInput>(yield* call.body), country, advice)
      const key = payin.keyIn(call)
      // To a number of the caller's choice it is a payout; without one, core knows who paid or asks.
      if ((input.phone ?? null) !== null) yield* mayDo(call.key, "pay_out")
      const payouts = yield* Payouts
      return yield* sends(payout.created(call, (options) => payouts.refund(key, input, options)))
    }),
    requestForPayin: payin.request,
    createPayout: Effect.fnUntraced(function* (call: Call) {
      const input = withNumber(unread<PayoutInput>(within(call, yield* call.body)), country, advice)
      const payouts = yield* Payouts
      return yield* sends(payout.created(call, (options) => payouts.create(input, options)))
    }),
    getPayout: payout.get,
    listPayouts: payout.list(payoutList),
    getPayoutHistory: payout.history,
    streamPayout: payout.stream,
    cancelPayout: Effect.fnUntraced(function* (call: Call) {
      yield* call.bodyAs(noFields)
      const { payment } = yield* (yield* Payouts).cancel(payout.keyIn(call), `key ${call.key.name}`)
      return ok(yield* payout.read(payment.key))
    }),
    requestForPayout: payout.request,
  }
}
