/** Every way to pay, as the pages show it: the customer does what `next` says, and the payin completes. */
import { assert, describe, it } from "@effect/vitest"
import { asObserved } from "@cauri/simulator"
import type { Payin } from "cauri"
import { type SimulatedPayments, simulatedPayments } from "cauri/simulated"
import type { MemoryHost } from "cauri"
import * as ways from "../examples/paying.ts"
import { guideTables } from "../src/guideTables.ts"

type Opened = SimulatedPayments<MemoryHost>

const open = () => simulatedPayments({ logger: () => {}, simulator: { profile: asObserved } })

const codeOn = async ({ service }: Opened, phone: string): Promise<string> => {
  const [newest = ""] = await service.phones.inbox(phone)
  return /(?<![0-9])[0-9]{4,8}(?![0-9])/.exec(newest)?.[0] ?? ""
}
const urlOf = (next: Payin["next"]): string => (next.type === "open_url" ? next.url : assert.fail(next.type))

const plays: Readonly<Record<string, readonly [next: string, play: (payments: Opened) => Promise<Payin["next"]>]>> = {
  "by the service's page": [
    "open_url",
    async (payments) => {
      const next = await ways.hosted(payments)
      await payments.service.page.pay(urlOf(next), { operatorId: "12", phone: "22660000001" })
      await payments.service.phones.approve("22660000001")
      return next
    },
  ],
  "by USSD push": [
    "confirm_on_phone",
    async (payments) => {
      const next = await ways.ussdPush(payments)
      await payments.service.phones.approve("22660000001")
      return next
    },
  ],
  "by guided USSD": [
    "confirm_on_phone",
    async (payments) => {
      const next = await ways.guidedUssd(payments)
      const [text = ""] = await payments.service.phones.inbox("22650000001")
      await payments.service.phones.dial("22650000001", /\*[0-9*]+#/.exec(text)?.[0] ?? "")
      return next
    },
  ],
  "by a dialled code": [
    "wait_or_enter_code",
    (payments) =>
      ways.ussdCode(payments, (shown) => {
        assert.deepStrictEqual(shown, { type: "dial_this_code_first", amount: 2_500, fees: 0, total: 2_500 })
        return payments.service.phones.dialForCode("22670000001", 2_500)
      }),
  ],
  "by a code by SMS": [
    "wait_or_enter_code",
    (payments) => ways.smsCode(payments, () => codeOn(payments, "22640000001")),
  ],
  "by wallet": ["wait_or_enter_code", (payments) => ways.wallet(payments, () => codeOn(payments, "22699000001"))],
  "by the operator's page": [
    "open_url",
    async (payments) => {
      const next = await ways.operatorRedirect(payments)
      await payments.service.phones.approve("2250700000001")
      return next
    },
  ],
  "by the service's direct page": [
    "open_url",
    async (payments) => {
      const next = await ways.serviceRedirect(payments)
      await payments.service.phones.approve("221770000001")
      return next
    },
  ],
}

describe("a payin", () => {
  for (const [how, [wanted, play]] of Object.entries(plays)) {
    it(`completes ${how}, and its page says what to do`, async () => {
      await using payments = await open()
      assert.strictEqual((await play(payments)).type, wanted)
      const payin = await payments.payins.get("order-17")
      const shown = ways.show(payin, "en")
      assert.include(shown, "<p>")
      assert.strictEqual(shown.includes("<a href"), wanted === "open_url")
      assert.strictEqual(ways.show(payin, "fr").includes("<form"), wanted === "wait_or_enter_code")
      await payments.advance("5 minutes")
      assert.strictEqual((await payments.payins.get("order-17")).status, "completed")
      const streamed = await ways.follow(payments, "order-17").text()
      assert.match(streamed, /event: payment[^]*event: end/)
    })
  }
})

describe("the numbers to try", () => {
  it("are numbers that the library takes", async () => {
    await using payments = await open()
    const shown = Object.values(guideTables).flatMap((table) => table("en").match(/(?<=\| `)[0-9]{11,13}(?=`)/g) ?? [])
    assert.isAbove(shown.length, 50)
    for (const phone of shown) {
      const method = { type: "direct", mode: "ussd_push", phone } as const
      await payments.payins.prepare({ id: "order-17", amount: 500, description: "Bread", method })
    }
  })
})
