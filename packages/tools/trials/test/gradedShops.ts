/** A shop as the sandbox grades it, with customers who send every form twice and a staff that types every command twice. */
import type { GradedPart, GradedProgram } from "@cauri/programs"
import { Schema } from "effect"
import { type RunningShop, stateIn } from "./shops.ts"

const readShown = Schema.decodeUnknownSync(Schema.Struct({ state: Schema.String, booked: Schema.Int }))

const twice = (act: () => Promise<unknown>): Promise<"done"> =>
  Promise.allSettled([act(), act()]).then(() => "done" as const)

/** A shop as the sandbox grades it. `resume`: a person ends the pause of payouts, in the console. */
export const gradedShop = (shop: RunningShop, resume: () => Promise<unknown>): GradedProgram => {
  const payouts = new Set<string>()
  const order = (method: string, path: string, form?: object) =>
    fetch(`${shop.url}/orders/${path}`, { method, ...(form !== undefined && { body: JSON.stringify(form) }) })

  const creates = async ({ amountXof, code, kind, phone }: GradedPart, id: string) => {
    if (kind === "mobile_money_payout") {
      payouts.add(id)
      await resume()
      return twice(() => shop.staff("pay", id, String(amountXof), phone))
    }
    const way = kind === "hosted" ? "page" : kind
    return twice(() => order("PUT", id, { way, phone, ...(kind === "ussd_otp" && { otp: code }) }))
  }

  return {
    acts: async (part) => {
      const { code, does, kind, scenario } = part
      if (kind === "wallet_payout") return "cannot"
      switch (does) {
        case "creates":
          void creates(part, scenario)
          return "begun"
        case "creates_twin":
          return creates(part, `${scenario}-twin`)
        case "submits_right_code":
          return twice(() => order("POST", `${scenario}/code`, { otp: code }))
        case "submits_wrong_code":
          return twice(() => order("POST", `${scenario}/code`, { otp: "000000" }))
        case "tries_again":
          await order("POST", `${scenario}/again`)
          return "done"
        // Cauri does it by itself.
        case "calls_again":
          return "done"
        default:
          return "cannot"
      }
    },
    says: async (id) => {
      if (payouts.has(id)) return stateIn(await shop.staff("books"), "payout", id)
      const answer = await order("GET", id)
      if (answer.status !== 200) return { state: "open" }
      const { booked: bookedXof, state } = readShown(await answer.json())
      return { state, bookedXof }
    },
    visited: (id, token) => order("GET", `${id}?token=${encodeURIComponent(token)}`),
  }
}
