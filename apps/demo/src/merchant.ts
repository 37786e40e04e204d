/**
 * The merchant's own program: core over the store that the reconcilers share, and the gateway to the service. It asks for payments,
 * hands in the codes that its customers enter, and never asks what became of anything: that is the reconcilers' work.
 */
import { Effect, Layer, Redacted, Schedule } from "effect"
import { layerCauri, Consumers, Payins, PaymentId, type PaymentKey, Payouts, Policy, ProjectId } from "@cauri/core"
import { layerCallbackAddress } from "@cauri/callbacks"
import * as Gateway from "@cauri/gateway-http"
import { readPolicy } from "@cauri/runtime"
import { layer as layerStore } from "@cauri/store-sqlite"
import type { StoreAccess, Service } from "@cauri/programs"
import { payOnPage } from "./customer.ts"
import { isPayout, payinOf, payoutOf, type Planned, project, twinIdOf } from "./plan.ts"

/** Core, wired as in any program that embeds it. It has no consumer: the reconcilers deliver. */
export const layerMerchant = (
  { callbackBase, callbackKeys, file }: StoreAccess,
  service: Service,
  policyFile: string,
) => {
  const [id = "", secret = ""] = callbackKeys.split(":")
  const credentials = { apiKey: Redacted.make(service.apiKey), apiToken: Redacted.make(service.apiToken) }
  return layerCauri.pipe(
    Layer.provide(layerStore({ file, create: "never" })),
    Layer.provide(Gateway.layer({ baseUrl: service.url })),
    Layer.provide(Gateway.layerCredentials({ [project]: credentials })),
    Layer.provide(layerCallbackAddress({ base: callbackBase, signing: { id, secret: Redacted.make(secret) } })),
    Layer.provide(Layer.succeed(Consumers, [])),
    Layer.provideMerge(Layer.effect(Policy, readPolicy(policyFile))),
  )
}

/** The customers of the demo: every code is right for them but this one. */
const rightCode = Redacted.make("123456")
const wrongCode = Redacted.make("000000")

/** How often a code is handed in again when it could not be taken at that moment. */
const codeTries = 6

const keyOf = (id: string): PaymentKey => ({ kind: "payin", project: ProjectId.make(project), id: PaymentId.make(id) })

/** The customer enters a code. The library asks the service first, and takes none while it cannot. */
const enterCode = Effect.fnUntraced(function* (id: string, code: Redacted.Redacted) {
  const payins = yield* Payins
  for (let tries = 1; tries <= codeTries; tries++) {
    const taken = yield* payins.submitOtp(keyOf(id), code).pipe(
      Effect.as(true),
      Effect.catchTag("NotNow", () => Effect.succeed(false)),
    )
    // After the last try it is too late for a code: the payment expires, or has ended already.
    if (taken) return
    yield* Effect.sleep("300 millis")
  }
})

const collect = Effect.fnUntraced(function* (planned: Planned) {
  const payins = yield* Payins
  const { again, id, phone, rail, sendLater } = planned
  const input = payinOf(planned)
  const options = { sendLater, ...(rail === "ussd_otp" && { otp: planned.wrongCode ? wrongCode : rightCode }) }
  const { next } = yield* payins.create(input, options)
  if (again === "same id") yield* payins.create(input, options)
  if (rail === "hosted" && next._tag === "open_url") yield* payOnPage(next.url, phone)
  if (rail === "sms_otp" || rail === "wallet") {
    if (planned.wrongCode) yield* enterCode(id, wrongCode)
    yield* enterCode(id, rightCode)
  }
  if (rail === "ussd_otp" && planned.wrongCode) yield* enterCode(id, rightCode)
})

const pay = Effect.fnUntraced(function* (planned: Planned) {
  const payouts = yield* Payouts
  const { again, sendLater } = planned
  const input = payoutOf(planned)
  yield* payouts.create(input, { sendLater })
  if (again === "same id") yield* payouts.create(input, { sendLater })
  // The same wage once more, as a program does that makes a new id each time it is asked.
  if (again === "other id") yield* payouts.create({ ...input, id: twinIdOf(planned) }, { sendLater })
})

/** How often the merchant asks again while the store is busy: the same id is the same payment, however often. */
const storeTries = 10

/** Asks for one payment, and does what its customer does. */
export const ask = Effect.fnUntraced(
  function* (planned: Planned) {
    if (isPayout(planned.rail)) yield* pay(planned)
    else yield* collect(planned)
  },
  Effect.retry({
    times: storeTries,
    schedule: Schedule.spaced("200 millis"),
    while: ({ _tag }) => _tag === "StoreError",
  }),
  Effect.orDie,
)
