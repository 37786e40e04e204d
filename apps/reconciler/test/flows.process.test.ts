/** Every way to pay that the specification knows, with the app as it is started from the command line and the service on a port. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Redacted } from "effect"
import { type PayinInput, Payins, PaymentId, type PayoutInput, Payouts, ProjectId } from "@cauri/core"
import { issuedTokensOf } from "@cauri/core/model"
import { waitUntil } from "@cauri/programs"
import { HostedPage, Phones } from "@cauri/simulator"
import { payin, payout, pushed } from "./payments.ts"
import { creationsOf, found, newWorld, startIn, stateOf, type StoreKind, type World } from "./world.ts"

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]
const code = Redacted.make("123456")
const later = { sendLater: true }

const collect = ({ merchant }: World, input: PayinInput) => Context.get(merchant, Payins).create(input, later)
const pay = ({ merchant }: World, input: PayoutInput) => Context.get(merchant, Payouts).create(input, later)

const keyOf = (id: string) => ({ kind: "payin" as const, project: ProjectId.make("shop"), id: PaymentId.make(id) })

/** The customer waits for the code and hands it to the merchant, who submits it. */
const enterCode = Effect.fnUntraced(function* (world: World, id: string) {
  yield* waitUntil(stateOf(world, "payin", id), (state) => state === "awaiting_otp")
  yield* Context.get(world.merchant, Payins).submitOtp(keyOf(id), code)
})

describe.each(kinds)("the reconciler on %s", (kind) => {
  it.live(
    "carries every kind of payment to its end although no callback ever comes, and tells the host under a signature (#121, #206, #209)",
    () =>
      Effect.gen(function* () {
        const world = yield* newWorld(kind)
        const { merchant, simulator } = world
        yield* startIn(world)

        const page = { returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
        yield* collect(world, payin("hosted", { type: "hosted", ...page }))
        yield* collect(world, pushed("push", "22660000001"))
        yield* collect(world, pushed("refusing", "22660000002"))
        yield* collect(world, payin("guided", { type: "direct", mode: "guided_ussd", phone: "22650000090" }))
        yield* collect(world, payin("sms", { type: "direct", mode: "sms_otp", phone: "22640000090" }))
        yield* collect(world, payin("wallet", { type: "wallet", phone: "22699000090" }))
        // A code that the customer brings along is never at rest, so the caller itself sends it.
        const dialled = payin("dialled", { type: "direct", mode: "ussd_otp", phone: "22670000090" })
        yield* Context.get(merchant, Payins).create(dialled, { otp: code })
        yield* pay(world, payout("wage", "22660000190"))
        yield* pay(world, payout("failing", "22660000192"))
        yield* pay(world, { ...payout("topup", "22699000290"), method: { type: "wallet", funds: "keep_in_wallet" } })

        const phones = Context.get(simulator.services, Phones)
        yield* waitUntil(stateOf(world, "payin", "push"), (state) => state === "pending")
        yield* phones.approve("22660000001")
        yield* waitUntil(stateOf(world, "payin", "refusing"), (state) => state === "pending")
        yield* phones.refuse("22660000002")
        yield* enterCode(world, "sms")
        yield* enterCode(world, "wallet")
        const { attempts } = yield* waitUntil(found(world, "payin", "hosted"), ({ state }) => state._tag === "pending")
        const token = issuedTokensOf(attempts)[0]?.token ?? ""
        yield* Context.get(simulator.services, HostedPage).pay(token, { operatorId: "12", phone: "22660000390" })

        const received = yield* waitUntil(world.host.received, (told) => told.length >= 10)
        assert.sameMembers(
          received.map(({ id, type }) => `${id.split(" ")[1]?.split("#")[0]} ${type}`),
          [
            ...["hosted", "push", "guided", "sms", "wallet", "dialled"].map((id) => `shop/${id} payin.completed`),
            "shop/refusing payin.not_completed",
            ...["wage", "topup"].map((id) => `shop/${id} payout.completed`),
            "shop/failing payout.not_completed",
          ],
        )
        assert.strictEqual(yield* world.host.forged, 0)
        for (const id of ["hosted", "push", "refusing", "guided", "dialled", "wage", "failing", "topup", "wallet"]) {
          assert.strictEqual(yield* creationsOf(world, id), 1, `${id} was created once`)
        }
        assert.strictEqual(yield* creationsOf(world, "sms"), 2)
      }),
  )
})
